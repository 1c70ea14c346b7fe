/* See the header. */
#include "strand_scene.h"

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"

#define FLOOR(x)                                                                                   \
  {                                                                                                \
    x, 0                                                                                           \
  }
const HhbTileAt hhb_strand_solids[HHB_STRAND_SOLIDS] = {
    FLOOR(0),  FLOOR(1),  FLOOR(2), FLOOR(3),  FLOOR(4),  FLOOR(5),  FLOOR(6),
    FLOOR(7),  FLOOR(8),  FLOOR(9), FLOOR(10), FLOOR(11), FLOOR(12), FLOOR(13),
    FLOOR(14), FLOOR(15), {3, 1},   {8, 1},    {12, 1}};

HhbTileAt hhb_strand_cell(const HhbStrandScene *scene, int creature)
{
  return (HhbTileAt){HHB_STRAND_EDGE + HHB_STRAND_CELL_WIDTH * (creature % scene->columns),
                     HHB_STRAND_EDGE + HHB_STRAND_CELL_HEIGHT * (creature / scene->columns)};
}

bool hhb_strand_scene_create(HhbStrandScene *scene, int creatures, bool solids)
{
  int columns = (int)ceil(sqrt(creatures)), rows = (creatures + columns - 1) / columns;
  int width = 2 * HHB_STRAND_EDGE + HHB_STRAND_CELL_WIDTH * columns;
  int height = 2 * HHB_STRAND_EDGE + HHB_STRAND_CELL_HEIGHT * rows;
  *scene = (HhbStrandScene){.creatures = creatures, .columns = columns};
  scene->params = (HhStrandParams){
      .gravity = 0.00625, .damping = 0.0125, .friction = 0.3, .bounce = 0, .radius = 0.1};
  scene->memory = malloc(hh_room_bytes(width, height));
  if (!scene->memory) return false;
  scene->room = hh_room_clear(width, height, scene->memory, &scene->tiles);
  for (int i = 0; solids && i < creatures; i++)
    for (int k = 0; k < HHB_STRAND_SOLIDS; k++) {
      HhbTileAt cell = hhb_strand_cell(scene, i), tile = hhb_strand_solids[k];
      scene->tiles[(cell.y + tile.y) * scene->room.stride + cell.x + tile.x] = HH_TILE_SOLID;
    }
  return true;
}

void hhb_strand_scene_destroy(HhbStrandScene *scene)
{
  free(scene->memory);
}

HhVec hhb_strand_body(const HhbStrandScene *scene, int creature, int step)
{
  HhbTileAt cell = hhb_strand_cell(scene, creature);
  double phase = 2 * HH_PI * (0.25 / 40 * step + 0.37 * creature);
  return hh_vec(cell.x + 8 + 3 * sin(phase), cell.y + 4.2 + 0.5 * sin(1.7 * phase));
}

HhVec hhb_strand_direction(int tentacle)
{
  double angle = 2 * HH_PI * tentacle / HHB_STRAND_TENTACLES;
  return hh_vec(cos(angle), sin(angle));
}

HhVec hhb_strand_root(const HhbStrandScene *scene, int creature, int tentacle, int step)
{
  return hh_vec_along(hhb_strand_body(scene, creature, step), hhb_strand_direction(tentacle), 0.5);
}

void hhb_strand_hold(const HhbStrandScene *scene, int creature, int tentacle, int step, HhVec tip,
                     HhbStrandHold *hold)
{
  bool turn = (step + 7 * tentacle + 13 * creature) % 40 < 20;
  if (!turn) {
    *hold = (HhbStrandHold){0};
    return;
  }
  if (hold->spent) return;
  if (!hold->held) *hold = (HhbStrandHold){.held = true, .at = tip};
  HhVec root = hhb_strand_root(scene, creature, tentacle, step);
  if (hh_vec_distance(root, hold->at) > 0.9 * HHB_STRAND_BEADS * HHB_STRAND_STICK)
    *hold = (HhbStrandHold){.spent = true};
}
