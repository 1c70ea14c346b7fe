/* One sweep over the places of a jungle; see the header. */
#include "jungle_oracle.h"

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"
#include "gibbon/arc.h"
#include "world/surface.h"

/* Points between two holds of a branch. */
enum { BETWEEN = 3, HEADINGS = 48, FLOOR_POINTS = 24 };

/* No way between two places is longer: beyond it even the legs' rule has no energy for. */
static const double far_m = 60;

const char *const hhb_oracle_rules_names[HHB_ORACLE_RULES_COUNT] = {"arcs", "floors", "legs"};

/* A point that can be held, or a floor (at its left end). */
typedef struct Place {
  HhVec at;
  int hold; /* of the list, at or before it */
  bool floor;
  HhVec pivot; /* what a body that holds it swings about, and how far from it */
  double arm_m;
  double energy_Jpkg; /* greatest with which it can be reached; minus infinity: it cannot */
} Place;

typedef struct Search {
  const HhWorld *world;
  const HhParams *params;
  HhbOracleRules rules;
  Place *places;
  int count;
} Search;

static double gravity(const Search *search)
{
  return search->params->world.gravity;
}

static void add_place(Search *search, HhVec at, int hold)
{
  HhPieceKind kind = hh_world_kind(search->world, hold);
  Place place = {.at = at,
                 .hold = hold,
                 .floor = !hh_piece_holdable(kind),
                 .pivot = at,
                 .arm_m = search->params->gibbon.arm_length,
                 .energy_Jpkg = -(double)INFINITY};
  if (kind == HH_PIECE_VINE && search->rules > HHB_ORACLE_ARCS) {
    const HhPiece *piece = &search->world->pieces[search->world->holds[hold].branch];
    place.pivot = search->world->holds[piece->first].at;
    place.arm_m += hh_vec_distance(place.pivot, at);
  }
  search->places[search->count++] = place;
}

static int by_abscissa(const void *a, const void *b)
{
  const Place *p = a, *q = b;
  if (p->at.x != q->at.x) return p->at.x < q->at.x ? -1 : 1;
  return p->hold - q->hold;
}

/* All places from left to right; a floor is one. */
static void find_places(Search *search)
{
  const HhWorld *world = search->world;
  for (int i = 0; i < world->count; i++) {
    bool floor = !hh_piece_holdable(hh_world_kind(world, i));
    bool first = i == 0 || world->holds[i - 1].branch != world->holds[i].branch;
    if (floor && !first) continue;
    add_place(search, world->holds[i].at, i);
    if (floor || i + 1 >= world->count || !hh_world_joined(world, i)) continue;
    HhVec way = hh_vec_sub(world->holds[i + 1].at, world->holds[i].at);
    for (int k = 1; k <= BETWEEN; k++)
      add_place(search, hh_vec_along(world->holds[i].at, way, (double)k / (BETWEEN + 1)), i);
  }
  qsort(search->places, (size_t)search->count, sizeof *search->places, by_abscissa);
}

/* Greatest total energy with which a body that holds `place` lets go. */
static double release_energy(const Search *search, const Place *place)
{
  const HhGibbonParams *gibbon = &search->params->gibbon;
  double g = gravity(search);
  double turn = hh_unit_from_angle(gibbon->muscle.pump_angle).x;
  double pumped = g * (place->pivot.y - place->arm_m * turn);
  return fmax(place->energy_Jpkg, pumped) + gibbon->muscle.work * g * gibbon->arm_length;
}

/* Whether a body at `from` with this speed squared can be thrown to `to`: its parabola of safety,
 * whose focus is `from`. */
static bool throws_to(double gravity_mps2, HhVec from, double speed2, HhVec to)
{
  HhVec way = hh_vec_sub(to, from);
  return speed2 > 0 && way.x > 0 && hh_vec_length(way) + way.y <= speed2 / gravity_mps2;
}

/* Where the mass centre is when the feet are on the floor of `place`, at one of its points. */
static HhVec on_floor(const Search *search, const Place *place, int point)
{
  const HhWorld *world = search->world;
  int piece = world->holds[place->hold].branch;
  double from, to;
  hh_surface_span(world, piece, &from, &to);
  double x = from + (to - from) * point / FLOOR_POINTS;
  return hh_vec(x, hh_surface_at(world, piece, x).y_m + search->params->gibbon.legs.height);
}

/* From a hold, let go at any heading, onto any point of a floor. */
static bool lands_on(const Search *search, const Place *from, double energy_Jpkg,
                     const Place *floor)
{
  double g = gravity(search);
  for (int i = 0; i <= HEADINGS; i++) {
    HhVec heading = hh_unit_from_angle(-0.5 * HH_PI + HH_PI * i / HEADINGS);
    HhVec at = hh_vec_along(from->pivot, hh_vec_right(heading), from->arm_m);
    double speed2 = 2 * (energy_Jpkg - g * at.y);
    for (int k = 0; k <= FLOOR_POINTS; k++)
      if (throws_to(g, at, speed2, on_floor(search, floor, k))) return true;
  }
  return false;
}

