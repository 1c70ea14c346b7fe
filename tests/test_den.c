/* Dens: they begin holding, climb every room, hunt, and no order or number of threads matters. */
#include "check.h"

#include <limits.h>

#include <pthread.h>

#include "creature/body.h"
#include "creature/den_block.h"
#include "den_of.h"

/* Several blocks of daddies, the last one not full. */
enum { MANY = 2 * HH_DEN_BLOCK + 9 };

static DenOf herd_of(int daddies, int goal, uint32_t room)
{
  DenOf of;
  hh_den_preset(&of.settings);
  of.settings.den.daddies = daddies;
  of.settings.den.goal = goal;
  of.room = den_room(room, &of.tiles);
  return of;
}

static void every_tentacle_that_can_holds_at_the_start(void **state)
{
  (void)state;
  DenOf of = herd_of(6, HH_DEN_STAY, 1);
  assert_int_equal(den_begin(&of, 3), HH_RUNNING);
  for (int i = 0; i < 6; i++) {
    const HhDaddy *daddy = hh_den_daddy(of.den, i);
    assert_true(hh_daddy_holding(&of.den->shape, daddy) > 0);
    for (int k = 0; k < of.den->tentacles; k++) {
      if (!daddy->tentacles[k].holding) continue;
      assert_true(hh_room_holds(&of.room, daddy->tentacles[k].goal));
    }
  }
  den_end(&of);
}

static void who_stays_stays(void **state)
{
  (void)state;
  DenOf of = herd_of(3, HH_DEN_STAY, 4);
  assert_int_equal(den_begin(&of, 3), HH_RUNNING);
  HhVec at[3];
  for (int i = 0; i < 3; i++)
    at[i] = hh_body_middle(&of.den->shape, &hh_den_daddy(of.den, i)->body);
  for (int tick = 0; tick < 400; tick++)
    assert_int_equal(hh_den_step(&of.settings, &of.room, of.den), HH_RUNNING);
  for (int i = 0; i < 3; i++) {
    HhVec now = hh_body_middle(&of.den->shape, &hh_den_daddy(of.den, i)->body);
    CHECK_NEAR(hh_vec_distance(at[i], now), 0, 1);
    assert_int_equal(hh_den_record(of.den, i)->falls, 0);
  }
  den_end(&of);
}

/* One daddy from exit to exit, without a fall; false: it is still on its way after 8,000 ticks. */
static bool climbs(uint32_t number, HhForces forces)
{
  DenOf of = herd_of(1, HH_DEN_EXIT, number);
  of.settings.daddy.forces = (int)forces;
  assert_int_equal(den_begin(&of, number), HH_RUNNING);
  HhStatus status = HH_RUNNING;
  for (int tick = 0; tick < 8000 && status == HH_RUNNING; tick++)
    status = hh_den_step(&of.settings, &of.room, of.den);
  assert_true(status == HH_ARRIVED || status == HH_RUNNING);
  const HhDaddyRecord *record = hh_den_record(of.den, 0);
  assert_int_equal(record->falls, 0);
  assert_true(record->residual_max < 1e-12);
  CHECK_NEAR(record->penetration_max_t, 0.0, 0);
  den_end(&of);
  if (status != HH_ARRIVED) print_message("room %u, forces %d: not there\n", number, (int)forces);
  return status == HH_ARRIVED;
}

static void every_room_of_the_set_is_climbed_without_a_fall(void **state)
{
  (void)state;
  int rooms = check_full() ? 200 : 10;
  for (int number = 0; number < rooms; number++)
    assert_true(climbs((uint32_t)number, HH_FORCES_CHEAT));
}

/* Tensions cannot lift a body where nothing above can be held: some ways are the cheat's alone. */
static void tensions_alone_climb_nearly_every_room_without_a_fall(void **state)
{
  (void)state;
  int rooms = check_full() ? 200 : 10, missed = 0;
  for (int number = 0; number < rooms; number++)
    missed += !climbs((uint32_t)number, HH_FORCES_HONEST);
  assert_true(missed <= (check_full() ? 6 : 2));
}

