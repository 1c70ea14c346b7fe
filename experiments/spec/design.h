/* Design points: which parameter values are run. A point is a pure function of its index, so a
 * sweep needs no list of them. Run order: point, scene, mover, replicate; the last runs fastest. */
#ifndef HHX_DESIGN_H
#define HHX_DESIGN_H

#include "episode.h"
#include "spec.h"

/* One episode of a sweep. */
typedef struct HhxRun {
  int64_t run, point;
  const HhbScene *scene;
  HhMover mover;
  int replicate;
  uint64_t seed;
} HhxRun;

/* Number of design points and of episodes; the spec reader refuses more than 2^31 episodes. */
int64_t hhx_design_points(const HhxSpec *spec);
int64_t hhx_design_runs(const HhxSpec *spec);

/* How many dimensions a design takes from its sequence, and how many that has. */
typedef struct HhxDimensions {
  int needed, most;
} HhxDimensions;

HhxDimensions hhx_design_dimensions(const HhxSpec *spec);

/* How many seeds follow one another from spec->seed. */
int64_t hhx_design_seeds(const HhxSpec *spec);

/* The swept values of one point, spec->axis_count numbers; hhb_missing() where an axis does not
 * count. */
void hhx_design_values(const HhxSpec *spec, int64_t point, double *values);

/* Which episode run number `run` is. */
HhxRun hhx_design_run(const HhxSpec *spec, int64_t run);

/* Scene's presets, then the spec's settings, then the point's values where it has them. */
void hhx_design_params(const HhxSpec *spec, const HhbScene *scene, int64_t point, HhParams *params);

/* The episode of a run; `params` are those of its scene and point, borrowed like the course. */
HhbSetup hhx_design_setup(const HhxSpec *spec, const HhxRun *run, const HhParams *params);

#endif
