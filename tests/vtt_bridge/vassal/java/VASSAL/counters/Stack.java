package VASSAL.counters;

import java.util.ArrayList;
import java.util.List;

public class Stack implements GamePiece {
  private final List<GamePiece> members = new ArrayList<>();

  public List<GamePiece> asList() {
    return members;
  }

  @Override
  public String getId() {
    return "stack";
  }

  @Override
  public String getType() {
    return "stack";
  }

  @Override
  public String getState() {
    return "";
  }

  @Override
  public Object getProperty(Object key) {
    return null;
  }
}
