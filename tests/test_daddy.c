/* The daddy long legs' parts: body, forces, winches, record. */
#include "check.h"

#include "creature/body.h"
#include "creature/winch.h"
#include "den_of.h"
#include "random_vec.h"

static HhDaddyShape shape_of(int balls)
{
  HhDenSettings settings;
  hh_den_preset(&settings);
  settings.daddy.balls = balls;
  return hh_daddy_shape(&settings.daddy, &settings.tentacle);
}

static HhVec drawn(HhRandom *random, double most)
{
  return random_vec(random, -most, most, -most, most);
}

static void the_balls_are_a_regular_polygon(void **state)
{
  (void)state;
  HhDaddyShape shape = shape_of(5);
  /* a pentagon's sides and diagonals are as 1 to the golden ratio */
  CHECK_RELATIVE(shape.rest_t[2] / shape.rest_t[1], (1 + sqrt(5)) / 2, 1e-12);
  CHECK_NEAR(shape.rest_t[1], shape.rest_t[4], 1e-12);
  CHECK_NEAR(shape.ring_t + shape.ball_t, 0.4, 1e-15); /* daddy.radius */
  for (int k = 0; k < shape.tentacles; k++) {
    HhVec ball = shape.ball_way[shape.root[k]];
    assert_true(hh_vec_dot(ball, shape.own_way[k]) > 0.8); /* rooted on its own side */
  }
}

static void a_body_that_nothing_holds_falls_along_the_parabola(void **state)
{
  (void)state;
  void *tiles;
  uint8_t *write;
  HhRoom room = den_hall(60, 60, &tiles, &write);
  HhDaddyShape shape = shape_of(7);
  HhDaddyBody body;
  hh_body_lay(&shape, &room, hh_vec(20.3, 50.7), &body);
  for (int i = 0; i < shape.balls; i++)
    body.velocity[i] = hh_vec(0.11, 0.23);
  for (int tick = 1; tick <= 100; tick++) {
    hh_body_step(&shape, &room, (HhBodyPush){.gravity = 0.00625}, &body);
    HhVec middle = hh_body_middle(&shape, &body);
    CHECK_NEAR(middle.x, 20.3 + 0.11 * tick, 1e-11);
    CHECK_NEAR(middle.y, 50.7 + 0.23 * tick - 0.5 * 0.00625 * tick * tick, 1e-11);
  }
  free(tiles);
}

static void a_body_comes_to_rest_on_the_floor(void **state)
{
  (void)state;
  void *tiles;
  uint8_t *write;
  HhRoom room = den_hall(30, 30, &tiles, &write);
  HhDaddyShape shape = shape_of(5);
  HhDaddyBody body;
  hh_body_lay(&shape, &room, hh_vec(15, 10), &body);
  for (int tick = 0; tick < 600; tick++)
    hh_body_step(&shape, &room, (HhBodyPush){.gravity = 0.00625}, &body);
  for (int i = 0; i < shape.balls; i++) {
    assert_true(body.at[i].y > 0.9 * shape.ball_t);
    assert_true(hh_vec_length(body.velocity[i]) < 0.02);
  }
  assert_true(hh_body_middle(&shape, &body).y < 1);
  free(tiles);
}

static void a_body_out_of_shape_gets_it_back_and_keeps_its_momentum(void **state)
{
  (void)state;
  void *tiles;
  uint8_t *write;
  HhRoom room = den_hall(60, 60, &tiles, &write);
  HhRandom random = hh_random(3, HH_STREAM_TEST, 0);
  HhDaddyShape shape = shape_of(6);
  HhDaddyBody body;
  hh_body_lay(&shape, &room, hh_vec(30, 30), &body);
  for (int i = 0; i < shape.balls; i++)
    body.at[i] = hh_vec_add(body.at[i], drawn(&random, 0.2));
  for (int tick = 0; tick < 200; tick++)
    hh_body_step(&shape, &room, (HhBodyPush){.damping = 0.05}, &body);
  for (int i = 0; i < shape.balls; i++)
    for (int j = 0; j < i; j++)
      CHECK_NEAR(hh_vec_distance(body.at[i], body.at[j]), shape.rest_t[i - j], 0.01);
  CHECK_NEAR(hh_vec_length(hh_body_velocity(&shape, &body)), 0, 1e-12);
  free(tiles);
}

