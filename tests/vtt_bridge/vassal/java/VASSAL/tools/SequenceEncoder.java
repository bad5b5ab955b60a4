package VASSAL.tools;

/** Lists in one text: a delimiter within a token has a backslash before it. */
public final class SequenceEncoder {
  private final char delimiter;
  private String written;

  public SequenceEncoder(String first, char delimiter) {
    this.delimiter = delimiter;
    append(first);
  }

  public SequenceEncoder append(String token) {
    String told = token.replace(String.valueOf(delimiter), "\\" + delimiter);
    boolean isQuoted = token.length() > 1 && token.startsWith("'") && token.endsWith("'");
    told = token.startsWith("\\") || isQuoted ? "'" + told + "'" : told;
    written = written == null ? told : written + delimiter + told;
    return this;
  }

  public SequenceEncoder append(int number) {
    return append(String.valueOf(number));
  }

  public String getValue() {
    return written;
  }

  public static final class Decoder {
    private final char delimiter;
    private String rest;

    public Decoder(String value, char delimiter) {
      this.delimiter = delimiter;
      rest = value;
    }

    public boolean hasMoreTokens() {
      return rest != null;
    }

    public String nextToken() {
      StringBuilder token = new StringBuilder();
      int place = 0;
      while (place < rest.length() && (rest.charAt(place) != delimiter || token.toString().endsWith("\\"))) {
        if (rest.charAt(place) == delimiter) {
          token.setLength(token.length() - 1);
        }
        token.append(rest.charAt(place++));
      }
      rest = place < rest.length() ? rest.substring(place + 1) : null;
      boolean isQuoted = token.length() > 1 && token.charAt(0) == '\'' && token.charAt(token.length() - 1) == '\'';
      return isQuoted ? token.substring(1, token.length() - 1) : token.toString();
    }
  }
}
