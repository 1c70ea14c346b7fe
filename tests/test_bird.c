/* The bird: its glide against the polar in closed form, the books, and what it counts. */
#include "check.h"

#include "actor/params.h"
#include "gibbon/gibbon.h"

static const double g = 9.81;

enum { MOST = 1000 };

typedef struct Course {
  HhHold holds[MOST];
  HhWorld world;
  HhParams params;
  HhGibbon bird;
  HhRecord record;
} Course;

/* `count` holds `spacing` apart on a line of this slope (dy/dx). */
static void lay(Course *course, int count, double spacing, double slope)
{
  hh_params_preset(&course->params);
  for (int i = 0; i < count; i++)
    course->holds[i] = (HhHold){.at = {i * spacing, i * spacing * slope}, .branch = i};
  course->world = (HhWorld){.holds = course->holds, .count = count, .complete = true};
}

static void begin(Course *course)
{
  hh_gibbon_start(&course->params.gibbon, &course->params.grab, &course->params.world,
                  &course->world, HH_MOVER_BIRD, 1, 0, &course->bird, &course->record);
}

static HhStatus step(Course *course, double dt)
{
  return hh_gibbon_step(&course->params.gibbon, &course->params.grab, &course->params.world,
                        &course->world, &course->bird, &course->record, dt);
}

static HhStatus to_the_end(Course *course, double dt)
{
  HhStatus status = HH_RUNNING;
  for (double t = 0; t < 1000 && status == HH_RUNNING; t += dt)
    status = step(course, dt);
  return status;
}

/* Drag over weight is ((v/V)^2 + cos^2 (V/v)^2) / 2E; on a steady glide it is the sine of the
 * angle, a quadratic in (v/V)^2 whose greater root is stable. */
static void a_steady_glide_is_as_fast_as_the_polar_says(void **state)
{
  (void)state;
  static Course course;
  for (double ratio = 5; ratio <= 20; ratio += 5) {
    double slope = 1.7 / ratio, sine = slope / sqrt(1 + slope * slope);
    double cosine2 = 1 - sine * sine, half = ratio * sine;
    double speed = 7 * sqrt(half + sqrt(half * half - cosine2));
    lay(&course, MOST, 3.1, -slope);
    course.params.gibbon.bird.power = 0;
    course.params.gibbon.bird.speed = 7;
    course.params.gibbon.bird.glide_ratio = ratio;
    begin(&course);
    while (course.bird.at.x < 2500)
      assert_int_equal(step(&course, 1.0 / 60), HH_RUNNING);
    HhVec v = course.bird.velocity;
    CHECK_RELATIVE(hh_vec_length(v), speed, 1e-9);
    CHECK_RELATIVE(v.y / v.x, -slope, 1e-9);
    assert_int_equal(course.record.falls, 0);
    CHECK_NEAR(course.record.ledger.muscle_added_Jpkg, 0, 0);
  }
}

/* Without flapping it goes as far as E times the height it loses, and no farther. */
static void no_glide_is_flatter_than_the_best_one(void **state)
{
  (void)state;
  static Course course;
  for (int flat = 0; flat < 2; flat++) {
    lay(&course, MOST, 2, -(flat ? 0.93 : 1.04) / 10);
    course.params.gibbon.bird.power = 0;
    begin(&course);
    assert_int_equal(to_the_end(&course, 1.0 / 60), HH_ARRIVED);
    assert_int_equal(course.record.falls > 0, flat);
  }
}

/* No way through the air costs less than g / E a metre, and a level one hardly more. */
static void a_level_cruise_costs_the_weight_over_the_glide_ratio(void **state)
{
  (void)state;
  static Course course;
  for (double ratio = 5; ratio <= 20; ratio += 5) {
    lay(&course, MOST, 2, 0);
    course.params.gibbon.bird.glide_ratio = ratio;
    begin(&course);
    double energy = hh_gibbon_energy(&course.params.world, &course.bird);
    assert_int_equal(to_the_end(&course, 1.0 / 60), HH_ARRIVED);
    double spent = energy - hh_gibbon_energy(&course.params.world, &course.bird) +
                   course.record.ledger.muscle_added_Jpkg;
    double least = g / ratio * course.bird.at.x;
    assert_true(spent >= least);
    CHECK_RELATIVE(spent, least, 0.03);
    assert_true(course.record.ledger.muscle_added_Jpkg <= 30 * course.bird.time_s); /* bird.power */
  }
}

