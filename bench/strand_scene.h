/* The scene in which strands and their peers are timed: creatures in cells of a room, each with
 * twelve tentacles whose tips hold and let go by a timer. Every engine gets the same room, the same
 * roots and the same rule of holding; what it does with them is its own.
 *
 * Cells of 16 x 12 tiles stand side by side and on top of each other: a floor one tile thick with
 * three bumps of a tile. Body of creature i: x +-3 tiles at 0.25 Hz about the middle of its cell, y
 * 4.2 +- 0.5. Root of tentacle k: on its rim, 0.5 tiles out. A tip holds where it is for 20 of each
 * 40 steps (phase 7 k + 13 i), unless root and hold are more than 0.9 lengths apart.
 * Gravity 10 tile/s2, damping 0.5/s, friction 0.3, beads of radius 0.1.
 * Units: tiles and steps, 40 steps a second. After: the performance study. */
#ifndef HHB_STRAND_SCENE_H
#define HHB_STRAND_SCENE_H

#include <stdbool.h>

#include "chain/strand.h"

enum {
  HHB_STRAND_TENTACLES = 12, /* of a creature */
  HHB_STRAND_BEADS = 16,     /* of a tentacle; as many sticks, the first from the root */
  HHB_STRAND_CELL_WIDTH = 16,
  HHB_STRAND_CELL_HEIGHT = 12,
  HHB_STRAND_SOLIDS = 19, /* tiles of a cell that are solid */
  HHB_STRAND_EDGE = 8     /* air round all cells, tiles */
};

#define HHB_STRAND_STICK 0.4 /* tiles */

typedef struct HhbTileAt {
  int x, y;
} HhbTileAt;

/* Solid tiles of a cell, from its lower left. */
extern const HhbTileAt hhb_strand_solids[HHB_STRAND_SOLIDS];

typedef struct HhbStrandScene {
  int creatures, columns; /* of cells */
  HhRoom room;
  uint8_t *tiles; /* tile (0, 0) of the room */
  uint8_t *memory;
  HhStrandParams params;
} HhbStrandScene;

/* False when memory is short. Without `solids` the room is empty. */
bool hhb_strand_scene_create(HhbStrandScene *scene, int creatures, bool solids);
void hhb_strand_scene_destroy(HhbStrandScene *scene);

/* Lower left of a creature's cell. */
HhbTileAt hhb_strand_cell(const HhbStrandScene *scene, int creature);

HhVec hhb_strand_body(const HhbStrandScene *scene, int creature, int step);
HhVec hhb_strand_root(const HhbStrandScene *scene, int creature, int tentacle, int step);

/* At rest a tentacle points this way from its root; unit length. */
HhVec hhb_strand_direction(int tentacle);

/* What a tip holds. All zero at the start. */
typedef struct HhbStrandHold {
  bool held, spent; /* spent: it let go early and waits for its next turn */
  HhVec at;
} HhbStrandHold;

/* Before step `step`, with the tip where it is. */
void hhb_strand_hold(const HhbStrandScene *scene, int creature, int tentacle, int step, HhVec tip,
                     HhbStrandHold *hold);

#endif
