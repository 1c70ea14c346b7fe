/* A skeleton and its motion, as any file tells it: joints in a tree and, for each frame, where each
 * joint is and how it is turned in the frame of its parent. Lengths are the file's; what a unit is
 * in metres, and which way is up, a file need not say.
 * Left out: scale (readers put it into the lengths), meshes, the curves between frames. */
#ifndef HHX_CLIP_H
#define HHX_CLIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/quat.h"

/* Frame of reference in that of a parent: turned, then moved. */
typedef struct HhxPlace {
  HhQuat turn;
  HhVec3 at;
} HhxPlace;

/* A point beyond the last joint of a chain, in the joint's frame. */
typedef struct HhxEnd {
  int joint;
  HhVec3 at;
} HhxEnd;

typedef struct HhxClip {
  int joints, frames, ends;
  double frame_s;
  double unit_m; /* of one unit of length; 0: the file does not say */
  char **names;  /* of joints; may be equal */
  int *parents;  /* -1: a root; parents come first */
  HhxPlace *rest;
  HhxPlace *local; /* frames x joints */
  HhxEnd *end;
} HhxClip;

/* Joints and frames of a clip that is held in memory: 20 million places are 1.1 GB. */
enum { HHX_CLIP_JOINTS_MOST = 10000, HHX_CLIP_PLACES_MOST = 20000000 };

/* True for counts within the limits above, each at least 1. */
bool hhx_clip_fits(long joints, long frames);

/* Null when memory runs out. Names are empty, parents -1, places the identity, no ends. */
HhxClip *hhx_clip_create(int joints, int frames);
void hhx_clip_destroy(HhxClip *clip); /* null is allowed */

/* Copies `size` bytes of `name`. False when memory runs out. */
bool hhx_clip_name(HhxClip *clip, int joint, const char *name, size_t size);

/* Adds an end. False when memory runs out. */
bool hhx_clip_add_end(HhxClip *clip, int joint, HhVec3 at);

static inline HhxPlace hhx_place_identity(void)
{
  return (HhxPlace){hh_quat_identity(), {0, 0, 0}};
}

/* `child` in the frame that `parent` is in. */
HhxPlace hhx_place_within(HhxPlace parent, HhxPlace child);

/* Forward kinematics: places in the world, at rest and in a frame. */
void hhx_clip_rest(const HhxClip *clip, HhxPlace *world);
void hhx_clip_world(const HhxClip *clip, int frame, HhxPlace *world);

/* Sum of the rest lengths of all joints: what small is measured by. */
double hhx_clip_length(const HhxClip *clip);

#endif
