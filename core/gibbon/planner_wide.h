/* The article's guesses side by side: HH_WIDE_BLOCK of them refined and scored at once, in float.
 * The same refinement and score as planner_guess.h and planner_score.h, in units of the swing's arm
 * and gravity. Only + - x / and square roots, so every processor gives the same bits; one source is
 * compiled for the processor at hand at least and, on x86-64, once more for AVX2 without FMA, and
 * the processor chooses at run time.
 *
 * Error against the double reference, from the same start (a test holds it): of a score, relative
 * to 1 + score, 2e-5 for guesses settled to 1e-5 rad (Anderson: in at most 24 refinements) and for
 * any guess after one; a guess that wanders magnifies round-off. A limit of the muscles is kept
 * with 4e-6 (v^2 + gL) to spare, so that the chosen arc keeps it in double too. */
#ifndef HH_GIBBON_PLANNER_WIDE_H
#define HH_GIBBON_PLANNER_WIDE_H

#include <stdint.h>

#include "gibbon/planner.h"

enum { HH_WIDE_BLOCK = 32 };

/* The problem and the parameters in units of the swing's arm and gravity. */
typedef struct HhWideJob {
  float hold_x, hold_y, grab_arm, hand_x, hand_y;
  float energy, work_max, force_max;
  float band_low, band_high, cruise, arc_height_free, damping;
  float momentum, arc_height, speed_band, closure, weight_cruise;
  int relaxation, iterations;
} HhWideJob;

/* The starts of a block: headings and average speeds. */
typedef struct HhWideStarts {
  _Alignas(32) float launch_x[HH_WIDE_BLOCK];
  float launch_y[HH_WIDE_BLOCK], grab_x[HH_WIDE_BLOCK], grab_y[HH_WIDE_BLOCK];
  float speed[HH_WIDE_BLOCK];
} HhWideStarts;

/* Guesses spread over ranges: number i begins at speed + i * speed_step, and its headings at
 * low + width * fraction(offset + i / p (launch) or i / p^2 (grab)), p^3 = p + 1 (Roberts 2018,
 * "The unreasonable effectiveness of quasirandom sequences"); offsets in 2^-32. */
typedef struct HhWideSpread {
  float speed, speed_step;
  float launch_low, launch_width, grab_low, grab_width; /* rad */
  uint32_t launch_offset, grab_offset;
} HhWideSpread;

/* Which compilation. */
typedef enum HhWide { HH_WIDE_PLAIN, HH_WIDE_V3, HH_WIDES } HhWide;

/* The widest that this build and this processor have. */
HhWide hh_wide(void);

/* Starts of the block that begins with guess number `from`. */
void hh_wide_spread(HhWide wide, const HhWideSpread *spread, int from, HhWideStarts *starts);

/* Scores of a block; infinite or NaN where a guess is no arc. */
void hh_wide_score(HhWide wide, const HhWideJob *job, const HhWideStarts *starts,
                   float score[HH_WIDE_BLOCK]);

/* Number of the first lowest of `count` scores, or -1 when none is below `below`. */
int hh_wide_lowest(HhWide wide, const float score[HH_WIDE_BLOCK], int count, float below);

#endif
