/* The jungle's generator: what its published defaults promise, over many seeds, and its limits. */
#include "check.h"

#include "actor/params.h"
#include "base/angle.h"
#include "base/random.h"
#include "chain/chain.h"
#include "world/jungle.h"
#include "world/surface.h"

static const double degree = HH_PI / 180;

/* A scene in memory of exactly the room asked for. */
typedef struct Laid {
  HhHold *holds;
  HhPiece *pieces;
  HhWorld world;
} Laid;

static Laid lay(const HhJungleParams *params, HhSceneKind scene, uint64_t seed)
{
  Laid laid;
  int holds = hh_jungle_holds_most(params, scene), pieces = hh_jungle_pieces_most(params, scene);
  laid.holds = malloc((size_t)holds * sizeof *laid.holds);
  laid.pieces = malloc((size_t)pieces * sizeof *laid.pieces);
  assert_non_null(laid.holds);
  assert_non_null(laid.pieces);
  laid.world = hh_jungle_lay(params, scene, seed, laid.holds, laid.pieces);
  assert_in_range(laid.world.count, 1, holds);
  assert_in_range(laid.world.piece_count, 1, pieces);
  return laid;
}

static void free_laid(Laid *laid)
{
  free(laid->holds);
  free(laid->pieces);
}

static HhJungleParams defaults(void)
{
  HhParams params;
  hh_params_preset(&params);
  return params.jungle;
}

static HhVec first_of(const HhWorld *world, int piece)
{
  return world->holds[world->pieces[piece].first].at;
}

static HhVec last_of(const HhWorld *world, int piece)
{
  return world->holds[world->pieces[piece].first + world->pieces[piece].count - 1].at;
}

/* Height of the way through where a piece begins or ends; a vine's is its sixth bead. */
static double way_m(const HhWorld *world, int piece, bool end)
{
  int first = world->pieces[piece].first, count = world->pieces[piece].count;
  switch (world->pieces[piece].kind) {
  case HH_PIECE_VINE: return world->holds[first + 6].at.y;
  case HH_PIECE_TRUNK: return world->holds[first + (end ? count - 1 : count / 3)].at.y;
  default: return end ? last_of(world, piece).y : first_of(world, piece).y;
  }
}

/* What world.h says of any world of pieces. */
static void check_order(const HhWorld *world)
{
  int hold = 0;
  assert_true(world->complete);
  for (int piece = 0; piece < world->piece_count; piece++) {
    const HhPiece *it = &world->pieces[piece];
    assert_int_equal(it->first, hold);
    assert_true(it->count >= 1);
    if (piece > 0) assert_true(first_of(world, piece).x > last_of(world, piece - 1).x);
    for (int i = 0; i < it->count; i++, hold++) {
      const HhHold *at = &world->holds[hold];
      assert_true(hh_vec_finite(at->at) && isfinite(at->slope_rad));
      assert_int_equal(at->branch, piece);
      if (i == 0) continue;
      HhVec way = hh_vec_sub(at->at, at[-1].at);
      if (it->kind == HH_PIECE_TRUNK)
        assert_true(way.x == 0 && way.y > 0);
      else if (it->kind == HH_PIECE_VINE)
        assert_true(way.x == 0 && way.y < 0);
      else
        assert_true(way.x > 0);
    }
    assert_true(isfinite(it->depth_m) && it->stiffness_ps2 >= 0 && it->damping_ps >= 0);
    bool beads = it->kind == HH_PIECE_VINE || it->kind == HH_PIECE_CABLE;
    assert_true(beads ? it->mass_ratio > 0 : it->mass_ratio >= 0);
  }
  assert_int_equal(hold, world->count);
}

/* Branches of one hold are twigs: others have two at least. */
static bool is_twig(const HhPiece *piece)
{
  return piece->kind == HH_PIECE_BRANCH && piece->count == 1;
}

/* Of the canopy that the piece before belongs to. */
static bool same_crown(const HhWorld *world, int piece)
{
  const HhPiece *it = &world->pieces[piece], *before = it - 1;
  bool part = is_twig(it) || it->kind == HH_PIECE_CANOPY;
  bool after_part = is_twig(before) || before->kind == HH_PIECE_CANOPY;
  return part && after_part && first_of(world, piece).x - last_of(world, piece - 1).x < 1.8 + 1e-12;
}