/* One tick of bodies at once, by every compilation, and of each alone: the same bits. */
static void check_beside(const HhDaddyShape *shape, const HhRoom *room, int count,
                         const HhBodyPush *push, HhDaddyBody *alone,
                         HhDaddyBody beside[HH_STRAND_WIDES][HH_BODY_LANES])
{
  HhBodyWork own[HH_BODY_LANES], work[HH_BODY_LANES];
  for (int i = 0; i < count; i++)
    own[i] = hh_body_step(shape, room, push[i], &alone[i]);
  for (int wide = 0; wide <= (int)hh_strand_wide(); wide++) {
    HhDaddyBody *body[HH_BODY_LANES];
    for (int i = 0; i < count; i++)
      body[i] = &beside[wide][i];
    hh_bodies_step((HhStrandWide)wide, shape, room, count, push, body, work);
    assert_memory_equal(own, work, (size_t)count * sizeof *own);
    assert_memory_equal(alone, beside[wide], (size_t)count * sizeof *alone);
  }
}

static void bodies_side_by_side_move_as_each_alone(void **state)
{
  (void)state;
  HhRandom random = hh_random(7, HH_STREAM_TEST, 0);
  for (int run = 0; run < 60; run++) {
    void *tiles;
    HhRoom room = den_room((uint32_t)run % 30, &tiles);
    HhDaddyShape shape = shape_of(1 + run % 7);
    int count = 1 + run % HH_BODY_LANES;
    HhVec start = hh_vec(room.exits[0].x + 0.5, room.exits[0].y + 0.5);
    HhDaddyBody alone[HH_BODY_LANES], beside[HH_STRAND_WIDES][HH_BODY_LANES];
    for (int i = 0; i < count; i++) {
      hh_body_lay(&shape, &room, start, &alone[i]);
      for (int wide = 0; wide < HH_STRAND_WIDES; wide++)
        beside[wide][i] = alone[i];
    }
    for (int tick = 0; tick < 200; tick++) {
      HhBodyPush push[HH_BODY_LANES];
      for (int i = 0; i < count; i++) /* now and then too fast */
        push[i] = (HhBodyPush){drawn(&random, tick % 50 ? 0.05 : 4), drawn(&random, 0.05), 0.00625,
                               hh_random_range(&random, 0, 0.2)};
      check_beside(&shape, &room, count, push, alone, beside);
    }
    free(tiles);
  }
}

/* Energy is what the entries say, whatever pushes and whatever is in the way. */
static void every_change_of_energy_is_booked(void **state)
{
  (void)state;
  int runs = check_full() ? 2000 : 60;
  HhRandom random = hh_random(4, HH_STREAM_TEST, 0);
  for (int run = 0; run < runs; run++) {
    void *tiles;
    HhRoom room = den_room((uint32_t)run % 30, &tiles);
    HhDaddyShape shape = shape_of(1 + run % 7);
    HhDaddyBody body;
    double gravity = hh_random_range(&random, 0, 0.02);
    HhVec start = hh_vec(room.exits[0].x + 0.5, room.exits[0].y + 0.5);
    hh_body_lay(&shape, &room, start, &body);
    double explained = hh_body_energy(&shape, &body, gravity);
    for (int tick = 0; tick < 200; tick++) {
      HhBodyPush push = {drawn(&random, 0.05), drawn(&random, 0.05), gravity,
                         hh_random_range(&random, 0, 0.2)};
      HhBodyWork work = hh_body_step(&shape, &room, push, &body);
      explained += work.drive + work.support - work.damped - work.collided;
      CHECK_NEAR(hh_body_energy(&shape, &body, gravity), explained, 1e-12);
      for (int i = 0; i < shape.balls; i++)
        assert_false(hh_room_inside(&room, body.at[i]));
    }
    free(tiles);
  }
}

static void thrown_at_any_speed_no_ball_ends_in_a_wall(void **state)
{
  (void)state;
  long throws = check_full() ? 1000000 : 20000;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  void *tiles;
  HhRoom room = den_room(0, &tiles);
  HhDaddyShape shape = shape_of(5);
  HhDaddyBody body;
  hh_body_lay(&shape, &room, hh_vec(room.exits[0].x + 0.5, room.exits[0].y + 0.5), &body);
  for (long i = 0; i < throws; i++) {
    double speed = i % 3 == 0 ? 1 : i % 3 == 1 ? 20 : 1000; /* tiles a tick */
    HhBodyPush push = {.drive = drawn(&random, speed), .damping = 1, .gravity = 0.00625};
    hh_body_step(&shape, &room, push, &body);
    for (int ball = 0; ball < shape.balls; ball++)
      assert_false(hh_room_inside(&room, body.at[ball]));
  }
  free(tiles);
}

