/* Strands side by side: what no input may do to them, and that they move as beads on sticks do. */
#include "check.h"

#include "base/hash.h"
#include "base/random.h"
#include "chain/strand.h"
#include "strand_scene.h"

enum { SIDE = 48, BYTES = (SIDE + 2) * (SIDE + 2) + 3, GROUPS = 5 };

typedef struct Den {
  uint8_t memory[BYTES], *tiles;
  int label[SIDE][SIDE]; /* of free tiles that hang together by their sides; 0: solid */
  HhRoom room;
} Den;

/* The performance study's. */
static HhStrandParams study(void)
{
  return (HhStrandParams){
      .gravity = 0.00625, .damping = 0.0125, .friction = 0.3, .bounce = 0, .radius = 0.1};
}

static double draw(HhRandom *random, double low, double high)
{
  return hh_random_range(random, low, high);
}

/* One after the other: the order of arguments is the compiler's. */
static HhVec draw_vec(HhRandom *random, double low, double high)
{
  double x = draw(random, low, high);
  return hh_vec(x, draw(random, low, high));
}

static void label_from(Den *den, int x, int y, int label)
{
  static int stack[4 * SIDE * SIDE];
  int count = 0;
  stack[count++] = y * SIDE + x;
  while (count) {
    int at = stack[--count];
    x = at % SIDE, y = at / SIDE;
    if (hh_tile_solid(hh_room_tile(&den->room, x, y)) || den->label[y][x]) continue;
    den->label[y][x] = label;
    if (x > 0) stack[count++] = at - 1;
    if (x < SIDE - 1) stack[count++] = at + 1;
    if (y > 0) stack[count++] = at - SIDE;
    if (y < SIDE - 1) stack[count++] = at + SIDE;
  }
}

/* A room of random tiles. Where many are solid it is full of walls one tile thick and of solids
 * that meet at corners. */
static void den_make(HhRandom *random, double solids, double slopes, Den *den)
{
  memset(den, 0, sizeof *den);
  den->room = hh_room_clear(SIDE, SIDE, den->memory, &den->tiles);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      double r = hh_random_unit(random);
      uint8_t tile = r < solids ? HH_TILE_SOLID
                     : r < solids + slopes
                         ? (uint8_t)(HH_TILE_SLOPE_SE + (int)hh_random_index(random, 4))
                         : HH_TILE_AIR;
      uint8_t carried = (uint8_t)(hh_random_index(random, 32) << 3);
      den->tiles[y * den->room.stride + x] = tile | (tile ? 0 : carried);
    }
  for (int y = 0, label = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      if (!den->label[y][x]) label_from(den, x, y, ++label);
}

static HhVec den_free(HhRandom *random, const Den *den)
{
  for (;;) {
    HhVec at = draw_vec(random, 0, SIDE - 0.001);
    at = hh_vec((double)(float)at.x, (double)(float)at.y);
    if ((hh_room_tile(&den->room, (int)at.x, (int)at.y) & HH_TILE_KIND) == HH_TILE_AIR) return at;
  }
}

static HhVec bead(const HhStrands *group, int i, int lane)
{
  return hh_vec((double)group->x[i][lane], (double)group->y[i][lane]);
}

static int label_at(const Den *den, HhVec at)
{
  assert_true(at.x >= 0 && at.y >= 0 && at.x < SIDE && at.y < SIDE);
  return den->label[(int)at.y][(int)at.x];
}

static void throw(HhRandom * random, int beads, double fastest, HhStrands *group, int lane)
{
  for (int i = 0; i < beads; i++) {
    double u = hh_random_unit(random);
    HhVec v = hh_vec_scale(hh_vec_unit(draw_vec(random, -1, 1)), fastest * u * u * u * u);
    group->x_before[i][lane] = group->x[i][lane] - (float)v.x;
    group->y_before[i][lane] = group->y[i][lane] - (float)v.y;
  }
}

/* Law: what cannot be walked from tile to tile by sides is not reached, however fast; corners that
 * touch are shut. The labels are of a flood fill, which knows nothing of strands. */
