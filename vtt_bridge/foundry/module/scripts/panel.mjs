// The umpire's panel for the game master: the server and its code, who plays which side, the book and board of the scene.

import { escaped } from "./apply.mjs";
import { OURS } from "./table.mjs";

/** The panel's class, made late because Foundry's own class exists only once Foundry has loaded. `save` gets what was filled in. */
export function panelClass(save) {
  return class UmpirePanel extends foundry.applications.api.ApplicationV2 {
    static DEFAULT_OPTIONS = {
      id: `${OURS}-panel`,
      tag: "form",
      window: { title: "BLINDHEX.Settings.Panel", contentClasses: ["standard-form"] },
      position: { width: 480 },
      form: { closeOnSubmit: true, handler: (_event, _form, data) => save(data.object) },
    };

    async _prepareContext() {
      const { ruleset = "", board = "", sides = [] } = canvas?.scene?.flags?.[OURS] ?? {};
      const plays = game.settings.get(OURS, "sides");
      const users = game.users.map(({ id, name }) => ({ id, name, side: plays[id] ?? "" }));
      return { server: game.settings.get(OURS, "server"), ruleset, board: typeof board === "string" ? board : "", sides, users };
    }

    async _renderHTML({ server, ruleset, board, sides, users }) {
      const said = (key, data) => escaped(game.i18n.format(`BLINDHEX.Settings.${key}`, data ?? {}));
      const row = (label, field) => `<div class="form-group"><label>${label}</label>${field}</div>`;
      const text = (name, value) => `<input type="text" name="${name}" value="${escaped(value)}">`;
      const choice = (side, own) => `<option${side === own ? " selected" : ""}>${escaped(side)}</option>`;
      const select = ({ id, side }) =>
        `<select name="side.${escaped(id)}">${["", ...new Set([...sides, ...(side ? [side] : [])])].map((one) => choice(one, side)).join("")}</select>`;
      return [
        row(said("Server"), text("server", server)),
        row(said("Code"), text("code", "")),
        row(said("Ruleset"), text("ruleset", ruleset)),
        row(said("Board"), text("board", board)),
        row(said("Sides"), text("sides", sides.join(", "))),
        ...users.map((user) => row(said("Plays", { user: user.name }), select(user))),
        `<footer class="form-footer"><button type="submit">${said("Save")}</button></footer>`,
      ].join("");
    }

    _replaceHTML(html, content) {
      content.innerHTML = html;
    }
  };
}