static bool arc_reaches(const Search *search, const Place *from, double energy_Jpkg,
                        const Place *to)
{
  double g = gravity(search);
  HhArcProblem problem = {hh_vec_sub(to->at, from->pivot), from->arm_m,
                          search->params->gibbon.arm_length, g};
  return hh_arc_feasible(&problem, energy_Jpkg - g * from->pivot.y);
}

/* Total energy of a leap from a point where the feet stand. */
static double leap_energy(const Search *search, HhVec com)
{
  const HhLegsParams *legs = &search->params->gibbon.legs;
  return gravity(search) * com.y + legs->leap + 0.5 * legs->run_speed * legs->run_speed;
}

/* From a place of the body, to where it would hang from a hold, or stand on a floor. */
static bool leap_reaches(const Search *search, HhVec com, const Place *to)
{
  double g = gravity(search), speed2 = 2 * (leap_energy(search, com) - g * com.y);
  if (to->floor) {
    for (int k = 0; k <= FLOOR_POINTS; k++)
      if (throws_to(g, com, speed2, on_floor(search, to, k))) return true;
    return false;
  }
  for (int i = 0; i <= HEADINGS; i++) {
    HhVec heading = hh_unit_from_angle(-0.5 * HH_PI + HH_PI * i / HEADINGS);
    HhVec hanging = hh_vec_along(to->at, hh_vec_right(heading), search->params->gibbon.arm_length);
    if (throws_to(g, com, speed2, hanging)) return true;
  }
  return false;
}

static void reach(Place *place, double energy_Jpkg)
{
  place->energy_Jpkg = fmax(place->energy_Jpkg, energy_Jpkg);
}

static void leave_floor(Search *search, const Place *from, Place *to)
{
  for (int k = 0; k <= FLOOR_POINTS; k++) {
    HhVec com = on_floor(search, from, k);
    if (leap_reaches(search, com, to)) reach(to, leap_energy(search, com));
  }
}

/* Legs on top of a branch. */
static void leave_branch(Search *search, const Place *from, Place *to)
{
  HhVec com = hh_vec(from->at.x, from->at.y + search->params->gibbon.legs.height);
  if (leap_reaches(search, com, to)) reach(to, leap_energy(search, com));
}

/* A trunk or vine is climbed: whoever reaches one place of it reaches all. */
static void climb(Search *search, int index)
{
  HhPieceKind kind = hh_world_kind(search->world, search->places[index].hold);
  int branch = search->world->holds[search->places[index].hold].branch;
  if (search->rules == HHB_ORACLE_ARCS || (kind != HH_PIECE_TRUNK && kind != HH_PIECE_VINE)) return;
  double best = -(double)INFINITY;
  for (int pass = 0; pass < 2; pass++)
    for (int i = index; i < search->count && search->places[i].at.x == search->places[index].at.x;
         i++) {
      Place *place = &search->places[i];
      if (search->world->holds[place->hold].branch != branch) continue;
      if (pass == 0) best = fmax(best, place->energy_Jpkg);
      if (pass == 1) place->energy_Jpkg = best;
    }
}

/* Everything that can be reached from one place. */
static void go_on(Search *search, int index)
{
  const Place *from = &search->places[index];
  bool legs = search->rules == HHB_ORACLE_LEGS &&
              hh_world_kind(search->world, from->hold) == HH_PIECE_BRANCH;
  double energy = from->floor ? 0 : release_energy(search, from);
  for (int i = index + 1; i < search->count; i++) {
    Place *to = &search->places[i];
    if (to->at.x - from->at.x > far_m) break;
    if (to->floor && search->rules == HHB_ORACLE_ARCS) continue;
    if (from->floor) {
      leave_floor(search, from, to);
      continue;
    }
    if (energy > to->energy_Jpkg &&
        (to->floor ? lands_on(search, from, energy, to) : arc_reaches(search, from, energy, to)))
      reach(to, energy);
    if (legs) leave_branch(search, from, to);
  }
}

HhbReach hhb_jungle_reach(const HhWorld *world, const HhParams *params, HhbOracleRules rules)
{
  Search search = {.world = world, .params = params, .rules = rules};
  search.places = malloc((size_t)world->count * (BETWEEN + 1) * sizeof *search.places);
  if (search.places == NULL) return (HhbReach){.out_of_memory = true};
  find_places(&search);
  HhbReach reached = {.farthest_hold = -1};
  for (int i = 0; i < search.count; i++) {
    Place *place = &search.places[i];
    if (place->hold == 0 && place->at.x == world->holds[0].at.x) {
      double speed = params->gibbon.start == HH_START_REST ? 0 : params->gibbon.start_speed;
      reach(place, 0.5 * speed * speed + gravity(&search) * (place->at.y - place->arm_m));
    }
    climb(&search, i);
    if (place->energy_Jpkg == -(double)INFINITY) continue;
    if (place->hold >= reached.farthest_hold) {
      reached.farthest_hold = place->hold;
      reached.arrival_Jpkg = place->energy_Jpkg;
    }
    if (place->hold == world->count - 1) reached.finishes = true;
    if (!(place->floor && rules == HHB_ORACLE_ARCS)) go_on(&search, i);
  }
  free(search.places);
  return reached;
}