static void a_tether_holds_and_gives_no_energy(void **state)
{
  (void)state;
  void *tiles;
  uint8_t *write;
  HhRoom room = den_hall(40, 40, &tiles, &write);
  HhRandom random = hh_random(6, HH_STREAM_TEST, 0);
  HhDaddyShape shape = shape_of(5);
  HhDaddyBody body;
  HhVec hold = hh_vec(20, 39);
  hh_body_lay(&shape, &room, hh_vec(20, 35), &body);
  for (int tick = 0; tick < 2000; tick++) {
    HhBodyPush push = {.drive = drawn(&random, 0.05), .gravity = 0.00625};
    hh_body_step(&shape, &room, push, &body);
    double before = 0, after = 0;
    for (int i = 0; i < shape.balls; i++)
      before += hh_vec_dot(body.velocity[i], body.velocity[i]);
    hh_body_tether(&shape, &room, 2, hold, 6, 0.00625, &body);
    for (int i = 0; i < shape.balls; i++)
      after += hh_vec_dot(body.velocity[i], body.velocity[i]);
    assert_true(after <= before + 1e-12);
    assert_true(hh_vec_distance(body.at[2], hold) <= 6 + 1e-9);
  }
  free(tiles);
}

/* The talk: gravity by the share that do not hold, drive by the share that do. */
static void the_cheat_is_the_talks(void **state)
{
  (void)state;
  for (int seed = 0; seed < 12; seed++) {
    DenOf of;
    hh_den_preset(&of.settings);
    of.settings.den.goal = HH_DEN_STAY;
    of.settings.den.daddies = 1;
    of.settings.daddy.drive = seed % 2 == 0 ? 0 : 0.03;
    of.room = den_room((uint32_t)seed, &of.tiles);
    assert_int_equal(den_begin(&of, (uint64_t)seed), HH_RUNNING);
    HhDaddy *daddy = hh_den_daddy(of.den, 0);
    for (int k = seed; k < of.den->tentacles; k++) { /* some let go */
      daddy->tentacles[k].search.found = false;
      hh_tentacle_release(&daddy->tentacles[k]);
    }
    hh_den_step(&of.settings, &of.room, of.den);
    double share = hh_daddy_holding(&of.den->shape, daddy) / 12.0;
    HhVec velocity = hh_body_velocity(&of.den->shape, &daddy->body);
    CHECK_NEAR(velocity.x, of.settings.daddy.drive * share * daddy->mind.way.x, 1e-12);
    CHECK_NEAR(velocity.y,
               of.settings.daddy.drive * share * daddy->mind.way.y - 0.00625 * (1 - share), 1e-12);
    den_end(&of);
  }
}

static void one_rope_straight_up_carries_the_weight(void **state)
{
  (void)state;
  HhVec way = hh_vec(0, 1);
  float tension = 0;
  HhVec sum = hh_winch_pull(hh_vec(0, 0.00625), 1, 1, &way, &tension);
  CHECK_RELATIVE(sum.y, 0.00625, 0.025); /* rather a little less: the term of evenness */
  HhVec down = hh_vec(0, -1);
  sum = hh_winch_pull(hh_vec(0, 0.00625), 1, 1, &down, &tension);
  CHECK_NEAR(sum.y, 0.0, 0); /* ropes do not push */
  sum = hh_winch_pull(hh_vec(0, 0.00625), 0.004, 1, &way, &tension);
  CHECK_NEAR(sum.y, 0.004, 1e-9); /* and pull no more than they can */
}

/* Distance of the pull from what is wanted, and the evenness. */
static double missed(HhVec wanted, int count, const HhVec *ways, const double *tensions)
{
  HhVec off = wanted;
  double even = 0;
  for (int k = 0; k < count; k++) {
    off = hh_vec_along(off, ways[k], -tensions[k]);
    even += 0.02 * tensions[k] * tensions[k];
  }
  return hh_vec_dot(off, off) + even;
}

/* Reference: the same problem by projected gradient, ten thousand small steps. */
static double least_missed(HhVec wanted, double most, int count, const HhVec *ways)
{
  double tensions[HH_DADDY_TENTACLES] = {0};
  for (int step = 0; step < 10000; step++) {
    HhVec off = wanted;
    for (int k = 0; k < count; k++)
      off = hh_vec_along(off, ways[k], -tensions[k]);
    for (int k = 0; k < count; k++) {
      double slope = hh_vec_dot(off, ways[k]) - 0.02 * tensions[k];
      tensions[k] = fmax(0, fmin(most, tensions[k] + 0.05 * slope));
    }
  }
  return missed(wanted, count, ways, tensions);
}

