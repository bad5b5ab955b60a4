package VASSAL.build.module.map.boardPicker;

import java.awt.Point;

public final class Board {
  private final String name;

  public Board(String name) {
    this.name = name;
  }

  public String getName() {
    return name;
  }

  public boolean isReversed() {
    return false;
  }

  public Point relativePosition() {
    return new Point(0, 0);
  }
}
