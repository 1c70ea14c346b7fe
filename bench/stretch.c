/* Question: how far does a chain stretch under a weight, and what does each way of keeping it
 *   together cost?
 * Prediction: creature notes, section 3.1: one pass 194..15550 %, XPBD with 4 substeps and a clamp
 *   4.8..7.9 %, a direct solver 0 until it blows up, between tip masses of 100 and 1000 beads at 10
 *   substeps. A wave of a string goes unstable at t (1 / m + 1 / m) dt^2 > 4, so a direct solver
 *   has to, whatever its substeps; core/chain/rope.h at no mass.
 * Method: 20 beads, sticks of 10 px, gravity 0.9 px/tick2, 40 ticks a second, dropped from
 *   horizontal with a tip r times as heavy as a bead; 100 s. Stretch: lengths of all sticks over
 *   200 px, less 1; the largest of all ticks, and the mean of the last 10 s. Gain: largest energy
 *   above that of the start, in m g 200 px of the whole. Methods, written for this table:
 *
 *     one_pass      Verlet, then the sticks one after the other from the root, once
 *     passes_10     the same ten times
 *     xpbd_N        N substeps, each with one pass (Macklin et al. 2019, SCA), no compliance
 *     xpbd_4_clamp  and bead i no farther than i + 1 sticks from the root
 *     direct_N      N substeps, each with one Newton step on the squared lengths of all sticks
 *     strand        core/chain/strand_reference.h, in tiles; its beads have one mass
 *     rope          core/chain/rope.h
 *
 * Nanoseconds a bead and tick with r = 10: median of interleaved blocks, with the minimum.
 * Writes CSV to stdout; what left finite numbers has empty cells. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "chain/rope.h"
#include "chain/strand_reference.h"
#include "clock.h"
#include "yardstick.h"

enum { BEADS = 20, TICKS = 4000, REST = 400, REPEATS = 41, BLOCK = 500 };

static const double stick_px = 10, gravity_pxpt2 = 0.9, px_per_tile = 20;
static const double ratios[] = {1, 10, 100, 1000, 1e6};

enum { RATIOS = sizeof ratios / sizeof ratios[0] };

/* A chain of the methods written here, and those of core. */
typedef struct Chain {
  HhVec at[BEADS], before[BEADS]; /* px; a substep before */
  double lightness[BEADS];
  HhRope rope;
  HhStrandReference strand;
} Chain;

static void begin(Chain *chain, double ratio)
{
  HhVec root = {0, 0}, right = {1, 0};
  hh_rope_lay(NULL, BEADS, root, right, stick_px, &chain->rope);
  hh_strand_reference_lay(NULL, BEADS, root, right, stick_px / px_per_tile, &chain->strand);
  chain->rope.mass[BEADS - 1] = ratio;
  for (int i = 0; i < BEADS; i++) {
    chain->at[i] = chain->before[i] = hh_vec(stick_px * (i + 1), 0);
    chain->lightness[i] = i == BEADS - 1 ? 1 / ratio : 1;
  }
}

/* ---- the methods ---- */

static void fall(Chain *chain, double dt)
{
  for (int i = 0; i < BEADS; i++) {
    HhVec by = hh_vec_sub(chain->at[i], chain->before[i]);
    by.y -= gravity_pxpt2 * dt * dt;
    chain->before[i] = chain->at[i];
    chain->at[i] = hh_vec_add(chain->at[i], by);
  }
}

static void pass(Chain *chain)
{
  HhVec none = {0, 0};
  for (int i = 0; i < BEADS; i++) {
    HhVec *near = i > 0 ? &chain->at[i - 1] : &none, *far = &chain->at[i];
    double near_light = i > 0 ? chain->lightness[i - 1] : 0, far_light = chain->lightness[i];
    HhVec d = hh_vec_sub(*far, *near);
    double length = hh_vec_length(d);
    double share = (length - stick_px) / (length * (near_light + far_light));
    *near = hh_vec_along(*near, d, near_light * share);
    *far = hh_vec_along(*far, d, -far_light * share);
  }
}

