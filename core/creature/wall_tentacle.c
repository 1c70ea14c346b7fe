/* Tentacles that grow from walls; see the header. */
#include "creature/wall_tentacle.h"

#include <assert.h>
#include <math.h>

#include "base/angle.h"
#include "base/hash.h"

enum {
  DRAWS = 1000,    /* for a place */
  REST = 40,       /* ticks after prey is given up */
  SWAY_LEAST = 40, /* ticks between two places to sway to */
  SWAY_MORE = 80
};

#define OFF_FACE_T 0.1  /* root from its face */
#define REACH_T    8.0  /* of the lines that look for a face */
#define SWAY_FAR   0.7  /* of a length: the places that it sways to */
#define PAY_OUT    1.05 /* a stick grows by that in a tick until it is of full length */

bool hh_wall_tentacle_place(const HhRoom *room, HhRandom *random, HhVec *root, HhVec *normal)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    double x = hh_random_range(random, 0, room->width);
    HhVec from = hh_vec(x, hh_random_range(random, 0, room->height));
    HhVec way = hh_unit_from_angle(hh_random_range(random, -HH_PI, HH_PI));
    if (hh_room_inside(room, from)) continue;
    HhVec to = hh_vec_along(from, way, REACH_T);
    double share = hh_room_cast(room, from, to, normal);
    HhVec at = hh_vec_mix(from, to, share);
    *root = hh_vec_along(at, *normal, OFF_FACE_T);
    if (share < 1 && !hh_room_inside(room, *root) && hh_room_sees(room, *root, from)) return true;
  }
  return false;
}

void hh_wall_tentacle_start(const HhTentacleParams *tentacle, HhVec root, HhVec normal,
                            HhRandom random, HhWallTentacle *wall)
{
  double full_t = tentacle->length / tentacle->beads;
  *wall = (HhWallTentacle){
      .root = root, .normal = normal, .random = random, .prey = -1, .stick = full_t};
  wall->tentacle.goal = hh_vec_along(root, normal, SWAY_FAR * tentacle->length);
}

static bool same_tile(HhVec a, HhVec b)
{
  return floor(a.x) == floor(b.x) && floor(a.y) == floor(b.y);
}

static void give_up(HhWallTentacle *wall)
{
  hh_tentacle_release(&wall->tentacle);
  wall->prey = -1;
  wall->caught = false;
  wall->left = REST;
}

/* One at random, if it can be got at. */
static void notice(const HhWallParams *params, const HhTentacleParams *tentacle, const HhRoom *room,
                   int prey_count, const HhPrey *prey, HhWallTentacle *wall)
{
  int which = (int)hh_random_index(&wall->random, (uint64_t)prey_count);
  HhVec at = prey[which].at;
  double reach_t = params->notice * tentacle->length;
  if (prey[which].eaten || prey[which].catcher >= 0) return;
  if (!(hh_vec_distance(wall->root, at) <= reach_t)) return;
  if (!hh_ghost_find(room, wall->root, at, tentacle->length, &wall->tentacle.ghost)) return;
  wall->prey = which;
  wall->left = params->patience;
  wall->tentacle.reaching = true;
  wall->tentacle.goal = at;
}

/* Keeps after its prey; false: it cannot be got at. */
static bool follow(const HhTentacleParams *tentacle, const HhRoom *room, const HhPrey *prey,
                   HhWallTentacle *wall)
{
  HhVec before = wall->tentacle.goal, at = prey->at;
  if (prey->eaten || prey->catcher >= 0 || wall->left-- == 0) return false;
  if (!(hh_vec_distance(wall->root, at) <= tentacle->length)) return false;
  wall->tentacle.goal = at;
  if (wall->tentacle.ghost.count > 0 && same_tile(at, before)) return true;
  return hh_ghost_find(room, wall->root, at, tentacle->length, &wall->tentacle.ghost);
}

