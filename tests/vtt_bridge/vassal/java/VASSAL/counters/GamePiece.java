package VASSAL.counters;

public interface GamePiece {
  String getId();

  String getType();

  String getState();

  Object getProperty(Object key);
}
