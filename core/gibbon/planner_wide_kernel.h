/* The wide kernel's source, included once by each file that compiles it. Vectors are GCC's and
 * clang's portable ones; lanes never meet, so their number changes no bit.
 *
 * Headings stay unit vectors. To move the slope y/x of a heading u a share n/d of the way to that
 * of a velocity m is to point it along (d m.x u.x, (d - n) m.x u.y + n u.x m.y): a refinement has
 * two square roots and two divisions in all. */
#ifndef HH_GIBBON_PLANNER_WIDE_KERNEL_H
#define HH_GIBBON_PLANNER_WIDE_KERNEL_H

#include <stdbool.h>
#include <string.h>

#include "gibbon/planner_score.h"
#include "gibbon/planner_wide.h"

/* As wide as one register: gcc cuts up wider ones badly. */
#ifdef __AVX2__
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
enum { VECTORS = HH_WIDE_BLOCK / LANES };

typedef float Wide __attribute__((vector_size(4 * LANES)));
typedef int32_t Mask __attribute__((vector_size(4 * LANES)));
typedef uint32_t Word __attribute__((vector_size(4 * LANES)));

#define INLINE static inline __attribute__((always_inline))

INLINE Wide all(float x)
{
  return x - (Wide){0};
}

INLINE Wide load(const float *from)
{
  Wide x;
  memcpy(&x, from, sizeof x);
  return x;
}

INLINE void store(float *to, Wide x)
{
  memcpy(to, &x, sizeof x);
}

INLINE Mask numbers_from(int32_t first)
{
  static const int32_t counting[] = {0, 1, 2, 3, 4, 5, 6, 7};
  Mask count;
  memcpy(&count, counting, sizeof count);
  return count + first;
}

INLINE Wide choose(Mask mask, Wide yes, Wide no)
{
  return (Wide)((mask & (Mask)yes) | (~mask & (Mask)no));
}

INLINE Wide positive(Wide x) /* max(0, x) */
{
  return (Wide)((Mask)(x > all(0)) & (Mask)x);
}

INLINE Wide least(Wide a, Wide b)
{
  return choose(a < b, a, b);
}

INLINE Wide magnitude(Wide x)
{
  return (Wide)((Mask)x & 0x7fffffff);
}

INLINE Wide square(Wide x)
{
  return x * x;
}

/* One instruction each, where optimised, and correctly rounded like + - x. The usual way round it,
 * an integer guess at 1/sqrt and two Newton steps, took 1.5 times as long (AMD Zen 5). */
INLINE Wide root(Wide x)
{
  Wide y;
  for (int i = 0; i < LANES; i++)
    y[i] = __builtin_sqrtf(x[i]);
  return y;
}

/* The guesses of one vector. */
typedef struct Guess {
  Wide launch_x, launch_y, grab_x, grab_y; /* headings */
  Wide speed2, bend;                       /* s^2, 1 / (2 s^2) */
  Wide was_launch, was_grab;               /* Anderson: refined slopes, and how far off they were */
  Wide off_launch, off_grab;
} Guess;

/* What a refinement knows besides the new headings. */
typedef struct Flight {
  Wide run, way2, fall; /* forward, distance squared, g T^2 / 2 */
  Wide rise;
  Mask ahead;
} Flight;

INLINE Flight flight_of(const HhWideJob *job, const Guess *guess)
{
  Wide arm = all(job->grab_arm), least_run = all(0.05f * job->grab_arm);
  Flight flight;
  Wide run = all(job->hold_x) + (arm * guess->grab_y - guess->launch_y);
  flight.rise = all(job->hold_y) - (arm * guess->grab_x - guess->launch_x);
  flight.ahead = run >= least_run;
  flight.run = choose(flight.ahead, run, least_run);
  flight.way2 = flight.run * flight.run + flight.rise * flight.rise;
  flight.fall = guess->bend * flight.way2;
  return flight;
}

/* Points (x, y) along (along, across). */
INLINE void point(Wide along, Wide across, Wide *x, Wide *y)
{
  Wide scale = all(1) / root(along * along + across * across);
  *x = along * scale;
  *y = across * scale;
}

