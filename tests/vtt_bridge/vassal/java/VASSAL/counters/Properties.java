package VASSAL.counters;

public interface Properties {
  String INVISIBLE_TO_ME = "Invisible";
  String OBSCURED_TO_ME = "Obscured";
}
