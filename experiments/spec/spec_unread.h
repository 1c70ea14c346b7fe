/* Parameters that are set or swept and that nothing reads in the scenes they are set for: no fault,
 * but hardly what was meant. */
#ifndef HHX_SPEC_UNREAD_H
#define HHX_SPEC_UNREAD_H

#include "params_file.h"
#include "spec.h"

/* Names them in one line on stderr, once each; says nothing where all are read. */
void hhx_unread_warn(const HhbScene *const *scenes, int scene_count, const HhParam *const *params,
                     int count);

/* Of the settings and axes of a spec. */
void hhx_spec_unread_warn(const HhxSpec *spec);

/* Of a run: a parameter file or null, and "name=value" that are legal. */
void hhx_run_unread_warn(const HhbScene *scene, const HhxParamsFile *file,
                         const char *const *assignments, int count);

#endif
