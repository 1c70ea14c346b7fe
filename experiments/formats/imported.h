/* Clips of the formats that libassimp reads (FBX, Collada and many more), sampled at an even rate.
 * A build without libassimp refuses them all.
 *
 * Every node that is animated, is a bone of a mesh, or lies above or below one of these becomes a
 * joint. Scales are worked into the lengths, and the helper nodes into which assimp splits the
 * pivots of FBX into their joint. A clip begins at its first key. Between keys positions and scales
 * run straight and rotations evenly about one axis.
 * Not done: stepped and cubic keys, which assimp 5.2 hands on as straight ones. Refused: two nodes
 * of one animated name, because assimp tells animated nodes by name alone. */
#ifndef HHX_IMPORTED_H
#define HHX_IMPORTED_H

#include "clip.h"
#include "error.h"

/* The animation called `name`, or the first one when it is null, in frames of frame_s > 0. Null and
 * *error when the file cannot be read. The caller destroys it. */
HhxClip *hhx_imported_read(const char *path, const char *name, double frame_s, HhxError *error);

#endif
