/* glTF 2.0 (Khronos specification 2.0.1): the gibbon's mesh on its bones, their motion, and the
 * branches, in one file that Blender and the like open. PATH.glb is the binary container, any other
 * name JSON with the buffer in it as base64.
 *
 * Metres, y up, right-handed, as the rigs; the creature looks along +x (glTF's models like +z).
 * Each bone is a node of its name whose rotation is a channel, the pelvis' translation one more;
 * keys are joined by straight lines, the shorter way. Positions and times are floats: off by
 * 1e-6 m at 16 m from the origin, 8e-6 at 128 m.
 * A frame takes 304 bytes of memory until the file is closed (36,000 frames: 11 MB), and nothing is
 * held twice: keys lie frame by frame, the file wants them bone by bone.
 * Not written: cameras, lights, textures, the cosmetics of the skin. */
#ifndef HHX_GLTF_H
#define HHX_GLTF_H

#include "error.h"
#include "rig/bones.h"
#include "world/world.h"

typedef struct HhxGltf HhxGltf;

/* A file's buffer is below 4 GiB, a frame in it 304 bytes. */
enum { HHX_GLTF_FRAMES_MOST = 13000000 };

/* Begins a draft as hhx_csv_open_anywhere does; null, errno and *error when it cannot be made. */
HhxGltf *hhx_gltf_open(const char *path, const HhSkeleton *skeleton, HhxError *error);

/* False, and nothing is added, for a frame without a place in the file: a number of it is not
 * finite, or its time is negative or, as a float, not after the frame before. */
bool hhx_gltf_frame(HhxGltf *gltf, double time_s, const HhBones *bones);

/* Writes and frees. False and *error when anything failed; then no file is left behind. Without a
 * frame the body is at rest. world: what there is to hold, null for none; asked for here because
 * worlds grow as a creature moves on. */
bool hhx_gltf_close(HhxGltf *gltf, const HhWorld *world, HhxError *error);

/* Frees and leaves no file behind. Null is allowed. */
void hhx_gltf_discard(HhxGltf *gltf);

#endif
