/* Ten public reports of what goes wrong with ropes elsewhere (creature notes, section 4), each as a
 * test of its whole kind, for the wide kernel, its reference and the rope. */
#include "check.h"

#include "base/random.h"
#include "strand_case.h"

/* Says which of the three it was. */
#define CHECK_WAY(c, what, ...)                                                                    \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      print_error("%s: ", strand_way_names[(c)->way]);                                             \
      fail_msg(__VA_ARGS__);                                                                       \
    }                                                                                              \
  } while (0)

static HhVec random_vec(HhRandom *random, double low, double high)
{
  double x = hh_random_range(random, low, high);
  return hh_vec(x, hh_random_range(random, low, high));
}

/* A room with a floor, a few blocks and slopes. */
static void furnish(StrandCase *c)
{
  strand_fill(c, 0, 0, CASE_SIDE, 4, HH_TILE_SOLID);
  strand_fill(c, 12, 4, 3, 5, HH_TILE_SOLID);
  strand_fill(c, 15, 4, 1, 1, HH_TILE_SLOPE_SW);
  strand_fill(c, 28, 10, 6, 1, HH_TILE_SOLID);
  strand_fill(c, 27, 10, 1, 1, HH_TILE_SLOPE_SE);
  strand_fill(c, 45, 4, 1, 30, HH_TILE_SOLID);
}

/* 1. Facepunch/sandbox 23: a frame that took long (alt-tab) makes ropes freak out and fall through
 * the ground. Here the root jumps and everything is as fast as a hundred tiles a tick. */
static void a_long_frame_lets_nothing_through_the_ground(void **state)
{
  (void)state;
  static StrandCase c;
  HhRandom random = hh_random(1, HH_STREAM_TEST, 0);
  for (int way = 0; way < WAYS; way++)
    for (int run = 0; run < (check_full() ? 2000 : 60); run++) {
      strand_begin(&c, way, 16, 0.4);
      furnish(&c);
      strand_lay(&c, hh_vec(22.3, 18.7), hh_vec(0, 0));
      c.params.gravity = run % 2 ? 1 : 0.00625;
      for (int tick = 0; tick < 40; tick++) {
        if (tick % 10 == 3)
          for (int i = 0; i < c.beads; i++)
            strand_put(&c, i, strand_at(&c, i), random_vec(&random, -100, 100));
        if (tick % 10 == 7) c.drive.root.x = hh_random_range(&random, 17, 26);
        strand_step(&c);
        CHECK_WAY(&c, strand_is_legal(&c), "run %d, tick %d: a bead in a solid", run, tick);
      }
      c.params.gravity = 0.00625;
      c.params.damping = 0.05;
      for (int tick = 0; tick < 400; tick++)
        strand_step(&c);
      CHECK_WAY(&c, strand_stretch(&c) < 0.03, "run %d: stretched by %g after it", run,
                strand_stretch(&c));
      CHECK_WAY(&c, strand_speed(&c) < 0.05, "run %d: still as fast as %g", run, strand_speed(&c));
    }
}

/* 2. Facepunch/sandbox pull 35: a rope caught at an edge stretches, or is let through. Its root
 * goes round a block until there is almost no rope left. */
static void a_caught_rope_neither_stretches_nor_passes(void **state)
{
  (void)state;
  static StrandCase c;
  for (int way = 0; way < WAYS; way++)
    for (double weight = 1; weight <= (way == ROPE ? 100 : 1); weight *= 10) {
      strand_begin(&c, way, 16, 0.4);
      strand_fill(&c, 20, 10, 3, 20, HH_TILE_SOLID); /* top at 30 */
      strand_lay(&c, hh_vec(19.7, 30.3), hh_vec(1, 0));
      if (way == ROPE) c.rope.mass[15] = weight;
      double most = 0;
      for (int tick = 0; tick < 1200; tick++) {
        if (tick > 300 && c.drive.root.y > 28.3) c.drive.root.y -= 0.01;
        strand_step(&c);
        CHECK_WAY(&c, strand_is_legal(&c), "tick %d: a bead in a solid", tick);
        if (tick > 300) most = fmax(most, strand_stretch(&c));
      }
      CHECK_WAY(&c, strand_at(&c, 15).x > 23, "the tip came to %g", strand_at(&c, 15).x);
      CHECK_WAY(&c, most < 0.05, "weight %g: stretched by %g", weight, most);
    }
}

