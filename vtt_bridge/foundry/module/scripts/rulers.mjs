// Adds the cost by the book to Foundry's own rulers, when a token is dragged and when a way from it is measured.

import { costAt, forget, knownReach, reachOf } from "./reaches.mjs";
import { placeAt } from "./table.mjs";

const OUT_OF_REACH = 0xd03030;

/** Add the costs to the rulers that Foundry, or the game system, has installed by now. */
export function prepareRulers() {
  CONFIG.Token.rulerClass = dragging(CONFIG.Token.rulerClass);
  CONFIG.Canvas.rulerClass = measuring(CONFIG.Canvas.rulerClass);
}

function dragging(Ruler) {
  return class DragRuler extends Ruler {
    refresh(rulerData) {
      const { token } = this;
      if (!(game.user.id in rulerData.plannedMovement)) forget(token.document);
      else reachOf(token.document, () => token.renderFlags.set({ refreshRuler: true }));
      super.refresh(rulerData);
    }

    _getWaypointLabelContext(waypoint, state) {
      const context = super._getWaypointLabelContext(waypoint, state);
      const told = context && toldAt(this.token, waypoint);
      if (told) context.cost = { total: told.total, units: told.units };
      return context;
    }

    _getWaypointStyle(waypoint) {
      return marked(super._getWaypointStyle(waypoint), this.token, waypoint);
    }

    _getSegmentStyle(waypoint) {
      return marked(super._getSegmentStyle(waypoint), this.token, waypoint);
    }

    _getGridHighlightStyle(waypoint, offset) {
      return marked(super._getGridHighlightStyle(waypoint, offset), this.token, waypoint);
    }
  };
}

/** The token from which this user measures, with the tool for measuring. */
let measured = null;

function measuring(Ruler) {
  return class MeasureRuler extends Ruler {
    get path() {
      return super.path;
    }

    set path(way) {
      if (this.user.isSelf) measureFrom(way.length ? ownTokenAt(way[0]) : null, this);
      super.path = way;
    }

    _getWaypointLabelContext(waypoint, state) {
      const context = super._getWaypointLabelContext(waypoint, state);
      const told = context && this.user.isSelf && measured && toldAt(measured, waypoint);
      if (told) context.units = [context.units, "·", told.total, told.units].filter(Boolean).join(" ");
      return context;
    }

    _getSegmentStyle(waypoint) {
      const style = super._getSegmentStyle(waypoint);
      return this.user.isSelf && measured ? marked(style, measured, waypoint) : style;
    }
  };
}

function measureFrom(token, ruler) {
  if (measured && measured !== token) forget(measured.document);
  measured = token;
  if (measured) reachOf(measured.document, () => ruler.refresh());
}

function ownTokenAt({ x, y }) {
  return canvas.tokens.placeables.find((token) => token.isOwner && token.bounds.contains(x, y)) ?? null;
}

/** The label of a planned waypoint; null if nothing is known. */
function toldAt(token, { stage = "planned", center, x, y }) {
  const reach = stage === "planned" ? knownReach(token.document) : null;
  if (!reach) return null;
  const told = costAt(reach, placeAt(canvas.scene, center ?? { x, y }));
  return told ?? { total: game.i18n.localize("BLINDHEX.Ruler.OutOfReach"), units: "", isOut: true };
}

function marked(style, token, waypoint) {
  return toldAt(token, waypoint)?.isOut ? { ...style, color: OUT_OF_REACH } : style;
}
