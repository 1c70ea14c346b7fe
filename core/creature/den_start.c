/* How a den begins: places, ways, and every daddy where it starts, its tentacles holding. */
#include <string.h>

#include "base/hash.h"
#include "creature/body.h"
#include "creature/den.h"
#include "creature/den_paths.h"
#include "creature/den_walls.h"
#include "creature/mind.h"
#include "creature/reel.h"

enum { DRAWS = 400, WANDER_PLACES = 8 };

#define IN_RANGE(kind, field, name, unit, preset, low, high, ...)                                  \
  &&group->field >= (low) && group->field <= (high)

static bool den_in_range(const HhDenParams *group)
{
  return true HH_DEN_PARAMS(IN_RANGE);
}

static bool daddy_in_range(const HhDaddyParams *group)
{
  return true HH_DADDY_PARAMS(IN_RANGE);
}

static bool tentacle_in_range(const HhTentacleParams *group)
{
  return true HH_TENTACLE_PARAMS(IN_RANGE);
}

static bool grip_in_range(const HhGripParams *group)
{
  return true HH_GRIP_PARAMS(IN_RANGE);
}

static bool grab_in_range(const HhGrabParams *group)
{
  return true HH_GRAB_PARAMS(IN_RANGE);
}

static bool strand_in_range(const HhStrandParams *group)
{
  return true HH_STRAND_PARAMS(IN_RANGE);
}

static bool prey_in_range(const HhPreyParams *group)
{
  return true HH_PREY_PARAMS(IN_RANGE);
}

static bool wall_in_range(const HhWallParams *group)
{
  return true HH_WALL_PARAMS(IN_RANGE);
}

static bool in_range(const HhDenSettings *s)
{
  return den_in_range(&s->den) && daddy_in_range(&s->daddy) && tentacle_in_range(&s->tentacle) &&
         grip_in_range(&s->grip) && grab_in_range(&s->grab) && strand_in_range(&s->strand) &&
         prey_in_range(&s->prey) && wall_in_range(&s->wall);
}

static size_t round_up(size_t bytes)
{
  return (bytes + 63) / 64 * 64;
}

/* Where what is many lies. */
static HhDen plan(const HhDenSettings *settings, const HhRoom *room)
{
  HhDen den = {.daddies = settings->den.daddies,
               .prey_count = settings->den.prey,
               .walls = settings->den.walls,
               .tentacles = settings->daddy.tentacles,
               .beads = settings->tentacle.beads};
  size_t daddies = (size_t)den.daddies;
  int of_daddies =
      (den.daddies * den.tentacles + HH_STRAND_LANES - 1) / HH_STRAND_LANES * HH_STRAND_LANES;
  den.wall_lane = of_daddies;
  den.groups = (of_daddies + den.walls + HH_STRAND_LANES - 1) / HH_STRAND_LANES;
  den.daddies_at = round_up(sizeof den);
  den.records_at = den.daddies_at + round_up(daddies * sizeof(HhDaddy));
  den.strands_at = den.records_at + round_up(daddies * sizeof(HhDaddyRecord));
  den.sums_at = den.strands_at + round_up((size_t)den.groups * sizeof(HhStrands));
  den.paths_at = den.sums_at + round_up((size_t)hh_den_blocks(&den) * sizeof(HhDenSum));
  den.bytes = den.paths_at + round_up(hh_den_paths_bytes(room));
  return den;
}

size_t hh_den_bytes(const HhDenSettings *settings, const HhRoom *room)
{
  if (!in_range(settings)) return round_up(sizeof(HhDen));
  return plan(settings, room).bytes;
}

/* The nearest tile to (x, y) where a daddy can be, unless it is a place already. */
static void add_place(HhDen *den, int x, int y, int exit)
{
  if (!hh_den_paths_near(den, &x, &y)) return;
  for (int i = 0; i < den->place_count; i++)
    if (den->places[i].x == x && den->places[i].y == y) return;
  int field = hh_den_paths_ask(den, false, true, &x, &y);
  if (field < 0) return;
  den->places[den->place_count++] = (HhDenPlace){x, y, exit, field};
}

/* The exits, and as many places more as daddies need. */
static void find_places(const HhDenSettings *settings, const HhRoom *room, HhDen *den)
{
  for (int i = 0; i < room->exit_count; i++)
    add_place(den, room->exits[i].x, room->exits[i].y, i);
  bool wanders = settings->den.goal == HH_DEN_WANDER || settings->den.goal == HH_DEN_HUNT;
  int wanted = wanders ? WANDER_PLACES : 2;
  HhRandom random = hh_random(den->seed, HH_STREAM_DEN, 0);
  for (int draw = 0; draw < DRAWS && den->place_count < wanted; draw++) {
    int x = (int)hh_random_index(&random, (uint64_t)room->width);
    int y = (int)hh_random_index(&random, (uint64_t)room->height);
    if (hh_tile_solid(hh_room_tile(room, x, y))) continue;
    add_place(den, x, y, -1);
  }
  while (hh_den_paths_step(den, 1 << 20) == 1 << 20)
    continue;
}

static bool leads(const HhDen *den, int from, int to)
{
  int x = den->places[from].x, y = den->places[from].y;
  return from != to && hh_den_paths_next(den, den->places[to].field, &x, &y);
}

/* Gives one a start and a goal that can be reached from there, by chance or, where chance does not
 * find them, the first; false: there is no such pair. */