/* Extremes over all jungles. */
typedef struct Ranges {
  double spacing_low, spacing_high, slope_low, slope_high, gap_low, gap_high, height_low,
      height_high, depth_low, depth_high, end_high;
  int bending, branches;
} Ranges;

static void widen(double value, double *low, double *high)
{
  *low = fmin(*low, value);
  *high = fmax(*high, value);
}

static void watch_branch(const HhWorld *world, int piece, Ranges *ranges)
{
  const HhPiece *it = &world->pieces[piece];
  ranges->branches++;
  ranges->bending += it->stiffness_ps2 > 0;
  for (int i = it->first + 1; i < it->first + it->count; i++) {
    HhVec way = hh_vec_sub(world->holds[i].at, world->holds[i - 1].at);
    widen(hh_vec_length(way), &ranges->spacing_low, &ranges->spacing_high);
    widen(hh_angle_of(way), &ranges->slope_low, &ranges->slope_high);
    CHECK_NEAR(world->holds[i - 1].slope_rad, hh_angle_of(way), 1e-12);
  }
}

static void watch(const HhWorld *world, Ranges *ranges)
{
  for (int piece = 0; piece < world->piece_count; piece++) {
    if (world->pieces[piece].kind == HH_PIECE_BRANCH && !is_twig(&world->pieces[piece]))
      watch_branch(world, piece, ranges);
    widen(world->pieces[piece].depth_m, &ranges->depth_low, &ranges->depth_high);
    if (piece > 0 && !same_crown(world, piece))
      widen(first_of(world, piece).x - last_of(world, piece - 1).x, &ranges->gap_low,
            &ranges->gap_high);
  }
  for (int i = 0; i < world->count; i++)
    widen(world->holds[i].at.y, &ranges->height_low, &ranges->height_high);
  ranges->end_high = fmax(ranges->end_high, world->holds[world->count - 1].at.x);
}

/* The issue: holds 1 to 3 m apart, slopes to 30 degrees, gaps of 2 to 5 m; each is used to its
 * ends. */
static void a_thousand_jungles_keep_to_the_published_ranges_and_use_them(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  Ranges r = {99, 0, 9, -9, 99, 0, 99, -99, 9, -9, 0, 0, 0};
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    Laid laid = lay(&params, HH_SCENE_JUNGLE, seed);
    check_order(&laid.world);
    watch(&laid.world, &r);
    assert_true(laid.holds[0].at.x == 0 && laid.holds[0].at.y == 0);
    assert_true(laid.holds[laid.world.count - 1].at.x >= 200);
    free_laid(&laid);
  }
  assert_true(r.spacing_low >= 1 - 1e-12 && r.spacing_low < 1.01);
  assert_true(r.spacing_high <= 3 + 1e-12 && r.spacing_high > 2.99);
  assert_true(r.slope_low >= -30 * degree - 1e-12 && r.slope_low < -29 * degree);
  assert_true(r.slope_high <= 30 * degree + 1e-12 && r.slope_high > 29 * degree);
  assert_true(r.gap_low >= 2 - 1e-12 && r.gap_low < 2.01);
  assert_true(r.gap_high <= 5 + 1e-12 && r.gap_high > 4.95);
  assert_true(r.depth_low >= -0.5 && r.depth_low < -0.49 && r.depth_high > 0.49);
  assert_true(r.depth_high <= 0.5);
  assert_true(r.height_low > -16 && r.height_high < 14);
  assert_true(r.end_high < 200 + 15 + 5 + 4 * 3);
  CHECK_NEAR((double)r.bending / r.branches, 0.5, 0.02);
}

static void each_kind_is_in_every_jungle_and_as_often_as_its_cards(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    Laid laid = lay(&params, HH_SCENE_JUNGLE, seed);
    const HhWorld *world = &laid.world;
    int dealt[HH_PIECE_KIND_COUNT] = {0}, others = 0;
    for (int piece = 0; piece < world->piece_count; piece++) {
      HhPieceKind kind = world->pieces[piece].kind;
      dealt[kind]++;
      if (kind == HH_PIECE_BRANCH) continue;
      /* Of five that are no branches each is another kind: one deck. */
      if (++others % 5 != 0) continue;
      for (int i = HH_PIECE_TRUNK; i < HH_PIECE_KIND_COUNT; i++)
        assert_int_equal(dealt[i], others / 5);
    }
    assert_true(others >= 5);
    assert_int_equal(world->pieces[0].kind, HH_PIECE_BRANCH);
    assert_int_equal(world->pieces[world->piece_count - 1].kind, HH_PIECE_BRANCH);
    free_laid(&laid);
  }
}

