/* Sounds: who hears what. */
#include "check.h"

#include "creature/sound.h"

static void a_sound_is_heard_as_far_as_it_is_strong(void **state)
{
  (void)state;
  HhSounds sounds = {0};
  hh_sound_make(hh_vec(3, 4), 5.5, &sounds);
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(0, 0), 1), 0); /* 5 away */
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(-1.2, 0), 1), -1);
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(-1.2, 0), 1.2), 0);
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(0, 0), 0.9), -1);
}

static void the_loudest_at_the_ears_is_heard(void **state)
{
  (void)state;
  HhSounds sounds = {0};
  hh_sound_make(hh_vec(10, 0), 30, &sounds);
  hh_sound_make(hh_vec(-2, 0), 12, &sounds);
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(0, 0), 1), 0);    /* 20 against 10 */
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(-9, 0), 1), 0);   /* 11 against 5 */
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(-2, 0), 0.5), 1); /* 3 against 6 */
}

static void deaf_ears_hear_nothing(void **state)
{
  (void)state;
  HhSounds sounds = {0};
  hh_sound_make(hh_vec(0, 0), 1000, &sounds);
  assert_int_equal(hh_sound_loudest(&sounds, hh_vec(0, 0), 0), -1);
}

static void silence_is_no_sound(void **state)
{
  (void)state;
  HhSounds sounds = {0};
  hh_sound_make(hh_vec(0, 0), 0, &sounds);
  hh_sound_make(hh_vec(0, 0), -1, &sounds);
  hh_sound_make(hh_vec(0, 0), (double)NAN, &sounds);
  assert_int_equal(sounds.count, 0);
}

static void of_too_many_the_weakest_is_left_out(void **state)
{
  (void)state;
  HhSounds sounds = {0};
  for (int i = 0; i < HH_SOUNDS; i++)
    hh_sound_make(hh_vec(i, 0), i == 17 ? 1 : 2 + i, &sounds);
  hh_sound_make(hh_vec(-1, 0), 0.5, &sounds); /* weaker than all */
  assert_int_equal(sounds.count, HH_SOUNDS);
  CHECK_NEAR(sounds.sound[17].strength_t, 1, 0);
  hh_sound_make(hh_vec(-2, 0), 100, &sounds);
  assert_int_equal(sounds.count, HH_SOUNDS);
  CHECK_NEAR(sounds.sound[17].at.x, 18, 0); /* 17 went, the order of the others stayed */
  CHECK_NEAR(sounds.sound[HH_SOUNDS - 1].at.x, -2, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sound_is_heard_as_far_as_it_is_strong),
      cmocka_unit_test(the_loudest_at_the_ears_is_heard),
      cmocka_unit_test(deaf_ears_hear_nothing),
      cmocka_unit_test(silence_is_no_sound),
      cmocka_unit_test(of_too_many_the_weakest_is_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
