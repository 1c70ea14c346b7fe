/* A trace of level bones as a clip for other programs: BVH, or glTF with the gibbon's mesh and the
 * branches. Frames are even, the trace's own where its step is asked for.
 * Bone lengths are measured between the points of the first frame; of the head, whose crown is no
 * point, the proportions are those of core/rig/body.h. */
#ifndef HHX_EXPORT_H
#define HHX_EXPORT_H

#include "scenery.h"
#include "trace_reader.h"

typedef enum HhxExportKind { HHX_EXPORT_BVH, HHX_EXPORT_GLTF } HhxExportKind;

typedef struct HhxExport {
  const char *trace;
  const HhxSurvey *survey;
  const HhxScenery *scenery;
  double from_s, to_s, step_s;
  HhxExportKind kind;
  const char *out;
} HhxExport;

/* An exit code, and *error unless it is 0; 128 + signal when hhx_interrupt_caught. */
int hhx_export_write(const HhxExport *export, HhxError *error);

#endif
