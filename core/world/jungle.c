/* A jungle from a seed; see the header. */
#include "world/jungle.h"

#include <assert.h>
#include <math.h>

#include "base/angle.h"
#include "base/random.h"

enum {
  FIXED_HOLDS_MOST = 12, /* of a piece that is no branch */
  SMALL_PIECES_MOST = 8, /* of a small scene */
  DRAWS = 4096,          /* of one piece, more than the holds of a branch */
  VINE_HOLDS = 9,
  VINE_WAY = 6, /* hold of a vine at the height of the way through */
  CANOPY_HOLDS = 5,
  GROUND_HOLDS = 11
};

static const double trunk_step_m = 0.5, vine_step_m = 0.45, cable_step_m = 0.6;
static const double crown_gap_least_m = 1.2, crown_gap_most_m = 1.8; /* about a canopy */

HhPiece hh_jungle_piece(const HhJungleParams *params, HhPieceKind kind)
{
  HhPiece piece = {.kind = kind};
  switch (kind) {
  case HH_PIECE_BRANCH:
    piece.stiffness_ps2 = params->stiffness;
    piece.damping_ps = params->damping;
    piece.mass_ratio = params->wood;
    break;
  case HH_PIECE_VINE:
  case HH_PIECE_CABLE:
    piece.damping_ps = params->vine_damping;
    piece.mass_ratio = params->vine_mass;
    break;
  case HH_PIECE_CANOPY:
    piece.stiffness_ps2 = params->canopy_stiffness;
    piece.damping_ps = params->canopy_damping;
    break;
  default: break;
  }
  return piece;
}

/* The jungle as far as it is laid. */
typedef struct Site {
  const HhJungleParams *params;
  uint64_t seed;
  HhHold *holds;
  HhPiece *pieces;
  int count, piece_count;
  bool crown;      /* the next piece belongs to the canopy of the last one */
  HhVec way;       /* where the last piece ends and the height of the way through there; of a floor
                      its own height */
  HhRandom random; /* of the piece being laid */
  HhRandom deck;
  int cards[HH_PIECE_KIND_COUNT]; /* not dealt yet */
} Site;

static void add_hold(Site *site, HhVec at, double slope_rad)
{
  site->holds[site->count++] =
      (HhHold){.at = at, .slope_rad = slope_rad, .branch = site->piece_count - 1};
  site->pieces[site->piece_count - 1].count++;
}

static double uniform(Site *site, double low, double high)
{
  return hh_random_range(&site->random, low, high);
}

/* A slope that leads back toward height 0, the surer the further off the way is. */
static double homeward(Site *site, double slope_rad)
{
  double off = site->way.y / site->params->height;
  bool turns = uniform(site, 0, 1) < fabs(off) && slope_rad * off > 0;
  return turns ? -slope_rad : slope_rad;
}

/* Where the next piece begins, as seen from the one before. */
static void cross_gap(Site *site, HhPieceKind kind)
{
  const HhJungleParams *params = site->params;
  if (site->piece_count == 0) return;
  bool to_hold = hh_piece_holdable(kind);
  bool from_hold = hh_piece_holdable(site->pieces[site->piece_count - 1].kind);
  double share = uniform(site, 0, to_hold && from_hold ? 1 : 2.0 / 3);
  double least_m = site->crown ? crown_gap_least_m : params->gap_min;
  double most_m = site->crown ? crown_gap_most_m : params->gap_max;
  site->way.x += least_m + share * (most_m - least_m);
  double step = uniform(site, -params->step, params->step) - 0.25 * site->way.y;
  if (to_hold && from_hold)
    site->way.y += (site->crown ? 0.5 : 1) * fmax(-params->step, fmin(params->step, step));
  else if (from_hold)
    site->way.y -= uniform(site, 2, 3);
  else if (to_hold)
    site->way.y += uniform(site, 1.2, 2.2);
}

static HhPiece *begin(Site *site, HhPieceKind kind)
{
  site->random = hh_random(site->seed, HH_STREAM_WORLD, 3);
  site->random.draw = DRAWS * (uint64_t)site->piece_count;
  cross_gap(site, kind);
  HhPiece *piece = &site->pieces[site->piece_count++];
  *piece = hh_jungle_piece(site->params, kind);
  piece->first = site->count;
  piece->depth_m = uniform(site, -1, 1) * site->params->depth;
  return piece;
}

