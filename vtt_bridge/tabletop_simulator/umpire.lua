-- Whatever begins with ! goes to the umpire as it was typed, with the pieces that are selected: !help lists what he knows.
-- This script does two itself: !corner puts the map's far left corner under the pointer, and !show shows everybody the
-- picture of one's last answer. Everybody sees whatever lies on a table of this game.
--
-- A piece is an object whose GM notes hold JSON with a side: {"side": "us", "type": "us.able.1.squad.1"}; a
-- marker is one whose GM notes name its kind: {"marker": "smoke", "value": 2}.

local settings = JSON.decode(SETTINGS)
local TIMES_ASKED = 3
local INK = {clear = {0.13, 0.55, 0.13}, hindered = {0.9, 0.6, 0.1}, blocked = {0.64, 0.08, 0.05}}
local lines = {}
local done = {}
local private = {}
local asked = 0

function onLoad(kept)
  if kept ~= nil and kept ~= "" then
    local state = JSON.decode(kept)
    settings.origin = state.origin or settings.origin
    lines = state.lines or lines
  end
end

function onSave()
  return JSON.encode({origin = settings.origin, lines = next(lines) and lines or nil})
end

function onChat(message, player)
  local command = (message:match("^%s*!(%a+)") or ""):lower()
  if command == "corner" then
    local at = player.getPointerPosition()
    settings.origin = {at.x, at.z}
    printToAll("Umpire: the far left corner of the map lies there now.")
  elseif command == "show" then
    local kept = private[player.color]
    if kept then
      lay(kept[1], kept[2])
    else
      printToColor("Umpire: you have no answer to show.", player.color)
    end
  elseif command ~= "" then
    local question, problem = question_from(message, player)
    if problem then
      printToColor("Umpire: " .. problem, player.color)
    else
      ask(question, player, 1)
    end
  end
end

-- The question --------------------------------------------------------------------------------------------

-- The question as it was typed: the umpire knows the words. A colour without a seat gets no answer.
function question_from(message, player)
  local side, to = settings.seats[player.color], nil
  if side == "umpire" then
    side, to = nil, "umpire"
  elseif side == nil and not settings.open then
    return nil, player.color .. " plays no side here; whoever pushed the script says --seat " .. player.color .. "=SIDE, or --open."
  end
  asked = asked + 1
  local question = {words = message, asker = player.color, side = side, to = to, id = "tts-" .. os.time() .. "-" .. asked}
  for _, object in ipairs(player.getSelectedObjects()) do
    local piece = piece_of(object)
    if piece then
      question.selected = question.selected or {}
      table.insert(question.selected, (piece.unit and piece.unit.id) or piece.id)
    end
  end
  return question
end

function ask(question, player, time)
  local pieces, areas = pieces_now(), areas_now()
  local revision = revision_of(pieces, areas)
  if #pieces == 0 then
    printToColor("Umpire: no piece has GM notes with a side and a type; see the help on units.", player.color)
    return
  end
  local told = {
    '"format":"blindhex-table/1"',
    '"source":' .. JSON.encode({vtt = "tts", scene = "table", revision = revision}),
    '"frame":' .. JSON.encode(settings.frame),
    '"size_px":' .. JSON.encode(settings.size_px),
    '"game":' .. settings.game,
    '"pieces":' .. JSON.encode(pieces),
  }
  if #areas > 0 then
    table.insert(told, '"areas":' .. JSON.encode(areas))
  end
  local laid = overlays_now()
  if #laid > 0 then
    table.insert(told, '"overlays":' .. JSON.encode(laid))
  end
  local body = '{"question":' .. JSON.encode(question) .. ',"table":{' .. table.concat(told, ",") .. "}}"
  local headers = {["Content-Type"] = "application/json", Accept = "application/json"}
  WebRequest.custom(settings.url .. "/api/umpire", "POST", true, body, headers, function(request)
    answered(request, question, player, revision, time)
  end)
end

