/* The cosmetics: laws that hold whatever the motion, and a few closed forms. */
#include "check.h"

#include "actor/actor.h"
#include "gibbon_pose.h"
#include "skin/skin.h"

static const double gravity = 9.81;

static HhSkinParams presets(void)
{
#define PRESET(kind, field, name, unit, preset, ...) .field = (preset),
  return (HhSkinParams){HH_SKIN_PARAMS(PRESET)};
#undef PRESET
}

/* A rigid body in the pose of poses[0], its neck there. */
static HhRig body_at(HhVec3 neck, HhVec velocity, bool holds)
{
  HhRig rig = pose_rig(&poses[0], neck);
  rig.body.size_ratio = 1;
  rig.rig14.skull.z = hh_vec3(0, 0, 1);
  rig.rig2.com = hh_vec(neck.x, neck.y - 0.1);
  rig.rig2.velocity = velocity;
  for (int side = 0; side < HH_SIDES; side++) {
    rig.rig5.hand[side] = rig.rig14.hand[side];
    rig.rig5.hand_holds[side] = holds && side == HH_RIGHT;
  }
  return rig;
}

static double output(const char *name, HhSkin *skin)
{
  for (size_t i = 0; i < hh_skin_output_count; i++)
    if (strcmp(hh_skin_outputs[i].name, name) == 0)
      return *hh_skin_output(&hh_skin_outputs[i], skin);
  fail_msg("no output %s", name);
  return 0;
}

/* Half of the range of an output with the preset parameters. */
static double half_range(const HhSkinParams *params, const char *name)
{
  if (strstr(name, "fur_")) return params->fur_length;
  if (strstr(name, "ear_")) return params->ear_length;
  if (strstr(name, "along") || strstr(name, "across")) return params->squash_most;
  return 0.5;
}

static void check_bounds(const HhSkinParams *params, HhSkin *skin)
{
  CHECK_NEAR(skin->along_ratio * skin->across_ratio * skin->across_ratio, 1, 1e-15);
  assert_true(fabs(skin->along_ratio - 1) <= params->squash_most);
  for (int i = 0; i < HH_TUFT_COUNT; i++) {
    double most = i >= HH_TUFT_EAR_L ? params->ear_length : params->fur_length;
    assert_true(hh_vec3_length(skin->tuft[i]) <= most * (1 + 1e-15));
  }
  for (int side = 0; side < HH_SIDES; side++)
    assert_true(skin->fingers_ratio[side] >= 0 && skin->fingers_ratio[side] <= 1);
  assert_true(skin->breath_ratio >= 0 && skin->breath_ratio <= 1);
  assert_true(skin->breath_phase >= 0 && skin->breath_phase < 1);
}

static void everything_is_bounded_and_the_trunk_keeps_its_volume_whatever_the_motion(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  HhRandom random = {.seed = 11};
  for (int run = 0; run < 200; run++) {
    double wild = pow(10, hh_random_unit(&random) * 9 - 3),
           dt = 0.0005 + 0.2 * hh_random_unit(&random);
    HhRig rig = body_at(hh_vec3(0, 0, 0), hh_vec(0, 0), true);
    HhSkin skin;
    hh_skin_start(&params, &rig, &skin);
    for (int frame = 0; frame < 100; frame++) {
      HhVec3 neck = {wild * (hh_random_unit(&random) - 0.5), wild * (hh_random_unit(&random) - 0.5),
                     0};
      HhVec velocity = {wild * (hh_random_unit(&random) - 0.5),
                        wild * (hh_random_unit(&random) - 0.5)};
      rig = body_at(neck, velocity, hh_random_unit(&random) < 0.5);
      hh_skin_step(&params, gravity, &rig, &skin, dt);
      check_bounds(&params, &skin);
    }
  }
}

