/* A skeleton and its motion. See the header. */
#include "clip.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool hhx_clip_fits(long joints, long frames)
{
  return joints >= 1 && joints <= HHX_CLIP_JOINTS_MOST && frames >= 1 &&
         frames <= HHX_CLIP_PLACES_MOST / joints;
}

static bool allocate(HhxClip *clip)
{
  size_t joints = (size_t)clip->joints, places = joints * (size_t)clip->frames;
  clip->names = calloc(joints, sizeof *clip->names);
  clip->parents = calloc(joints, sizeof *clip->parents);
  clip->rest = calloc(joints, sizeof *clip->rest);
  clip->local = calloc(places, sizeof *clip->local);
  if (!clip->names || !clip->parents || !clip->rest || !clip->local) return false;
  for (size_t i = 0; i < joints; i++) {
    clip->parents[i] = -1;
    clip->rest[i] = hhx_place_identity();
    if (!hhx_clip_name(clip, (int)i, "", 0)) return false;
  }
  for (size_t i = 0; i < places; i++)
    clip->local[i] = hhx_place_identity();
  return true;
}

HhxClip *hhx_clip_create(int joints, int frames)
{
  assert(hhx_clip_fits(joints, frames));
  HhxClip *clip = calloc(1, sizeof *clip);
  if (!clip) return NULL;
  clip->joints = joints;
  clip->frames = frames;
  if (allocate(clip)) return clip;
  hhx_clip_destroy(clip);
  return NULL;
}

void hhx_clip_destroy(HhxClip *clip)
{
  if (!clip) return;
  for (int i = 0; clip->names && i < clip->joints; i++)
    free(clip->names[i]);
  free(clip->names);
  free(clip->parents);
  free(clip->rest);
  free(clip->local);
  free(clip->end);
  free(clip);
}

bool hhx_clip_name(HhxClip *clip, int joint, const char *name, size_t size)
{
  char *copy = malloc(size + 1);
  if (!copy) return false;
  memcpy(copy, name, size);
  copy[size] = '\0';
  free(clip->names[joint]);
  clip->names[joint] = copy;
  return true;
}

bool hhx_clip_add_end(HhxClip *clip, int joint, HhVec3 at)
{
  HhxEnd *end = realloc(clip->end, ((size_t)clip->ends + 1) * sizeof *end);
  if (!end) return false;
  end[clip->ends++] = (HhxEnd){joint, at};
  clip->end = end;
  return true;
}

HhxPlace hhx_place_within(HhxPlace parent, HhxPlace child)
{
  return (HhxPlace){hh_quat_mul(parent.turn, child.turn),
                    hh_vec3_add(parent.at, hh_quat_rotate(parent.turn, child.at))};
}

static void climb(const HhxClip *clip, const HhxPlace *local, HhxPlace *world)
{
  for (int i = 0; i < clip->joints; i++) {
    int parent = clip->parents[i];
    world[i] = parent < 0 ? local[i] : hhx_place_within(world[parent], local[i]);
  }
}

void hhx_clip_rest(const HhxClip *clip, HhxPlace *world)
{
  climb(clip, clip->rest, world);
}

void hhx_clip_world(const HhxClip *clip, int frame, HhxPlace *world)
{
  climb(clip, clip->local + (size_t)frame * (size_t)clip->joints, world);
}

double hhx_clip_length(const HhxClip *clip)
{
  double length = 0;
  for (int i = 0; i < clip->joints; i++)
    length += hh_vec3_length(clip->rest[i].at);
  return length;
}