/* Seven prey in a room: all are eaten, and no daddy is ever without a hold while it moves. */
/* Sticks of a wandering herd, every fourth tick: the share that is off by more than 3 %, and by how
 * much the worst is. */
static void look_at_sticks(HhForces forces, uint32_t room, double *share, double *worst)
{
  DenOf of = herd_of(20, HH_DEN_WANDER, room);
  of.settings.daddy.forces = (int)forces;
  long sticks = 0, off = 0;
  *worst = 0;
  assert_int_equal(den_begin(&of, room), HH_RUNNING);
  for (int tick = 0; tick < (check_full() ? 4000 : 400); tick++) {
    assert_int_equal(hh_den_step(&of.settings, &of.room, of.den), HH_RUNNING);
    if (tick % 4) continue;
    for (int i = 0; i < 20; i++)
      for (int k = 0; k < of.den->tentacles; k++) {
        const HhDaddy *daddy = hh_den_daddy(of.den, i);
        HhVec from = hh_daddy_root(&of.den->shape, daddy, k);
        for (int b = 0; b < of.den->beads; b++) {
          HhVec at = hh_den_bead(of.den, i, k, b);
          double error = fabs(hh_vec_distance(from, at) / (double)daddy->stick[k] - 1);
          off += error > 0.03;
          *worst = fmax(*worst, error);
          sticks++;
          from = at;
        }
      }
  }
  den_end(&of);
  *share = (double)off / (double)sticks;
}

/* Law: what is stretched is paid out, and what is stretched at its full length lets go. */
static void sticks_of_living_daddies_keep_their_length(void **state)
{
  (void)state;
  for (uint32_t room = 1; room <= (check_full() ? 20 : 3); room++)
    for (int forces = HH_FORCES_CHEAT; forces <= HH_FORCES_HONEST; forces++) {
      double share, worst;
      look_at_sticks((HhForces)forces, room, &share, &worst);
      CHECK_NEAR(share, 0, check_full() ? 0.003 : 0.001);
      CHECK_NEAR(worst, 0, check_full() ? 3 : 1);
    }
}

static void hunt(uint64_t seed)
{
  DenOf of = herd_of(1, HH_DEN_HUNT, (uint32_t)seed);
  of.settings.den.prey = 7;
  assert_int_equal(den_begin(&of, seed), HH_RUNNING);
  HhStatus status = HH_RUNNING;
  int tick = 0;
  for (; tick < 40000 && status == HH_RUNNING; tick++) {
    status = hh_den_step(&of.settings, &of.room, of.den);
    assert_true(hh_daddy_holding(&of.den->shape, hh_den_daddy(of.den, 0)) > 0);
  }
  const HhDaddyRecord *record = hh_den_record(of.den, 0);
  if (status != HH_ARRIVED)
    fail_msg("seed %d: %ld of 7 eaten in %d ticks", (int)seed, record->eaten, tick);
  assert_int_equal(record->eaten, 7);
  assert_int_equal(record->falls, 0);
  den_end(&of);
}

static void seven_prey_are_hunted_and_a_hold_is_always_left(void **state)
{
  (void)state;
  int seeds = check_full() ? 200 : 20;
  for (int seed = 0; seed < seeds; seed++)
    hunt((uint64_t)seed);
}

static void who_hears_nothing_wanders(void **state)
{
  (void)state;
  DenOf of = herd_of(1, HH_DEN_HUNT, 1);
  of.settings.den.prey = 3;
  of.settings.daddy.hearing = 0;
  assert_int_equal(den_begin(&of, 1), HH_RUNNING);
  for (int tick = 0; tick < 400; tick++) {
    hh_den_step(&of.settings, &of.room, of.den);
    assert_int_equal(hh_den_daddy(of.den, 0)->mind.interest, 0);
    assert_true(hh_den_daddy(of.den, 0)->mind.place >= 0);
  }
  den_end(&of);
}

