/* The wide kernel against its reference in double, where the motion does not tell neighbouring
 * states apart; what both must do alike. */
#include "check.h"

#include "strand_case.h"

enum { BEADS = 16 };

/* Largest distance between beads of the kernel and of the reference. */
static double apart(const StrandCase *wide, const StrandCase *reference)
{
  double most = 0;
  for (int i = 0; i < wide->beads; i++)
    most = fmax(most, hh_vec_distance(strand_at(wide, i), strand_at(reference, i)));
  return most;
}

/* What a script asks of a strand before a tick. */
typedef void Script(StrandCase *c, int tick);

/* Steps both, and says how far they were apart after any of the first `ticks` ticks. */
static double most_apart(StrandCase *wide, StrandCase *reference, Script *script, int ticks)
{
  double most = 0;
  for (int tick = 0; tick < ticks; tick++) {
    script(wide, tick);
    script(reference, tick);
    strand_step(wide);
    strand_step(reference);
    most = fmax(most, apart(wide, reference));
  }
  return most;
}

static void begin_both(StrandCase *wide, StrandCase *reference, int beads)
{
  strand_begin(wide, WIDE, beads, 0.375);
  strand_begin(reference, REFERENCE, beads, 0.375);
  wide->params.damping = reference->params.damping = 0.0625;
}

static void lay_both(StrandCase *wide, StrandCase *reference, HhVec root, HhVec direction)
{
  strand_lay(wide, root, direction);
  strand_lay(reference, root, direction);
}

static void leave(StrandCase *c, int tick)
{
  (void)c, (void)tick;
}

static void sway(StrandCase *c, int tick)
{
  c->drive.root.x = 20.25 + 0.0078125 * (32 - abs(tick % 64 - 32));
}

static void reach_out(StrandCase *c, int tick)
{
  c->drive.pull = tick % 100 < 60 ? hh_vec(0.03125, 0.015625) : hh_vec(0, 0);
}

/* A pinned rope whose ends come nearer, so that it sags; let go at last. */
static void sag(StrandCase *c, int tick)
{
  c->drive.pinned = tick < 200;
  c->drive.pin = hh_vec(20.25 + 0.375 * c->beads, 24.5);
  c->drive.root.x = 20.25 + 0.00390625 * (tick < 150 ? tick : 150);
}

/* A coordinate below 32 is rounded by at most 2^-20 (half a step of a float) each time; a tick does
 * so about eight times on a bead's way. What is off in a position goes on as velocity until it is
 * damped, 1 / 0.0625 = 16 ticks, and what is off in velocity does so too; a strand whose sticks
 * share it has BEADS of each. Without growth of differences: 8 x 16 x 16 x 2^-20 = 2e-3 tiles at
 * the very most; by chance, the root of the number of roundings, 2e-4. Sharp turns multiply it. */
static const double bound_t = 2e-3;

static void the_kernel_goes_where_its_reference_goes(void **state)
{
  (void)state;
  static StrandCase wide, reference;
  static const struct {
    Script *script;
    HhVec direction;
    const char *name;
  } runs[] = {{leave, {1, -0.5}, "falls and swings"},
              {sway, {0, 0}, "swayed"},
              {reach_out, {0, 0}, "reaches out"},
              {sag, {1, 0}, "sags and is let go"}};
  for (int run = 0; run < 4; run++)
    for (int beads = 1; beads <= BEADS; beads += 5) {
      begin_both(&wide, &reference, beads);
      lay_both(&wide, &reference, hh_vec(20.25, 24.5), runs[run].direction);
      double most = most_apart(&wide, &reference, runs[run].script, 240);
      if (most > bound_t) fail_msg("%s, %d beads: %g tiles apart", runs[run].name, beads, most);
    }
}

/* On a floor and along a wall, where the same bead has to meet the same face. */
static void both_lie_down_alike(void **state)
{
  (void)state;
  static StrandCase wide, reference;
  begin_both(&wide, &reference, BEADS);
  strand_fill(&wide, 0, 0, CASE_SIDE, 20, HH_TILE_SOLID);
  strand_fill(&reference, 0, 0, CASE_SIDE, 20, HH_TILE_SOLID);
  lay_both(&wide, &reference, hh_vec(20.25, 22.5), hh_vec(1, -0.25));
  double most = most_apart(&wide, &reference, leave, 400);
  if (most > 10 * bound_t) fail_msg("%g tiles apart", most);
}

