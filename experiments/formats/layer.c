/* Clips as layers over the rig. See the header. */
#include "layer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"
#include "base/param.h"
#include "base/spring.h"
#include "bvh.h"
#include "imported.h"
#include "retarget.h"

/* Of the formats whose keys lie at any times. */
static const double frame_s = 1.0 / 60;

/* Turns smaller than this are none: a tenth of a degree. */
static const double same_rad = 1.7e-3;

/* At the end of a clip that loops but does not end as it began. */
static const double seam_s = 0.25;

#define BIT(bone) (1ul << HH_BONE_##bone)
#define ARM(side)                                                                                  \
  (BIT(COLLAR_##side) | BIT(UPPER_ARM_##side) | BIT(FOREARM_##side) | BIT(HAND_##side))
#define LEG(side) (BIT(THIGH_##side) | BIT(SHANK_##side) | BIT(FOOT_##side))

static const struct {
  const char *name;
  unsigned long bones;
} groups[] = {
    {"all", (1ul << HH_BONE_COUNT) - 1},
    {"trunk", BIT(PELVIS) | BIT(SPINE)},
    {"head", BIT(NECK) | BIT(HEAD)},
    {"arms", ARM(L) | ARM(R)},
    {"arm_l", ARM(L)},
    {"arm_r", ARM(R)},
    {"legs", LEG(L) | LEG(R)},
    {"leg_l", LEG(L)},
    {"leg_r", LEG(R)},
};
enum { GROUP_COUNT = sizeof groups / sizeof groups[0], NAME_COUNT = GROUP_COUNT + HH_BONE_COUNT };

static const char *name_of(int index)
{
  return index < GROUP_COUNT ? groups[index].name : hh_bone_names[index - GROUP_COUNT];
}

static bool refuse_weight(HhxError *error, const char *remedy)
{
  snprintf(error->text, sizeof error->text, "%s", remedy);
  return false;
}

bool hhx_layer_weigh(const char *setting, double weight[HH_BONE_COUNT], HhxError *error)
{
  const char *equals = strchr(setting, '=');
  if (!equals) return refuse_weight(error, "write it as NAME=W, as arms=0.5");
  double value;
  size_t size = strlen(equals + 1), read = hh_decimal_read(equals + 1, size, &value);
  if (size == 0 || read != size || !(value >= 0 && value <= 1))
    return refuse_weight(error, "a weight is a number from 0 to 1");
  const char *names[NAME_COUNT];
  char word[64] = "";
  size_t length = (size_t)(equals - setting);
  memcpy(word, setting, length < sizeof word ? length : sizeof word - 1);
  int found = NAME_COUNT;
  for (int i = NAME_COUNT; i-- > 0;) {
    names[i] = name_of(i);
    if (strcmp(names[i], word) == 0) found = i;
  }
  if (found == NAME_COUNT) {
    char remedy[128];
    snprintf(remedy, sizeof remedy, "there is no such bone or group; did you mean %s?",
             hh_word_nearest(names, NAME_COUNT, word));
    return refuse_weight(error, remedy);
  }
  unsigned long bones = found < GROUP_COUNT ? groups[found].bones : 1ul << (found - GROUP_COUNT);
  for (int i = 0; i < HH_BONE_COUNT; i++)
    if (bones >> i & 1) weight[i] = value;
  return true;
}

static bool same_pose(const HhPose *a, const HhPose *b)
{
  for (int i = 0; i < HH_BONE_COUNT; i++)
    if (hh_quat_angle(a->local[i], b->local[i]) > same_rad) return false;
  return true;
}

/* Makes the end lead back to the beginning. */
static void close_loop(HhPose *poses, HhPoseClip *clip)
{
  int last = clip->count - 1;
  if (last > 1 && same_pose(&poses[0], &poses[last])) {
    clip->count--;
    return;
  }
  int seam = (int)fmin(seam_s / clip->frame_s, 0.5 * last);
  for (int i = 1; i <= seam; i++) {
    HhPose *pose = &poses[last - seam + i];
    *pose = hh_pose_mix(pose, &poses[0], hh_ease(i / (seam + 1.0)));
  }
}

HhPose *hhx_layer_read(const char *path, const char *name, bool loops, const HhBody *body,
                       HhPoseLayer *layer, HhxError *error)
{
  const char *dot = strrchr(path, '.');
  bool bvh = dot && strcasecmp(dot, ".bvh") == 0;
  if (bvh && name) {
    hhx_error_at(error, path, 0, 0, NULL,
                 "a BVH file holds one motion, which has no name; leave --clip-name out");
    return NULL;
  }
  HhxClip *clip = bvh ? hhx_bvh_read(path, error) : hhx_imported_read(path, name, frame_s, error);
  if (!clip) return NULL;
  HhPose *poses = hhx_retarget(clip, body, path, error);
  if (poses) {
    layer->clip = (HhPoseClip){poses, clip->frames, clip->frame_s, loops};
    if (loops) close_loop(poses, &layer->clip);
  }
  hhx_clip_destroy(clip);
  return poses;
}