static void throw_in_dens(double solids, double slopes, long throws, HhStrandWide wide)
{
  static Den den;
  HhRandom random = hh_random(11, HH_STREAM_TEST, (uint32_t)(100 * slopes));
  long done = 0, swept = 0;
  while (done < throws) {
    den_make(&random, solids, slopes, &den);
    for (int round = 0; round < 40; round++) {
      HhStrandParams params = study();
      params.radius = draw(&random, 0, 0.4);
      params.bounce = draw(&random, 0, 1);
      params.friction = draw(&random, 0, 1);
      int beads = 1 + (int)hh_random_index(&random, HH_STRAND_BEADS);
      enum { THROWN = 2 };
      static HhStrands groups[THROWN];
      HhStrandDrive drives[THROWN] = {0};
      HhStrandCount count = {0};
      for (int s = 0; s < THROWN * HH_STRAND_LANES; s++) {
        int k = s % HH_STRAND_LANES;
        HhStrandDrive *drive = &drives[s / HH_STRAND_LANES];
        HhStrands *group = &groups[s / HH_STRAND_LANES];
        HhVec root = den_free(&random, &den);
        drive->stick[k] = (float)draw(&random, 0, 1);
        drive->root_x[k] = (float)root.x;
        drive->root_y[k] = (float)root.y;
        hh_strand_lay(&den.room, beads, root, draw_vec(&random, -1, 1), (double)drive->stick[k],
                      group, k);
        drive->pinned[k] = hh_random_index(&random, 4) ? 0 : -1;
        drive->pin_x[k] = group->x[beads - 1][k];
        drive->pin_y[k] = group->y[beads - 1][k];
        throw(&random, beads, 100, group, k);
      }
      for (int tick = 0; tick < 3; tick++) {
        hh_strands_step(wide, &params, &den.room, beads, drives, groups, THROWN, &count);
        for (int s = 0; s < THROWN * HH_STRAND_LANES; s++)
          for (int i = 0; i < beads; i++) {
            int g = s / HH_STRAND_LANES, k = s % HH_STRAND_LANES;
            HhVec at = bead(&groups[g], i, k);
            HhVec root = {(double)drives[g].root_x[k], (double)drives[g].root_y[k]};
            if (hh_room_inside(&den.room, at)) fail_msg("inside at %.9g %.9g", at.x, at.y);
            assert_int_equal(label_at(&den, at), label_at(&den, root));
          }
      }
      assert_int_equal(count.relaid, 0);
      done += beads * THROWN * HH_STRAND_LANES;
      swept += count.swept;
    }
  }
  assert_true(swept > done / 4); /* many throws are fast ones */
}

static void no_throw_goes_through_a_wall_or_a_corner(void **state)
{
  (void)state;
  long throws = check_full() ? 10000000 : 40000;
  throw_in_dens(0.45, 0, throws, hh_strand_wide());
  throw_in_dens(0.15, 0, throws / 4, hh_strand_wide());
  throw_in_dens(0.35, 0, throws / 4, HH_STRAND_PLAIN);
}

static void no_bead_is_inside_a_slope(void **state)
{
  (void)state;
  long throws = check_full() ? 3000000 : 20000;
  throw_in_dens(0.25, 0.2, throws, hh_strand_wide());
  throw_in_dens(0.05, 0.1, throws, hh_strand_wide());
}

/* Strands anywhere, driven anyhow; `wild`: now and then by what is no number. */
static void shake(HhRandom *random, const Den *den, int beads, bool wild, HhStrandDrive *drive,
                  HhStrands *group, int lane)
{
  HhVec root = {(double)drive->root_x[lane], (double)drive->root_y[lane]};
  for (int i = 0; i < 8; i++) { /* a step to where it can be */
    HhVec to = hh_vec_add(root, draw_vec(random, -0.15, 0.15));
    if (hh_room_inside(&den->room, to)) continue;
    root = to;
    break;
  }
  drive->root_x[lane] = (float)root.x;
  drive->root_y[lane] = (float)root.y;
  drive->pull_x[lane] = (float)draw(random, -0.03, 0.03);
  drive->pull_y[lane] = (float)draw(random, -0.03, 0.03);
  if (hh_random_index(random, 6) == 0) {
    drive->pinned[lane] = ~drive->pinned[lane];
    drive->pin_x[lane] = group->x[beads - 1][lane];
    drive->pin_y[lane] = group->y[beads - 1][lane];
    if (hh_random_index(random, 2)) { /* about the middle of its tile, which is on a slope */
      drive->pin_x[lane] =
          floorf(drive->pin_x[lane]) + (hh_random_index(random, 2) ? 0.4999f : 0.5001f);
      drive->pin_y[lane] =
          floorf(drive->pin_y[lane]) + (hh_random_index(random, 2) ? 0.4999f : 0.5001f);
    }
  }
  if (hh_random_index(random, 60) == 0) throw(random, beads, 10, group, lane);
  if (!wild || hh_random_index(random, 40)) return;
  static const float odd[] = {(float)NAN, (float)INFINITY, -(float)INFINITY, 3e38f, -1e30f, 0, -5};
  float value = odd[hh_random_index(random, sizeof odd / sizeof *odd)];
  float *at[] = {
      &drive->root_x[lane],     &drive->root_y[lane],       &drive->stick[lane],
      &drive->pull_x[lane],     &drive->pull_y[lane],       &drive->pin_x[lane],
      &group->x[0][lane],       &group->y[beads / 2][lane], &group->x_before[beads - 1][lane],
      &group->y_before[0][lane]};
  *at[hh_random_index(random, sizeof at / sizeof *at)] = value;
}

