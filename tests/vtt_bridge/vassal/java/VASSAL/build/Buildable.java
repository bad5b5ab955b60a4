package VASSAL.build;

import org.w3c.dom.Document;
import org.w3c.dom.Element;

public interface Buildable {
  void build(Element element);

  void addTo(Buildable parent);

  void add(Buildable child);

  Element getBuildElement(Document document);
}