static void a_sound_is_gone_to_and_felt_for(void **state)
{
  (void)state;
  DenOf of = herd_of(1, HH_DEN_HUNT, 1);
  assert_int_equal(den_begin(&of, 1), HH_RUNNING);
  HhVec from = hh_body_middle(&of.den->shape, &hh_den_daddy(of.den, 0)->body);
  const HhDenPlace *far = &of.den->places[0]; /* the other exit */
  if (hh_vec_distance(from, hh_vec(far->x, far->y)) < 5) far = &of.den->places[1];
  HhVec sound = hh_vec(far->x + 0.5, far->y + 0.5);
  for (int tick = 0; tick < 4000 && hh_den_record(of.den, 0)->examined == 0; tick++) {
    if (tick % 10 == 0) hh_den_sound(of.den, sound, 200);
    hh_den_step(&of.settings, &of.room, of.den);
  }
  assert_true(hh_den_record(of.den, 0)->examined > 0);
  HhVec now = hh_body_middle(&of.den->shape, &hh_den_daddy(of.den, 0)->body);
  assert_true(hh_vec_distance(now, sound) < of.settings.tentacle.length);
  den_end(&of);
}

/* Steps the blocks in the given order. */
static void step_in_order(DenOf *of, bool backward)
{
  int blocks = hh_den_blocks(of->den);
  hh_den_begin(&of->settings, &of->room, of->den);
  for (int i = 0; i < blocks; i++)
    hh_den_step_blocks(&of->settings, &of->room, of->den, backward ? blocks - 1 - i : i, 1);
  hh_den_end(&of->settings, of->den);
}

static void the_order_of_blocks_changes_no_bit(void **state)
{
  (void)state;
  DenOf one = herd_of(MANY, HH_DEN_WANDER, 2), other = herd_of(MANY, HH_DEN_WANDER, 2);
  assert_int_equal(den_begin(&one, 9), HH_RUNNING);
  assert_int_equal(den_begin(&other, 9), HH_RUNNING);
  assert_true(hh_den_blocks(one.den) > 2);
  for (int tick = 0; tick < 120; tick++) {
    hh_den_step(&one.settings, &one.room, one.den);
    step_in_order(&other, tick % 2 == 0);
  }
  assert_true(hh_den_hash(one.den) == hh_den_hash(other.den));
  den_end(&one);
  den_end(&other);
}

/* Puts daddy `b` where daddy `a` is in memory, and the other way round. */
static void swap_daddies(HhDen *den, int a, int b)
{
  HhDaddy daddy = *hh_den_daddy(den, a);
  *hh_den_daddy(den, a) = *hh_den_daddy(den, b);
  *hh_den_daddy(den, b) = daddy;
  for (int k = 0; k < den->tentacles; k++) {
    int from = a * den->tentacles + k, to = b * den->tentacles + k;
    float *x = (float *)hh_den_strands(den, from / HH_STRAND_LANES) + from % HH_STRAND_LANES;
    float *y = (float *)hh_den_strands(den, to / HH_STRAND_LANES) + to % HH_STRAND_LANES;
    for (int row = 0; row < 4 * HH_STRAND_BEADS + 1; row++) {
      float kept = x[row * HH_STRAND_LANES];
      x[row * HH_STRAND_LANES] = y[row * HH_STRAND_LANES];
      y[row * HH_STRAND_LANES] = kept;
    }
  }
}

static void the_order_of_daddies_changes_no_bit_of_any(void **state)
{
  (void)state;
  enum { COUNT = MANY };
  DenOf one = herd_of(COUNT, HH_DEN_WANDER, 0), other = herd_of(COUNT, HH_DEN_WANDER, 0);
  assert_int_equal(den_begin(&one, 5), HH_RUNNING);
  assert_int_equal(den_begin(&other, 5), HH_RUNNING);
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (int i = COUNT - 1; i > 0; i--)
    swap_daddies(other.den, i, (int)hh_random_index(&random, (uint64_t)i + 1));
  for (int tick = 0; tick < 150; tick++) {
    hh_den_step(&one.settings, &one.room, one.den);
    hh_den_step(&other.settings, &other.room, other.den);
  }
  int moved = 0;
  for (int i = 0; i < COUNT; i++) {
    int id = (int)hh_den_daddy(other.den, i)->id;
    moved += id != i;
    assert_true(hh_den_daddy_hash(other.den, i) == hh_den_daddy_hash(one.den, id));
  }
  assert_true(moved > COUNT / 2);
  den_end(&one);
  den_end(&other);
}

