/* Every way a call or an episode can end, each named once.
 * Positive is good news, negative bad; an outcome (the gibbon fell) is data, not an error. */
#ifndef HH_BASE_STATUS_H
#define HH_BASE_STATUS_H

#define HH_STATUS(X)                                                                               \
  X(ARRIVED, 3, "arrived", "reached the end of the course")                                        \
  X(FINISHED, 2, "finished", "reached the asked duration or number of swings")                     \
  X(RUNNING, 1, "running", "still moving")                                                         \
  X(FELL, -1, "fell", "fell as often as the scene allows")                                         \
  X(STALLED, -2, "stalled", "made no grab for longer than allowed")                                \
  X(DIVERGED, -3, "diverged", "a coordinate left the finite numbers")                              \
  X(BAD_PARAMS, -4, "bad_params", "a parameter is out of its range")                               \
  X(NO_MEMORY, -5, "no_memory", "memory ran out")                                                  \
  X(NO_SCENE, -6, "no_scene", "nowhere to start, or no way to the goal")

typedef enum HhStatus {
#define HH_STATUS_ENUM(id, value, name, meaning) HH_##id = value,
  HH_STATUS(HH_STATUS_ENUM)
#undef HH_STATUS_ENUM
} HhStatus;

/* The lower-case word that CSV files carry; never null. */
const char *hh_status_name(HhStatus status);

/* One sentence that explains the status; never null. */
const char *hh_status_meaning(HhStatus status);

#endif
