/* The poses of our skeleton in a clip of any humanoid or ape: what an artist animated on another
 * body, for rig/pose.h. Rotations only; where the clip goes plays no part.
 *
 * A clip whose joints carry all of hh_bone_names is taken as it is. Of any other one the joints are
 * found by name (roles.h), the clip is turned upright (feet to head in the mean of all frames,
 * snapped to an axis) and to face +x (in the mean), and each of our segments is given the direction
 * of the clip's:
 *
 *   waist            at body.waist along the chain of joints from the middle of the hips to the
 * neck trunk            lower and upper half, each turned to the line of the hips or shoulders
 *   collars          collar to shoulder; without the joint straight to the side
 *   arms, legs       joint to joint; hand and foot to fingers and toes, or to the joint's end
 *   hinges           the normal of the limb's plane; a limb that is nearly straight tells none and
 *                    keeps to the axis that rest carries along, as in limb.h, and between 4 and 20
 *                    degrees passes over
 *   head             the turn of its joint since the clip's rest pose. A rest pose that does not
 *                    stand (bones laid out along their own axes) tells nothing: then the head looks
 *                    ahead in the mean
 *   hands, feet      that end in nothing: as the head, else along the forearm and square to the
 *                    shank
 *
 * Not done: feet kept on the ground, the reach of hands, a clip's own limits. */
#ifndef HHX_RETARGET_H
#define HHX_RETARGET_H

#include "clip.h"
#include "error.h"
#include "rig/pose.h"

/* clip->frames poses, clip->frame_s apart, in new memory. Null and *error when the clip is of no
 * such body; `path` is for the error. */
HhPose *hhx_retarget(const HhxClip *clip, const HhBody *body, const char *path, HhxError *error);

#endif
