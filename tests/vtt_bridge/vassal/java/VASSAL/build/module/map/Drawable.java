package VASSAL.build.module.map;

import VASSAL.build.module.Map;
import java.awt.Graphics;

public interface Drawable {
  void draw(Graphics graphics, Map map);

  boolean drawAboveCounters();
}