/* 3. GDNative-Ropesim 31: a rope passes through a turning square. The room changes round the
 * strand: a bar turns by quarters, and comes down on beads. */
static void a_turning_bar_leaves_every_bead_outside(void **state)
{
  (void)state;
  static StrandCase c;
  for (int way = 0; way < WAYS; way++) {
    strand_begin(&c, way, 16, 0.4);
    strand_lay(&c, hh_vec(20.5, 30.5), hh_vec(0, 0));
    for (int tick = 0; tick < 1000; tick++) {
      strand_fill(&c, 18, 23, 5, 5, HH_TILE_AIR);
      if (tick / 25 % 2 == 0) strand_fill(&c, 18, 25, 5, 1, HH_TILE_SOLID);
      if (tick / 25 % 2 == 1) strand_fill(&c, 20, 23, 1, 5, HH_TILE_SOLID);
      strand_step(&c);
      CHECK_WAY(&c, strand_is_legal(&c), "tick %d: a bead in a solid", tick);
      CHECK_WAY(&c, strand_speed(&c) < 2, "tick %d: kicked to %g tiles a tick", tick,
                strand_speed(&c));
    }
    strand_fill(&c, 18, 23, 5, 5, HH_TILE_AIR);
    c.params.damping = 0.05;
    for (int tick = 0; tick < 500; tick++)
      strand_step(&c);
    CHECK_WAY(&c, strand_stretch(&c) < 0.03, "stretched by %g after it", strand_stretch(&c));
  }
}

/* 4. OpenLieroX 447: a rope goes through thin walls. Nothing is thinner than a tile. */
static void nothing_goes_through_a_wall_of_one_tile(void **state)
{
  (void)state;
  static StrandCase c;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  for (int way = 0; way < WAYS; way++)
    for (int run = 0; run < (check_full() ? 20000 : 300); run++) {
      strand_begin(&c, way, 16, 0.4);
      strand_fill(&c, 30, 0, 1, CASE_SIDE, HH_TILE_SOLID);
      strand_fill(&c, 0, 20, 30, 1, HH_TILE_SOLID);
      strand_lay(&c, hh_vec(29.5, 26.5), hh_vec(-1, 0));
      double speed = pow(10, hh_random_range(&random, -1, 2));
      for (int tick = 0; tick < 10; tick++) {
        for (int i = 0; i < c.beads && tick % 5 == 0; i++)
          strand_put(&c, i, strand_at(&c, i), random_vec(&random, -speed, speed));
        strand_step(&c);
        for (int i = 0; i < c.beads; i++) {
          HhVec at = strand_at(&c, i);
          CHECK_WAY(&c, at.x <= 30 && at.y >= 21, "run %d, tick %d: bead %d at %g, %g", run, tick,
                    i, at.x, at.y);
        }
      }
    }
}

/* 5. matter-js 709: a rope is like rubber when what hangs on it is heavy. */
static void a_heavy_tip_hangs_and_swings_on_a_rope_of_its_length(void **state)
{
  (void)state;
  static StrandCase c;
  for (double mass = 1; mass <= 1e6; mass *= 10) {
    strand_begin(&c, ROPE, 20, 0.5);
    strand_lay(&c, hh_vec(32, 60), hh_vec(1, 0));
    c.rope.mass[19] = mass;
    c.params.gravity = 0.9 / 20;
    for (int tick = 0; tick < 1500; tick++) {
      strand_step(&c);
      CHECK_WAY(&c, strand_length(&c) < 10 * 1.0001, "%g: %g tiles long", mass, strand_length(&c));
    }
  }
}

/* The kernels' beads weigh the same; what hangs below is what pulls. */
static void a_strand_at_rest_is_as_long_as_its_sticks(void **state)
{
  (void)state;
  static StrandCase c;
  for (int way = 0; way < WAYS; way++) {
    strand_begin(&c, way, 20, 0.5);
    strand_lay(&c, hh_vec(32, 60), hh_vec(1, 0));
    c.params.damping = 0.05;
    for (int tick = 0; tick < 1500; tick++)
      strand_step(&c);
    CHECK_WAY(&c, strand_length(&c) < 10 * 1.003, "%g tiles long", strand_length(&c));
    CHECK_WAY(&c, strand_stretch(&c) < 0.01, "a stick is off by %g", strand_stretch(&c));
  }
}

/* 6. Box2D 246, GameMaker 165: a rope joint is longer than its maximum under stress and goes wild:
 * pulled as hard as can be asked for, while its root turns. */