static void both_keep_their_sticks_at_every_pull(void **state)
{
  (void)state;
  static StrandCase c;
  for (int way = WIDE; way <= REFERENCE; way++) {
    strand_begin(&c, way, BEADS, 0.375);
    strand_lay(&c, hh_vec(20.25, 24.5), hh_vec(1, -0.5));
    for (int tick = 0; tick < 500; tick++) {
      reach_out(&c, tick);
      strand_step(&c);
      assert_true(strand_stretch(&c) < 0.03);
    }
  }
}

/* Mirrored at x = 32, where floats are as fine on both sides when they are multiples of 2^-16. */
static void the_reference_mirrored_makes_the_mirrored_motion(void **state)
{
  (void)state;
  static StrandCase right, left;
  strand_begin(&right, REFERENCE, BEADS, 0.375);
  strand_begin(&left, REFERENCE, BEADS, 0.375);
  strand_fill(&right, 36, 20, 4, 4, HH_TILE_SOLID);
  strand_fill(&left, 24, 20, 4, 4, HH_TILE_SOLID);
  strand_lay(&right, hh_vec(34.5, 25.25), hh_vec(1, 0.25));
  strand_lay(&left, hh_vec(29.5, 25.25), hh_vec(-1, 0.25));
  for (int tick = 0; tick < 100; tick++) {
    strand_step(&right);
    strand_step(&left);
    for (int i = 0; i < BEADS; i++) {
      CHECK_NEAR(right.reference.at[i].x - 32, 32 - left.reference.at[i].x, 1e-9);
      CHECK_NEAR(right.reference.at[i].y, left.reference.at[i].y, 1e-9);
    }
  }
}

static void a_rope_of_equal_beads_hangs_and_lies_where_the_reference_does(void **state)
{
  (void)state;
  static StrandCase rope, reference;
  strand_begin(&rope, ROPE, BEADS, 0.375);
  strand_begin(&reference, REFERENCE, BEADS, 0.375);
  rope.params.damping = reference.params.damping = 0.0625;
  lay_both(&rope, &reference, hh_vec(20.25, 24.5), hh_vec(1, -1));
  for (int tick = 0; tick < 1000; tick++) {
    strand_step(&rope);
    strand_step(&reference);
  }
  assert_true(apart(&rope, &reference) < 0.004 * 0.375 * BEADS); /* the reference is as slack */
}

static void no_call_makes_a_strand_that_is_no_number(void **state)
{
  (void)state;
  const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e308, -1e155, 1e71};
  const HhStrandParams params = {.gravity = 0.00625, .damping = 0.2};
  for (int c = 0; c < 6 * 8; c++) {
    double value = bad[c % 6];
    int way = c / 6;
    HhStrandReference strand;
    hh_strand_reference_lay(NULL, 8, hh_vec(5, 5), hh_vec(1, way == 0 ? value : 0),
                            way == 1 ? value : 0.5, &strand);
    for (int tick = 0; tick < 60; tick++) {
      bool odd = tick == 5;
      HhStrandReferenceDrive drive = {.root = {5, odd && way == 2 ? value : 5},
                                      .pin = {odd && way == 3 ? value : 6, 5},
                                      .pull = {odd && way == 4 ? value : 0, 0},
                                      .stick = odd && way == 5 ? value : 0.5,
                                      .pinned = way == 3};
      if (odd && way == 6)
        hh_strand_reference_teleport(NULL, hh_vec(0, value), hh_vec(5, 5), &strand);
      if (odd && way == 7)
        hh_strand_reference_teleport(NULL, hh_vec(0, 0), hh_vec(value, 5), &strand);
      hh_strand_reference_step(&params, NULL, &drive, &strand);
      for (int i = 0; i < 8; i++)
        if (!hh_vec_finite(strand.at[i]) || !hh_vec_finite(strand.before[i]))
          fail_msg("way %d, %g, tick %d", way, value, tick);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_kernel_goes_where_its_reference_goes),
      cmocka_unit_test(both_lie_down_alike),
      cmocka_unit_test(both_keep_their_sticks_at_every_pull),
      cmocka_unit_test(the_reference_mirrored_makes_the_mirrored_motion),
      cmocka_unit_test(a_rope_of_equal_beads_hangs_and_lies_where_the_reference_does),
      cmocka_unit_test(no_call_makes_a_strand_that_is_no_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