static void at_rest_nothing_moves_but_the_breath(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  HhRig rig = body_at(hh_vec3(3.7, 1.2, 0), hh_vec(0, 0), true);
  HhSkin skin;
  hh_skin_start(&params, &rig, &skin);
  HhSkin first = skin;
  int breaths = 0;
  bool in = false;
  for (int frame = 0; frame < 60 * 60; frame++) {
    hh_skin_step(&params, gravity, &rig, &skin, 1.0 / 60);
    breaths += !in && skin.breath_ratio > 0.5;
    in = skin.breath_ratio > 0.5;
    for (int i = 0; i < HH_TUFT_COUNT; i++)
      CHECK_NEAR(hh_vec3_length(skin.tuft[i]), 0, 1e-14);
    CHECK_NEAR(skin.along_ratio, first.along_ratio, 1e-3);
    for (int side = 0; side < HH_SIDES; side++)
      CHECK_NEAR(skin.fingers_ratio[side], first.fingers_ratio[side], 0);
  }
  assert_int_equal(breaths, 21); /* 0.35 a second */
}

/* In steady motion a tuft trails by 2 r v / k: where its spring and the air's drag are equal. */
static void fur_trails_and_swings_past_when_the_body_stops(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  const double speed = 0.3, dt = 1.0 / 60;
  HhRig rig = body_at(hh_vec3(0, 0, 0), hh_vec(speed, 0), false);
  HhSkin skin;
  hh_skin_start(&params, &rig, &skin);
  int frame = 0;
  for (; frame < 240; frame++) {
    rig = body_at(hh_vec3(speed * (frame + 1) * dt, 0, 0), hh_vec(speed, 0), false);
    hh_skin_step(&params, gravity, &rig, &skin, dt);
  }
  double trail = 2 * params.fur_damping * speed / params.fur_rate;
  double most = params.fur_length;
  CHECK_NEAR(skin.tuft[HH_TUFT_BACK].x, -trail / sqrt(1 + trail * trail / (most * most)), 1e-9);
  rig.rig2.velocity = hh_vec(0, 0);
  double past = 0;
  for (int i = 0; i < 240; i++) {
    hh_skin_step(&params, gravity, &rig, &skin, dt);
    past = fmax(past, skin.tuft[HH_TUFT_BACK].x);
  }
  assert_true(past > 0.5 * trail);
  CHECK_NEAR(skin.tuft[HH_TUFT_BACK].x, 0, 1e-6);
}

/* At an even acceleration a up the trunk bears g + a: `squash` for each a of one g. The path is
 * known at the frames only: chords of a parabola, which differ from it by (k dt)^2 / 12. */
static void the_trunk_is_stretched_by_what_it_bears_and_short_in_flight(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  const double accelerations[] = {-gravity, -3, 0, 5, 3 * gravity};
  for (int i = 0; i < 5; i++) {
    const double a = accelerations[i], dt = 1.0 / 120;
    HhRig rig = body_at(hh_vec3(0, 0, 0), hh_vec(0, 0), false);
    HhSkin skin;
    hh_skin_start(&params, &rig, &skin);
    for (int frame = 1; frame <= 180; frame++) {
      double t = frame * dt;
      rig = body_at(hh_vec3(0, a * t * t / 2, 0), hh_vec(0, a * t), false);
      hh_skin_step(&params, gravity, &rig, &skin, dt);
    }
    double wish = params.squash * a / gravity, most = params.squash_most;
    double tolerance = fabs(wish) * pow(params.squash_rate * dt, 2) / 12 + 1e-5;
    CHECK_NEAR(skin.along_ratio, 1 + wish / sqrt(1 + wish * wish / (most * most)), tolerance);
  }
}