/* Half of the blocks of a den. */
typedef struct Half {
  DenOf *of;
  int first, count;
} Half;

static void *step_half(void *argument)
{
  const Half *half = argument;
  hh_den_step_blocks(&half->of->settings, &half->of->room, half->of->den, half->first, half->count);
  return NULL;
}

static void two_threads_give_the_same_bits_as_one(void **state)
{
  (void)state;
  DenOf one = herd_of(MANY, HH_DEN_HUNT, 1), other = herd_of(MANY, HH_DEN_HUNT, 1);
  one.settings.den.prey = other.settings.den.prey = 7;
  assert_int_equal(den_begin(&one, 2), HH_RUNNING);
  assert_int_equal(den_begin(&other, 2), HH_RUNNING);
  for (int tick = 0; tick < 200; tick++) {
    hh_den_step(&one.settings, &one.room, one.den);
    int blocks = hh_den_blocks(other.den);
    Half first = {&other, 0, blocks / 2}, second = {&other, blocks / 2, blocks - blocks / 2};
    pthread_t thread;
    hh_den_begin(&other.settings, &other.room, other.den);
    assert_int_equal(pthread_create(&thread, NULL, step_half, &first), 0);
    step_half(&second);
    assert_int_equal(pthread_join(thread, NULL), 0);
    hh_den_end(&other.settings, other.den);
  }
  assert_true(hh_den_hash(one.den) == hh_den_hash(other.den));
  den_end(&one);
  den_end(&other);
}

static void a_den_can_be_copied_and_goes_on_the_same(void **state)
{
  (void)state;
  DenOf of = herd_of(5, HH_DEN_HUNT, 1);
  of.settings.den.prey = 3;
  assert_int_equal(den_begin(&of, 7), HH_RUNNING);
  for (int tick = 0; tick < 100; tick++)
    hh_den_step(&of.settings, &of.room, of.den);
  size_t bytes = (hh_den_bytes(&of.settings, &of.room) + 63) / 64 * 64;
  HhDen *copy = aligned_alloc(64, bytes);
  assert_non_null(copy);
  memcpy(copy, of.den, of.den->bytes);
  assert_true(hh_den_hash(copy) == hh_den_hash(of.den));
  for (int tick = 0; tick < 100; tick++) {
    hh_den_step(&of.settings, &of.room, of.den);
    hh_den_step(&of.settings, &of.room, copy);
  }
  assert_true(hh_den_hash(copy) == hh_den_hash(of.den));
  free(copy);
  den_end(&of);
}

static void a_room_of_solid_rock_is_no_scene(void **state)
{
  (void)state;
  DenOf of;
  hh_den_preset(&of.settings);
  uint8_t *tiles;
  of.room = den_hall(20, 12, &of.tiles, &tiles);
  for (int y = 0; y < 12; y++)
    memset(tiles + y * of.room.stride, HH_TILE_SOLID, 20);
  assert_int_equal(den_begin(&of, 1), HH_NO_SCENE);
  den_end(&of);
}

static void rooms_without_a_way_between_are_no_scene(void **state)
{
  (void)state;
  DenOf of;
  hh_den_preset(&of.settings);
  uint8_t *tiles;
  of.room = den_hall(21, 12, &of.tiles, &tiles);
  for (int y = 0; y < 12; y++)
    tiles[y * of.room.stride + 10] = HH_TILE_SOLID;
  of.room.exit_count = 2;
  of.room.exits[0] = (HhRoomExit){0, 5, -1, -1};
  of.room.exits[1] = (HhRoomExit){20, 5, -1, -1};
  assert_int_equal(den_begin(&of, 1), HH_NO_SCENE);
  den_end(&of);
}