/* Steps of at most 1 m between holds; floors 2 to 3 m below, and a leap of 1.2 to 2.2 m out, over
 * gaps of 2 to 4 m; never from floor to floor. */
static void the_way_through_is_within_reach(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    Laid laid = lay(&params, HH_SCENE_JUNGLE, seed);
    const HhWorld *world = &laid.world;
    for (int piece = 1; piece < world->piece_count; piece++) {
      HhPieceKind from = world->pieces[piece - 1].kind, to = world->pieces[piece].kind;
      double gap = first_of(world, piece).x - last_of(world, piece - 1).x;
      double rise = way_m(world, piece, false) - way_m(world, piece - 1, true);
      if (!hh_piece_holdable(from)) {
        assert_true(hh_piece_holdable(to) && gap <= 4 + 1e-12);
        assert_true(rise >= 1.2 - 1e-12 && rise <= 2.2 + 1e-12);
      } else if (from == HH_PIECE_TRUNK) {
        continue; /* it is left where the climber likes */
      } else if (!hh_piece_holdable(to)) {
        assert_true(gap <= 4 + 1e-12 && rise <= -2 + 1e-12 && rise >= -3 - 1e-12);
      } else {
        assert_true(fabs(rise) <= 1 + 1e-12);
      }
    }
    free_laid(&laid);
  }
}

/* From somewhere on a trunk the next piece is no more than a step away. */
static void a_trunk_leads_to_what_follows_it(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    Laid laid = lay(&params, HH_SCENE_VERTICAL_TRUNK, seed);
    for (int piece = 2; piece < 5; piece += 2) {
      double low = first_of(&laid.world, piece - 1).y, high = last_of(&laid.world, piece - 1).y;
      double next = way_m(&laid.world, piece, false);
      assert_true(next >= low - 1 && next <= high + 1);
      assert_true(high - low >= 3 - 1e-12 && high - low <= 4 + 1e-12);
    }
    free_laid(&laid);
  }
}

/* slide.slope is 0.3 rad by default; canopies are level and give 0.2 m under the weight. */
static void half_of_the_ground_can_be_slid_down_and_canopies_give(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  int grounds = 0, steep = 0;
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    Laid laid = lay(&params, HH_SCENE_JUNGLE, seed);
    for (int piece = 0; piece < laid.world.piece_count; piece++) {
      const HhPiece *it = &laid.pieces[piece];
      double from, to, least = 0;
      hh_surface_span(&laid.world, piece, &from, &to);
      if (it->kind == HH_PIECE_CANOPY) {
        assert_true(to - from >= 4 && to - from <= 6);
        CHECK_NEAR(hh_surface_at(&laid.world, piece, from + 0.385).slope, 0, 0);
        CHECK_NEAR(9.81 / it->stiffness_ps2, 0.2, 1e-12);
      }
      if (it->kind != HH_PIECE_GROUND) continue;
      assert_true(to - from >= 6 - 1e-12 && to - from <= 15 + 1e-12);
      for (int i = 0; i <= 40; i++)
        least = fmin(least, hh_surface_at(&laid.world, piece, from + (to - from) * i / 40).slope);
      grounds++;
      steep += least < -tan(0.3);
      assert_true(least > -tan(30 * degree));
    }
    free_laid(&laid);
  }
  assert_true(steep > 0.35 * grounds && steep < 0.65 * grounds);
}

/* Three by default: one before the floor, two after it; each 1.2 to 1.8 m from the next and of the
 * floor, softer than a branch. The rise across is that of the_way_through_is_within_reach. */
