/* See the header. */
#include "export.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bvh.h"
#include "csv.h"
#include "gltf.h"
#include "interrupt.h"

/* The trace at even times. */
typedef struct Frames {
  const HhxExport *export;
  HhxTraceReader reader;
  HhxFrame before, after;
  int64_t count;
} Frames;

static bool frames_open(const HhxExport *export, Frames *frames, HhxError *error)
{
  double count = floor((export->to_s - export->from_s) / export->step_s + 1e-6) + 1;
  bool bvh = export->kind == HHX_EXPORT_BVH;
  if (!(count <= (bvh ? HHX_CLIP_PLACES_MOST / HH_BONE_COUNT : HHX_GLTF_FRAMES_MOST)))
    return hhx_error_at(error, export->trace, 0, 0, NULL,
                        "%.0f frames are too many for one clip; take a part with --from and --to, "
                        "or fewer with --fps",
                        count);
  frames->export = export;
  frames->count = (int64_t)count;
  if (!hhx_reader_open(export->trace, export->survey->creature, &frames->reader, error))
    return false;
  bool fine = hhx_reader_next(&frames->reader, &frames->after, error) == HHX_ROWS_ROW;
  frames->before = frames->after;
  if (!fine) hhx_reader_close(&frames->reader);
  return fine;
}

/* Frame `number`, which follows the one before. 0, or an exit code and *error. */
static int frames_next(Frames *frames, int64_t number, HhxFrame *frame, HhxError *error)
{
  if (hhx_interrupt_caught() != 0) return 128 + hhx_interrupt_caught();
  double time_s = frames->export->from_s + (double)number * frames->export->step_s;
  while (frames->after.time_s < time_s) {
    HhxFrame next;
    HhxRowsNext found = hhx_reader_next(&frames->reader, &next, error);
    if (found == HHX_ROWS_FAULT) return 2;
    if (found == HHX_ROWS_END) break;
    frames->before = frames->after;
    frames->after = next;
  }
  hhx_reader_mix(&frames->reader, &frames->before, &frames->after, time_s, frame);
  return 0;
}

/* The body whose joints these are. */
static HhBody body_of(const HhRig14 *rig)
{
  const double head_share = 0.13, neck_share = 0.03; /* m, on a body of the table's sizes */
  double neck_m = hh_vec3_distance(rig->neck, rig->head);
  double size = neck_m / (neck_share + head_share / 2);
  return (HhBody){.lower_trunk_m = hh_vec3_distance(rig->pelvis, rig->waist),
                  .upper_trunk_m = hh_vec3_distance(rig->waist, rig->neck),
                  .neck_m = neck_m - size * head_share / 2,
                  .head_m = size * head_share,
                  .shoulder_m = hh_vec3_distance(rig->neck, rig->shoulder[HH_RIGHT]),
                  .arm.upper_m = hh_vec3_distance(rig->shoulder[HH_RIGHT], rig->elbow[HH_RIGHT]),
                  .arm.lower_m = hh_vec3_distance(rig->elbow[HH_RIGHT], rig->wrist[HH_RIGHT]),
                  .hand_m = hh_vec3_distance(rig->wrist[HH_RIGHT], rig->hand[HH_RIGHT]),
                  .hip_m = hh_vec3_distance(rig->pelvis, rig->hip[HH_RIGHT]),
                  .leg.upper_m = hh_vec3_distance(rig->hip[HH_RIGHT], rig->knee[HH_RIGHT]),
                  .leg.lower_m = hh_vec3_distance(rig->knee[HH_RIGHT], rig->ankle[HH_RIGHT]),
                  .foot_m = hh_vec3_distance(rig->ankle[HH_RIGHT], rig->toe[HH_RIGHT])};
}

static int out_of_memory(const HhxExport *export, HhxError *error)
{
  snprintf(error->text, sizeof error->text, "cannot write %s: memory ran out", export->out);
  return 1;
}

/* The bones at rest as the joints of a clip. */
static bool fill_rest(const HhSkeleton *skeleton, HhxClip *clip)
{
  bool fine = true;
  for (int i = 0; i < HH_BONE_COUNT && fine; i++) {
    clip->parents[i] = hh_bone_parents[i];
    clip->rest[i] = (HhxPlace){hh_quat_identity(), skeleton->offset[i]};
    fine = hhx_clip_name(clip, i, hh_bone_names[i], strlen(hh_bone_names[i]));
    bool ends = true;
    for (int j = i + 1; j < HH_BONE_COUNT; j++)
      ends = ends && hh_bone_parents[j] != i;
    if (ends) fine = fine && hhx_clip_add_end(clip, i, skeleton->end[i]);
  }
  return fine;
}

static int write_bvh(Frames *frames, const HhSkeleton *skeleton, HhxError *error)
{
  const HhxExport *export = frames->export;
  HhxClip *clip = hhx_clip_create(HH_BONE_COUNT, (int)frames->count);
  if (!clip) return out_of_memory(export, error);
  clip->frame_s = export->step_s;
  clip->unit_m = 1;
  int code = fill_rest(skeleton, clip) ? 0 : out_of_memory(export, error);
  for (int64_t i = 0; i < frames->count && code == 0; i++) {
    HhxFrame frame;
    code = frames_next(frames, i, &frame, error);
    HhxPlace *local = clip->local + i * HH_BONE_COUNT;
    for (int j = 0; j < HH_BONE_COUNT && code == 0; j++)
      local[j] =
          (HhxPlace){frame.rig.bones.local[j], j == 0 ? frame.rig.bones.root : skeleton->offset[j]};
  }
  errno = 0;
  if (code == 0 && !hhx_bvh_write(export->out, clip, error)) code = hhx_exit_code(errno);
  hhx_clip_destroy(clip);
  return code;
}

static int write_gltf(Frames *frames, const HhSkeleton *skeleton, HhxError *error)
{
  const HhxExport *export = frames->export;
  HhxGltf *gltf = hhx_gltf_open(export->out, skeleton, error);
  if (!gltf) return hhx_exit_code(errno);
  int code = 0;
  for (int64_t i = 0; i < frames->count && code == 0; i++) {
    HhxFrame frame;
    code = frames_next(frames, i, &frame, error);
    if (code == 0 && !hhx_gltf_frame(gltf, (double)i * export->step_s, &frame.rig.bones)) {
      hhx_error_at(error, export->trace, 0, 0, NULL,
                   "frame %lld does not go into a glTF file, whose times are floats; take fewer "
                   "with --fps",
                   (long long)i);
      code = 2;
    }
  }
  if (code != 0) {
    hhx_gltf_discard(gltf);
    return code;
  }
  HhWorld world = {
      .holds = export->scenery->holds, .count = export->scenery->count, .complete = true};
  return hhx_gltf_close(gltf, &world, error) ? 0 : 1;
}

int hhx_export_write(const HhxExport *export, HhxError *error)
{
  Frames frames;
  if (!frames_open(export, &frames, error)) return 2;
  HhBody body = body_of(&frames.after.rig.rig14);
  HhSkeleton skeleton = hh_bones_skeleton(&body);
  int code = export->kind == HHX_EXPORT_BVH ? write_bvh(&frames, &skeleton, error)
                                            : write_gltf(&frames, &skeleton, error);
  hhx_reader_close(&frames.reader);
  return code;
}
