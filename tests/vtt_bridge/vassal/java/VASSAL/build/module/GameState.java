package VASSAL.build.module;

import java.util.ArrayList;
import java.util.List;

public final class GameState {
  public final List<GameComponent> components = new ArrayList<>();

  public void addGameComponent(GameComponent component) {
    components.add(component);
  }
}