static void no_pull_draws_it_out_or_drives_it_wild(void **state)
{
  (void)state;
  static StrandCase c;
  for (int way = 0; way < WAYS; way++)
    for (double pull = 0.03; pull <= (way == ROPE ? 1 : 0.3); pull *= 3) {
      strand_begin(&c, way, 16, 0.4);
      strand_lay(&c, hh_vec(33, 32), hh_vec(0, 0));
      double most = 0;
      for (int tick = 0; tick < 800; tick++) {
        double turn = 0.02 * tick;
        c.drive.root = hh_vec(32 + cos(turn), 32 + sin(turn));
        c.drive.pull = hh_vec(pull * cos(0.3 * turn), pull * sin(0.3 * turn));
        strand_step(&c);
        if (tick > 200) most = fmax(most, strand_length(&c));
      }
      CHECK_WAY(&c, most < 6.4 * 1.03, "pulled by %g: %g tiles long", pull, most);
      CHECK_WAY(&c, strand_speed(&c) < 1, "pulled by %g: %g tiles a tick", pull, strand_speed(&c));
    }
}

/* 7. Newton 1562: two particles at one place give NaN. Here all are, at rest and thrown, with
 * sticks of a length and of none. */
static void beads_at_one_place_are_beads_like_others(void **state)
{
  (void)state;
  static StrandCase c;
  for (int way = 0; way < WAYS; way++)
    for (int run = 0; run < 8; run++) {
      strand_begin(&c, way, 16, run & 1 ? 0 : 0.4);
      strand_lay(&c, hh_vec(32.5, 32.5), hh_vec(0, 0));
      for (int i = 0; i < c.beads; i++)
        if (run & 2 || i % 3 == 1)
          strand_put(&c, i, run & 2 ? c.drive.root : strand_at(&c, i - 1),
                     hh_vec(run & 4 ? 0.3 : 0, 0));
      for (int tick = 0; tick < 600; tick++) {
        if (tick > 200) c.params.damping = 0.05;
        strand_step(&c);
        CHECK_WAY(&c, strand_is_legal(&c), "run %d, tick %d: not legal", run, tick);
      }
      if (run & 1)
        for (int i = 0; i < c.beads; i++)
          CHECK_WAY(&c, hh_vec_distance(strand_at(&c, i), c.drive.root) < 0.1, "run %d: bead %d",
                    run, i);
      else
        CHECK_WAY(&c, strand_stretch(&c) < 0.01, "run %d: stretched by %g", run,
                  strand_stretch(&c));
    }
}

/* 8. Unity hair 28: a teleport is felt as extreme speed. Moved by whole tiles, where no number is
 * rounded, the strand goes on bit by bit as it would have. */
static void a_teleport_is_not_felt(void **state)
{
  (void)state;
  static StrandCase moved, left;
  const HhVec by = {16, -8};
  for (int way = 0; way < WAYS; way++) {
    strand_begin(&moved, way, 16, 0.375);
    strand_lay(&moved, hh_vec(20.5, 40.5), hh_vec(1, 0.5));
    for (int tick = 0; tick < 60; tick++)
      strand_step(&moved);
    left = moved;
    left.room.tiles = left.tiles = left.memory + (moved.tiles - moved.memory);
    moved.drive.root = hh_vec_add(moved.drive.root, by);
    hh_strand_teleport(&moved.room, 16, by, moved.drive.root, 0.375, &moved.wide, CASE_LANE);
    hh_strand_reference_teleport(&moved.room, by, moved.drive.root, &moved.reference);
    hh_rope_teleport(&moved.room, by, moved.drive.root, &moved.rope);
    double bound = way == WIDE ? 2e-4 : 1e-9; /* other numbers are rounded otherwise */
    for (int tick = 0; tick < 20; tick++) {
      for (int i = 0; i < 16; i++) {
        HhVec off = hh_vec_sub(hh_vec_sub(strand_at(&moved, i), strand_at(&left, i)), by);
        CHECK_WAY(&moved, hh_vec_length(off) < bound, "tick %d: bead %d off by %g", tick, i,
                  hh_vec_length(off));
      }
      strand_step(&moved);
      strand_step(&left);
    }
  }
}

