package blindhex;

import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.Chatter;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.Drawable;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.command.Command;
import VASSAL.counters.Deck;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.Properties;
import VASSAL.counters.Stack;
import VASSAL.tools.SequenceEncoder;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.swing.JComponent;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * The umpire in VASSAL. What is typed into the chat for him goes, with the pieces that this player's window shows, to a
 * "blindhex bridge vassal sit" on this computer; his answer is shown and drawn here alone. Nothing is sent to other
 * players or logged, and of who owns a mask only that there is somebody: VASSAL names owners by their passwords.
 */
public final class Umpire implements Buildable, GameComponent, Drawable {
  private static final char LIST = '\u001b';
  private static final char FIELD = '\t';
  private static final int TIMES_ASKED = 3;
  private static final Duration WAIT = Duration.ofSeconds(60);
  /** A slash begins VASSAL's own commands too, so with it these words alone are the umpire's; a "!" he looks at himself. */
  private static final Pattern FOR_THE_UMPIRE =
      Pattern.compile("(?i)\\s*(/(los|field|reach|range|fire|plan|here|threat|where|clear)|![a-z]+)(\\s.*)?");
  /** Traits whose state begins with the owner's password, and how theirs is written without. */
  private static final java.util.Map<String, String> OWNED = java.util.Map.of("obs", "somebody;", "hide", "somebody", "restrict", "");

  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final java.util.Map<String, Picture> pictures = new LinkedHashMap<>();
  private List<String> drawnFor = List.of();
  private String address = "http://127.0.0.1:8642";
  /** What VASSAL does itself with a line that is typed into the chat. */
  private ActionListener[] usual = {};
  /** Enter, while a map has the focus: what is typed there VASSAL writes into the chat's line, and says that to all. */
  private final KeyListener overMaps = new KeyAdapter() {
    @Override
    public void keyReleased(KeyEvent event) {
      if (event.getKeyCode() == KeyEvent.VK_ENTER && takes(chatter().getInputField().getText())) {
        event.consume();
      }
    }
  };

  private static final class Picture {
    final String map;
    final Rectangle box;
    final Image image;

    Picture(String map, Rectangle box, Image image) {
      this.map = map;
      this.box = box;
      this.image = image;
    }
  }

  @Override
  public void build(Element element) {
    if (element != null && !element.getAttribute("address").isEmpty()) {
      address = element.getAttribute("address");
    }
  }

  @Override
  public Element getBuildElement(Document document) {
    Element element = document.createElement(getClass().getName());
    element.setAttribute("address", address);
    return element;
  }

  @Override
  public void add(Buildable child) {}

  @Override
  public void addTo(Buildable parent) {
    GameModule.getGameModule().getGameState().addGameComponent(this);
    JTextField input = chatter().getInputField();
    usual = input.getActionListeners();
    for (ActionListener listener : usual) {
      input.removeActionListener(listener);
    }
    input.addActionListener(event -> {
      if (!takes(event.getActionCommand())) {
        passOn(event.getActionCommand());
      }
    });
  }

  @Override
  public Command getRestoreCommand() {
    return null;
  }

  @Override
  public void setup(boolean isStarting) {
    pictures.clear();
    for (Map map : Map.getMapList()) {
      map.removeDrawComponent(this);
      map.getView().removeKeyListener(overMaps);
      if (isStarting) {
        map.addDrawComponent(this);
        hearFirst(map.getView());
      }
    }
  }

  private void hearFirst(JComponent view) {
    KeyListener[] others = view.getKeyListeners();
    for (KeyListener other : others) {
      view.removeKeyListener(other);
    }
    view.addKeyListener(overMaps);
    for (KeyListener other : others) {
      view.addKeyListener(other);
    }
  }

  /** Whether a line is for the umpire, who is asked then; he may still pass it on. */
  private boolean takes(String line) {
    boolean isForTheUmpire = FOR_THE_UMPIRE.matcher(line).matches();
    if (isForTheUmpire) {
      chatter().getInputField().setText("");
      ask(line, 1);
    }
    return isForTheUmpire;
  }

  private void passOn(String line) {
    JTextField input = chatter().getInputField();
    String typing = input.getText();
    for (ActionListener listener : usual) {
      listener.actionPerformed(new ActionEvent(input, ActionEvent.ACTION_PERFORMED, line));
    }
    input.setText(typing.equals(line) ? "" : typing);
  }

