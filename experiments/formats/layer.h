/* A clip of a file as a layer over the rig: read, brought to our skeleton, and weighted by bone. */
#ifndef HHX_LAYER_H
#define HHX_LAYER_H

#include "error.h"
#include "rig/pose.h"

/* Sets the weights of NAME=W, a bone or one of all, trunk, head, arms, arm_l, arm_r, legs, leg_l,
 * leg_r; W from 0 to 1. False and what to do instead in *error when it is none. */
bool hhx_layer_weigh(const char *setting, double weight[HH_BONE_COUNT], HhxError *error);

/* Reads a BVH file, or the animation called `name` (null: the first) of any other, into
 * layer->clip; the weights stay as they are. A clip that is to loop ends where it begins: a last
 * pose that is the first one again is left out, and else the last quarter of a second passes over
 * into the first pose. Returns the poses, for the caller to free; null and *error when the file
 * cannot be read or is of no humanoid or ape. */
HhPose *hhx_layer_read(const char *path, const char *name, bool loops, const HhBody *body,
                       HhPoseLayer *layer, HhxError *error);

#endif