static void tensions_come_near_the_least_squares(void **state)
{
  (void)state;
  HhRandom random = hh_random(7, HH_STREAM_TEST, 0);
  for (int trial = 0; trial < 60; trial++) {
    int count = 1 + trial % HH_DADDY_TENTACLES;
    HhVec ways[HH_DADDY_TENTACLES], wanted = drawn(&random, 1);
    float tensions[HH_DADDY_TENTACLES] = {0};
    double most = hh_random_range(&random, 0.1, 1), exact[HH_DADDY_TENTACLES];
    for (int k = 0; k < count; k++)
      ways[k] = hh_vec_unit(drawn(&random, 1));
    for (int tick = 0; tick < 12; tick++) /* each begins where the last one ended */
      hh_winch_pull(wanted, most, count, ways, tensions);
    for (int k = 0; k < count; k++) {
      exact[k] = (double)tensions[k];
      assert_true(exact[k] >= 0 && exact[k] <= most * (1 + 1e-6));
    }
    double best = least_missed(wanted, most, count, ways);
    CHECK_NEAR(missed(wanted, count, ways, exact), best, 0.05 * best + 1e-3);
  }
}

static void a_winch_reels_in_until_it_is_taut_and_pays_out_at_once(void **state)
{
  (void)state;
  double stick = 0.4;
  for (int tick = 0; tick < 100; tick++) {
    double next = hh_winch_reel(stick, 3.2, 16);
    assert_true(next <= stick && next >= 0.96 * stick);
    stick = next;
  }
  CHECK_RELATIVE(stick * 16, 3.2, 1e-3);
  CHECK_RELATIVE(hh_winch_reel(stick, 5, 16) * 16, 5.0, 1e-3);
}

static void the_record_knows_shares_of_stretch(void **state)
{
  (void)state;
  HhDaddyRecord record = {0};
  CHECK_NEAR(hh_daddy_record_stretch(&record, 0.5), 0.0, 0);
  for (int i = 0; i < 1000; i++)
    hh_daddy_record_stick(&record, i < 600 ? 0.001 : i < 995 ? 0.01 : 0.5);
  CHECK_NEAR(hh_daddy_record_stretch(&record, 0.5), 0.00125, 0.00026); /* a bin is 1.4 wide */
  CHECK_NEAR(hh_daddy_record_stretch(&record, 0.99), 0.0125, 0.0026);
  CHECK_NEAR(hh_daddy_record_stretch(&record, 0.999), 0.5, 1e-12);
  CHECK_NEAR(record.stretch_max, 0.5, 0);
  assert_int_equal(record.sticks, 1000);
}

static void the_record_knows_mean_and_spread_of_speed(void **state)
{
  (void)state;
  HhDaddyRecord record = {0};
  const double speeds[] = {0.1, 0.25, 0.05, 0.2};
  for (int i = 0; i < 4; i++)
    hh_daddy_record_speed(&record, speeds[i]);
  CHECK_NEAR(record.speed_mean, 0.15, 1e-15);
  CHECK_NEAR(record.speed_squares, 0.025, 1e-15); /* .0025 + .01 + .01 + .0025 */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_balls_are_a_regular_polygon),
      cmocka_unit_test(a_body_that_nothing_holds_falls_along_the_parabola),
      cmocka_unit_test(a_body_comes_to_rest_on_the_floor),
      cmocka_unit_test(a_body_out_of_shape_gets_it_back_and_keeps_its_momentum),
      cmocka_unit_test(bodies_side_by_side_move_as_each_alone),
      cmocka_unit_test(every_change_of_energy_is_booked),
      cmocka_unit_test(thrown_at_any_speed_no_ball_ends_in_a_wall),
      cmocka_unit_test(a_tether_holds_and_gives_no_energy),
      cmocka_unit_test(the_cheat_is_the_talks),
      cmocka_unit_test(one_rope_straight_up_carries_the_weight),
      cmocka_unit_test(tensions_come_near_the_least_squares),
      cmocka_unit_test(a_winch_reels_in_until_it_is_taut_and_pays_out_at_once),
      cmocka_unit_test(the_record_knows_shares_of_stretch),
      cmocka_unit_test(the_record_knows_mean_and_spread_of_speed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
