<!-- Blindhex, the umpire: a macro for the campaign panel, which players may not edit. It asks "blindhex bridge maptool sit" on this computer. -->
[h: ADDRESS = "http://127.0.0.1:8642"]
[h: SIDE = ""]
[h: status = input("words|los A > B|Ask the umpire (help lists what he knows)")]
[h: abort(status)]
[h: pieces = "[]"]
[h, foreach(id, getTokens("json")), code: {
  [h: piece = json.set("", "id", id, "name", getName(id), "x", getTokenX(0, id), "y", getTokenY(0, id))]
  [h: piece = json.set(piece, "facing", getTokenFacing(id), "is_visible", getVisible(id), "unit", getProperty("blindhex", id))]
  [h: pieces = json.append(pieces, piece)]
}]
[h: asked = json.set("", "format", "blindhex-maptool/1", "words", words, "side", SIDE, "selected", getSelected("json"))]
[h: asked = json.set(asked, "map", getInfo("map"), "tokens", pieces)]
[h: answer = REST.post(ADDRESS + "/maptool/umpire", asked, "application/json")]
[h, if(json.type(answer) == "OBJECT"), code: {
  [h: answer = "The umpire at " + ADDRESS + " gave no answer (" + json.get(answer, "error") + "). Does blindhex bridge maptool sit run there?"]
}]
[h: broadcast(answer, "self")]