static void start(HhRandom *random, const Den *den, int beads, HhStrandDrive *drives,
                  HhStrands *groups)
{
  memset(drives, 0, GROUPS * sizeof *drives);
  memset(groups, 0, GROUPS * sizeof *groups);
  for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++) {
    int g = s / HH_STRAND_LANES, k = s % HH_STRAND_LANES;
    /* Every other group is together at one place, as the tentacles of a creature are. */
    HhVec root = g % 2 && k ? hh_vec((double)drives[g].root_x[0], (double)drives[g].root_y[0])
                            : den_free(random, den);
    drives[g].stick[k] = (float)draw(random, 0.05, 0.6);
    drives[g].root_x[k] = (float)root.x;
    drives[g].root_y[k] = (float)root.y;
    hh_strand_lay(&den->room, beads, root, draw_vec(random, -1, 1), (double)drives[g].stick[k],
                  &groups[g], k);
  }
}

/* Dens of several kinds: open, narrow, with slopes, all slopes. */
static void den_of(HhRandom *random, int i, Den *den)
{
  static const double solids[] = {0.02, 0.1, 0.3, 0.05, 0.02}, slopes[] = {0, 0, 0, 0.05, 0.12};
  den_make(random, solids[i % 5], slopes[i % 5], den);
}

/* Law: + - x / and whole parts are alike in every instruction set. */
static void all_compilations_give_the_same_bits(void **state)
{
  (void)state;
  if (hh_strand_wide() == HH_STRAND_PLAIN) {
    print_message("skipped: this build or processor has one compilation only\n");
    skip();
  }
  static Den den;
  static HhStrands one[GROUPS], two[GROUPS], begin[GROUPS];
  HhStrandDrive drives[GROUPS];
  HhStrandParams params = study();
  HhRandom random = hh_random(12, HH_STREAM_TEST, 0);
  HhStrandCount a = {0};
  int dens = check_full() ? 2000 : 40;
  for (int d = 0; d < dens; d++) {
    den_of(&random, d, &den);
    int beads = d % 3 ? 16 : 1 + (int)hh_random_index(&random, HH_STRAND_BEADS);
    start(&random, &den, beads, drives, one);
    for (int tick = 0; tick < 100; tick++) {
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++)
        shake(&random, &den, beads, d % 5 == 0, &drives[s / HH_STRAND_LANES],
              &one[s / HH_STRAND_LANES], s % HH_STRAND_LANES);
      memcpy(begin, one, sizeof begin);
      HhStrandCount before = a;
      int groups = GROUPS - tick % 2;
      hh_strands_step(HH_STRAND_PLAIN, &params, &den.room, beads, drives, one, groups, &a);
      for (int wide = HH_STRAND_V3; wide <= (int)hh_strand_wide(); wide++) {
        HhStrandCount b = before;
        memcpy(two, begin, sizeof two);
        hh_strands_step((HhStrandWide)wide, &params, &den.room, beads, drives, two, groups, &b);
        assert_memory_equal(one, two, sizeof two);
        assert_memory_equal(&a, &b, sizeof a);
      }
    }
  }
  assert_true(a.swept > 100 && a.relaid > 10);
}

/* Law: a lane's bits are its own, wherever it lies and whoever lies beside it. */
static void a_strand_does_not_feel_its_neighbours(void **state)
{
  (void)state;
  static Den den;
  static HhStrands all[GROUPS], other[GROUPS];
  HhStrandDrive drives[GROUPS], others[GROUPS];
  HhStrandParams params = study();
  HhRandom random = hh_random(13, HH_STREAM_TEST, 0);
  HhStrandCount count = {0};
  for (int d = 0; d < (check_full() ? 1000 : 30); d++) {
    den_of(&random, d, &den);
    start(&random, &den, 16, drives, all);
    start(&random, &den, 16, others, other);
    for (int tick = 0; tick < 60; tick++) {
      int from = (int)hh_random_index(&random, GROUPS * HH_STRAND_LANES);
      int to = (int)hh_random_index(&random, GROUPS * HH_STRAND_LANES);
      int g = from / 8, k = from % 8, h = to / 8, m = to % 8;
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++) {
        shake(&random, &den, 16, false, &drives[s / 8], &all[s / 8], s % 8);
        shake(&random, &den, 16, d % 2, &others[s / 8], &other[s / 8], s % 8);
      }
      float *a = &drives[g].root_x[k], *b = &others[h].root_x[m];
      for (size_t i = 0; i < sizeof *drives / sizeof *a; i += HH_STRAND_LANES)
        memcpy(b + i, a + i, sizeof *a);
      float *p = &all[g].x[0][k], *q = &other[h].x[0][m];
      for (size_t i = 0; i < sizeof *all / sizeof *p; i += HH_STRAND_LANES)
        q[i] = p[i];
      hh_strands_step(hh_strand_wide(), &params, &den.room, 16, drives, all, GROUPS, &count);
      hh_strands_step(hh_strand_wide(), &params, &den.room, 16, others, other, GROUPS, &count);
      for (size_t i = 0; i < sizeof *all / sizeof *p; i += HH_STRAND_LANES)
        assert_memory_equal(p + i, q + i, sizeof *p);
    }
  }
}