static void clamp_to_root(Chain *chain)
{
  for (int i = 0; i < BEADS; i++) {
    double most = stick_px * (i + 1), length = hh_vec_length(chain->at[i]);
    if (length > most) chain->at[i] = hh_vec_scale(chain->at[i], most / length);
  }
}

static void newton(Chain *chain)
{
  HhVec d[BEADS];
  double over[BEADS], pull[BEADS];
  for (int i = 0; i < BEADS; i++) {
    d[i] = i > 0 ? hh_vec_sub(chain->at[i], chain->at[i - 1]) : chain->at[0];
    double square = hh_vec_dot(d[i], d[i]), near = i > 0 ? chain->lightness[i - 1] : 0;
    double pivot = (near + chain->lightness[i]) * square;
    double error = 0.5 * (square - stick_px * stick_px);
    if (i > 0) {
      double beside = near * hh_vec_dot(d[i - 1], d[i]);
      pivot -= beside * beside * over[i - 1];
      error += beside * over[i - 1] * pull[i - 1];
    }
    over[i] = 1 / pivot;
    pull[i] = error;
  }
  for (int i = BEADS - 1; i >= 0; i--) {
    double beyond =
        i < BEADS - 1 ? chain->lightness[i] * hh_vec_dot(d[i], d[i + 1]) * pull[i + 1] : 0;
    pull[i] = (pull[i] + beyond) * over[i];
  }
  for (int i = 0; i < BEADS; i++) {
    chain->at[i] = hh_vec_along(chain->at[i], d[i], -chain->lightness[i] * pull[i]);
    if (i == BEADS - 1) break;
    chain->at[i] = hh_vec_along(chain->at[i], d[i + 1], chain->lightness[i] * pull[i + 1]);
  }
}

static void one_pass(Chain *chain)
{
  fall(chain, 1);
  pass(chain);
}

static void passes_10(Chain *chain)
{
  fall(chain, 1);
  for (int i = 0; i < 10; i++)
    pass(chain);
}

static void xpbd(Chain *chain, int substeps, bool clamped)
{
  for (int i = 0; i < substeps; i++) {
    fall(chain, 1.0 / substeps);
    pass(chain);
    if (clamped) clamp_to_root(chain);
  }
}

static void xpbd_4(Chain *chain)
{
  xpbd(chain, 4, false);
}

static void xpbd_10(Chain *chain)
{
  xpbd(chain, 10, false);
}

static void xpbd_4_clamp(Chain *chain)
{
  xpbd(chain, 4, true);
}

static void direct(Chain *chain, int substeps)
{
  for (int i = 0; i < substeps; i++) {
    fall(chain, 1.0 / substeps);
    newton(chain);
  }
}

static void direct_4(Chain *chain)
{
  direct(chain, 4);
}

static void direct_10(Chain *chain)
{
  direct(chain, 10);
}

static void strand(Chain *chain)
{
  static const HhStrandParams params = {.gravity = 0.9 / 20, .radius = 0.1};
  static const HhStrandReferenceDrive drive = {.stick = 10.0 / 20};
  hh_strand_reference_step(&params, NULL, &drive, &chain->strand);
  for (int i = 0; i < BEADS; i++) {
    chain->at[i] = hh_vec_scale(chain->strand.at[i], px_per_tile);
    chain->before[i] = hh_vec_scale(chain->strand.before[i], px_per_tile);
  }
}

static void rope(Chain *chain)
{
  static const HhStrandParams params = {.gravity = 0.9, .radius = 0.1};
  static const HhRopeDrive drive = {.stick = 10};
  hh_rope_step(&params, NULL, &drive, &chain->rope);
  memcpy(chain->at, chain->rope.at, sizeof chain->at);
  memcpy(chain->before, chain->rope.before, sizeof chain->before);
}

