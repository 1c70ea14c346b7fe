/* What tests ask of a clip. */
#ifndef CLIP_OF_H
#define CLIP_OF_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clip.h"

/* Number of the first joint called `name`. */
static inline int joint(const HhxClip *clip, const char *name)
{
  for (int i = 0; i < clip->joints; i++)
    if (strcmp(clip->names[i], name) == 0) return i;
  fail_msg("no joint %s", name);
  return -1;
}

/* Places of all joints in the world; to be freed. */
static inline HhxPlace *world(const HhxClip *clip, int frame)
{
  HhxPlace *places = malloc((size_t)clip->joints * sizeof *places);
  assert_non_null(places);
  hhx_clip_world(clip, frame, places);
  return places;
}

#endif