/* By how much of its length the worst stick of lane `lane` is off. */
static double worst_stick(const HhStrandDrive *drive, const HhStrands *group, int beads, int lane)
{
  HhVec last = {(double)drive->root_x[lane], (double)drive->root_y[lane]};
  double stick = (double)drive->stick[lane], worst = 0;
  for (int i = 0; i < beads; i++) {
    HhVec at = bead(group, i, lane);
    worst = fmax(worst, fabs(hh_vec_distance(at, last) / stick - 1));
    last = at;
  }
  return worst;
}

static void each_strand_tells_how_far_its_worst_stick_is_off(void **state)
{
  (void)state;
  static Den den;
  static HhStrands groups[GROUPS];
  HhStrandDrive drives[GROUPS];
  HhStrandParams params = study();
  HhRandom random = hh_random(18, HH_STREAM_TEST, 0);
  HhStrandCount count = {0};
  int far = 0, near = 0;
  for (int d = 0; d < (check_full() ? 500 : 15); d++) {
    den_of(&random, d, &den);
    start(&random, &den, 16, drives, groups);
    for (int tick = 0; tick < 60; tick++) {
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++)
        shake(&random, &den, 16, false, &drives[s / 8], &groups[s / 8], s % 8);
      hh_strands_step(hh_strand_wide(), &params, &den.room, 16, drives, groups, GROUPS, &count);
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++) {
        double worst = worst_stick(&drives[s / 8], &groups[s / 8], 16, s % 8);
        double told = (double)groups[s / 8].stretch[s % 8];
        if (told == 0) {
          near++;
          CHECK_NEAR(worst, 0, 0.0061);
        } else {
          far++;
          CHECK_NEAR(told, worst, 1e-4 * (1 + worst));
        }
      }
    }
  }
  assert_true(near > 10000 && far > 100);
}

/* Law: a tip that holds is where it holds, on slopes too, whatever the strands beside it do. */
static void a_pinned_tip_stays_at_its_pin(void **state)
{
  (void)state;
  static Den den;
  static HhStrands groups[GROUPS];
  HhStrandDrive drives[GROUPS];
  HhStrandParams params = study();
  HhRandom random = hh_random(17, HH_STREAM_TEST, 0);
  HhStrandCount count = {0};
  long on_slopes = 0;
  for (int d = 0; d < (check_full() ? 500 : 25); d++) {
    den_of(&random, d, &den);
    start(&random, &den, 16, drives, groups);
    for (int tick = 0; tick < 60; tick++) {
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++)
        shake(&random, &den, 16, false, &drives[s / 8], &groups[s / 8], s % 8);
      hh_strands_step(hh_strand_wide(), &params, &den.room, 16, drives, groups, GROUPS, &count);
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++) {
        const HhStrandDrive *drive = &drives[s / 8];
        float x = drive->pin_x[s % 8], y = drive->pin_y[s % 8];
        HhVec pin = {(double)x, (double)y}, tip = bead(&groups[s / 8], 15, s % 8);
        if (!drive->pinned[s % 8] || hh_room_inside(&den.room, pin)) continue;
        if (x == floorf(x) || y == floorf(y)) continue; /* a face: it may be held before it */
        bool slope = (hh_room_tile(&den.room, (int)x, (int)y) & HH_TILE_KIND) > HH_TILE_SOLID;
        CHECK_NEAR(hh_vec_distance(tip, pin), 0, slope ? 0.002 : 0);
        assert_false(hh_room_inside(&den.room, tip));
        on_slopes += slope;
      }
    }
  }
  assert_true(on_slopes > 100);
}