static const struct {
  const char *name;
  void (*tick)(Chain *);
  int substeps;
  bool equal; /* masses only */
} methods[] = {{"one_pass", one_pass, 1, false},
               {"passes_10", passes_10, 1, false},
               {"xpbd_4", xpbd_4, 4, false},
               {"xpbd_10", xpbd_10, 10, false},
               {"xpbd_4_clamp", xpbd_4_clamp, 4, false},
               {"direct_4", direct_4, 4, false},
               {"direct_10", direct_10, 10, false},
               {"strand", strand, 1, true},
               {"rope", rope, 1, false}};

enum { METHODS = sizeof methods / sizeof methods[0] };

/* ---- the table ---- */

typedef struct Cell {
  bool finite;
  double peak_percent, rest_percent, gain_ratio;
} Cell;

static double stretch_percent(const Chain *chain)
{
  double length = hh_vec_length(chain->at[0]);
  for (int i = 1; i < BEADS; i++)
    length += hh_vec_distance(chain->at[i], chain->at[i - 1]);
  return 100 * (length / (BEADS * stick_px) - 1);
}

/* Of m g 200 px; the potential of the middle of the substep. */
static double energy_ratio(const Chain *chain, int substeps)
{
  double sum = 0, mass = 0;
  for (int i = 0; i < BEADS; i++) {
    HhVec by = hh_vec_scale(hh_vec_sub(chain->at[i], chain->before[i]), substeps);
    double height_px = 0.5 * (chain->at[i].y + chain->before[i].y);
    sum += (0.5 * hh_vec_dot(by, by) + gravity_pxpt2 * height_px) / chain->lightness[i];
    mass += 1 / chain->lightness[i];
  }
  return sum / (mass * gravity_pxpt2 * BEADS * stick_px);
}

static Cell measured(int method, double ratio)
{
  Chain chain;
  Cell cell = {.finite = true};
  begin(&chain, ratio);
  for (int tick = 0; tick < TICKS && cell.finite; tick++) {
    methods[method].tick(&chain);
    double stretch = stretch_percent(&chain);
    cell.finite = isfinite(stretch);
    cell.peak_percent = fmax(cell.peak_percent, stretch);
    cell.gain_ratio = fmax(cell.gain_ratio, energy_ratio(&chain, methods[method].substeps));
    if (tick >= TICKS - REST) cell.rest_percent += stretch / REST;
  }
  return cell;
}

static double total; /* what is computed has a reader */

/* Nanoseconds a bead and tick of the first BLOCK ticks. */
static double measured_ns(int method)
{
  Chain chain;
  begin(&chain, 10);
  double start = hhb_clock_thread_s();
  for (int tick = 0; tick < BLOCK; tick++)
    methods[method].tick(&chain);
  double end = hhb_clock_thread_s();
  total += chain.at[BEADS - 1].y;
  return 1e9 * (end - start) / (BLOCK * BEADS);
}

int main(void)
{
  static double ns[METHODS][REPEATS];
  for (int i = 0; i < REPEATS; i++)
    for (int method = 0; method < METHODS; method++)
      ns[method][i] = measured_ns(method);
  printf("method,tip_mass_ratio,peak_percent,rest_percent,gain_ratio,median_ns,min_ns\n");
  for (int method = 0; method < METHODS; method++)
    for (int i = 0; i < (methods[method].equal ? 1 : RATIOS); i++) {
      Cell cell = measured(method, ratios[i]);
      printf("%s,%g,", methods[method].name, ratios[i]);
      if (cell.finite)
        printf("%.3g,%.3g,%.3g", cell.peak_percent, cell.rest_percent, cell.gain_ratio);
      else
        printf(",,");
      printf(",%.1f,%.1f\n", hhb_median(ns[method], REPEATS), hhb_minimum(ns[method], REPEATS));
    }
  return total == 0; /* never */
}
