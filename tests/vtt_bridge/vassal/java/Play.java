import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.Map;
import VASSAL.build.module.PrivateMap;
import VASSAL.build.module.map.Drawable;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.Stack;
import java.awt.Graphics2D;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import javax.imageio.ImageIO;
import javax.swing.SwingUtilities;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/** A game of VASSAL that does what it is told on its standard input, a line each; fields stand between 0x1f. */
public final class Play {
  private static final HashMap<String, Piece> PIECES = new HashMap<>();
  private static Map map;

  private static final class Piece implements GamePiece {
    final String[] told;

    Piece(String[] told) {
      this.told = told;
    }

    @Override
    public String getId() {
      return told[1];
    }

    @Override
    public String getType() {
      return told[2];
    }

    @Override
    public String getState() {
      return told[3];
    }

    @Override
    public Object getProperty(Object key) {
      return key.equals(told[4]);
    }
  }

  public static void main(String[] given) throws Exception {
    Chatter chatter = GameModule.getGameModule().getChatter();
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int shown = 0;
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      String[] told = line.split("\u001f", -1);
      switch (told[0]) {
        case "map":
          map = told[1].equals("Hand") ? new PrivateMap(told[1]) : new Map(told[1]);
          map.boards.add(new Board(told[2]));
          break;
        case "piece":
          put(told, map);
          break;
        case "stack":
        case "deck":
          Stack stack = told[0].equals("deck") ? new Deck() : new Stack();
          stack.asList().add(map.pieces.remove(map.pieces.size() - 1));
          map.pieces.add(stack);
          break;
        case "select":
          KeyBuffer.getBuffer().asList().clear();
          KeyBuffer.getBuffer().asList().add(PIECES.get(told[1]));
          break;
        case "moved":
          PIECES.get(told[1]).told[3] = told[2];
          break;
        case "begin":
          begin(told[1]);
          break;
        case "begin again":
          setUp();
          break;
        case "clear":
          type("!clear", chatter);
          while (isDrawn(picture())) {
            settle();
          }
          break;
        case "chat":
        case "chat over the map":
          if (told[0].equals("chat")) {
            type(told[1], chatter);
          } else {
            typeOverMap(told[1]);
          }
          while (chatter.lines.size() == shown) {
            settle();
          }
          for (; shown < chatter.lines.size(); shown++) {
            System.out.println(chatter.lines.get(shown));
          }
          break;
        default:
          ImageIO.write(picture(), "png", new File(told[1]));
      }
    }
    System.exit(0);
  }

  private static void put(String[] told, Map onto) {
    PIECES.put(told[1], new Piece(told));
    onto.pieces.add(PIECES.get(told[1]));
  }

  private static void begin(String address) throws Exception {
    Element element = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument().createElement("blindhex.Umpire");
    element.setAttribute("address", address);
    Buildable umpire = (Buildable) Class.forName("blindhex.Umpire").getConstructor().newInstance();
    umpire.build(element);
    umpire.addTo(null);
    setUp();
  }

  private static void setUp() {
    for (GameComponent component : GameModule.getGameModule().getGameState().components) {
      component.setup(true);
    }
  }

  private static void type(String line, Chatter chatter) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      chatter.getInputField().setText(line);
      chatter.getInputField().postActionEvent();
    });
  }

  /** A line typed, and Enter pressed, while the map has the focus. */
  private static void typeOverMap(String line) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      for (char sign : line.toCharArray()) {
        key(KeyEvent.KEY_TYPED, KeyEvent.VK_UNDEFINED, sign);
      }
      key(KeyEvent.KEY_PRESSED, KeyEvent.VK_ENTER, '\n');
      key(KeyEvent.KEY_TYPED, KeyEvent.VK_UNDEFINED, '\n');
      key(KeyEvent.KEY_RELEASED, KeyEvent.VK_ENTER, '\n');
    });
  }

  private static void key(int id, int code, char sign) {
    KeyEvent event = new KeyEvent(map.getView(), id, System.currentTimeMillis(), 0, code, sign);
    for (KeyListener listener : map.getView().getKeyListeners()) {
      switch (id) {
        case KeyEvent.KEY_TYPED:
          listener.keyTyped(event);
          break;
        case KeyEvent.KEY_PRESSED:
          listener.keyPressed(event);
          break;
        default:
          listener.keyReleased(event);
      }
    }
  }

  private static void settle() throws Exception {
    Thread.sleep(5);
    SwingUtilities.invokeAndWait(() -> {});
  }

  private static boolean isDrawn(BufferedImage picture) {
    return Arrays.stream(picture.getRGB(0, 0, 620, 540, null, 0, 620)).anyMatch(pixel -> pixel != 0);
  }

  private static BufferedImage picture() {
    BufferedImage picture = new BufferedImage(620, 540, BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = picture.createGraphics();
    for (Drawable drawable : map.drawn) {
      drawable.draw(graphics, map);
    }
    return picture;
  }
}
