/* Cosmetics on top of the bones: what makes a body look alive and moves nothing. Nothing below
 * reads it.
 *
 *   fur, ears   tufts on damped springs that hang on to their places in the body: they lag behind
 *               (air), swing past when the place stops, and never bend by more than their length
 *   fingers     curl of a hand: 1 round a hold, 0 stretched; closes on contact, opens while the
 *               body rises past the hold, so that the hand slips off
 *   trunk       stretched by the apparent gravity along it, g - a, and drawn together without it;
 *               along x across^2 = 1 keeps its volume. Hanging still it has its own shape
 *   breath      a wave of the chest, quick after quick motion
 *
 * The acceleration a is that of a mass on a spring that follows the centre of mass, so a jump of
 * the velocity makes a swing and no spike. Everything is bounded whatever the motion; a place that
 * moves faster than HH_SKIN_JUMP_MPS was moved, not thrown, and its tuft starts anew. Frame rates
 * of 30 to 240 Hz agree to a twentieth of each range, fingers to one frame of their way
 * (tests/test_skin.c). */
#ifndef HH_SKIN_SKIN_H
#define HH_SKIN_SKIN_H

#include "base/spring.h"
#include "rig/rig.h"

/* clang-format off */
#define HH_SKIN_PARAMS(X)                                                                                              \
  X(REAL, fur_length,     "skin.fur_length",     "m", 0.022, 0, 1, "by which a tuft of fur can bend, on a body of the sizes of body.*", "ours") \
  X(REAL, fur_rate,       "skin.fur_rate",       "rad/s", 24, 0.1, 1000, "stiffness of the fur", "ours")               \
  X(REAL, fur_damping,    "skin.fur_damping",    "", 0.25, 0.05, 1, "damping ratio of the fur", "ours")                \
  X(REAL, ear_length,     "skin.ear_length",     "m", 0.01, 0, 1, "by which an ear can bend", "ours")                  \
  X(REAL, ear_rate,       "skin.ear_rate",       "rad/s", 40, 0.1, 1000, "stiffness of the ears", "ours")              \
  X(REAL, ear_damping,    "skin.ear_damping",    "", 0.2, 0.05, 1, "damping ratio of the ears", "ours")                \
  X(REAL, finger_rate,    "skin.finger_rate",    "1/s", 9, 0.1, 1000, "speed of closing and opening fingers", "ours")  \
  X(REAL, finger_rest,    "skin.finger_rest",    "", 0.25, 0, 1, "curl of a free hand", "ours")                        \
  X(REAL, finger_slip,    "skin.finger_slip",    "", 0.6, 0, 1, "curl of a holding hand while the body rises past the hold", "ours") \
  X(REAL, squash,         "skin.squash",         "", 0.05, 0, 1, "stretch of the trunk for each gravity of acceleration along it", "ours") \
  X(REAL, squash_most,    "skin.squash_most",    "", 0.15, 0, 0.5, "greatest stretch of the trunk either way", "ours") \
  X(REAL, squash_rate,    "skin.squash_rate",    "rad/s", 20, 0.1, 1000, "stiffness of the trunk", "ours")             \
  X(REAL, squash_damping, "skin.squash_damping", "", 0.4, 0.05, 1, "damping ratio of the trunk", "ours")               \
  X(REAL, breath_rate,    "skin.breath_rate",    "1/s", 0.35, 0, 10, "breaths at rest", "ours")                        \
  X(REAL, breath_effort,  "skin.breath_effort",  "1/(s m)", 0.5, 0, 10, "breaths more for each metre that the speed could lift the body, up to three", "ours") \
  X(REAL, breath_memory,  "skin.breath_memory",  "s", 5, 0.01, 1000, "time in which an effort is forgotten", "ours")
/* clang-format on */

typedef struct HhSkinParams {
  HH_SKIN_PARAMS(HH_PARAM_FIELD)
} HhSkinParams;

/*    id, name */
#define HH_SKIN_TUFTS(X)                                                                           \
  X(CROWN, fur_crown)                                                                              \
  X(BACK, fur_back)                                                                                \
  X(RUMP, fur_rump)                                                                                \
  X(UPPER_ARM_L, fur_arm_l)                                                                        \
  X(UPPER_ARM_R, fur_arm_r)                                                                        \
  X(FOREARM_L, fur_forearm_l)                                                                      \
  X(FOREARM_R, fur_forearm_r)                                                                      \
  X(EAR_L, ear_l) /* ears last */                                                                  \
  X(EAR_R, ear_r)

typedef enum HhTuft {
#define HH_TUFT_ID(id, name) HH_TUFT_##id,
  HH_SKIN_TUFTS(HH_TUFT_ID)
#undef HH_TUFT_ID
      HH_TUFT_COUNT
} HhTuft;

#define HH_SKIN_JUMP_MPS 60.0

typedef struct HhTuftSprings {
  HhSpring x, y, z; /* where the tip would be, m, in the world */
} HhTuftSprings;

/* State: plain data. */
typedef struct HhSkin {
  HhVec3 tuft[HH_TUFT_COUNT];       /* tip from its place at rest, world axes, m */
  double fingers_ratio[HH_SIDES];   /* 0 stretched, 1 round a hold */
  double breath_ratio;              /* 0 breathed out, 1 breathed in */
  double along_ratio, across_ratio; /* of the trunk's shape at rest */

  HhTuftSprings springs[HH_TUFT_COUNT];
  HhSpring mass_x, mass_y; /* m; their acceleration is what the body feels */
  double load,
      effort; /* how high the speed could lift the body, m, softly at most 3: now, remembered */
  double breath_phase; /* in [0, 1) */
} HhSkin;

/* All at rest, fingers where their goal is. The rig is complete (HH_LEVEL_BONES). */
void hh_skin_start(const HhSkinParams *params, const HhRig *rig, HhSkin *skin);
void hh_skin_step(const HhSkinParams *params, double gravity_mps2, const HhRig *rig, HhSkin *skin,
                  double dt_s);

/* What there is to see of a skin, for whoever writes or draws it. */
typedef struct HhSkinOutput {
  const char *name; /* skin_fingers_l_ratio, skin_fur_back_x_m, .. */
  const char *unit; /* "" for a pure number */
  size_t offset;    /* of a double in HhSkin */
} HhSkinOutput;

extern const HhSkinOutput hh_skin_outputs[];
extern const size_t hh_skin_output_count;

static inline double *hh_skin_output(const HhSkinOutput *output, HhSkin *skin)
{
  return (double *)((char *)skin + output->offset);
}

#endif
