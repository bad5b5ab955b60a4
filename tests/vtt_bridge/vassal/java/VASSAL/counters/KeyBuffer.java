package VASSAL.counters;

import java.util.ArrayList;
import java.util.List;

public final class KeyBuffer {
  private static final KeyBuffer BUFFER = new KeyBuffer();
  private final List<GamePiece> selected = new ArrayList<>();

  public static KeyBuffer getBuffer() {
    return BUFFER;
  }

  public List<GamePiece> asList() {
    return selected;
  }
}