/* Wings folded, drag is half the best glide's at its speed: it falls no faster than V sqrt(2 E). */
static void folded_wings_fall_at_the_terminal_speed(void **state)
{
  (void)state;
  static Course course;
  lay(&course, MOST, 2, 0);
  course.params.gibbon.bird.glide_ratio = 1.3;
  course.params.world.fall_depth = 100;
  begin(&course);
  course.bird.input.release = true;
  while (course.bird.at.y > -99)
    step(&course, 1.0 / 60);
  CHECK_RELATIVE(-course.bird.velocity.y, 8 * sqrt(2 * 1.3), 1e-5);
  CHECK_NEAR(course.bird.bird.lift_mps2, 0, 0);
  CHECK_NEAR(course.record.ledger.muscle_added_Jpkg, 0, 0);
}

/* A whole number is the top of a stroke. */
static void the_wings_are_level_in_a_glide_and_beat_in_a_climb(void **state)
{
  (void)state;
  static Course course;
  lay(&course, MOST, 2, 0);
  course.params.gibbon.bird.power = 0;
  begin(&course);
  for (int i = 0; i < 60; i++)
    step(&course, 1.0 / 60);
  CHECK_NEAR(course.bird.bird.beat, 0.25, 0);
  course.params.gibbon.bird.power = 30;
  course.bird.input.up = true;
  for (int i = 0; i < 60; i++)
    step(&course, 1.0 / 60);
  assert_true(course.bird.bird.beat > 2);
  course.params.gibbon.bird.power = 0;
  course.bird.input.up = false;
  course.bird.at.y += 20;
  for (int i = 0; i < 60; i++)
    step(&course, 1.0 / 60);
  double at_rest = course.bird.bird.beat;
  CHECK_NEAR(at_rest - floor(at_rest), 0.25, 1e-12);
}

static void up_climbs_while_it_is_held(void **state)
{
  (void)state;
  static Course course;
  lay(&course, MOST, 2, 0);
  begin(&course);
  for (int i = 0; i < 600; i++)
    step(&course, 1.0 / 60);
  double level = course.bird.at.y;
  course.bird.input.up = true;
  for (int i = 0; i < 600; i++)
    step(&course, 1.0 / 60);
  /* at most what the power lifts in 10 s, and the drag takes at least g / E of each metre */
  double height = course.bird.at.y - level;
  assert_true(height > 10 && height < 10 * 30 / g);
  course.bird.input.up = false;
  for (int i = 0; i < 1800; i++)
    step(&course, 1.0 / 60);
  CHECK_NEAR(course.bird.at.y, level, 1);
}

static void every_hold_passed_counts_as_a_grab(void **state)
{
  (void)state;
  static Course course;
  lay(&course, 40, 1.7, 0);
  begin(&course);
  assert_int_equal(to_the_end(&course, 1.0 / 60), HH_ARRIVED);
  const HhRecord *record = &course.record;
  assert_int_equal(record->grabs, 39);
  assert_int_equal(record->intervals, 39);
  CHECK_NEAR(record->distance_m, 39 * 1.7, 1e-12);
  CHECK_NEAR(record->grab_time_s, course.bird.time_s, 1e-3);
  CHECK_RELATIVE(record->interval_mean_mps, 39 * 1.7 / record->grab_time_s, 0.01);
  assert_true(record->wing_steps > 0);
}

