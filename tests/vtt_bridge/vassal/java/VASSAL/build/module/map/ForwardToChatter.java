package VASSAL.build.module.map;

import VASSAL.build.GameModule;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;

/** What is typed while a map has the focus, and nobody else has taken, goes into the chat. */
public final class ForwardToChatter implements KeyListener {
  @Override
  public void keyTyped(KeyEvent event) {
    forward(event);
  }

  @Override
  public void keyPressed(KeyEvent event) {
    forward(event);
  }

  @Override
  public void keyReleased(KeyEvent event) {
    forward(event);
  }

  private static void forward(KeyEvent event) {
    if (!event.isConsumed()) {
      GameModule.getGameModule().getChatter().keyCommand(event);
    }
  }
}