static void no_input_leaves_what_is_no_number_or_inside(void **state)
{
  (void)state;
  static Den den;
  static HhStrands groups[GROUPS];
  HhStrandDrive drives[GROUPS];
  HhRandom random = hh_random(14, HH_STREAM_TEST, 0);
  HhStrandCount count = {0};
  for (int d = 0; d < (check_full() ? 3000 : 100); d++) {
    HhStrandParams params = study();
    params.gravity = draw(&random, 0, 1);
    params.damping = draw(&random, 0, 1);
    den_of(&random, d, &den);
    int beads = 1 + (int)hh_random_index(&random, HH_STRAND_BEADS);
    start(&random, &den, beads, drives, groups);
    for (int tick = 0; tick < 30; tick++) {
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++)
        shake(&random, &den, beads, true, &drives[s / 8], &groups[s / 8], s % 8);
      hh_strands_step(hh_strand_wide(), &params, &den.room, beads, drives, groups, GROUPS, &count);
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++) {
        const HhStrands *group = &groups[s / 8];
        for (int i = 0; i < beads; i++) {
          assert_true(isfinite(group->x_before[i][s % 8]) && isfinite(group->y_before[i][s % 8]));
          assert_true(hh_vec_finite(bead(group, i, s % 8)));
          assert_false(hh_room_inside(&den.room, bead(group, i, s % 8)));
        }
        if (!isfinite(drives[s / 8].root_x[s % 8]))
          drives[s / 8].root_x[s % 8] = groups[s / 8].x[0][s % 8];
        if (!isfinite(drives[s / 8].root_y[s % 8]))
          drives[s / 8].root_y[s % 8] = groups[s / 8].y[0][s % 8];
        drives[s / 8].stick[s % 8] = 0.3f;
      }
    }
  }
  assert_true(count.relaid > 100);
}

/* A large empty room with a floor of `floor` rows. */
static void den_open(int floor, Den *den)
{
  memset(den, 0, sizeof *den);
  den->room = hh_room_clear(SIDE, SIDE, den->memory, &den->tiles);
  for (int y = 0; y < floor; y++)
    memset(den->tiles + y * den->room.stride, HH_TILE_SOLID, SIDE);
}

/* One lane that matters, at rest from `root` along `direction`. */
static void lay_one(const Den *den, int beads, HhVec root, HhVec direction, double stick,
                    HhStrandDrive *drive, HhStrands *group)
{
  memset(group, 0, sizeof *group);
  *drive = (HhStrandDrive){0};
  for (int k = 0; k < HH_STRAND_LANES; k++) {
    drive->root_x[k] = (float)root.x;
    drive->root_y[k] = (float)root.y;
    drive->stick[k] = (float)stick;
    hh_strand_lay(&den->room, beads, root, direction, stick, group, k);
  }
}

static void step_one(const Den *den, const HhStrandParams *params, int beads,
                     const HhStrandDrive *drive, HhStrands *group)
{
  HhStrandCount count = {0};
  hh_strands_step(hh_strand_wide(), params, &den->room, beads, drive, group, 1, &count);
  assert_int_equal(count.relaid, 0);
}

/* As when a wall comes up about it; alone, crossing a face, and past a corner on its way out. */
static void what_begins_inside_a_solid_is_laid_anew_by_both_compilations(void **state)
{
  (void)state;
  static Den den;
  static HhStrands group, other;
  static const float speeds[][2] = {{0, 0}, {0, 0.4f}, {0.4f, 0.4f}};
  HhStrandParams params = study();
  HhStrandDrive drive;
  den_open(5, &den);
  for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
    lay_one(&den, 16, hh_vec(20, 8), hh_vec(1, 0), 0.4, &drive, &group);
    group.x[12][3] = 24.9f;
    group.y[12][3] = k ? 4.9f : 2.5f;
    group.x_before[12][3] = group.x[12][3] - speeds[k][0];
    group.y_before[12][3] = group.y[12][3] - speeds[k][1];
    other = group;
    HhStrandCount counted = {0}, counted_too = {0};
    hh_strands_step(hh_strand_wide(), &params, &den.room, 16, &drive, &group, 1, &counted);
    hh_strands_step(HH_STRAND_PLAIN, &params, &den.room, 16, &drive, &other, 1, &counted_too);
    assert_int_equal(counted.relaid, 1);
    assert_int_equal(counted_too.relaid, 1);
    assert_memory_equal(&group, &other, sizeof group);
    assert_false(hh_room_inside(&den.room, bead(&group, 12, 3)));
  }
}

/* T = 2 pi sqrt(L / g) (1 + a^2 / 16) of a pendulum of amplitude a. */
static void a_bead_on_a_stick_is_a_pendulum(void **state)
{
  (void)state;
  static Den den;
  HhStrands group;
  HhStrandDrive drive;
  HhStrandParams params = study();
  params.damping = 0;
  den_open(0, &den);
  double amplitude = 0.2, stick = 4;
  lay_one(&den, 1, hh_vec(24, 24), hh_vec(sin(amplitude), -cos(amplitude)), stick, &drive, &group);
  double crossed[3] = {0}, was = 1;
  int crossings = 0;
  for (int tick = 1; crossings < 3 && tick < 1000; tick++) {
    step_one(&den, &params, 1, &drive, &group);
    double x = (double)group.x[0][3] - 24;
    if (x * was < 0) crossed[crossings++] = tick - x / (x - was);
    was = x;
  }
  double period = 2 * 3.14159265 * sqrt(stick / params.gravity) * (1 + amplitude * amplitude / 16);
  CHECK_RELATIVE(crossed[2] - crossed[0], period, 0.005);
}