static void stiffen(HhPiece *branch)
{
  branch->stiffness_ps2 = branch->damping_ps = branch->mass_ratio = 0;
}

/* Its slope at a hold is that of the way to the next one. It ends beyond end_m. */
static void lay_branch(Site *site, int holds, double end_m)
{
  const HhJungleParams *params = site->params;
  HhPiece *branch = begin(site, HH_PIECE_BRANCH);
  if (uniform(site, 0, 1) >= params->bending) stiffen(branch);
  double mean = homeward(site, uniform(site, -1, 1) * params->slope);
  double curvature = uniform(site, -1, 1) * params->curvature;
  double middle = 0.25 * (holds - 1) * (params->spacing_min + params->spacing_max), along = 0;
  HhVec at = site->way;
  for (int i = 0; i < holds; i++) {
    double heading = mean + curvature * (along - middle);
    heading = fmax(-params->slope, fmin(params->slope, heading));
    add_hold(site, at, heading);
    site->way = at;
    if (i > 0 && at.x >= end_m) break;
    double spacing = uniform(site, params->spacing_min, params->spacing_max);
    at = hh_vec_along(at, hh_unit_from_angle(heading), spacing);
    along += spacing;
  }
}

static void lay_trunk(Site *site)
{
  begin(site, HH_PIECE_TRUNK);
  int holds = 7 + (int)hh_random_index(&site->random, 3), third = holds / 3;
  double bottom_m = site->way.y - trunk_step_m * third;
  for (int i = 0; i < holds; i++)
    add_hold(site, hh_vec(site->way.x, bottom_m + trunk_step_m * i), 0.5 * HH_PI);
  /* It leaves in the upper part where the way is low, else where it came. */
  double rise = uniform(site, 0, trunk_step_m * (holds - third - 1));
  if (site->way.y < 0) site->way.y += rise;
}

static void lay_vine(Site *site)
{
  begin(site, HH_PIECE_VINE);
  for (int i = 0; i < VINE_HOLDS; i++)
    add_hold(site, hh_vec(site->way.x, site->way.y + vine_step_m * (VINE_WAY - i)), -0.5 * HH_PI);
}

static void lay_cable(Site *site)
{
  begin(site, HH_PIECE_CABLE);
  int holds = 8 + (int)hh_random_index(&site->random, 3);
  double mean = uniform(site, -0.1, 0.1), growth = uniform(site, 0.05, 0.12);
  HhVec at = site->way;
  for (int i = 0; i < holds; i++) {
    HhVec way = hh_vec_unit(hh_vec(1, mean + growth * (i - 0.5 * (holds - 2))));
    add_hold(site, at, hh_angle_of(way));
    site->way = at;
    at = hh_vec_along(at, way, cable_step_m);
  }
}

/* So many branches of one hold that bend. */
static void lay_twigs(Site *site, int count)
{
  const HhJungleParams *params = site->params;
  for (int i = 0; i < count; i++) {
    HhPiece *twig = begin(site, HH_PIECE_BRANCH);
    twig->stiffness_ps2 = params->twig_stiffness;
    twig->damping_ps = params->twig_damping;
    twig->mass_ratio = params->twig_wood;
    add_hold(site, site->way, 0);
    site->crown = true;
  }
}

static void lay_springy_floor(Site *site)
{
  begin(site, HH_PIECE_CANOPY);
  double width = uniform(site, 4, 6), left = site->way.x;
  for (int i = 0; i < CANOPY_HOLDS; i++) {
    site->way.x = left + width * i / (CANOPY_HOLDS - 1);
    add_hold(site, site->way, 0);
  }
  site->crown = true;
}

static void lay_canopy(Site *site)
{
  int before = site->params->twigs / 2;
  lay_twigs(site, before);
  lay_springy_floor(site);
  lay_twigs(site, site->params->twigs - before);
  site->crown = false;
}

