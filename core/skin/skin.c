#include "skin/skin.h"

#include <assert.h>

#include "base/angle.h"

#define HH_TUFT_OUTPUTS(id, name)                                                                  \
  {"skin_" #name "_x_m", "m", offsetof(HhSkin, tuft[HH_TUFT_##id].x)},                             \
      {"skin_" #name "_y_m", "m", offsetof(HhSkin, tuft[HH_TUFT_##id].y)},                         \
      {"skin_" #name "_z_m", "m", offsetof(HhSkin, tuft[HH_TUFT_##id].z)},

const HhSkinOutput hh_skin_outputs[] = {
    {"skin_fingers_l_ratio", "", offsetof(HhSkin, fingers_ratio[HH_LEFT])},
    {"skin_fingers_r_ratio", "", offsetof(HhSkin, fingers_ratio[HH_RIGHT])},
    {"skin_breath_ratio", "", offsetof(HhSkin, breath_ratio)},
    {"skin_along_ratio", "", offsetof(HhSkin, along_ratio)},
    {"skin_across_ratio", "", offsetof(HhSkin, across_ratio)},
    HH_SKIN_TUFTS(HH_TUFT_OUTPUTS)};
const size_t hh_skin_output_count = sizeof hh_skin_outputs / sizeof hh_skin_outputs[0];

/* Where each tuft grows. */
static void tuft_places(const HhRig14 *rig, HhVec3 place[HH_TUFT_COUNT])
{
  HhVec3 neck_to_head = hh_vec3_sub(rig->head, rig->neck);
  place[HH_TUFT_CROWN] = hh_vec3_along(rig->head, neck_to_head, 0.7);
  place[HH_TUFT_BACK] = hh_vec3_mix(rig->neck, rig->waist, 0.4);
  place[HH_TUFT_RUMP] = hh_vec3_mix(rig->pelvis, rig->waist, 0.3);
  for (int side = HH_LEFT; side < HH_SIDES; side++) {
    place[HH_TUFT_UPPER_ARM_L + side] = hh_vec3_mix(rig->shoulder[side], rig->elbow[side], 0.6);
    place[HH_TUFT_FOREARM_L + side] = hh_vec3_mix(rig->elbow[side], rig->wrist[side], 0.5);
    place[HH_TUFT_EAR_L + side] = hh_vec3_along(
        rig->head, rig->skull.z, hh_side_sign((HhSide)side) * 0.7 * hh_vec3_length(neck_to_head));
  }
}

static void tuft_start(HhVec3 place, HhTuftSprings *springs)
{
  *springs =
      (HhTuftSprings){hh_spring_rest(place.x), hh_spring_rest(place.y), hh_spring_rest(place.z)};
}

/* Where the tip is from its place: as the springs say when that is little, never beyond `most`. */
static HhVec3 tuft_follow(const HhSpringStep *step, HhVec3 place, double most_m,
                          HhTuftSprings *springs)
{
  HhVec3 last = {springs->x.goal, springs->y.goal, springs->z.goal};
  if (!(hh_vec3_distance(last, place) <= HH_SKIN_JUMP_MPS * step->dt_s)) tuft_start(place, springs);
  hh_spring_follow(step, place.x, &springs->x);
  hh_spring_follow(step, place.y, &springs->y);
  hh_spring_follow(step, place.z, &springs->z);
  HhVec3 tip = {springs->x.value, springs->y.value, springs->z.value};
  HhVec3 bend = hh_vec3_sub(tip, place);
  double squared = most_m * most_m + hh_vec3_dot(bend, bend);
  return hh_vec3_scale(bend, squared > 0 ? most_m / sqrt(squared) : 0);
}

static void tufts_follow(const HhSkinParams *params, const HhRig *rig, HhSkin *skin, double dt_s)
{
  HhSpringStep fur = hh_spring_step(params->fur_rate, params->fur_damping, dt_s);
  HhSpringStep ear = hh_spring_step(params->ear_rate, params->ear_damping, dt_s);
  HhVec3 place[HH_TUFT_COUNT];
  tuft_places(&rig->rig14, place);
  for (int i = 0; i < HH_TUFT_COUNT; i++) {
    bool is_ear = i >= HH_TUFT_EAR_L;
    double most_m = (is_ear ? params->ear_length : params->fur_length) * rig->body.size_ratio;
    skin->tuft[i] = tuft_follow(is_ear ? &ear : &fur, place[i], most_m, &skin->springs[i]);
  }
}

/* A holding hand slips as the body rises past the hold: the share of the body's way from the hold
 * that is sideways, times the share of its speed that is upward. */
static double finger_goal(const HhSkinParams *params, const HhRig *rig, int side)
{
  if (!rig->rig5.hand_holds[side]) return params->finger_rest;
  HhVec3 hand = rig->rig5.hand[side];
  HhVec hang = hh_vec_sub(rig->rig2.com, hh_vec(hand.x, hand.y));
  double far = hh_vec_length(hang), speed = hh_vec_length(rig->rig2.velocity);
  if (!(far > 0 && speed > 0)) return 1;
  double rise = rig->rig2.velocity.y / speed, past = hang.x * rig->rig2.velocity.x;
  double aside = past > 0 ? past / (far * speed) : 0;
  return 1 - (1 - params->finger_slip) * hh_ease(4 * aside * rise);
}

static double toward(double value, double goal, double most)
{
  if (goal > value + most) return value + most;
  return goal < value - most ? value - most : goal;
}

/* What the trunk bears along its length, in gravities more than hanging still. */
static double trunk_load(const HhRig14 *rig, HhVec apparent, double gravity_mps2)
{
  HhVec3 down = hh_vec3_unit(hh_vec3_sub(rig->pelvis, rig->neck), hh_vec3(0, -1, 0));
  return (apparent.x * down.x + apparent.y * down.y) / gravity_mps2 - 1;
}

static void trunk_stretch(const HhSkinParams *params, double load, HhSkin *skin)
{
  double wish = params->squash * load, most = params->squash_most;
  double squared = most * most + wish * wish;
  skin->along_ratio = 1 + (squared > 0 ? wish * most / sqrt(squared) : 0);
  skin->across_ratio = 1 / sqrt(skin->along_ratio);
}

static void breathe(const HhSkinParams *params, double lift_m, HhSkin *skin, double dt_s)
{
  double load = lift_m / sqrt(1 + lift_m * lift_m / 9);
  double mean = 0.5 * (skin->load + load), before = skin->effort;
  skin->load = load;
  skin->effort = mean + (before - mean) * hh_decay(dt_s / params->breath_memory);
  double breaths =
      (params->breath_rate + params->breath_effort * 0.5 * (before + skin->effort)) * dt_s;
  double phase = skin->breath_phase + breaths;
  skin->breath_phase = phase - floor(phase);
  skin->breath_ratio = 0.5 - 0.5 * hh_unit_from_angle(2 * HH_PI * skin->breath_phase).x;
}

/* In even motion with the body. */
static void mass_start(const HhSpringStep *step, const HhRig2 *rig, HhSkin *skin)
{
  HhVec at = rig->com, velocity = rig->velocity;
  skin->mass_x = (HhSpring){at.x - step->lag_s * velocity.x, velocity.x, at.x};
  skin->mass_y = (HhSpring){at.y - step->lag_s * velocity.y, velocity.y, at.y};
}

/* The acceleration of the mass on its spring, m/s2. */
static HhVec mass_follow(const HhSkinParams *params, const HhRig2 *rig, HhSkin *skin, double dt_s)
{
  HhSpringStep step = hh_spring_step(params->squash_rate, params->squash_damping, dt_s);
  HhVec last = {skin->mass_x.goal, skin->mass_y.goal};
  if (!(hh_vec_distance(last, rig->com) <= HH_SKIN_JUMP_MPS * dt_s)) mass_start(&step, rig, skin);
  hh_spring_follow(&step, rig->com.x, &skin->mass_x);
  hh_spring_follow(&step, rig->com.y, &skin->mass_y);
  HhVec trail = hh_vec_sub(rig->com, hh_vec(skin->mass_x.value, skin->mass_y.value));
  HhVec drag = hh_vec_scale(hh_vec(skin->mass_x.rate, skin->mass_y.rate), step.lag_s);
  return hh_vec_scale(hh_vec_sub(trail, drag), params->squash_rate * params->squash_rate);
}

void hh_skin_start(const HhSkinParams *params, const HhRig *rig, HhSkin *skin)
{
  *skin = (HhSkin){.along_ratio = 1, .across_ratio = 1};
  HhVec3 place[HH_TUFT_COUNT];
  tuft_places(&rig->rig14, place);
  for (int i = 0; i < HH_TUFT_COUNT; i++)
    tuft_start(place[i], &skin->springs[i]);
  for (int side = HH_LEFT; side < HH_SIDES; side++)
    skin->fingers_ratio[side] = finger_goal(params, rig, side);
  HhSpringStep step = hh_spring_step(params->squash_rate, params->squash_damping, 1);
  mass_start(&step, &rig->rig2, skin);
}

void hh_skin_step(const HhSkinParams *params, double gravity_mps2, const HhRig *rig, HhSkin *skin,
                  double dt_s)
{
  assert(dt_s > 0 && gravity_mps2 > 0);
  tufts_follow(params, rig, skin, dt_s);
  for (int side = HH_LEFT; side < HH_SIDES; side++)
    skin->fingers_ratio[side] = toward(skin->fingers_ratio[side], finger_goal(params, rig, side),
                                       params->finger_rate * dt_s);

  HhVec felt = mass_follow(params, &rig->rig2, skin, dt_s);
  HhVec apparent = hh_vec_sub(hh_vec(0, -gravity_mps2), felt);
  trunk_stretch(params, trunk_load(&rig->rig14, apparent, gravity_mps2), skin);
  HhVec velocity = rig->rig2.velocity;
  breathe(params, hh_vec_dot(velocity, velocity) / (2 * gravity_mps2), skin, dt_s);
}