/* Two free tiles or more: there is always somewhere to go. */
static void the_smallest_rooms_are_scenes_with_any_seed(void **state)
{
  (void)state;
  for (int width = 2; width <= 4; width++)
    for (int exits = 0; exits <= 2; exits++)
      for (int goal = HH_DEN_EXIT; goal <= HH_DEN_WANDER; goal++)
        for (uint64_t seed = 1; seed <= 50; seed++) {
          DenOf of;
          hh_den_preset(&of.settings);
          of.settings.den.goal = goal;
          uint8_t *tiles;
          of.room = den_hall(width, 1, &of.tiles, &tiles);
          of.room.exit_count = exits;
          of.room.exits[0] = (HhRoomExit){0, 0, -1, -1};
          of.room.exits[1] = (HhRoomExit){width - 1, 0, -1, -1};
          assert_int_equal(den_begin(&of, seed), HH_RUNNING);
          assert_true(of.den->place_count >= 2);
          for (int i = 0; i < of.den->place_count; i++)
            for (int j = 0; j < i; j++)
              assert_true(of.den->places[i].x != of.den->places[j].x);
          den_end(&of);
        }
}

/* Sixteen exits of which two are joined: more pairs than chance is sure to try. */
static void the_only_pair_of_exits_that_is_joined_is_found_with_any_seed(void **state)
{
  (void)state;
  enum { CELLS = 15 };
  for (uint64_t seed = 1; seed <= 200; seed++) {
    DenOf of;
    hh_den_preset(&of.settings);
    uint8_t *tiles;
    of.room = den_hall(2 * CELLS + 2, 1, &of.tiles, &tiles);
    for (int i = 0; i < CELLS; i++) {
      tiles[2 * i + 1] = HH_TILE_SOLID;
      of.room.exits[i] = (HhRoomExit){2 * i, 0, -1, -1};
    }
    tiles[2 * CELLS - 1] = HH_TILE_AIR;
    of.room.exits[CELLS] = (HhRoomExit){2 * CELLS, 0, -1, -1};
    of.room.exit_count = CELLS + 1;
    assert_int_equal(den_begin(&of, seed), HH_RUNNING);
    assert_true(of.den->places[hh_den_daddy(of.den, 0)->mind.place].exit >= CELLS - 1);
    den_end(&of);
  }
}

static void prey_that_is_no_number_is_told(void **state)
{
  (void)state;
  const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
  for (int i = 0; i < 3; i++) {
    DenOf of = herd_of(1, HH_DEN_HUNT, 0);
    of.settings.den.prey = 2;
    assert_int_equal(den_begin(&of, 1), HH_RUNNING);
    assert_int_equal(hh_den_step(&of.settings, &of.room, of.den), HH_RUNNING);
    of.den->prey[1].at.y = bad[i];
    assert_int_equal(hh_den_step(&of.settings, &of.room, of.den), HH_DIVERGED);
    den_end(&of);
  }
}

static void parameters_out_of_range_are_refused(void **state)
{
  (void)state;
  DenOf of = herd_of(1, HH_DEN_STAY, 0);
  of.settings.daddy.tentacles = 17;
  HhDen *den = NULL;
  assert_int_equal(hh_den_start(&of.settings, &of.room, 1, NULL, &den), HH_BAD_PARAMS);
  of.settings.daddy.tentacles = 12;
  of.settings.tentacle.pull = (double)NAN;
  assert_int_equal(hh_den_start(&of.settings, &of.room, 1, NULL, &den), HH_BAD_PARAMS);
  of.settings.tentacle.pull = 0;
  static const int bad[] = {INT_MIN, -1, 1000001, INT_MAX};
  for (int i = 0; i < 4; i++) {
    of.settings.den.daddies = bad[i];
    assert_true(hh_den_bytes(&of.settings, &of.room) < 100000);
    assert_int_equal(hh_den_start(&of.settings, &of.room, 1, NULL, &den), HH_BAD_PARAMS);
  }
  free(of.tiles);
}