static void fingers_close_on_contact_slip_in_the_rise_and_open_after_it(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  const double dt = 1.0 / 60;
  HhRig rig = body_at(hh_vec3(0, 0, 0), hh_vec(3, -3), false);
  HhSkin skin;
  hh_skin_start(&params, &rig, &skin);
  CHECK_NEAR(skin.fingers_ratio[HH_RIGHT], params.finger_rest, 0);
  rig.rig5.hand_holds[HH_RIGHT] = true;
  for (double t = 0; t < 1 / params.finger_rate; t += dt)
    hh_skin_step(&params, gravity, &rig, &skin, dt);
  CHECK_NEAR(skin.fingers_ratio[HH_RIGHT], 1, 1e-12);
  CHECK_NEAR(skin.fingers_ratio[HH_LEFT], params.finger_rest, 1e-12);
  /* the body ahead of the hold and on its way up */
  HhVec3 hand = rig.rig5.hand[HH_RIGHT];
  rig.rig2.com = hh_vec(hand.x + 0.5, hand.y - 0.5);
  rig.rig2.velocity = hh_vec(3, 3);
  for (int frame = 0; frame < 30; frame++)
    hh_skin_step(&params, gravity, &rig, &skin, dt);
  CHECK_NEAR(skin.fingers_ratio[HH_RIGHT], params.finger_slip, 1e-12);
  rig.rig5.hand_holds[HH_RIGHT] = false;
  for (int frame = 0; frame < 30; frame++)
    hh_skin_step(&params, gravity, &rig, &skin, dt);
  CHECK_NEAR(skin.fingers_ratio[HH_RIGHT], params.finger_rest, 1e-12);
}

/* A hop a second, caught and thrown again without a pause: the velocity jumps by 9.81 m/s. */
static HhRig hopping(double t, double sense)
{
  double hop = floor(t), in = t - hop;
  HhVec velocity = {sense * (2 + sin(3 * t)), gravity * (0.5 - in)};
  HhVec3 neck = {sense * (2 * t + (1 - cos(3 * t)) / 3), gravity * in * (1 - in) / 2, 0};
  return body_at(neck, velocity, in < 0.4);
}

static HhSkin hopped(const HhSkinParams *params, double rate_hz, double seconds)
{
  HhRig rig = hopping(0, 1);
  HhSkin skin;
  hh_skin_start(params, &rig, &skin);
  int frames = (int)(seconds * rate_hz + 0.5);
  for (int i = 1; i <= frames; i++) {
    rig = hopping(i / rate_hz, 1);
    hh_skin_step(params, gravity, &rig, &skin, 1 / rate_hz);
  }
  return skin;
}

static void frame_rates_of_30_to_240_hz_agree(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  const double rates[] = {30, 60, 120};
  for (double seconds = 0.5; seconds < 6; seconds += 0.1) {
    HhSkin fine = hopped(&params, 240, seconds);
    for (int r = 0; r < 3; r++) {
      HhSkin skin = hopped(&params, rates[r], seconds);
      for (size_t i = 0; i < hh_skin_output_count; i++) {
        const char *name = hh_skin_outputs[i].name;
        double off = *hh_skin_output(&hh_skin_outputs[i], &skin) -
                     *hh_skin_output(&hh_skin_outputs[i], &fine);
        double tolerance = 2 * half_range(&params, name) / 20;
        if (strstr(name, "fingers")) tolerance = params.finger_rate / rates[r]; /* one frame */
        if (fabs(off) > tolerance) print_error("%s at %g Hz, %g s\n", name, rates[r], seconds);
        CHECK_NEAR(off, 0, tolerance);
      }
    }
  }
}

static void a_mirrored_motion_gives_the_mirrored_skin(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  HhSkin skin[2];
  for (int i = 0; i < 300; i++) {
    for (int side = 0; side < 2; side++) {
      double sense = side ? -1 : 1;
      HhRig rig = hopping(i / 60.0, sense);
      HhVec3 *limbs[] = {rig.rig14.shoulder, rig.rig14.elbow, rig.rig14.wrist};
      if (side) { /* the pose, mirrored about the neck; sides stay */
        double at = rig.rig14.neck.x;
        HhVec3 *middle[] = {&rig.rig14.head, &rig.rig14.waist, &rig.rig14.pelvis};
        for (int k = 0; k < 3; k++) {
          middle[k]->x = 2 * at - middle[k]->x;
          for (int s = 0; s < 2; s++)
            limbs[k][s].x = 2 * at - limbs[k][s].x;
        }
        for (int s = 0; s < 2; s++)
          rig.rig5.hand[s].x = 2 * at - rig.rig5.hand[s].x;
      }
      if (i == 0)
        hh_skin_start(&params, &rig, &skin[side]);
      else
        hh_skin_step(&params, gravity, &rig, &skin[side], 1.0 / 60);
    }
    for (size_t k = 0; k < hh_skin_output_count; k++) {
      bool turns = strstr(hh_skin_outputs[k].name, "_x_m");
      CHECK_NEAR(*hh_skin_output(&hh_skin_outputs[k], &skin[1]),
                 (turns ? -1 : 1) * *hh_skin_output(&hh_skin_outputs[k], &skin[0]), 1e-12);
    }
  }
}