/* Verlet: after t ticks it has risen v t - g t (t + 1) / 2. Its stick is of the length that it has
 * at the start, and it goes round its root with no change of it. */
static void a_strand_whose_root_falls_with_it_falls_freely(void **state)
{
  (void)state;
  static Den den;
  HhStrands group;
  HhStrandDrive drive;
  HhStrandParams params = study();
  params.damping = 0;
  den_open(0, &den);
  lay_one(&den, 4, hh_vec(24.3, 24.6), hh_vec(1, 0.7), 0.4, &drive, &group);
  HhStrands first = group;
  double v = 0.2, g = params.gravity;
  for (int k = 0; k < HH_STRAND_LANES; k++)
    for (int i = 0; i < 4; i++)
      group.y_before[i][k] -= (float)v;
  for (int t = 1; t <= 40; t++) {
    double rise = v * t - g * t * (t + 1) / 2;
    for (int k = 0; k < HH_STRAND_LANES; k++)
      drive.root_y[k] = (float)(24.6 + rise);
    step_one(&den, &params, 4, &drive, &group);
    for (int i = 0; i < 4; i++) {
      CHECK_NEAR((double)(group.y[i][7] - first.y[i][7]), rise, 5e-4);
      CHECK_NEAR((double)(group.x[i][7] - first.x[i][7]), 0, 5e-4);
    }
  }
}

/* Beads at rest hang straight down, each stick its length. */
static void a_strand_comes_to_rest_hanging_straight(void **state)
{
  (void)state;
  static Den den;
  HhStrands group;
  HhStrandDrive drive;
  HhStrandParams params = study();
  params.damping = 0.05;
  den_open(0, &den);
  lay_one(&den, 16, hh_vec(24, 24), hh_vec(1, 0.3), 0.4, &drive, &group);
  for (int tick = 0; tick < 1500; tick++)
    step_one(&den, &params, 16, &drive, &group);
  for (int i = 0; i < 16; i++) {
    CHECK_NEAR((double)group.x[i][5], 24, 0.01);
    CHECK_NEAR((double)group.y[i][5], 24 - 0.4 * (i + 1), 0.002 * (i + 1));
  }
}

/* A pull at the tip stronger than gravity holds the strand out straight along it. */
static void a_pull_stretches_a_strand_toward_it(void **state)
{
  (void)state;
  static Den den;
  HhStrands group;
  HhStrandDrive drive;
  HhStrandParams params = study();
  params.damping = 0.05;
  params.gravity = 0;
  den_open(0, &den);
  lay_one(&den, 16, hh_vec(24, 24), hh_vec(0, -1), 0.4, &drive, &group);
  for (int k = 0; k < HH_STRAND_LANES; k++)
    drive.pull_x[k] = 0.03f;
  for (int tick = 0; tick < 1000; tick++)
    step_one(&den, &params, 16, &drive, &group);
  CHECK_RELATIVE((double)group.x[15][2] - 24, 16 * 0.4, 0.006);
  CHECK_NEAR((double)group.y[15][2], 24, 0.05);
}

/* On the floor a bead lies its radius above it, and friction takes its share of the speed each
 * tick. Its root goes along above it, so that the stick, upright, takes no part. */
static void a_bead_slides_on_the_floor_and_is_slowed(void **state)
{
  (void)state;
  static Den den;
  HhStrands group;
  HhStrandDrive drive;
  HhStrandParams params = study();
  params.damping = 0;
  params.friction = 0.2;
  den_open(4, &den);
  lay_one(&den, 1, hh_vec(20.3, 4.85), hh_vec(0, -1), 0.75, &drive, &group);
  double x = 20.3, v = 0.11;
  for (int k = 0; k < HH_STRAND_LANES; k++)
    group.x_before[0][k] -= (float)v;
  for (int tick = 0; tick < 10; tick++) {
    x += v;
    v *= 0.8;
    for (int k = 0; k < HH_STRAND_LANES; k++)
      drive.root_x[k] = (float)x;
    step_one(&den, &params, 1, &drive, &group);
    CHECK_NEAR((double)group.x[0][1], x, 1e-4);
    CHECK_NEAR((double)group.y[0][1], 4.1, 1e-4);
  }
}

/* A fall ends at the floor with its speed turned and halved. */
static void a_bead_bounces(void **state)
{
  (void)state;
  static Den den;
  HhStrands group;
  HhStrandDrive drive;
  HhStrandParams params = study();
  params.damping = params.gravity = 0;
  params.bounce = 0.5;
  den_open(4, &den);
  lay_one(&den, 1, hh_vec(20, 10), hh_vec(0, -1), 0, &drive, &group);
  double y = 4.3, v = -0.3;
  for (int k = 0; k < HH_STRAND_LANES; k++) {
    group.y[0][k] = (float)y;
    group.y_before[0][k] = (float)(y - v);
    drive.stick[k] = 4; /* hangs above: root 4 tiles off at the contact, and follows */
  }
  for (int tick = 0; tick < 3; tick++) {
    y = tick == 0 ? 4.1 : y + 0.15;
    for (int k = 0; k < HH_STRAND_LANES; k++)
      drive.root_y[k] = (float)(y + 4);
    step_one(&den, &params, 1, &drive, &group);
    CHECK_NEAR((double)group.y[0][0], y, 1e-4);
  }
}