static void each_canopy_has_twigs_before_and_after_its_floor(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  double nearest = 9, farthest = 0;
  int canopies = 0, twigs = 0;
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    Laid laid = lay(&params, HH_SCENE_JUNGLE, seed);
    const HhWorld *world = &laid.world;
    for (int piece = 0; piece < world->piece_count; piece++) {
      twigs += is_twig(&laid.pieces[piece]);
      if (laid.pieces[piece].kind != HH_PIECE_CANOPY) continue;
      canopies++;
      assert_true(is_twig(&laid.pieces[piece - 1]));
      assert_true(first_of(world, piece - 1).x - last_of(world, piece - 2).x >= 2 - 1e-12);
      assert_true(is_twig(&laid.pieces[piece + 1]) && is_twig(&laid.pieces[piece + 2]));
      for (int i = piece - 1; i < piece + 2; i++)
        widen(first_of(world, i + 1).x - last_of(world, i).x, &nearest, &farthest);
      const HhPiece *twig = &laid.pieces[piece + 1];
      CHECK_NEAR(9.81 / twig->stiffness_ps2, 0.1635, 1e-12);
      assert_true(twig->stiffness_ps2 < params.stiffness);
      assert_true(twig->damping_ps > 0 && twig->mass_ratio < params.wood);
    }
    free_laid(&laid);
  }
  assert_true(canopies > 1000);
  assert_int_equal(twigs, 3 * canopies);
  assert_true(nearest >= 1.2 - 1e-12 && nearest < 1.21);
  assert_true(farthest <= 1.8 + 1e-12 && farthest > 1.79);
}

static void without_twigs_a_canopy_is_a_floor_alone(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  params.twigs = 0;
  Laid laid = lay(&params, HH_SCENE_CANOPY, 3);
  assert_int_equal(laid.world.piece_count, 4);
  assert_int_equal(laid.pieces[1].kind, HH_PIECE_CANOPY);
  assert_int_equal(laid.pieces[2].kind, HH_PIECE_CANOPY);
  free_laid(&laid);
}

/* Statics: with equal weights and a constant horizontal pull, slopes grow evenly from stick to
 * stick, and sticks are of one length. */
static void cables_and_vines_hang_at_rest(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  int cables = 0;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    Laid laid = lay(&params, HH_SCENE_JUNGLE, seed);
    for (int piece = 0; piece < laid.world.piece_count; piece++) {
      const HhPiece *it = &laid.pieces[piece];
      const HhHold *holds = &laid.holds[it->first];
      if (it->kind == HH_PIECE_VINE) assert_int_equal(it->count, 9);
      if (it->kind != HH_PIECE_CABLE) continue;
      cables++;
      assert_in_range(it->count, 8, 10);
      double before = 0, growth = 0;
      for (int i = 1; i < it->count; i++) {
        HhVec stick = hh_vec_sub(holds[i].at, holds[i - 1].at);
        CHECK_NEAR(hh_vec_length(stick), 0.6, 1e-13);
        double slope = stick.y / stick.x;
        if (i > 2) CHECK_NEAR(slope - before, growth, 1e-12);
        if (i > 1) growth = slope - before;
        assert_true(i < 2 || growth > 0.04);
        before = slope;
      }
    }
    free_laid(&laid);
  }
  assert_true(cables > 150);
}

/* Beads and sticks as the piece's holds have them, nobody on them. */
static HhChain chain_of(const HhPiece *piece, const HhHold *holds)
{
  bool cable = piece->kind == HH_PIECE_CABLE;
  HhChain chain = {.count = piece->count - (cable ? 2 : 1),
                   .pinned = true,
                   .pinned_end = cable,
                   .pin = holds[0].at,
                   .pin_end = holds[piece->count - 1].at,
                   .held = -1};
  for (int i = 0; i + 1 < piece->count; i++)
    chain.length_m[i] = hh_vec_distance(holds[i].at, holds[i + 1].at);
  for (int i = 0; i < chain.count; i++)
    chain.bead[i] = (HhBead){.at = holds[i + 1].at, .mass_ratio = piece->mass_ratio};
  return chain;
}

/* Agreement: core/chain knows nothing of how the jungle lays its shapes. */
static void the_chain_leaves_cables_and_vines_where_they_hang(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  Laid laid = lay(&params, HH_SCENE_JUNGLE, 4);
  int chains = 0;
  for (int piece = 0; piece < laid.world.piece_count; piece++) {
    const HhPiece *it = &laid.pieces[piece];
    if (it->kind != HH_PIECE_CABLE && it->kind != HH_PIECE_VINE) continue;
    chains++;
    HhChain chain = chain_of(it, &laid.holds[it->first]);
    HhChainWork work = {0};
    for (int frame = 0; frame < 60; frame++)
      hh_chain_step(9.81, (HhChainDrive){0}, &chain, 1.0 / 60, &work);
    for (int i = 0; i < chain.count; i++)
      CHECK_NEAR(hh_vec_distance(chain.bead[i].at, laid.holds[it->first + 1 + i].at), 0, 1e-9);
    chain.bead[2].velocity = hh_vec(0.1, 0); /* it could move */
    hh_chain_step(9.81, (HhChainDrive){0}, &chain, 1.0 / 60, &work);
    assert_true(hh_vec_distance(chain.bead[2].at, laid.holds[it->first + 3].at) > 1e-5);
  }
  assert_true(chains >= 2);
  free_laid(&laid);
}