/* Level at both ends, steepest in the middle: 3/2 of its mean slope. */
static void lay_ground(Site *site)
{
  begin(site, HH_PIECE_GROUND);
  double width = uniform(site, 6, 15);
  double steep = uniform(site, 0.6, 1), gentle = uniform(site, -0.3, 0.3);
  bool slides = uniform(site, 0, 1) < 0.6 && site->way.y > -1.5 * site->params->height;
  HhVec way = hh_unit_from_angle(site->params->slope * (slides ? -steep : gentle));
  double steepest = way.y / way.x;
  HhVec start = site->way;
  for (int i = 0; i < GROUND_HOLDS; i++) {
    double u = (double)i / (GROUND_HOLDS - 1);
    site->way.x = start.x + width * u;
    site->way.y = start.y + steepest / 1.5 * width * u * u * (3 - 2 * u);
    add_hold(site, site->way, hh_angle_of(hh_vec(1, steepest * 4 * u * (1 - u))));
  }
}

/* The next card of the deck, which is shuffled one card at a time. */
static HhPieceKind deal(Site *site)
{
  const HhJungleParams *params = site->params;
  const int deck[HH_PIECE_KIND_COUNT] = {params->branches, params->trunks,   params->vines,
                                         params->cables,   params->canopies, params->grounds};
  int left = 0;
  for (int i = 0; i < HH_PIECE_KIND_COUNT; i++)
    left += site->cards[i];
  if (left == 0)
    for (int i = 0; i < HH_PIECE_KIND_COUNT; i++)
      left += site->cards[i] = deck[i];
  int card = (int)hh_random_index(&site->deck, (uint64_t)left), kind = 0;
  while (card >= site->cards[kind])
    card -= site->cards[kind++];
  site->cards[kind]--;
  return (HhPieceKind)kind;
}

/* As many holds as branches have. */
static void lay_any_branch(Site *site, double end_m)
{
  HhRandom random = hh_random(site->seed, HH_STREAM_WORLD, 4);
  random.draw = (uint64_t)site->piece_count;
  int most = site->params->branch_holds, least = most / 2 < 2 ? 2 : most / 2;
  int more = (int)(hh_random_unit(&random) * (most - least + 1));
  lay_branch(site, least + more, end_m);
}

static void lay(Site *site, HhPieceKind kind, double end_m)
{
  switch (kind) {
  case HH_PIECE_BRANCH: lay_any_branch(site, end_m); break;
  case HH_PIECE_TRUNK: lay_trunk(site); break;
  case HH_PIECE_VINE: lay_vine(site); break;
  case HH_PIECE_CABLE: lay_cable(site); break;
  case HH_PIECE_CANOPY: lay_canopy(site); break;
  case HH_PIECE_GROUND: lay_ground(site); break;
  case HH_PIECE_KIND_COUNT: break;
  }
}

static void lay_jungle(Site *site)
{
  double end_m = site->params->length;
  lay(site, HH_PIECE_BRANCH, end_m);
  while (site->way.x < end_m) {
    HhPieceKind kind = deal(site), last = site->pieces[site->piece_count - 1].kind;
    if (!hh_piece_holdable(kind) && !hh_piece_holdable(last)) lay(site, HH_PIECE_BRANCH, end_m);
    if (site->way.x < end_m) lay(site, kind, end_m);
  }
  if (site->pieces[site->piece_count - 1].kind != HH_PIECE_BRANCH)
    lay(site, HH_PIECE_BRANCH, end_m);
}

/* Of the small scenes: which pieces follow one another. */
static void lay_small(Site *site, HhSceneKind scene)
{
  enum { B = HH_PIECE_BRANCH, T = HH_PIECE_TRUNK, V = HH_PIECE_VINE, C = HH_PIECE_CANOPY };
  static const int trunks[] = {B, T, B, T, B}, vines[] = {B, V, V, V, B}, canopy[] = {B, C, C, B};
  static const int branches[] = {B, B, B, B};
  const int *kinds = branches;
  int count = 4;
  switch (scene) {
  case HH_SCENE_VERTICAL_TRUNK: kinds = trunks, count = 5; break;
  case HH_SCENE_VINES: kinds = vines, count = 5; break;
  case HH_SCENE_CANOPY: kinds = canopy; break;
  default: break;
  }
  for (int i = 0; i < count; i++)
    lay(site, (HhPieceKind)kinds[i], (double)INFINITY);
}

