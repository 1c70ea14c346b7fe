/* What is booked and counted while a daddy long legs moves: append only, read by nothing that
 * moves. Energies are in tile2/tick2 for each unit of body mass. At any instant kinetic + potential
 * = start + drive + support + muscle_added - muscle_removed - damped - collided where every entry
 * comes from its own formula; residual_max is the most that it fails by. */
#ifndef HH_CREATURE_DADDY_RECORD_H
#define HH_CREATURE_DADDY_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum { HH_DADDY_BINS = 40 }; /* of the histogram of stretch */

/* What every tick books comes first: two lines of memory. */
typedef struct HhDaddyRecord {
  _Alignas(64) double drive_work,
      support_work;                    /* cheat: of the drive, of what takes gravity away */
  double muscle_added, muscle_removed; /* honest: work of tensions, each >= 0 */
  double damped, collided; /* lost to air and damping; to tiles, balls and the last hold */
  double start_energy, residual_max; /* kinetic and potential; what the entries do not explain */
  double distance_t;                 /* of the body's middle */
  double support_sum;                /* share of tentacles that hold, added up over ticks */
  long ticks;
  long fallen_ticks, falls;         /* with no hold; times that the last one let go */
  long candidates, bead_steps;      /* work: tried; beads moved */
  bool held;                        /* a tentacle held in the last tick */
  long goals, goal_ticks;           /* reached, and the ticks that they took */
  long grips, refused;              /* holds taken; releases refused as they would leave none */
  long caught, eaten, examined;     /* prey, prey, sounds felt for */
  long graded;                      /* grips whose worth was measured (den.quality) */
  double grade_sum_t, grade_max_t;  /* farther from the ideal than the best reachable hold */
  long strained, laid_anew;         /* tentacles that let go as they were caught; beyond help */
  long stuck_ticks;                 /* while more than half stuck */
  long speed_count;                 /* seconds: mean and squares of the speed (Welford 1962) */
  double speed_mean, speed_squares; /* tile/tick */
  HhVec speed_from;                 /* where this second began */
  long sticks;                      /* looked at */
  double stretch_max, penetration_max_t;
  uint32_t stretched[HH_DADDY_BINS]; /* sticks by stretch: bin b below 1e-4 * 1.4^b */
} HhDaddyRecord;

/* Counts a stick: |length - rest| / rest. */
void hh_daddy_record_stick(HhDaddyRecord *record, double stretch);

/* The stretch below which `share` of the sticks looked at were, 0..1: the upper edge of its bin. */
double hh_daddy_record_stretch(const HhDaddyRecord *record, double share);

/* Counts a second's speed, tile/tick. */
void hh_daddy_record_speed(HhDaddyRecord *record, double speed);

/* Compares the energy of the state with the entries and keeps the largest difference. */
void hh_daddy_record_energy(HhDaddyRecord *record, double energy);

#endif