/* Anderson's step in both slopes; `first` has nothing to remember. */
INLINE void extrapolate(const Flight *flight, bool first, Guess *guess)
{
  Wide launch = (flight->rise + flight->fall) / flight->run;
  Wide grab = (flight->rise - flight->fall) / flight->run;
  Wide off_launch = launch - guess->launch_y / guess->launch_x;
  Wide off_grab = grab - guess->grab_y / guess->grab_x;
  Wide p = launch, q = grab;
  if (!first) {
    Wide a = off_launch - guess->off_launch, b = off_grab - guess->off_grab;
    Wide change2 = a * a + b * b;
    Wide share = (off_launch * a + off_grab * b) / change2;
    share = (Wide)((Mask)(change2 > all(0)) & (Mask)share);
    p -= share * (launch - guess->was_launch);
    q -= share * (grab - guess->was_grab);
  }
  guess->was_launch = launch;
  guess->was_grab = grab;
  guess->off_launch = off_launch;
  guess->off_grab = off_grab;
  point(all(1), p, &guess->launch_x, &guess->launch_y);
  point(all(1), q, &guess->grab_x, &guess->grab_y);
}

/* The new headings; `relaxation` and `first` are constants where this is inlined. */
INLINE void turn(const HhWideJob *job, int relaxation, bool first, const Flight *flight,
                 Guess *guess)
{
  Wide up = flight->rise + flight->fall, down = flight->rise - flight->fall, run = flight->run;
  if (relaxation == HH_PLANNER_PLAIN) {
    point(run, up, &guess->launch_x, &guess->launch_y);
    point(run, down, &guess->grab_x, &guess->grab_y);
    return;
  }
  if (relaxation == HH_PLANNER_ANDERSON) {
    extrapolate(flight, first, guess);
    return;
  }
  Wide ca = guess->launch_x, sa = guess->launch_y, cb = guess->grab_x, sb = guess->grab_y;
  Wide part = all(job->damping), rest = all(1 - job->damping), whole = all(1);
  if (relaxation == HH_PLANNER_ADAPTIVE) {
    part = guess->speed2;
    rest = all(0.25f * (1 + job->grab_arm)) * ((ca * cb) * (ca + cb));
    whole = part + rest;
  }
  Wide along = whole * run, stay = rest * run;
  point(along * ca, stay * sa + (part * ca) * up, &guess->launch_x, &guess->launch_y);
  point(along * cb, stay * sb + (part * cb) * down, &guess->grab_x, &guess->grab_y);
}

INLINE Wide outside_band(const HhWideJob *job, Wide speed)
{
  return square(positive(all(job->band_low) - speed)) +
         square(positive(speed - all(job->band_high)));
}

/* The last refinement and the score. */
INLINE Wide score(const HhWideJob *job, int relaxation, Guess *guess)
{
  Flight flight = flight_of(job, guess);
  Wide ca = guess->launch_x, sa = guess->launch_y, cb = guess->grab_x, sb = guess->grab_y;
  turn(job, relaxation, job->iterations == 1, &flight, guess);

  /* How far the last refinement meant to go. */
  Wide x, y, unsettled;
  point(flight.run, flight.rise + flight.fall, &x, &y);
  unsettled = square(x - ca) + square(y - sa);
  point(flight.run, flight.rise - flight.fall, &x, &y);
  unsettled += square(x - cb) + square(y - sb);

  Wide speed = root(guess->speed2);
  Wide forward = flight.run * speed / root(flight.way2);
  Wide share = forward / (guess->launch_x * guess->grab_x);
  Wide v0 = share * guess->grab_x, v1 = share * guess->launch_x;
  Wide own2 = all(2) * (all(job->energy) + guess->launch_x), own = root(positive(own2));
  Wide launch2 = v0 * v0, work = all(0.5f) * (launch2 - own2);

  Wide hx = all(job->hand_x), hy = all(job->hand_y);
  Wide chord2 = square(guess->launch_y - hx) + square(guess->launch_x + hy);
  Mask behind = (hx * guess->launch_x + hy * guess->launch_y >= all(0)) |
                (chord2 < all((float)(HH_PLAN_CHORD_MIN * HH_PLAN_CHORD_MIN))) | ~flight.ahead;
  Wide limit = least(all(job->work_max), all(job->force_max) * root(chord2));
  Wide excess = magnitude(work) - limit + all(4e-6f) * (launch2 + all(1));

  Wide height = all(0.25f) * flight.fall - all(job->arc_height_free);
  Wide sum =
      all(job->momentum) * square(v0 - own) + all(job->arc_height) * square(positive(height)) +
      all(job->speed_band) *
          (outside_band(job, v0) + outside_band(job, v1) + positive(all(0) - own2)) +
      all(job->weight_cruise) * square(speed - all(job->cruise)) + all(job->closure) * unsettled;
  Wide beyond = all((float)HH_PLAN_SCORE_BEYOND);
  sum = choose(excess <= all(0), least(sum, beyond), beyond * (all(1) + excess));
  return choose(behind, all((float)INFINITY), sum);
}