static void check_same(const HhHold *a, const HhHold *b)
{
  assert_true(a->at.x == b->at.x && a->at.y == b->at.y && a->slope_rad == b->slope_rad);
}

/* All but the last branch of the shorter one. */
static void a_longer_jungle_begins_like_a_shorter_one(void **state)
{
  (void)state;
  HhJungleParams shorter = defaults(), longer = defaults();
  longer.length = 500;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    shorter.length = 20 + 2.385 * (double)seed;
    Laid a = lay(&shorter, HH_SCENE_JUNGLE, seed), b = lay(&longer, HH_SCENE_JUNGLE, seed);
    assert_true(a.world.piece_count < b.world.piece_count);
    for (int piece = 0; piece + 1 < a.world.piece_count; piece++) {
      assert_memory_equal(&a.pieces[piece].kind, &b.pieces[piece].kind, sizeof(HhPieceKind));
      assert_int_equal(a.pieces[piece].count, b.pieces[piece].count);
      assert_true(a.pieces[piece].depth_m == b.pieces[piece].depth_m);
      assert_true(a.pieces[piece].stiffness_ps2 == b.pieces[piece].stiffness_ps2);
      for (int i = 0; i < a.pieces[piece].count; i++)
        check_same(&a.holds[a.pieces[piece].first + i], &b.holds[b.pieces[piece].first + i]);
    }
    free_laid(&a);
    free_laid(&b);
  }
}

static void another_seed_is_another_jungle(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  Laid a = lay(&params, HH_SCENE_JUNGLE, 1), b = lay(&params, HH_SCENE_JUNGLE, 2);
  Laid again = lay(&params, HH_SCENE_JUNGLE, 1);
  assert_true(a.holds[1].at.x != b.holds[1].at.x);
  assert_int_equal(a.world.count, again.world.count);
  for (int i = 0; i < a.world.count; i++)
    check_same(&a.holds[i], &again.holds[i]);
  free_laid(&a);
  free_laid(&b);
  free_laid(&again);
}

static void small_scenes_have_the_pieces_of_their_name(void **state)
{
  (void)state;
  enum { B = HH_PIECE_BRANCH, T = HH_PIECE_TRUNK, V = HH_PIECE_VINE, C = HH_PIECE_CANOPY };
  static const struct {
    HhSceneKind scene;
    int count, kinds[10];
  } scenes[] = {{HH_SCENE_SINGLE_SWING, 2, {B, HH_PIECE_GROUND}},
                {HH_SCENE_TWO_WAY_BRANCH, 1, {B}},
                {HH_SCENE_VERTICAL_TRUNK, 5, {B, T, B, T, B}},
                {HH_SCENE_VINES, 5, {B, V, V, V, B}},
                {HH_SCENE_CANOPY, 10, {B, B, C, B, B, B, C, B, B, B}}};
  HhJungleParams params = defaults();
  for (size_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++)
    for (uint64_t seed = 1; seed <= 50; seed++) {
      Laid laid = lay(&params, scenes[s].scene, seed);
      check_order(&laid.world);
      assert_int_equal(laid.world.piece_count, scenes[s].count);
      for (int i = 0; i < scenes[s].count; i++)
        assert_int_equal(laid.pieces[i].kind, scenes[s].kinds[i]);
      if (s == 0) assert_int_equal(laid.pieces[0].count, 1);
      if (s == 1) assert_int_equal(laid.world.count, 8);
      for (int i = 1; s == 4 && i < 9; i++)
        assert_true(is_twig(&laid.pieces[i]) == (i != 2 && i != 6));
      free_laid(&laid);
    }
}