/* For one who throws and one who is thrown: a short branch to come along, a hold to throw from, and
 * beyond a gap that is too wide to swing over a branch to go on along; all rigid. */
static void lay_for_pair(Site *site)
{
  static const int holds[] = {3, 1, 4};
  for (int i = 0; i < 3; i++) {
    HhVec at = site->way;
    begin(site, HH_PIECE_BRANCH)->stiffness_ps2 = 0;
    if (i == 1) at = hh_vec_add(at, hh_vec(uniform(site, 2.4, 2.8), uniform(site, 0.2, 0.6)));
    if (i == 2) at = hh_vec_add(at, hh_vec(uniform(site, 6.2, 7), -uniform(site, 2.5, 3)));
    for (int j = 0; j < holds[i]; j++) {
      if (j > 0) at.x += uniform(site, 1.4, 1.8);
      add_hold(site, at, 0);
    }
    site->way = at;
  }
}

static bool is_long(HhSceneKind scene)
{
  return scene == HH_SCENE_JUNGLE || scene == HH_SCENE_FOLLOW;
}

/* Of a long scene twigs, which are nearer to one another than other pieces, are counted apart. */
static int twigs_most(const HhJungleParams *params, HhSceneKind scene)
{
  if (!is_long(scene)) return SMALL_PIECES_MOST * params->twigs;
  return params->twigs > 0 ? (int)(params->length / crown_gap_least_m) + params->twigs : 0;
}

/* Every piece but twigs uses up a gap at least, the last branch may lie beyond the end. */
static int other_pieces_most(const HhJungleParams *params, HhSceneKind scene)
{
  return is_long(scene) ? (int)(params->length / params->gap_min) + 4 : SMALL_PIECES_MOST;
}

int hh_jungle_pieces_most(const HhJungleParams *params, HhSceneKind scene)
{
  return other_pieces_most(params, scene) + twigs_most(params, scene);
}

/* Holds of branches follow one another at the least spacing along the steepest slope. */
int hh_jungle_holds_most(const HhJungleParams *params, HhSceneKind scene)
{
  int pieces = other_pieces_most(params, scene), twigs = twigs_most(params, scene);
  if (!is_long(scene)) {
    int most = params->branch_holds > FIXED_HOLDS_MOST ? params->branch_holds : FIXED_HOLDS_MOST;
    return pieces * most + twigs;
  }
  double step_m = params->spacing_min * hh_unit_from_angle(params->slope).x;
  int along = (int)(params->length / step_m) + params->branch_holds;
  return pieces * FIXED_HOLDS_MOST + along + twigs;
}

bool hh_scene_has_pieces(HhSceneKind scene)
{
  return scene >= HH_SCENE_JUNGLE && scene < HH_SCENE_ROOM;
}

HhWorld hh_jungle_lay(const HhJungleParams *params, HhSceneKind scene, uint64_t seed, HhHold *holds,
                      HhPiece *pieces)
{
  Site site = {.params = params,
               .seed = seed,
               .holds = holds,
               .pieces = pieces,
               .deck = hh_random(seed, HH_STREAM_WORLD, 2)};
  assert(hh_scene_has_pieces(scene));
  if (scene == HH_SCENE_SINGLE_SWING) {
    lay_branch(&site, 1, (double)INFINITY);
    lay(&site, HH_PIECE_GROUND, (double)INFINITY);
  } else if (scene == HH_SCENE_TWO_WAY_BRANCH) {
    lay_branch(&site, params->branch_holds, (double)INFINITY);
  } else if (scene == HH_SCENE_PAIR_THROW) {
    lay_for_pair(&site);
  } else if (is_long(scene)) {
    lay_jungle(&site);
  } else {
    lay_small(&site, scene);
  }
  return (HhWorld){.holds = holds,
                   .count = site.count,
                   .complete = true,
                   .pieces = pieces,
                   .piece_count = site.piece_count};
}