static void a_teleport_into_a_wall_puts_no_bead_there(void **state)
{
  (void)state;
  static StrandCase c;
  HhRandom random = hh_random(8, HH_STREAM_TEST, 0);
  for (int way = 0; way < WAYS; way++)
    for (int run = 0; run < 200; run++) {
      strand_begin(&c, way, 16, 0.4);
      furnish(&c);
      strand_lay(&c, hh_vec(22.3, 18.7), hh_vec(0, 0));
      HhVec root = random_vec(&random, 4, 60), by = hh_vec_sub(root, c.drive.root);
      if (hh_room_inside(&c.room, root)) continue;
      c.drive.root = root;
      hh_strand_teleport(&c.room, 16, by, root, 0.4, &c.wide, CASE_LANE);
      hh_strand_reference_teleport(&c.room, by, root, &c.reference);
      hh_rope_teleport(&c.room, by, root, &c.rope);
      for (int tick = 0; tick < 20; tick++) {
        CHECK_WAY(&c, strand_is_legal(&c), "run %d, tick %d: a bead in a solid", run, tick);
        CHECK_WAY(&c, strand_speed(&c) < 1, "run %d: kicked to %g", run, strand_speed(&c));
        strand_step(&c);
      }
    }
}

/* 9. Newton pull 2109: resting bodies creep by 5.9 cm in 10 s where joints come before contacts, by
 * less than 1 cm the other way round: 0.02 tiles in 400 ticks. */
static void what_rests_on_the_floor_does_not_creep(void **state)
{
  (void)state;
  static StrandCase c;
  for (int way = 0; way < WAYS; way++)
    for (int height = 0; height < 3; height++) {
      strand_begin(&c, way, 16, 0.4);
      strand_fill(&c, 0, 0, CASE_SIDE, 10, HH_TILE_SOLID);
      strand_lay(&c, hh_vec(20.5, 10.2 + 1.5 * height), hh_vec(1, 0));
      HhVec rested[16];
      for (int tick = 0; tick < 3400; tick++) {
        strand_step(&c);
        for (int i = 0; i < 16 && tick == 2999; i++)
          rested[i] = strand_at(&c, i);
      }
      for (int i = 0; i < 16; i++) {
        double crept = hh_vec_distance(strand_at(&c, i), rested[i]);
        CHECK_WAY(&c, crept < 0.02, "root %d: bead %d crept by %g tiles", height, i, crept);
      }
    }
}

/* 10. Half-Life 34: 144 frames a second break ropes that hold at 60. */
static void the_tick_rate_does_not_change_how_it_hangs(void **state)
{
  (void)state;
  static StrandCase c;
  static const double rates[] = {40, 20, 60, 144};
  for (int way = 0; way < WAYS; way++)
    for (int pinned = 0; pinned < 2; pinned++) {
      HhVec first[16];
      for (int r = 0; r < 4; r++) {
        double scale = 40 / rates[r];
        strand_begin(&c, way, 16, 0.4);
        c.params.gravity *= scale * scale;
        c.params.damping = 0.05 * scale;
        strand_lay(&c, hh_vec(30.2, 40.7), hh_vec(1, 0));
        c.drive.pinned = pinned;
        c.drive.pin = hh_vec(34.1, 41.3);
        for (int tick = 0; tick < 40 * rates[r]; tick++)
          strand_step(&c);
        for (int i = 0; i < 16; i++) {
          HhVec at = strand_at(&c, i);
          if (r == 0) first[i] = at;
          double off = hh_vec_distance(at, first[i]);
          CHECK_WAY(&c, off < 0.02, "%g ticks a second: bead %d is off by %g tiles", rates[r], i,
                    off);
        }
      }
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_long_frame_lets_nothing_through_the_ground),
      cmocka_unit_test(a_caught_rope_neither_stretches_nor_passes),
      cmocka_unit_test(a_turning_bar_leaves_every_bead_outside),
      cmocka_unit_test(nothing_goes_through_a_wall_of_one_tile),
      cmocka_unit_test(a_heavy_tip_hangs_and_swings_on_a_rope_of_its_length),
      cmocka_unit_test(a_strand_at_rest_is_as_long_as_its_sticks),
      cmocka_unit_test(no_pull_draws_it_out_or_drives_it_wild),
      cmocka_unit_test(beads_at_one_place_are_beads_like_others),
      cmocka_unit_test(a_teleport_is_not_felt),
      cmocka_unit_test(a_teleport_into_a_wall_puts_no_bead_there),
      cmocka_unit_test(what_rests_on_the_floor_does_not_creep),
      cmocka_unit_test(the_tick_rate_does_not_change_how_it_hangs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