function answered(request, question, player, revision, time)
  if request.is_error and (request.response_code == nil or request.response_code == 0) then
    printToColor("Umpire: nobody answers at " .. settings.url .. "; start blindhex serve there.", player.color)
    return
  end
  local is_json, reply = decoded(request.text)
  if not is_json then
    printToColor("Umpire: " .. settings.url .. " answered what is no umpire's answer.", player.color)
  elseif reply.error then
    printToColor("Umpire: " .. plain(reply.error), player.color)
  elseif revision_of(pieces_now(), areas_now()) ~= revision then
    if time < TIMES_ASKED then
      question.id = question.id .. "-" .. (time + 1)
      ask(question, player, time + 1)
    else
      printToColor("Umpire: the pieces will not stand still; ask again when they do.", player.color)
    end
  else
    for _, operation in ipairs(reply.operations) do
      carry_out(operation, player.color, reply)
    end
  end
end

-- What lies on the table ----------------------------------------------------------------------------------

function pieces_now()
  local pieces = {}
  for _, object in ipairs(getObjects()) do
    local piece = piece_of(object)
    if piece then
      table.insert(pieces, piece)
    end
  end
  table.sort(pieces, function(one, other) return one.id < other.id end)
  return pieces
end

function areas_now()
  local areas = {}
  for _, object in ipairs(getObjects()) do
    local notes = notes_of(object)
    if notes ~= nil and type(notes.marker) == "string" then
      local at = object.getPosition()
      local value = type(notes.value) == "number" and notes.value or nil
      table.insert(areas, {id = object.getGUID(), terrain = notes.marker, level = value,
                           cells = {cell_above(at.x, at.z)}})
    end
  end
  table.sort(areas, function(one, other) return one.id < other.id end)
  return areas
end

-- Our pictures and lines, by their names.
function overlays_now()
  local laid, known = {}, {}
  local function add(tag)
    if tag:sub(1, 9) == "blindhex-" and not known[tag] then
      known[tag] = true
      table.insert(laid, {tag = tag, owner = "blindhex", at_px = {0, 0}, size_px = settings.size_px})
    end
  end
  for _, decal in ipairs(Global.getDecals() or {}) do
    add(decal.name)
  end
  for tag, _ in pairs(lines) do
    add(tag)
  end
  return laid
end

function piece_of(object)
  local unit = notes_of(object)
  if unit == nil or type(unit.side) ~= "string" then
    return nil
  end
  local at, turn = object.getPosition(), object.getRotation()
  local piece = {
    id = object.getGUID(),
    name = object.getName():sub(1, 200),
    at_px = {hundredth((at.x - settings.origin[1]) * settings.px_per_unit),
             hundredth((settings.origin[2] - at.z) * settings.px_per_unit)},
    facing_deg = hundredth(turn.y) % 360,
    side = unit.side,
    hidden = unit.hidden == true,
  }
  local marks = {}
  for name, value in pairs(unit.marks or {}) do
    marks[name] = value
    piece.marks = marks
  end
  local data = {}
  for _, name in ipairs({"id", "type"}) do
    if unit[name] ~= nil then
      data[name] = unit[name]
      piece.unit = data
    end
  end
  if type(unit.conditions) == "table" and #unit.conditions > 0 then
    data.conditions = unit.conditions
    piece.unit = data
  end
  return piece
end

function notes_of(object)
  local notes = object.getGMNotes()
  if type(notes) ~= "string" or notes:match("^%s*{") == nil then
    return nil
  end
  local is_json, unit = decoded(notes)
  return is_json and unit or nil
end

