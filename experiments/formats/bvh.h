/* BVH (Biovision hierarchy), read and written.
 *
 * The format, after M. Meredith and S. Maddock, "Motion capture file formats explained", Sheffield
 * CS-01-11, 2001: a tree of joints with OFFSETs, for each joint its CHANNELS in any order, then one
 * line of values a frame. Rotations in degrees multiply in the order in which the channels stand:
 * "Zrotation Xrotation Yrotation" is Rz Rx Ry, y first. A position channel replaces the offset's
 * component; a joint may have any channels, each once. The format knows neither units nor up.
 * Read are also: several roots, names with blanks, any line ends and blanks, words in either case,
 * numbers with a point in every locale. Refused: more or fewer values than frames and channels ask
 * for, numbers beyond 1e15, frames or times that are not above zero. */
#ifndef HHX_BVH_H
#define HHX_BVH_H

#include <stdbool.h>

#include "clip.h"
#include "error.h"

/* Null and *error when the file cannot be read. The caller destroys it. */
HhxClip *hhx_bvh_read(const char *path, HhxError *error);

/* Writes all of it or nothing; "-" is standard output. Joints are turned so that the file's rest
 * pose is the clip's, roots have six channels, others three, or six where they move within their
 * parent; rotations are written as ZXY and run on from frame to frame without jumps by a full turn.
 * False and *error when the file cannot be written. */
bool hhx_bvh_write(const char *path, const HhxClip *clip, HhxError *error);

#endif
