/* Rooms from a seed, which a kind of creature can cross.
 *
 * What is laid first, by room.kind:
 *   caverns    a share room.solid of the tiles, grown into caves: four times a tile becomes solid
 *              where five of the nine about it are
 *   platforms  a floor and two sides, empty between them
 *   shaft      solid, with a winding way up, 7 to 13 tiles wide
 *   cell       cells of 16 x 12 tiles, each with a floor one thick and three bumps of a tile;
 *              it has two exits and nothing else (performance study)
 *
 * Then ledges, and exits in the borders: a shaft's at its ends, others left, right, above and below
 * in turn; those of walkers along the bottom. What is narrower than room.passage is filled. Outer
 * corners become slopes; poles, background walls and water come last. For certain there is a way
 * between all exits, by straight steps from tile to tile, for the mobility that the room is made
 * for: where none is, one is cut, with a pole along it for whoever needs a hold. What no exit leads
 * to is filled. Not modelled: what a room is for. A pure function of parameters, seed and number.
 */
#ifndef HH_WORLD_ROOM_MAKER_H
#define HH_WORLD_ROOM_MAKER_H

#include "base/param.h"
#include "world/access.h"

/* clang-format off */
#define HH_ROOM_PARAMS(X)                                                                                              \
  X(CHOICE, kind,      "room.kind", "caverns|platforms|shaft|cell", 0, 0, 3, "what is laid first", "ours; cell: performance study") \
  X(CHOICE, mobility,  "room.mobility", "daddy|walker|climber|flier|swimmer", 0, 0, 4, "whose way joins the exits", "ours") \
  X(COUNT,  width,     "room.width", "tile", 72, 16, 1024, "of the room", "Rain World's editor: 72")                               \
  X(COUNT,  height,    "room.height", "tile", 43, 12, 1024, "of the room", "Rain World's editor: 43")                              \
  X(COUNT,  exits,     "room.exits", "", 2, 2, 16, "in its borders", "ours")                                           \
  X(COUNT,  passage,   "room.passage", "tile", 3, 1, 8, "what is narrower than this is filled", "ours")                \
  X(REAL,   solid,     "room.solid", "", 0.42, 0, 0.6, "share of tiles that caverns grow from", "ours")                \
  X(REAL,   platforms, "room.platforms", "", 1, 0, 10, "ledges for every hundred tiles", "ours")                       \
  X(REAL,   poles,     "room.poles", "", 0.5, 0, 10, "poles for every hundred tiles", "ours")                          \
  X(REAL,   slopes,    "room.slopes", "", 0.5, 0, 1, "share of outer corners that are slopes", "ours")                 \
  X(REAL,   walls,     "room.walls", "", 0.2, 0, 1, "share of free tiles before a background wall", "ours")            \
  X(REAL,   water,     "room.water", "", 0, 0, 1, "share of the height that is under water; rooms for swimmers always are", "ours")
/* clang-format on */

typedef struct HhRoomParams {
  HH_ROOM_PARAMS(HH_PARAM_FIELD)
} HhRoomParams;

typedef enum HhRoomKind {
  HH_ROOM_CAVERNS,
  HH_ROOM_PLATFORMS,
  HH_ROOM_SHAFT,
  HH_ROOM_CELL
} HhRoomKind;

/* Size of a cell, tiles. */
enum { HH_CELL_WIDTH = 16, HH_CELL_HEIGHT = 12 };

/* All defaults. */
void hh_room_preset(HhRoomParams *params);

/* The mobility of room.mobility; out of its range the first. */
const HhMobility *hh_room_mobility(const HhRoomParams *params);

/* Bytes for making a room (of bad parameters: for one tile), and for the tiles alone, which are at
 * their beginning and all that the room needs once it is made. */
size_t hh_room_make_bytes(const HhRoomParams *params);

/* Room `number` of a seed; its exits lead nowhere. A parameter out of its range makes a room of one
 * solid tile, without exits. */
HhRoom hh_room_make(const HhRoomParams *params, uint64_t seed, uint32_t number, void *memory);

#endif