static void breath_is_faster_after_hard_swings(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  HhRig still = body_at(hh_vec3(0, 0, 0), hh_vec(0, 0), true);
  HhSkin skin = hopped(&params, 60, 20);
  assert_true(skin.effort > 0.1);
  double calm = params.breath_rate * 2, breaths = 0, last = skin.breath_phase;
  for (int frame = 0; frame < 120; frame++) {
    hh_skin_step(&params, gravity, &still, &skin, 1.0 / 60);
    breaths += skin.breath_phase - last + (skin.breath_phase < last);
    last = skin.breath_phase;
  }
  assert_true(breaths > 1.1 * calm);
  for (int frame = 0; frame < 60 * 60; frame++)
    hh_skin_step(&params, gravity, &still, &skin, 1.0 / 60);
  CHECK_NEAR(skin.effort, 0, 1e-4);
}

static void a_gibbon_hung_up_again_starts_with_its_fur_at_rest(void **state)
{
  (void)state;
  HhSkinParams params = presets();
  HhSkin skin = hopped(&params, 60, 5);
  HhRig rig = body_at(hh_vec3(40, -7, 0), hh_vec(0, 0), true);
  hh_skin_step(&params, gravity, &rig, &skin, 1.0 / 60);
  for (int i = 0; i < HH_TUFT_COUNT; i++)
    CHECK_NEAR(hh_vec3_length(skin.tuft[i]), 0, 1e-14);
}

static void each_output_has_its_own_name_and_place(void **state)
{
  (void)state;
  HhSkin skin = {0};
  assert_int_equal(hh_skin_output_count, 5 + 3 * HH_TUFT_COUNT);
  for (size_t i = 0; i < hh_skin_output_count; i++) {
    assert_true(hh_skin_outputs[i].offset + sizeof(double) <= offsetof(HhSkin, springs));
    *hh_skin_output(&hh_skin_outputs[i], &skin) = (double)i + 1;
    bool metres = strcmp(hh_skin_outputs[i].unit, "m") == 0;
    size_t length = strlen(hh_skin_outputs[i].name);
    assert_string_equal(hh_skin_outputs[i].name + length - (metres ? 2 : 6),
                        metres ? "_m" : "_ratio");
  }
  for (size_t i = 0; i < hh_skin_output_count; i++)
    CHECK_NEAR(output(hh_skin_outputs[i].name, &skin), (double)i + 1, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_is_bounded_and_the_trunk_keeps_its_volume_whatever_the_motion),
      cmocka_unit_test(at_rest_nothing_moves_but_the_breath),
      cmocka_unit_test(fur_trails_and_swings_past_when_the_body_stops),
      cmocka_unit_test(the_trunk_is_stretched_by_what_it_bears_and_short_in_flight),
      cmocka_unit_test(fingers_close_on_contact_slip_in_the_rise_and_open_after_it),
      cmocka_unit_test(frame_rates_of_30_to_240_hz_agree),
      cmocka_unit_test(a_mirrored_motion_gives_the_mirrored_skin),
      cmocka_unit_test(breath_is_faster_after_hard_swings),
      cmocka_unit_test(a_gibbon_hung_up_again_starts_with_its_fur_at_rest),
      cmocka_unit_test(each_output_has_its_own_name_and_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