static bool choose_places(const HhDen *den, HhRandom *random, int *from, int *to)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    *from = (int)hh_random_index(random, (uint64_t)den->place_count);
    *to = (int)hh_random_index(random, (uint64_t)den->place_count);
    if (leads(den, *from, *to)) return true;
  }
  for (*from = 0; *from < den->place_count; ++*from)
    for (*to = 0; *to < den->place_count; ++*to)
      if (leads(den, *from, *to)) return true;
  return false;
}

/* A tentacle that holds the best hold in sight, or hangs. */
static void lay_tentacle(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index,
                         int k)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhTentacle *tentacle = &daddy->tentacles[k];
  double length_t = settings->tentacle.length;
  HhVec root = hh_daddy_root(&den->shape, daddy, k), hold, toward = den->shape.own_way[k];
  HhVec ideal = hh_daddy_ideal(&den->shape, daddy, k, settings->grip.ideal * length_t);
  double stick_t = length_t / den->beads;
  if (hh_grip_best(room, root, ideal, length_t, &hold) && hh_room_sees(room, root, hold) &&
      hh_vec_distance(root, hold) < settings->tentacle.release * length_t) {
    tentacle->reaching = tentacle->holding = true;
    tentacle->goal = tentacle->search.kept = hold;
    tentacle->search.found = true;
    hh_ghost_find(room, root, hold, length_t, &tentacle->ghost);
    toward = hh_vec_sub(hold, root);
    stick_t = fmax(hh_vec_length(toward), HH_REEL_SHORTEST * length_t) / den->beads;
  }
  daddy->stick[k] = (float)stick_t;
  int lane = index * den->tentacles + k;
  hh_strand_lay(room, den->beads, root, toward, stick_t,
                hh_den_strands(den, lane / HH_STRAND_LANES), lane % HH_STRAND_LANES);
}

static void start_daddy(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index,
                        int place)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhDaddyRecord *record = hh_den_record(den, index);
  HhVec middle = hh_vec(den->places[place].x + 0.5, den->places[place].y + 0.5);
  hh_body_lay(&den->shape, room, middle, &daddy->body);
  daddy->mind.aim = middle;
  daddy->mind.goal_x = den->places[place].x;
  daddy->mind.goal_y = den->places[place].y;
  daddy->mind.place = place;
  daddy->mind.field = -1;
  daddy->claim = -1;
  for (int k = 0; k < den->tentacles; k++) {
    daddy->arms[k].prey = -1;
    lay_tentacle(settings, room, den, index, k);
  }
  daddy->holding = hh_daddy_holding(&den->shape, daddy);
  record->start_energy = hh_body_energy(&den->shape, &daddy->body, settings->daddy.gravity);
  record->speed_from = middle;
}

/* Lanes that no tentacle has begin as the group's first one. */
static void lay_rest(HhDen *den)
{
  int used = den->daddies * den->tentacles;
  for (int lane = used; lane < den->wall_lane; lane++) {
    HhStrands *group = hh_den_strands(den, lane / HH_STRAND_LANES);
    int l = lane % HH_STRAND_LANES;
    for (int bead = 0; bead < den->beads; bead++) {
      group->x[bead][l] = group->x[bead][0];
      group->y[bead][l] = group->y[bead][0];
      group->x_before[bead][l] = group->x_before[bead][0];
      group->y_before[bead][l] = group->y_before[bead][0];
    }
  }
}

static HhStatus start_daddies(const HhDenSettings *settings, const HhRoom *room, HhDen *den)
{
  bool goes = settings->den.goal == HH_DEN_EXIT || settings->den.goal == HH_DEN_WANDER;
  for (int i = 0; i < den->daddies; i++) {
    HhDaddy *daddy = hh_den_daddy(den, i);
    daddy->id = (uint32_t)i;
    daddy->random = hh_random(den->seed, HH_STREAM_GRAB, daddy->id);
    int from = (int)hh_random_index(&daddy->random, (uint64_t)den->place_count), to = 0;
    if (goes && !choose_places(den, &daddy->random, &from, &to)) return HH_NO_SCENE;
    start_daddy(settings, room, den, i, from);
    if (goes) hh_mind_go(den, to, daddy);
  }
  lay_rest(den);
  return HH_RUNNING;
}

static bool start_prey(const HhRoom *room, HhDen *den)
{
  HhRandom random = hh_random(den->seed, HH_STREAM_PREY, HH_PREY_MOST);
  for (int p = 0, draw = 0; p < den->prey_count; draw++) {
    if (draw == DRAWS * HH_PREY_MOST) return false;
    double y = hh_random_range(&random, 0, room->height);
    HhVec at = hh_vec(hh_random_range(&random, 0, room->width), y);
    if (hh_room_tile(room, (int)at.x, (int)at.y) & HH_TILE_KIND) continue;
    hh_prey_start(at, den->seed, (uint32_t)p, &den->prey[p]);
    p++;
  }
  return true;
}

HhStatus hh_den_start(const HhDenSettings *settings, const HhRoom *room, uint64_t seed,
                      void *memory, HhDen **den_out)
{
  if (!in_range(settings)) return HH_BAD_PARAMS;
  HhDen *den = memory;
  HhDen planned = plan(settings, room);
  memset(memory, 0, planned.bytes);
  *den = planned;
  *den_out = den;
  den->seed = seed;
  den->wide = hh_strand_wide();
  den->shape = hh_daddy_shape(&settings->daddy, &settings->tentacle);
  hh_den_paths_start(room, settings->daddy.forces == HH_FORCES_HONEST, den);
  find_places(settings, room, den);
  if (den->place_count == 0 || !start_prey(room, den)) return HH_NO_SCENE;
  if (!hh_den_walls_start(settings, room, den)) return HH_NO_SCENE;
  return start_daddies(settings, room, den);
}