INLINE void score_block(const HhWideJob *job, int relaxation, const HhWideStarts *starts,
                        float *scores)
{
  Guess guess[VECTORS];
  for (int j = 0; j < VECTORS; j++) {
    Wide speed2 = square(load(starts->speed + LANES * j));
    guess[j] = (Guess){.launch_x = load(starts->launch_x + LANES * j),
                       .launch_y = load(starts->launch_y + LANES * j),
                       .grab_x = load(starts->grab_x + LANES * j),
                       .grab_y = load(starts->grab_y + LANES * j),
                       .speed2 = speed2,
                       .bend = all(0.5f) / speed2};
  }
  for (int i = 0; i + 1 < job->iterations; i++)
    for (int j = 0; j < VECTORS; j++) {
      Flight flight = flight_of(job, &guess[j]);
      turn(job, relaxation, i == 0, &flight, &guess[j]);
    }
  for (int j = 0; j < VECTORS; j++)
    store(scores + LANES * j, score(job, relaxation, &guess[j]));
}

static void score_any(const HhWideJob *job, const HhWideStarts *starts, float *scores)
{
  switch (job->relaxation) {
  case HH_PLANNER_PLAIN: score_block(job, HH_PLANNER_PLAIN, starts, scores); break;
  case HH_PLANNER_DAMPED: score_block(job, HH_PLANNER_DAMPED, starts, scores); break;
  case HH_PLANNER_ADAPTIVE: score_block(job, HH_PLANNER_ADAPTIVE, starts, scores); break;
  default: score_block(job, HH_PLANNER_ANDERSON, starts, scores);
  }
}

/* No branch depends on a score: which is lowest cannot be foretold. */
static int lowest_any(const float *score, int count, float below)
{
  Wide best = all(below);
  Mask at = (Mask){0} - 1, number = numbers_from(0);
  for (int j = 0; j < VECTORS; j++) {
    Wide x = load(score + LANES * j);
    Mask lower = (x < best) & (number < count);
    best = choose(lower, x, best);
    at = (lower & number) | (~lower & at);
    number += LANES;
  }
  float value[LANES];
  int32_t where[LANES];
  store(value, best);
  memcpy(where, &at, sizeof where);
  for (int i = LANES / 2; i > 0; i /= 2)
    for (int k = 0; k < i; k++) {
      bool lower = value[k + i] < value[k];
      bool first = (value[k + i] == value[k]) & (where[k + i] < where[k]) & (where[k + i] >= 0);
      bool take = lower | first;
      where[k] = take ? where[k + i] : where[k];
      value[k] = lower ? value[k + i] : value[k];
    }
  return where[0];
}

/* (cos, sin) of |a| <= 1.5, Taylor to a^10 and a^11: within 4e-7. */
INLINE void unit(Wide a, float *x, float *y)
{
  Wide s = a * a;
  store(x, all(1) +
               s * (all(-1 / 2.f) +
                    s * (all(1 / 24.f) + s * (all(-1 / 720.f) +
                                              s * (all(1 / 40320.f) + s * all(-1 / 3628800.f))))));
  store(y, a + a * s *
                   (all(-1 / 6.f) + s * (all(1 / 120.f) +
                                         s * (all(-1 / 5040.f) + s * (all(1 / 362880.f) +
                                                                      s * all(-1 / 39916800.f))))));
}

/* Whole numbers of 2^-32 as fractions of 1. */
INLINE Wide fraction(Word word)
{
  return __builtin_convertvector((Mask)(word >> 8), Wide) * all(0x1p-24f);
}

static void spread_any(const HhWideSpread *spread, int from, HhWideStarts *starts)
{
  static const uint32_t plastic = 0xc13fa9a9, plastic2 = 0x91e10da6; /* 1/p, 1/p^2 in 2^-32 */
  for (int j = 0; j < VECTORS; j++) {
    Word number = (Word)numbers_from(from + LANES * j);
    Wide index = __builtin_convertvector((Mask)number, Wide);
    store(starts->speed + LANES * j, all(spread->speed) + index * all(spread->speed_step));
    Wide launch = fraction(spread->launch_offset + number * plastic);
    Wide grab = fraction(spread->grab_offset + number * plastic2);
    unit(all(spread->launch_low) + launch * all(spread->launch_width), starts->launch_x + LANES * j,
         starts->launch_y + LANES * j);
    unit(all(spread->grab_low) + grab * all(spread->grab_width), starts->grab_x + LANES * j,
         starts->grab_y + LANES * j);
  }
}

#endif
