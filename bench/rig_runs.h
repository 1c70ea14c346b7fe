/* The motion by which rigs are judged: every scene and every mover, and what a scene leaves open
 * (speed and height of the start, spacing, slopes) drawn by the seed. Scene course has twelve holds
 * set by hand. */
#ifndef HHB_RIG_RUNS_H
#define HHB_RIG_RUNS_H

#include "episode.h"

/* Scenes without pieces, where gibbons do nothing but swing by their arms: the first so many of the
 * scene table. */
size_t hhb_rig_scene_count(void);

/* Fills *params, to which the setup points; rig.level is left at its default. */
HhbSetup hhb_rig_run(const HhbScene *scene, HhMover mover, uint64_t seed, double duration_s,
                     HhParams *params);

#endif