/* Any legal value of each parameter, ends of the ranges often; lengths kept short. */
static HhJungleParams any_params(HhRandom *random)
{
  HhParams params;
  hh_params_preset(&params);
  for (size_t i = 0; i < hh_params_count; i++) {
    const HhParam *row = &hh_params_table[i];
    if (strncmp(row->name, "jungle.", 7) != 0) continue;
    double share = hh_random_unit(random);
    double value = share < 0.2 ? row->low : share > 0.8 ? row->high : row->preset;
    hh_param_set(row, &params, value);
  }
  HhJungleParams *jungle = &params.jungle;
  jungle->length = 5 + 400 * hh_random_unit(random);
  if (jungle->spacing_min > jungle->spacing_max) jungle->spacing_max = jungle->spacing_min;
  if (jungle->gap_min > jungle->gap_max) jungle->gap_max = jungle->gap_min;
  assert_null(hh_params_fault(&params));
  return params.jungle;
}

/* The memory is exactly what _most says: a sanitizer sees one hold too many. */
static void no_legal_parameters_break_the_generator_or_its_room(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (uint64_t round = 0; round < 1000; round++) {
    HhJungleParams params = any_params(&random);
    for (int scene = HH_SCENE_JUNGLE; scene <= HH_SCENE_FOLLOW; scene++) {
      Laid laid = lay(&params, (HhSceneKind)scene, round);
      check_order(&laid.world);
      free_laid(&laid);
    }
  }
}

/* The longest: a thousand kilometres of the densest jungle ask for no more than an int counts. Gaps
 * of 0.1 m between pieces, 1.2 m between twigs. */
static void room_for_the_longest_jungle_can_be_counted(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  params.length = 1e6;
  params.gap_min = 0.1;
  params.spacing_min = 0.2;
  params.slope = 1.4;
  params.branch_holds = 1000;
  params.twigs = 20;
  assert_int_equal(hh_jungle_pieces_most(&params, HH_SCENE_JUNGLE), 10000004 + 833333 + 20);
  assert_in_range(hh_jungle_holds_most(&params, HH_SCENE_JUNGLE), 100000000, 200000000);
}

static void a_world_tells_what_its_holds_are_part_of(void **state)
{
  (void)state;
  HhJungleParams params = defaults();
  Laid laid = lay(&params, HH_SCENE_VINES, 3);
  const HhWorld *world = &laid.world;
  int vine = laid.pieces[1].first, branch = laid.pieces[0].first;
  assert_int_equal(hh_world_kind(world, vine), HH_PIECE_VINE);
  assert_true(hh_world_joined(world, branch));
  assert_false(hh_world_joined(world, vine - 1)); /* across the gap */
  assert_false(hh_world_joined(world, vine));     /* beads are held, what is between them not */
  assert_int_equal(hh_world_beyond(world, vine + 3, 1), laid.pieces[2].first);
  assert_int_equal(hh_world_beyond(world, vine + 3, -1), vine - 1);
  assert_int_equal(hh_world_beyond(world, branch, -1), -1);
  assert_int_equal(hh_world_beyond(world, world->count - 1, 1), -1);
  free_laid(&laid);

  laid = lay(&params, HH_SCENE_VERTICAL_TRUNK, 3);
  assert_true(hh_world_joined(&laid.world, laid.pieces[1].first));
  free_laid(&laid);
  laid = lay(&params, HH_SCENE_CANOPY, 3);
  assert_false(hh_world_joined(&laid.world, laid.pieces[2].first));
  free_laid(&laid);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_thousand_jungles_keep_to_the_published_ranges_and_use_them),
      cmocka_unit_test(each_kind_is_in_every_jungle_and_as_often_as_its_cards),
      cmocka_unit_test(the_way_through_is_within_reach),
      cmocka_unit_test(a_trunk_leads_to_what_follows_it),
      cmocka_unit_test(half_of_the_ground_can_be_slid_down_and_canopies_give),
      cmocka_unit_test(each_canopy_has_twigs_before_and_after_its_floor),
      cmocka_unit_test(without_twigs_a_canopy_is_a_floor_alone),
      cmocka_unit_test(cables_and_vines_hang_at_rest),
      cmocka_unit_test(the_chain_leaves_cables_and_vines_where_they_hang),
      cmocka_unit_test(a_longer_jungle_begins_like_a_shorter_one),
      cmocka_unit_test(another_seed_is_another_jungle),
      cmocka_unit_test(small_scenes_have_the_pieces_of_their_name),
      cmocka_unit_test(no_legal_parameters_break_the_generator_or_its_room),
      cmocka_unit_test(room_for_the_longest_jungle_can_be_counted),
      cmocka_unit_test(a_world_tells_what_its_holds_are_part_of),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