  /** Ask about the position as it is now, and again if it has changed before the answer is there. */
  private void ask(String line, int time) {
    List<String> position = position();
    SequenceEncoder question = new SequenceEncoder("ASK", FIELD).append(UUID.randomUUID().toString()).append(line);
    for (GamePiece piece : KeyBuffer.getBuffer().asList()) {
      question.append(piece.getId());
    }
    SequenceEncoder body = new SequenceEncoder(question.getValue(), LIST);
    position.forEach(body::append);
    HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/vassal/umpire")).timeout(WAIT)
        .header("Content-Type", "text/plain; charset=utf-8").POST(HttpRequest.BodyPublishers.ofString(body.getValue())).build();
    client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).whenComplete((answer, error) -> SwingUtilities.invokeLater(() -> {
      if (error != null) {
        say("no umpire answers at " + address + "; start blindhex bridge vassal sit on this computer");
      } else if (answer.statusCode() != 200) {
        say("what answers at " + address + " is no umpire for VASSAL (status " + answer.statusCode() + ")");
      } else if (answer.body().isEmpty()) {
        passOn(line);
      } else if (position.equals(position())) {
        carryOut(answer.body(), position);
      } else if (time < TIMES_ASKED) {
        ask(line, time + 1);
      } else {
        say("the pieces will not stand still; ask again when they do");
      }
    }));
  }

  private void carryOut(String answer, List<String> position) {
    for (String operation : parts(answer, LIST)) {
      List<String> fields = parts(operation, FIELD);
      switch (fields.get(0)) {
        case "SAY":
          say(fields.get(1));
          break;
        case "CLEAR":
          pictures.remove(fields.get(1));
          break;
        case "PUT":
          put(fields);
          drawnFor = position;
          break;
        default:
          say("the umpire wants \"" + fields.get(0) + "\" done, which this extension does not know; replace it");
      }
    }
    Map.getMapList().forEach(Map::repaint);
  }

  private void put(List<String> fields) {
    Rectangle box = new Rectangle(whole(fields.get(3)), whole(fields.get(4)), whole(fields.get(5)), whole(fields.get(6)));
    try {
      Image image = ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(fields.get(7))));
      pictures.put(fields.get(1), new Picture(fields.get(2), box, image));
    } catch (IOException error) {
      say("the umpire's picture cannot be read");
    }
  }

  @Override
  public void draw(Graphics graphics, Map map) {
    if (!pictures.isEmpty() && !drawnFor.equals(position())) {
      pictures.clear();
    }
    double scale = ((Graphics2D) graphics).getDeviceConfiguration().getDefaultTransform().getScaleX();
    for (Picture picture : pictures.values()) {
      if (picture.map.equals(map.getIdentifier())) {
        Point corner = map.mapToDrawing(picture.box.getLocation(), scale);
        Point end = map.mapToDrawing(new Point(picture.box.x + picture.box.width, picture.box.y + picture.box.height), scale);
        graphics.drawImage(picture.image, corner.x, corner.y, end.x - corner.x, end.y - corner.y, null);
      }
    }
  }

  @Override
  public boolean drawAboveCounters() {
    return true;
  }

  /** The boards and pieces that this player's window shows, as the commands of a saved game. */
  private static List<String> position() {
    List<String> commands = new ArrayList<>();
    for (Map map : Map.getMapList()) {
      if (map.getClass().getSimpleName().equals("PrivateMap")) {
        continue;
      }
      SequenceEncoder boards = new SequenceEncoder(map.getIdentifier() + "BoardPicker", FIELD);
      for (Board board : map.getBoards()) {
        SequenceEncoder name = new SequenceEncoder(board.getName(), '/');
        Point place = board.relativePosition();
        boards.append((board.isReversed() ? name.append("rev") : name).getValue()).append(place.x).append(place.y);
      }
      commands.add(boards.getValue());
      for (GamePiece piece : map.getPieces()) {
        if (piece instanceof Stack && !(piece instanceof Deck)) {
          ((Stack) piece).asList().forEach(one -> put(one, commands));
        } else if (!(piece instanceof Stack)) {
          put(piece, commands);
        }
      }
    }
    return commands;
  }

  private static void put(GamePiece piece, List<String> commands) {
    boolean isHidden = Boolean.TRUE.equals(piece.getProperty(Properties.INVISIBLE_TO_ME));
    if (!isHidden && !Boolean.TRUE.equals(piece.getProperty(Properties.OBSCURED_TO_ME))) {
      String type = piece.getType();
      String state = withoutOwners(parts(type, FIELD), parts(piece.getState(), FIELD));
      commands.add("+/" + new SequenceEncoder(piece.getId(), '/').append(type).append(state).getValue());
    }
  }

  /** The state of a piece, whose traits lie within each other, with nobody's password in it. */
  private static String withoutOwners(List<String> types, List<String> states) {
    if (types.isEmpty() || states.isEmpty()) {
      return "";
    }
    String state = states.get(0);
    String trait = types.get(0).split(";", 2)[0];
    if (OWNED.containsKey(trait) && !state.isEmpty() && !state.split(";", 2)[0].equals("null")) {
      state = OWNED.get(trait);
    }
    if (types.size() < 2) {
      return state;
    }
    String inner = withoutOwners(parts(types.get(1), FIELD), states.size() < 2 ? List.of() : parts(states.get(1), FIELD));
    return new SequenceEncoder(state, FIELD).append(inner).getValue();
  }

  private static List<String> parts(String text, char delimiter) {
    List<String> found = new ArrayList<>();
    SequenceEncoder.Decoder decoder = new SequenceEncoder.Decoder(text, delimiter);
    while (decoder.hasMoreTokens()) {
      found.add(decoder.nextToken());
    }
    return found;
  }

  private static int whole(String number) {
    return (int) Math.round(Double.parseDouble(number));
  }

  private static Chatter chatter() {
    return GameModule.getGameModule().getChatter();
  }

  /** Show words to this player alone. VASSAL reads lines that begin with a dash as HTML. */
  private static void say(String words) {
    String shown = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>");
    chatter().show("- Umpire: " + shown);
  }
}