static void a_bird_without_power_falls_and_goes_on(void **state)
{
  (void)state;
  static Course course;
  lay(&course, MOST, 2, 0.1);
  course.params.gibbon.bird.power = 0;
  begin(&course);
  assert_int_equal(to_the_end(&course, 1.0 / 60), HH_ARRIVED);
  const HhLedger *ledger = &course.record.ledger;
  assert_true(course.record.falls > 3);
  assert_true(ledger->restart_Jpkg > 0);
  CHECK_NEAR(ledger->residual_max_Jpkg, 0, 1e-9 * course.bird.time_s);
}

/* Random courses, birds, keys and frames: always a number, and the books close to 1e-9 J/kg a
 * second. */
static void the_books_close_over_any_course(void **state)
{
  (void)state;
  static Course course;
  HhRandom random = hh_random(9, HH_STREAM_TEST, 0);
  for (int i = 0; i < 300; i++) {
    lay(&course, 60, 1, 0);
    for (int k = 1; k < 60; k++) {
      HhVec way = {hh_random_range(&random, 0, 4), hh_random_range(&random, -2, 2)};
      course.holds[k].at = hh_vec_add(course.holds[k - 1].at, way);
    }
    HhBirdParams *bird = &course.params.gibbon.bird;
    bird->speed = hh_random_range(&random, 1, i % 2 ? 12 : 50);
    bird->glide_ratio = hh_random_range(&random, 1, 60);
    bird->power = i % 3 ? hh_random_range(&random, 0, 300) : 0;
    bird->clearance = hh_random_range(&random, 0, 5);
    course.params.world.gravity = i % 5 ? 9.81 : hh_random_range(&random, 0.1, 100);
    begin(&course);
    double dt = i % 7 ? 1.0 / 60 : hh_random_range(&random, 0.001, 0.3);
    HhStatus status = HH_RUNNING;
    for (int frame = 0; frame < 600 && status == HH_RUNNING; frame++) {
      HhGibbon *gibbon = &course.bird;
      gibbon->input.up = hh_random_unit(&random) < 0.1;
      gibbon->input.release = hh_random_unit(&random) < 0.1;
      status = step(&course, dt);
      assert_int_not_equal(status, HH_DIVERGED);
    }
    double seconds = fmax(1, course.bird.time_s);
    CHECK_NEAR(course.record.ledger.residual_max_Jpkg, 0, 1e-9 * seconds);
    assert_true(course.record.ledger.drag_Jpkg >= 0);
  }
}

static void it_flies_back_as_it_came(void **state)
{
  (void)state;
  static Course there, back;
  lay(&there, 60, 2, 0);
  lay(&back, 60, 2, 0);
  for (int i = 0; i < 60; i++)
    there.holds[i].at.y = back.holds[59 - i].at.y = i % 7 * 0.3;
  begin(&there);
  begin(&back);
  HhGibbon *gibbon = &back.bird;
  gibbon->facing = -1;
  gibbon->hold = 59;
  gibbon->grip = back.holds[59].at;
  gibbon->at = hh_vec(118, there.bird.at.y);
  gibbon->velocity.x = -gibbon->velocity.x;
  for (int i = 0; i < 600; i++) {
    step(&there, 1.0 / 60);
    step(&back, 1.0 / 60);
  }
  CHECK_NEAR(gibbon->at.y, there.bird.at.y, 1e-9);
  CHECK_NEAR(118 - gibbon->at.x, there.bird.at.x, 1e-9);
  assert_int_equal(59 - gibbon->hold, there.bird.hold);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_steady_glide_is_as_fast_as_the_polar_says),
      cmocka_unit_test(no_glide_is_flatter_than_the_best_one),
      cmocka_unit_test(a_level_cruise_costs_the_weight_over_the_glide_ratio),
      cmocka_unit_test(folded_wings_fall_at_the_terminal_speed),
      cmocka_unit_test(the_wings_are_level_in_a_glide_and_beat_in_a_climb),
      cmocka_unit_test(up_climbs_while_it_is_held),
      cmocka_unit_test(every_hold_passed_counts_as_a_grab),
      cmocka_unit_test(a_bird_without_power_falls_and_goes_on),
      cmocka_unit_test(the_books_close_over_any_course),
      cmocka_unit_test(it_flies_back_as_it_came),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