static void a_strand_is_laid_as_far_as_the_room_allows(void **state)
{
  (void)state;
  static Den den;
  HhStrands group;
  den_open(4, &den);
  hh_strand_lay(&den.room, 16, hh_vec(10.5, 7.25), hh_vec(0, -2.385), 0.4, &group, 6);
  for (int i = 0; i < 16; i++) {
    CHECK_NEAR((double)group.x[i][6], 10.5, 1e-6);
    CHECK_NEAR((double)group.y[i][6], fmax(7.25 - 0.4 * (i + 1), 4), 0.002);
    assert_false(hh_room_inside(&den.room, bead(&group, i, 6)));
  }
  /* No direction is down, no length is none, and what is no number is neither. */
  hh_strand_lay(&den.room, 2, hh_vec(10.5, 20), hh_vec(0, 0), 0.4, &group, 0);
  CHECK_NEAR((double)group.y[1][0], 19.2, 0.002);
  hh_strand_lay(&den.room, 2, hh_vec(10.5, 20), hh_vec((double)NAN, 1), (double)NAN, &group, 0);
  CHECK_NEAR((double)group.y[1][0], 20, 0.002);
  /* A root in solid matter is the nearest free tile. */
  hh_strand_lay(&den.room, 2, hh_vec(10.5, 1.5), hh_vec(1, 0), 0.1, &group, 0);
  CHECK_NEAR((double)group.y[1][0], 4.5, 1e-5);
  hh_strand_lay(&den.room, 2, hh_vec((double)INFINITY, (double)NAN), hh_vec(1, 0), 0.1, &group, 0);
  assert_false(hh_room_inside(&den.room, bead(&group, 1, 0)));
}

/* Law: teleported with its root, a strand goes on as if nothing had happened. Whole tiles in an
 * empty room, so that only the rounding of coordinates differs. */
static void a_teleport_gives_no_kick(void **state)
{
  (void)state;
  static Den den;
  HhStrands group, twin;
  HhStrandDrive drive, moved;
  HhStrandParams params = study();
  den_open(0, &den);
  lay_one(&den, 16, hh_vec(12, 12), hh_vec(1, 0.5), 0.4, &drive, &group);
  for (int tick = 0; tick < 25; tick++)
    step_one(&den, &params, 16, &drive, &group);
  twin = group;
  moved = drive;
  for (int k = 0; k < HH_STRAND_LANES; k++) {
    moved.root_x[k] += 16;
    moved.root_y[k] += 17;
    hh_strand_teleport(&den.room, 16, hh_vec(16, 17), hh_vec(28, 29), 0.4, &twin, k);
  }
  for (int tick = 0; tick < 10; tick++) {
    step_one(&den, &params, 16, &drive, &group);
    step_one(&den, &params, 16, &moved, &twin);
  }
  for (int i = 0; i < 16; i++) {
    CHECK_NEAR((double)twin.x[i][4], (double)group.x[i][4] + 16, 1e-3);
    CHECK_NEAR((double)twin.y[i][4], (double)group.y[i][4] + 17, 1e-3);
  }
  /* Into the ground: what would be inside is laid from the bead before it. */
  den_open(28, &den);
  hh_strand_teleport(&den.room, 16, hh_vec(0, 0), hh_vec(28, 29), 0.4, &twin, 4);
  for (int i = 0; i < 16; i++)
    assert_false(hh_room_inside(&den.room, bead(&twin, i, 4)));
}

/* Requirement: in the scene of the benchmark 99.9 % of all sticks are within 0.6 %, none is off by
 * more than 3 %, and no bead is inside. */
