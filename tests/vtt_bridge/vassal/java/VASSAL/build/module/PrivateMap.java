package VASSAL.build.module;

public final class PrivateMap extends Map {
  public PrivateMap(String name) {
    super(name);
  }
}
