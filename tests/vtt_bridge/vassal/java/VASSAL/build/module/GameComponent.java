package VASSAL.build.module;

import VASSAL.command.Command;

public interface GameComponent {
  void setup(boolean isStarting);

  Command getRestoreCommand();
}