static void sticks_keep_their_length_in_the_scene(void **state)
{
  (void)state;
  enum { CREATURES = 40, STRANDS = CREATURES * HHB_STRAND_TENTACLES, SCENE_GROUPS = STRANDS / 8 };
  static HhStrands groups[SCENE_GROUPS];
  static HhStrandDrive drives[SCENE_GROUPS];
  static HhbStrandHold holds[STRANDS];
  HhbStrandScene scene;
  HhStrandCount count = {0};
  assert_true(hhb_strand_scene_create(&scene, CREATURES, true));
  memset(holds, 0, sizeof holds);
  long sticks = 0, loose = 0;
  double worst = 0;
  for (int step = 0; step < (check_full() ? 2000 : 250); step++) {
    for (int s = 0; s < STRANDS; s++) {
      int i = s / HHB_STRAND_TENTACLES, k = s % HHB_STRAND_TENTACLES;
      HhVec root = hhb_strand_root(&scene, i, k, step);
      HhStrandDrive *drive = &drives[s / 8];
      if (step == 0)
        hh_strand_lay(&scene.room, HHB_STRAND_BEADS, root, hhb_strand_direction(k),
                      HHB_STRAND_STICK, &groups[s / 8], s % 8);
      hhb_strand_hold(&scene, i, k, step, bead(&groups[s / 8], HHB_STRAND_BEADS - 1, s % 8),
                      &holds[s]);
      drive->root_x[s % 8] = (float)root.x;
      drive->root_y[s % 8] = (float)root.y;
      drive->stick[s % 8] = (float)HHB_STRAND_STICK;
      drive->pin_x[s % 8] = (float)holds[s].at.x;
      drive->pin_y[s % 8] = (float)holds[s].at.y;
      drive->pinned[s % 8] = holds[s].held ? -1 : 0;
    }
    hh_strands_step(hh_strand_wide(), &scene.params, &scene.room, HHB_STRAND_BEADS, drives, groups,
                    SCENE_GROUPS, &count);
    for (int s = 0; s < STRANDS; s++) {
      HhVec last = {(double)drives[s / 8].root_x[s % 8], (double)drives[s / 8].root_y[s % 8]};
      for (int i = 0; i < HHB_STRAND_BEADS; i++) {
        HhVec at = bead(&groups[s / 8], i, s % 8);
        double stretch = fabs(hh_vec_distance(last, at) / HHB_STRAND_STICK - 1);
        if (step >= 100) { /* some were laid on the bumps, short */
          worst = fmax(worst, stretch);
          loose += stretch > 0.006;
          sticks++;
        }
        assert_false(hh_room_inside(&scene.room, at));
        last = at;
      }
    }
  }
  hhb_strand_scene_destroy(&scene);
  assert_int_equal(count.relaid, 0);
  assert_true(sticks > 0);
  CHECK_NEAR(worst, 0, 0.03);
  CHECK_NEAR((double)loose / (double)sticks, 0, 0.001);
}

/* Tripwire: the same bits from every compiler and processor. */
static void a_known_run_has_a_known_hash(void **state)
{
  (void)state;
  static Den den;
  static HhStrands groups[GROUPS];
  HhStrandDrive drives[GROUPS];
  HhStrandParams params = study();
  HhRandom random = hh_random(15, HH_STREAM_TEST, 0);
  HhStrandCount count = {0};
  uint64_t hash = hh_hash_start();
  for (int d = 0; d < 8; d++) {
    den_of(&random, d, &den);
    start(&random, &den, 16, drives, groups);
    for (int tick = 0; tick < 100; tick++) {
      for (int s = 0; s < GROUPS * HH_STRAND_LANES; s++)
        shake(&random, &den, 16, false, &drives[s / 8], &groups[s / 8], s % 8);
      hh_strands_step(hh_strand_wide(), &params, &den.room, 16, drives, groups, GROUPS, &count);
    }
    for (size_t i = 0; i < sizeof groups; i += sizeof hash) {
      uint64_t word;
      memcpy(&word, (const char *)groups + i, sizeof word);
      hash = hh_hash_word(hash, word);
    }
  }
  if (hh_hash_end(hash) != UINT64_C(0x1e51685b3f381aca))
    fail_msg("hash %llx", (unsigned long long)hh_hash_end(hash));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_throw_goes_through_a_wall_or_a_corner),
      cmocka_unit_test(no_bead_is_inside_a_slope),
      cmocka_unit_test(all_compilations_give_the_same_bits),
      cmocka_unit_test(a_pinned_tip_stays_at_its_pin),
      cmocka_unit_test(each_strand_tells_how_far_its_worst_stick_is_off),
      cmocka_unit_test(a_strand_does_not_feel_its_neighbours),
      cmocka_unit_test(no_input_leaves_what_is_no_number_or_inside),
      cmocka_unit_test(what_begins_inside_a_solid_is_laid_anew_by_both_compilations),
      cmocka_unit_test(a_bead_on_a_stick_is_a_pendulum),
      cmocka_unit_test(a_strand_whose_root_falls_with_it_falls_freely),
      cmocka_unit_test(a_strand_comes_to_rest_hanging_straight),
      cmocka_unit_test(a_pull_stretches_a_strand_toward_it),
      cmocka_unit_test(a_bead_slides_on_the_floor_and_is_slowed),
      cmocka_unit_test(a_bead_bounces),
      cmocka_unit_test(a_strand_is_laid_as_far_as_the_room_allows),
      cmocka_unit_test(a_teleport_gives_no_kick),
      cmocka_unit_test(sticks_keep_their_length_in_the_scene),
      cmocka_unit_test(a_known_run_has_a_known_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