function revision_of(pieces, areas)
  local words = {}
  for _, area in ipairs(areas) do
    table.insert(words, table.concat({area.id, area.terrain, tostring(area.level), area.cells[1]}, "|"))
  end
  for _, piece in ipairs(pieces) do
    local told = {}
    for name, value in pairs(piece.marks or {}) do
      table.insert(told, name .. "=" .. tostring(value))
    end
    table.sort(told)
    local unit = piece.unit or {}
    table.insert(words, table.concat({
      piece.id, piece.name, piece.side, piece.at_px[1], piece.at_px[2], piece.facing_deg,
      tostring(piece.hidden), tostring(unit.id), tostring(unit.type),
      table.concat(unit.conditions or {}, ","), table.concat(told, ","),
    }, "|"))
  end
  local sum = 5381
  local text = table.concat(words, "\n")
  for place = 1, #text do
    sum = (sum * 33 + text:byte(place)) % 2147483647
  end
  return tostring(#pieces) .. "-" .. string.format("%d", sum)
end

-- What is done to it --------------------------------------------------------------------------------------

function carry_out(operation, color, reply)
  if done[operation.op_id] then
    return
  end
  done[operation.op_id] = true
  if operation.op == "overlay.put" then
    if operation.to == nil or operation.to == "" then
      lay(operation, reply)
    else
      private[color] = {operation, reply}
      printToColor("Umpire: its picture would lie there for everybody; !show shows it to all.", color)
    end
  elseif operation.op == "overlay.clear" then
    clear_ours(operation.tag)
  elseif operation.op == "say" then
    tell(operation)
  elseif operation.op == "piece.move" then
    move(operation)
  elseif operation.op == "piece.mark" then
    mark(operation)
  end
end

function lay(operation, reply)
  clear_ours(operation.tag)
  if operation.png_url then
    local decals = Global.getDecals() or {}
    local x, z = point_below(operation.at_px[1] + operation.size_px[1] / 2,
                             operation.at_px[2] + operation.size_px[2] / 2)
    table.insert(decals, {
      name = operation.tag,
      url = settings.url .. operation.png_url,
      position = {x, settings.height, z},
      rotation = {90, 0, 0},
      scale = {operation.size_px[1] / settings.px_per_unit, operation.size_px[2] / settings.px_per_unit, 1},
    })
    Global.setDecals(decals)
  end
  local ends = reply.ends_px or {}
  if #ends == 2 then
    local points = {}
    for _, end_px in ipairs(ends) do
      local x, z = point_below(end_px[1], end_px[2])
      table.insert(points, {x, settings.height, z})
    end
    lines[operation.tag] = {points = points, color = INK[reply.ruling.verdict.visibility] or INK.hindered, thickness = 0.1}
    show_lines()
  end
end

-- Only our own things are ever removed: decals by their name, lines as we remember them.
function clear_ours(tag)
  local kept, removed = {}, false
  for _, decal in ipairs(Global.getDecals() or {}) do
    local is_ours = decal.name == tag
    removed = removed or is_ours
    if not is_ours then
      table.insert(kept, decal)
    end
  end
  if removed then
    Global.setDecals(kept)
  end
  local others = others_lines()
  for name, _ in pairs(lines) do
    if name == tag then
      lines[name] = nil
      removed = true
    end
  end
  if removed then
    show_lines(others)
  end
end

function show_lines(others)
  local shown = others or others_lines()
  for _, line in pairs(lines) do
    table.insert(shown, line)
  end
  Global.setVectorLines(shown)
end

function others_lines()
  local others = {}
  for _, line in ipairs(Global.getVectorLines() or {}) do
    local is_ours = false
    for _, own in pairs(lines) do
      is_ours = is_ours or same_line(line, own)
    end
    if not is_ours then
      table.insert(others, line)
    end
  end
  return others
end

function same_line(one, other)
  if #one.points ~= #other.points then
    return false
  end
  for place, point in ipairs(one.points) do
    for axis, name in ipairs({"x", "y", "z"}) do
      local here, there = point[axis] or point[name], other.points[place][axis] or other.points[place][name]
      if math.abs(here - there) > 0.001 then
        return false
      end
    end
  end
  return true
end

function tell(operation)
  local words = "Umpire: " .. plain(operation.text)
  if operation.to == nil or operation.to == "" then
    printToAll(words)
    return
  end
  for _, player in ipairs(Player.getPlayers()) do
    if settings.seats[player.color] == operation.to then
      printToColor(words, player.color)
    end
  end
end

function move(operation)
  local object = getObjectFromGUID(operation.piece)
  if object == nil then
    printToAll("Umpire: the piece " .. operation.piece .. " is not on the table any more.")
    return
  end
  local x, z = point_below(operation.to_px[1], operation.to_px[2])
  object.setPositionSmooth({x, object.getPosition().y, z}, false, false)
  if operation.facing_deg ~= nil then
    local turn = object.getRotation()
    object.setRotationSmooth({turn.x, operation.facing_deg, turn.z}, false, false)
  end
end

function mark(operation)
  local object = getObjectFromGUID(operation.piece)
  local unit = object and notes_of(object)
  if unit == nil then
    printToAll("Umpire: the piece " .. operation.piece .. " is not on the table any more.")
    return
  end
  local marks = unit.marks or {}
  for name, value in pairs(operation.marks) do
    marks[name] = value
  end
  unit.marks = marks
  object.setGMNotes(JSON.encode(unit))
end

-- Places --------------------------------------------------------------------------------------------------

function point_below(x_px, y_px)
  return settings.origin[1] + x_px / settings.px_per_unit, settings.origin[2] - y_px / settings.px_per_unit
end

-- The hex a marker lies in, by its label; or the inches of the very spot.
function cell_above(x, z)
  local frame = settings.frame
  local x_px, y_px = (x - settings.origin[1]) * settings.px_per_unit, (settings.origin[2] - z) * settings.px_per_unit
  local right, down = (x_px - frame.origin_px[1]) / frame.cell_px, (y_px - frame.origin_px[2]) / frame.cell_px
  if frame.kind ~= "hex" then
    return string.format("%.4f,%.4f", right, down)
  end
  local is_flat = frame.top == "flat"
  local line = math.floor((is_flat and right or down) / (math.sqrt(3) / 2))
  local nearest, label
  for candidate = line, line + 1 do
    local place_x, place_y = hex_px(frame, is_flat and candidate or 0, is_flat and 0 or candidate)
    local number = math.floor((is_flat and y_px - place_y or x_px - place_x) / frame.cell_px + 0.5)
    local column, row = is_flat and candidate or number, is_flat and number or candidate
    place_x, place_y = hex_px(frame, column, row)
    local away = (place_x - x_px) ^ 2 + (place_y - y_px) ^ 2
    if nearest == nil or away < nearest then
      nearest, label = away, letters_of(column) .. (row + 1)
    end
  end
  return label
end

function letters_of(column)
  local letters, rest = "", column + 1
  while rest > 0 do
    letters = string.char(65 + (rest - 1) % 26) .. letters
    rest = math.floor((rest - 1) / 26)
  end
  return letters
end

function hex_px(frame, column, row)
  local is_flat = frame.top == "flat"
  local first_is_shifted = frame.first_column == "low" or frame.first_row == "right"
  local line, place = row, column
  if is_flat then
    line, place = column, row
  end
  local shift = 0
  if line % 2 == 1 then
    shift = first_is_shifted and -0.5 or 0.5
  end
  local across, along = line * frame.cell_px * math.sqrt(3) / 2, (place + shift) * frame.cell_px
  if is_flat then
    return frame.origin_px[1] + across, frame.origin_px[2] + along
  end
  return frame.origin_px[1] + along, frame.origin_px[2] + across
end

-- Words ---------------------------------------------------------------------------------------------------

function decoded(text)
  local is_json, value = pcall(function() return JSON.decode(text) end)
  return is_json and type(value) == "table", value
end

-- The game's chat takes [b] and [ff0000] for formatting; a name must not.
function plain(text)
  return (text:gsub("%[", "("):gsub("%]", ")"))
end

function hundredth(number)
  return math.floor(number * 100 + 0.5) / 100
end
