package VASSAL.build;

import VASSAL.build.module.Chatter;
import VASSAL.build.module.GameState;

public final class GameModule {
  private static final GameModule MODULE = new GameModule();
  private final Chatter chatter = new Chatter();
  private final GameState state = new GameState();

  public static GameModule getGameModule() {
    return MODULE;
  }

  public Chatter getChatter() {
    return chatter;
  }

  public GameState getGameState() {
    return state;
  }
}
