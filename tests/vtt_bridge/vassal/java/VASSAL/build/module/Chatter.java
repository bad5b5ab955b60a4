package VASSAL.build.module;

import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JTextField;

/** Lines shown here go to this player; what is typed and not taken is said to all. */
public final class Chatter {
  public final List<String> lines = new ArrayList<>();
  private final JTextField input = new JTextField(60);

  public Chatter() {
    input.addActionListener(event -> {
      send(event.getActionCommand());
      input.setText("");
    });
  }

  /** What others forward: signs go into the line, and Enter sends it, past whoever listens to the line. */
  public void keyCommand(KeyEvent event) {
    if (event.getID() == KeyEvent.KEY_TYPED && !Character.isISOControl(event.getKeyChar())) {
      input.setText(input.getText() + event.getKeyChar());
    } else if (event.getID() == KeyEvent.KEY_RELEASED && event.getKeyCode() == KeyEvent.VK_ENTER) {
      if (!input.getText().isEmpty()) {
        send(input.getText());
      }
      input.setText("");
    }
  }

  private void send(String words) {
    show("&lt;Ann&gt; - " + words);
  }

  public JTextField getInputField() {
    return input;
  }

  public void show(String line) {
    lines.add(line);
  }
}