/* Draws every parameter of a table within its range. */
#define DRAWN(kind, field, name, unit, preset, low, high, ...) DRAW_##kind(group->field, low, high)
#define DRAW_REAL(to, low, high)                               to = hh_random_range(random, low, high);
#define DRAW_COUNT(to, low, high)                              to = (low) + (int)hh_random_index(random, (high) - (low) + 1);
#define DRAW_CHOICE(to, low, high)                             DRAW_COUNT(to, low, high)

static void draw_daddy(HhDaddyParams *group, HhRandom *random)
{
  HH_DADDY_PARAMS(DRAWN)
}

static void draw_tentacle(HhTentacleParams *group, HhRandom *random)
{
  HH_TENTACLE_PARAMS(DRAWN)
}

static void draw_grip(HhGripParams *group, HhRandom *random)
{
  HH_GRIP_PARAMS(DRAWN)
}

static void draw_strand(HhStrandParams *group, HhRandom *random)
{
  HH_STRAND_PARAMS(DRAWN)
}

static void draw_prey(HhPreyParams *group, HhRandom *random)
{
  HH_PREY_PARAMS(DRAWN)
}

/* Whatever the parameters, every ball and bead is in the room and outside of solids. */
static void any_legal_parameters_stay_finite_and_out_of_walls(void **state)
{
  (void)state;
  int sets = check_full() ? 2000 : 40;
  HhRandom random = hh_random(11, HH_STREAM_TEST, 0);
  for (int set = 0; set < sets; set++) {
    DenOf of = herd_of(3, set % 4, (uint32_t)set);
    draw_daddy(&of.settings.daddy, &random);
    draw_tentacle(&of.settings.tentacle, &random);
    draw_grip(&of.settings.grip, &random);
    draw_strand(&of.settings.strand, &random);
    draw_prey(&of.settings.prey, &random);
    of.settings.den.prey = set % 3;
    HhStatus status = den_begin(&of, (uint64_t)set);
    for (int tick = 0; tick < 60 && status == HH_RUNNING; tick++)
      status = hh_den_step(&of.settings, &of.room, of.den);
    if (status < 0) fail_msg("set %d: %s", set, hh_status_name(status));
    for (int i = 0; i < 3; i++) {
      for (int ball = 0; ball < of.den->shape.balls; ball++)
        assert_false(hh_room_inside(&of.room, hh_den_daddy(of.den, i)->body.at[ball]));
      for (int k = 0; k < of.den->tentacles; k++)
        for (int bead = 0; bead < of.den->beads; bead++) {
          HhVec at = hh_den_bead(of.den, i, k, bead);
          assert_true(hh_vec_finite(at));
          assert_false(hh_room_inside(&of.room, at));
        }
    }
    den_end(&of);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_tentacle_that_can_holds_at_the_start),
      cmocka_unit_test(who_stays_stays),
      cmocka_unit_test(every_room_of_the_set_is_climbed_without_a_fall),
      cmocka_unit_test(tensions_alone_climb_nearly_every_room_without_a_fall),
      cmocka_unit_test(sticks_of_living_daddies_keep_their_length),
      cmocka_unit_test(seven_prey_are_hunted_and_a_hold_is_always_left),
      cmocka_unit_test(who_hears_nothing_wanders),
      cmocka_unit_test(a_sound_is_gone_to_and_felt_for),
      cmocka_unit_test(the_order_of_blocks_changes_no_bit),
      cmocka_unit_test(the_order_of_daddies_changes_no_bit_of_any),
      cmocka_unit_test(two_threads_give_the_same_bits_as_one),
      cmocka_unit_test(a_den_can_be_copied_and_goes_on_the_same),
      cmocka_unit_test(a_room_of_solid_rock_is_no_scene),
      cmocka_unit_test(rooms_without_a_way_between_are_no_scene),
      cmocka_unit_test(the_smallest_rooms_are_scenes_with_any_seed),
      cmocka_unit_test(the_only_pair_of_exits_that_is_joined_is_found_with_any_seed),
      cmocka_unit_test(prey_that_is_no_number_is_told),
      cmocka_unit_test(parameters_out_of_range_are_refused),
      cmocka_unit_test(any_legal_parameters_stay_finite_and_out_of_walls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
