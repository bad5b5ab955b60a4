package VASSAL.build.module;

import VASSAL.build.module.map.Drawable;
import VASSAL.build.module.map.ForwardToChatter;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.counters.GamePiece;
import java.awt.Point;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.JPanel;

public class Map {
  private static final List<Map> MAPS = new ArrayList<>();
  public final List<Drawable> drawn = new ArrayList<>();
  public final List<GamePiece> pieces = new ArrayList<>();
  public final List<Board> boards = new ArrayList<>();
  public double zoom = 1;
  private final String name;
  private final JComponent view = new JPanel();

  @SuppressWarnings("this-escape")
  public Map(String name) {
    this.name = name;
    MAPS.add(this);
    view.addKeyListener(new ForwardToChatter());
  }

  public static List<Map> getMapList() {
    return MAPS;
  }

  public JComponent getView() {
    return view;
  }

  public String getIdentifier() {
    return name;
  }

  public Collection<Board> getBoards() {
    return boards;
  }

  public GamePiece[] getPieces() {
    return pieces.toArray(new GamePiece[0]);
  }

  public void addDrawComponent(Drawable component) {
    drawn.add(component);
  }

  public void removeDrawComponent(Drawable component) {
    drawn.remove(component);
  }

  public Point mapToDrawing(Point point, double scale) {
    return new Point((int) (point.x * zoom * scale), (int) (point.y * zoom * scale));
  }

  public void repaint() {}
}
