package VASSAL.build.module;

import java.util.ArrayList;
import java.util.List;
import javax.swing.JTextField;

/** Lines shown here go to this player; what is typed and not taken is said to all. */
public final class Chatter {
  public final List<String> lines = new ArrayList<>();
  private final JTextField input = new JTextField(60);

  public Chatter() {
    input.addActionListener(event -> {
      show("&lt;Ann&gt; - " + event.getActionCommand());
      input.setText("");
    });
  }

  public JTextField getInputField() {
    return input;
  }

  public void show(String line) {
    lines.add(line);
  }
}