/* Where its tip is to go: to its prey, or wherever. */
static void sway(const HhTentacleParams *tentacle, HhWallTentacle *wall)
{
  if (wall->left-- > 0) return;
  wall->left = SWAY_LEAST + (int)hh_random_index(&wall->random, SWAY_MORE);
  HhVec turned = hh_unit_from_angle(hh_random_range(&wall->random, -0.4 * HH_PI, 0.4 * HH_PI));
  HhVec way = hh_vec_add(hh_vec_scale(wall->normal, turned.x),
                         hh_vec_scale(hh_vec_left(wall->normal), turned.y));
  wall->tentacle.goal = hh_vec_along(wall->root, way, SWAY_FAR * tentacle->length);
}

/* What was caught hangs at the tip; at the wall it is eaten. */
static void pull_back(const HhWallParams *params, const HhTentacleParams *tentacle, HhVec tip,
                      HhPrey *prey, HhWallTentacle *wall)
{
  prey->at = tip;
  wall->stick *= params->reel;
  if (wall->stick * tentacle->beads > params->touch) return;
  prey->eaten = true;
  give_up(wall);
}

static void reach(const HhWallParams *params, const HhTentacleParams *tentacle, const HhRoom *room,
                  int self, HhVec tip, HhPrey *prey, HhWallTentacle *wall)
{
  if (!follow(tentacle, room, prey, wall)) {
    give_up(wall);
    return;
  }
  if (hh_vec_distance(tip, prey->at) > params->touch || !hh_room_sees(room, tip, prey->at)) return;
  hh_tentacle_release(&wall->tentacle); /* it has got there */
  wall->caught = true;
  prey->catcher = self;
  prey->arm = -1;
  prey->velocity = hh_vec(0, 0);
}

void hh_wall_tentacle_drive(const HhWallParams *params, const HhTentacleParams *tentacle,
                            const HhRoom *room, HhVec tip, const HhWallTentacle *wall,
                            HhStrandDrive *drive, int lane)
{
  bool reaching = wall->tentacle.reaching;
  HhVec to = reaching ? hh_tentacle_toward(room, tip, &wall->tentacle) : wall->tentacle.goal;
  HhVec way = hh_vec_sub(to, tip);
  double far = hh_vec_length(way);
  double pull = (reaching ? tentacle->pull : params->sway) * fmin(1, far);
  if (wall->caught || !(far > 0)) pull = 0;
  drive->root_x[lane] = (float)wall->root.x;
  drive->root_y[lane] = (float)wall->root.y;
  drive->stick[lane] = (float)wall->stick;
  drive->pull_x[lane] = pull > 0 ? (float)(pull * way.x / far) : 0;
  drive->pull_y[lane] = pull > 0 ? (float)(pull * way.y / far) : 0;
  drive->pin_x[lane] = drive->pin_y[lane] = 0;
  drive->pinned[lane] = 0;
}

void hh_wall_tentacle_step(const HhWallParams *params, const HhTentacleParams *tentacle,
                           const HhRoom *room, int self, HhVec tip, int prey_count, HhPrey *prey,
                           HhWallTentacle *wall, HhStrandDrive *drive, int lane)
{
  double full_t = tentacle->length / tentacle->beads;
  if (!wall->caught) wall->stick = fmin(full_t, PAY_OUT * wall->stick);
  if (wall->caught)
    pull_back(params, tentacle, tip, &prey[wall->prey], wall);
  else if (wall->prey >= 0)
    reach(params, tentacle, room, self, tip, &prey[wall->prey], wall);
  else {
    sway(tentacle, wall);
    if (prey_count > 0) notice(params, tentacle, room, prey_count, prey, wall);
  }
  hh_wall_tentacle_drive(params, tentacle, room, tip, wall, drive, lane);
}

uint64_t hh_wall_tentacle_hash(uint64_t hash, const HhWallTentacle *wall)
{
  hash = hh_hash_vec(hash, wall->root);
  hash = hh_hash_word(hash, wall->random.draw);
  hash = hh_hash_word(hash, (uint64_t)(uint32_t)wall->prey << 32 | (uint32_t)wall->caught);
  hash = hh_hash_word(hash, (uint64_t)wall->left);
  hash = hh_hash_double(hash, wall->stick);
  return hh_tentacle_hash(hash, &wall->tentacle);
}
