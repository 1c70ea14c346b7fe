/* Beads and sticks: laws, closed forms, Lagrange's equations in angles, and a reference table. */
#include "check.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_sf_ellint.h>
#include <gsl/gsl_sf_laguerre.h>

#include "base/angle.h"
#include "base/random.h"
#include "chain/chain.h"
#include "compass.h"

static const double g = 9.81;
static const double degree = HH_PI / 180;
static const double frame = 1.0 / 60;

/* ---- chains ---- */

/* Straight from the pin at `rad` from straight down, at rest, without a rider. */
static HhChain vine(int count, double length, double mass, double rad)
{
  HhChain chain = {.count = count, .pinned = true, .held = -1, .pin = {2.385, 7.1}};
  for (int i = 0; i < count; i++) {
    chain.length_m[i] = length;
    chain.bead[i].mass_ratio = mass;
    chain.bead[i].at = hh_vec_along(chain.pin, hh_hanging(rad), (i + 1) * length);
  }
  return chain;
}

/* A cable at rest whose sticks pull with `level` N horizontally and first[0] vertically at the
 * first pin, per rider's mass; each stick points along its force, so the second pin is where it
 * ends. `hanging` is the mass that hangs on bead `held`. */
static HhChain cable(int count, double length, double mass, double level, int held, double hanging)
{
  HhChain chain = {.count = count, .pinned = true, .pinned_end = true, .held = -1};
  HhVec at = chain.pin;
  double upright = 0.5 * (count * mass + hanging) * g;
  for (int i = 0; i <= count; i++) {
    chain.length_m[i] = length;
    at = hh_vec_along(at, hh_vec_unit(hh_vec(level, -upright)), length);
    if (i == count) break;
    chain.bead[i].at = at;
    chain.bead[i].mass_ratio = mass;
    upright -= (mass + (i == held ? hanging : 0)) * g;
  }
  chain.pin_end = at;
  return chain;
}

static void step(HhChain *chain, HhChainDrive drive, double dt, HhChainWork *work)
{
  hh_chain_step(g, drive, chain, dt, work);
}

static void run(HhChain *chain, double time)
{
  HhChainWork work = {0};
  for (long i = 0, frames = lround(time / frame); i < frames; i++)
    step(chain, (HhChainDrive){0}, frame, &work);
}

static double energy(const HhChain *chain)
{
  return hh_chain_energy(g, chain) + hh_chain_rider_energy(g, chain);
}

static double mass_of(const HhChain *chain)
{
  double mass = chain->held >= 0;
  for (int i = 0; i < chain->count; i++)
    mass += chain->bead[i].mass_ratio;
  return mass;
}

static HhVec momentum(const HhChain *chain)
{
  HhVec sum = chain->held >= 0 ? chain->rider_velocity : hh_vec(0, 0);
  for (int i = 0; i < chain->count; i++)
    sum = hh_vec_along(sum, chain->bead[i].velocity, chain->bead[i].mass_ratio);
  return sum;
}

static double kinetic(const HhChain *chain)
{
  return hh_chain_energy(0, chain) + hh_chain_rider_energy(0, chain);
}

/* Largest difference of a length from what it should be, and of a rate. */
static void constraints_off(const HhChain *chain, double *length, double *rate)
{
  *length = *rate = 0;
  for (int i = 0; i <= chain->count + 1; i++) {
    bool arm = i > chain->count;
    if ((i == 0 && !chain->pinned) || (i == chain->count && !chain->pinned_end)) continue;
    if (arm && chain->held < 0) continue;
    HhBead near = {.at = chain->pin}, far = {.at = chain->pin_end};
    if (arm) near = chain->bead[chain->held];
    if (arm) far = (HhBead){.at = chain->rider, .velocity = chain->rider_velocity};
    if (!arm && i > 0) near = chain->bead[i - 1];
    if (!arm && i < chain->count) far = chain->bead[i];
    HhVec along = hh_vec_sub(far.at, near.at), apart = hh_vec_sub(far.velocity, near.velocity);
    double wanted = arm ? chain->arm_m : chain->length_m[i];
    *length = fmax(*length, fabs(hh_vec_length(along) - wanted));
    *rate = fmax(*rate, fabs(hh_vec_dot(along, apart) / wanted - arm * chain->arm_rate_mps));
  }
}

/* All that swings in these tests: vines with a rider at the end and in the middle, a cable, a
 * bending branch, a free pair. */
enum { CASES = 6 };

static HhChain caught(int which)
{
  HhVec impulse = {0, 0};
  HhChain chain = which < 3 ? vine(which == 2 ? 1 : 10, 0.5, which == 2 ? 1.3 : 0.02, 80 * degree)
                            : vine(1, 1, 0.31, 0);
  int held = which == 1 ? 4 : chain.count - 1;
  if (which == 3) chain = cable(8, 0.4, 0.03, 0.5, -1, 0), held = 2;
  if (which == 3)
    for (int i = 0; i < chain.count; i++)
      chain.bead[i].damping_ps = 0.02;
  if (which >= 4) chain.pinned = false;
  if (which == 4) {
    chain.bead[0].rest = chain.bead[0].at;
    chain.bead[0].spring_ps2 = 180;
    chain.bead[0].damping_ps = 0.7;
  }
  HhVec rider = hh_vec_along(chain.bead[held].at, hh_hanging(-0.9), 0.71);
  hh_chain_grab(&chain, held, rider, hh_vec(2.1, -1.3), &impulse);
  return chain;
}

/* ---- laws ---- */

/* Two sticks between pins leave their bead no way: what hangs from it is a pendulum, which has no
 * other energy, however little the sticks bend. */
static void the_bead_of_a_cable_that_is_nearly_straight_keeps_still(void **state)
{
  (void)state;
  for (int k = 0; k < 12; k++) {
    double bend = pow(10, -0.25 * (k + 4)), top = sin(bend), half = cos(bend);
    HhChain chain = {.count = 1, .held = -1, .pinned = true, .pinned_end = true};
    chain.pin_end = hh_vec(1.2 * half, 0);
    chain.bead[0] = (HhBead){.at = {0.6 * half, -0.6 * top}, .mass_ratio = 0.4};
    chain.length_m[0] = chain.length_m[1] = 0.6;
    HhVec bead = chain.bead[0].at, impulse = {0, 0};
    hh_chain_grab(&chain, 0, hh_vec_along(bead, hh_hanging(-0.8), 0.75), hh_vec(0, 0), &impulse);
    double first = energy(&chain);
    HhChainWork work = {0};
    for (int i = 0; i < 10 * 60; i++) {
      step(&chain, (HhChainDrive){0}, frame, &work);
      CHECK_NEAR(hh_vec_distance(chain.bead[0].at, bead), 0, 1e-12 / bend);
      CHECK_NEAR(energy(&chain) - first, 0, 1e-8);
    }
    assert_true(work.damped_Jpkg == 0);
  }
}

static void a_wild_chain_keeps_energy_and_lengths(void **state)
{
  (void)state;
  for (int which = 0; which < CASES; which++) {
    HhChain chain = caught(which);
    HhChainWork work = {0};
    double first = energy(&chain), worst = 0, length, rate;
    for (int i = 1; i <= 100 * 60; i++) {
      step(&chain, (HhChainDrive){0}, frame, &work);
      if (which == 5 && i > 300) break; /* it falls */
      worst = fmax(worst, fabs(energy(&chain) - first + work.damped_Jpkg) / fmax(1, i * frame));
    }
    CHECK_NEAR(worst, 0, 1e-12);
    constraints_off(&chain, &length, &rate);
    CHECK_NEAR(length, 0, 1e-13);
    CHECK_NEAR(rate, 0, 1e-12);
    assert_true(work.added_Jpkg == 0 && work.removed_Jpkg == 0);
    assert_true((work.damped_Jpkg > 1) == (which == 3 || which == 4));
  }
}

static void work_and_damping_are_what_the_energy_changes_by(void **state)
{
  (void)state;
  for (int which = 0; which < CASES; which++) {
    HhChain chain = caught(which);
    HhChainWork work = {0};
    double first = energy(&chain), worst = 0;
    for (int i = 1; i <= 20 * 60; i++) {
      HhChainDrive drive = {2.5 * sin(2.3 * i * frame), 0.8 * cos(3.1 * i * frame)};
      HhChainWork before = work;
      step(&chain, drive, frame, &work);
      double done = work.added_Jpkg - work.removed_Jpkg - work.damped_Jpkg;
      worst = fmax(worst, fabs(energy(&chain) - first - done) / fmax(1, i * frame));
      assert_true(work.added_Jpkg >= before.added_Jpkg);
      assert_true(work.removed_Jpkg >= before.removed_Jpkg);
      assert_true(work.damped_Jpkg >= before.damped_Jpkg);
    }
    CHECK_NEAR(worst, 0, 1e-10);
    assert_true(work.added_Jpkg > 5 && work.removed_Jpkg > 5);
    CHECK_NEAR(chain.arm_rate_mps,
               hh_vec_dot(hh_vec_unit(hh_vec_sub(chain.rider, chain.bead[chain.held].at)),
                          hh_vec_sub(chain.rider_velocity, chain.bead[chain.held].velocity)),
               1e-11);
  }
}

static void what_holds_it_from_outside_changes_the_momentum(void **state)
{
  (void)state;
  for (int which = 0; which < CASES; which++) {
    HhChain chain = caught(which);
    HhChainWork work = {0};
    HhVec first = momentum(&chain), off = {0, 0};
    for (int i = 1; i <= 20 * 60; i++) {
      HhChainDrive drive = {2.5 * sin(2.3 * i * frame), 0.8 * cos(3.1 * i * frame)};
      step(&chain, drive, frame, &work);
      off = hh_vec_sub(hh_vec_sub(momentum(&chain), first), work.impulse_mps);
      off.y += mass_of(&chain) * g * i * frame;
      CHECK_NEAR(hh_vec_length(off), 0, 1e-11);
    }
    assert_true((hh_vec_length(work.impulse_mps) == 0) == (which == 5));
  }
}

static void a_free_pair_keeps_its_momentum_and_turns_on(void **state)
{
  (void)state;
  HhChain pair = caught(5);
  HhChainWork work = {0};
  double mass = mass_of(&pair), m = pair.bead[0].mass_ratio, together = m / mass;
  HhVec first = momentum(&pair);
  HhVec apart = hh_vec_sub(pair.rider, pair.bead[0].at);
  HhVec spin = hh_vec_sub(pair.rider_velocity, pair.bead[0].velocity);
  HhVec middle = hh_vec_scale(hh_vec_along(pair.rider, pair.bead[0].at, m), 1 / mass);
  double rate = hh_vec_cross(apart, spin) / hh_vec_dot(apart, apart);
  double heading = hh_angle_of(apart);
  assert_true(fabs(rate) > 1);
  CHECK_NEAR(hh_chain_tension(g, (HhChainDrive){0}, &pair), rate * rate * together * pair.arm_m,
             1e-12);
  CHECK_NEAR(hh_chain_tension(g, (HhChainDrive){0, -3}, &pair),
             (rate * rate * pair.arm_m + 3) * together, 1e-12);
  for (int i = 1; i <= 300; i++) {
    double t = i * frame;
    step(&pair, (HhChainDrive){0}, frame, &work);
    CHECK_NEAR(momentum(&pair).x, first.x, 1e-12);
    CHECK_NEAR(momentum(&pair).y, first.y - mass * g * t, 1e-12 * (1 + mass * g * t));
    HhVec fallen = hh_vec_along(middle, first, t / mass);
    fallen.y -= 0.5 * g * t * t;
    HhVec arm = hh_vec_scale(hh_unit_from_angle(heading + rate * t), pair.arm_m);
    CHECK_NEAR(hh_vec_distance(pair.rider, hh_vec_along(fallen, arm, together)), 0, 1e-11);
    CHECK_NEAR(hh_vec_distance(pair.bead[0].at, hh_vec_along(fallen, arm, -1 / mass)), 0, 1e-11);
  }
}

/* Drawing the arm in is along it: what turns keeps its angular momentum. */
static void a_pair_that_draws_together_turns_faster(void **state)
{
  (void)state;
  HhChain pair = caught(5);
  HhChainWork work = {0};
  HhVec apart = hh_vec_sub(pair.rider, pair.bead[0].at);
  double before = hh_vec_cross(apart, hh_vec_sub(pair.rider_velocity, pair.bead[0].velocity));
  double length = pair.arm_m;
  for (int i = 0; i < 30; i++)
    step(&pair, (HhChainDrive){.stretch_mps2 = i < 15 ? -4 : 4}, frame, &work);
  apart = hh_vec_sub(pair.rider, pair.bead[0].at);
  HhVec spin = hh_vec_sub(pair.rider_velocity, pair.bead[0].velocity);
  CHECK_NEAR(pair.arm_m, length - 4 * 0.25 * 0.25, 1e-12);
  CHECK_NEAR(pair.arm_rate_mps, 0, 1e-12);
  CHECK_NEAR(hh_vec_cross(apart, spin), before, 1e-12);
}

static void the_mirrored_chain_moves_mirrored_to_the_bit(void **state)
{
  (void)state;
  for (int which = 0; which < CASES; which++) {
    HhChain one = caught(which), other = one;
    other.pin.x = -one.pin.x;
    other.pin_end.x = -one.pin_end.x;
    other.rider.x = -one.rider.x;
    other.rider_velocity.x = -one.rider_velocity.x;
    for (int i = 0; i < one.count; i++) {
      other.bead[i].at.x = -one.bead[i].at.x;
      other.bead[i].rest.x = -one.bead[i].rest.x;
      other.bead[i].velocity.x = -one.bead[i].velocity.x;
    }
    HhChainWork work = {0}, mirrored = {0};
    for (int k = 0; k < 100; k++) {
      step(&one, (HhChainDrive){1.7, 0.1}, frame, &work);
      step(&other, (HhChainDrive){-1.7, 0.1}, frame, &mirrored);
    }
    assert_true(one.rider.x == -other.rider.x && one.rider.y == other.rider.y);
    for (int i = 0; i < one.count; i++)
      assert_true(one.bead[i].velocity.x == -other.bead[i].velocity.x);
    assert_true(work.added_Jpkg == mirrored.added_Jpkg);
  }
}

static void time_turned_back_leads_back_to_the_start(void **state)
{
  (void)state;
  HhChain first = caught(1), chain = first;
  run(&chain, 1);
  assert_true(hh_vec_distance(chain.rider, first.rider) > 0.5);
  chain.rider_velocity = hh_vec_scale(chain.rider_velocity, -1);
  for (int i = 0; i < chain.count; i++)
    chain.bead[i].velocity = hh_vec_scale(chain.bead[i].velocity, -1);
  run(&chain, 1);
  CHECK_NEAR(hh_vec_distance(chain.rider, first.rider), 0, 1e-11);
  CHECK_NEAR(hh_vec_distance(chain.bead[9].at, first.bead[9].at), 0, 1e-11);
}

static void how_time_is_cut_into_frames_matters_little(void **state)
{
  (void)state;
  for (int which = 0; which < CASES; which++) {
    HhChain coarse = caught(which), fine = coarse;
    HhChainWork once = {0}, often = {0};
    HhChainDrive drive = {1.9, -0.3};
    for (int i = 0; i < 10; i++)
      step(&coarse, drive, 0.1, &once);
    for (int i = 0; i < 1000; i++)
      step(&fine, drive, 0.001, &often);
    CHECK_NEAR(hh_vec_distance(coarse.rider, fine.rider), 0, 1e-11);
    CHECK_NEAR(once.added_Jpkg, often.added_Jpkg, 1e-11);
    CHECK_NEAR(once.removed_Jpkg, often.removed_Jpkg, 1e-11);
    CHECK_NEAR(once.damped_Jpkg, often.damped_Jpkg, 1e-11);
  }
}

static void what_hangs_at_rest_stays_at_rest(void **state)
{
  (void)state;
  HhVec impulse = {0, 0};
  HhChain chain = vine(10, 0.37, 0.02, 0);
  double loss = hh_chain_grab(&chain, 4, hh_vec_along(chain.bead[4].at, hh_vec(0, -1), 0.71),
                              hh_vec(0, 0), &impulse);
  HhChain first = chain;
  assert_true(loss == 0);
  run(&chain, 100);
  for (int i = 0; i < chain.count; i++) {
    assert_true(chain.bead[i].at.x == first.bead[i].at.x && chain.bead[i].velocity.x == 0);
    CHECK_NEAR(chain.bead[i].at.y, first.bead[i].at.y, 1e-14);
    CHECK_NEAR(chain.bead[i].velocity.y, 0, 1e-13);
  }
  CHECK_NEAR(hh_vec_distance(chain.rider, first.rider), 0, 1e-14);
  CHECK_NEAR(hh_chain_tension(g, (HhChainDrive){0}, &chain), g, 1e-12);
}

static void a_cable_at_rest_stays_with_and_without_a_rider(void **state)
{
  (void)state;
  for (int held = -1; held < 9; held += 4) {
    HhChain chain = cable(9, 0.43, 0.05, 2.2, held, held >= 0);
    HhVec impulse = {0, 0};
    if (held >= 0)
      hh_chain_grab(&chain, held, hh_vec_along(chain.bead[held].at, hh_vec(0, -1), 0.71),
                    hh_vec(0, 0), &impulse);
    HhChain first = chain;
    HhChainWork work = {0};
    for (int i = 0; i < 60 * 20; i++)
      step(&chain, (HhChainDrive){0}, frame, &work);
    for (int i = 0; i < chain.count; i++) {
      CHECK_NEAR(hh_vec_distance(chain.bead[i].at, first.bead[i].at), 0, 1e-13);
      CHECK_NEAR(hh_vec_length(chain.bead[i].velocity), 0, 1e-12);
    }
    CHECK_NEAR(work.impulse_mps.y, mass_of(&chain) * g * 20, 1e-10);
    CHECK_NEAR(work.impulse_mps.x, 0, 1e-11);
  }
}

/* ---- closed forms ---- */

/* Reference: 4 sqrt(l/g) K(sin(amplitude/2)), GSL's elliptic integral. */
static void one_bead_is_a_pendulum(void **state)
{
  (void)state;
  HhChain chain = vine(1, 1.385, 0.3, 80 * degree);
  double quarter = sqrt(1.385 / g) * gsl_sf_ellint_Kcomp(sin(40 * degree), GSL_PREC_DOUBLE);
  HhChainWork work = {0};
  for (int i = 0; i < 7; i++)
    step(&chain, (HhChainDrive){0}, quarter / 7, &work);
  CHECK_NEAR(chain.bead[0].at.x, chain.pin.x, 1e-12);
  for (int i = 0; i < 3; i++)
    step(&chain, (HhChainDrive){0}, quarter, &work);
  CHECK_NEAR(hh_vec_length(chain.bead[0].velocity), 0, 1e-12);
}

/* Beads whose distances from the plumb line are offset[i], hanging at rest. */
static void displace(HhChain *chain, const double *offset)
{
  HhVec at = chain->pin;
  for (int i = 0; i < chain->count; i++) {
    double aside = offset[i] - (at.x - chain->pin.x), l = chain->length_m[i];
    at = hh_vec(chain->pin.x + offset[i], at.y - sqrt(l * l - aside * aside));
    chain->bead[i].at = at;
  }
}

/* Small swings of n equal beads: x_k = L_k(z) cos(wt) with k counted from the last bead, Laguerre's
 * polynomials, L_n(z) = 0 and w^2 = z g/l. Reference: GSL's polynomials, roots by bisection. */
static void small_swings_of_a_hanging_chain_are_laguerre_s(void **state)
{
  (void)state;
  for (int n = 1; n <= HH_CHAIN_BEADS; n++) {
    int found = 0;
    for (double z = 0.01; z < 4 * n; z += 0.01) {
      double low = z, high = z + 0.01;
      double at_low = gsl_sf_laguerre_n(n, 0, low);
      if (at_low * gsl_sf_laguerre_n(n, 0, high) > 0) continue;
      for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(at_low * gsl_sf_laguerre_n(n, 0, middle) > 0 ? &low : &high) = middle;
      }
      HhChain chain = vine(n, 0.43, 0.07, 0);
      double rate = sqrt(high * g / 0.43), shape[HH_CHAIN_BEADS], most = 0;
      for (int i = 0; i < n; i++)
        most = fmax(most, fabs(shape[i] = gsl_sf_laguerre_n(n - 1 - i, 0, high)));
      for (int i = 0; i < n; i++)
        shape[i] *= 1e-5 / most;
      displace(&chain, shape);
      HhChainWork work = {0};
      for (int i = 0; i < 20; i++)
        step(&chain, (HhChainDrive){0}, 0.1 / rate, &work);
      for (int i = 0; i < n; i++)
        CHECK_NEAR(chain.bead[i].at.x - chain.pin.x, shape[i] * cos(2), 1e-12);
      found++;
    }
    assert_int_equal(found, n);
  }
}

/* A bead on the pin and a rider: l a m w^4 - g (m + 1)(l + a) w^2 + g^2 (m + 1) = 0. */
static void small_swings_of_bead_and_rider_have_two_rates(void **state)
{
  (void)state;
  double l = 1.3, arm = 0.71, m = 0.4;
  for (int sign = -1; sign <= 1; sign += 2) {
    double b = g * (m + 1) * (l + arm), whole = b * b - 4 * l * arm * m * g * g * (m + 1);
    double square = (b + sign * sqrt(whole)) / (2 * l * arm * m), rate = sqrt(square);
    /* arm a'' + b'' + g a = 0 in angles, the arm's a, the stick's b times l */
    double stick = 1e-5, rider = stick * l * square / (g - arm * square);
    HhChain chain = vine(1, l, m, stick);
    HhVec impulse = {0, 0};
    hh_chain_grab(&chain, 0, hh_vec_along(chain.bead[0].at, hh_hanging(rider), arm), hh_vec(0, 0),
                  &impulse);
    HhChainWork work = {0};
    for (int i = 0; i < 20; i++)
      step(&chain, (HhChainDrive){0}, 0.1 / rate, &work);
    CHECK_NEAR(chain.bead[0].at.x - chain.pin.x, l * stick * cos(2), 1e-12);
    CHECK_NEAR(chain.rider.x - chain.bead[0].at.x, arm * rider * cos(2), 1e-12);
  }
}

/* Upright, bead and rider move as one on the spring: (m + 1) y'' = -k (y - rest) - c y' - (m + 1)
 * g. Reference: the damped oscillator's own formula. */
static void check_bobbing(double mass, double damping, double step_s, double until_s)
{
  HhChain branch = {.count = 1, .held = -1};
  branch.bead[0] = (HhBead){.at = {0, 0.2},
                            .mass_ratio = mass,
                            .spring_ps2 = 140,
                            .damping_ps = damping,
                            .rest = {0, 0.2}};
  HhVec impulse = {0, 0};
  hh_chain_grab(&branch, 0, hh_vec(0, -0.51), hh_vec(0, 0), &impulse);
  double sag = (1 + mass) * g / 140, decay = 0.5 * damping / (1 + mass);
  double rate = sqrt(140 / (1 + mass) - decay * decay);
  HhChainWork work = {0};
  for (int i = 1; i * step_s <= until_s; i++) {
    double t = i * step_s;
    step(&branch, (HhChainDrive){0}, step_s, &work);
    double wave = sag * exp(-decay * t) * (cos(rate * t) + decay / rate * sin(rate * t));
    CHECK_NEAR(branch.bead[0].at.y, 0.2 - sag + wave, 1e-11);
    CHECK_NEAR(branch.rider.y, -0.51 - sag + wave, 1e-11);
    assert_true(branch.rider.x == 0);
  }
}

static void a_rider_bobs_on_a_bending_branch(void **state)
{
  (void)state;
  check_bobbing(0.35, 0, frame, 2);
  check_bobbing(0.35, 1.9, frame, 2);
}

/* What round-off adds to a stick's length in one frame does not grow in the next, however long the
 * frame is and however light the wood. */
static void a_rider_bobs_evenly_through_frames_of_any_length(void **state)
{
  (void)state;
  for (double mass = 1; mass > 5e-4; mass *= 0.3)
    for (double step_s = 0.2; step_s > 0.01; step_s *= 0.4)
      for (int damped = 0; damped < 2; damped++)
        check_bobbing(mass, 1.9 * damped, step_s, 15);
}

/* v = v0 exp(-c t / m), and the damper takes what is lost; slow, and fast against the frame. */
static void a_damper_alone_slows_exponentially(void **state)
{
  (void)state;
  static const double rates[] = {0.3, 4, 500};
  for (int r = 0; r < 3; r++) {
    HhChain chain = {.count = 1, .held = -1};
    chain.bead[0] = (HhBead){.velocity = {3, -4}, .mass_ratio = 0.2, .damping_ps = 0.2 * rates[r]};
    HhChainWork work = {0};
    for (int i = 1; i <= 30; i++) {
      hh_chain_step(0, (HhChainDrive){0}, &chain, frame, &work);
      double slowed = exp(-rates[r] * i * frame);
      CHECK_NEAR(chain.bead[0].velocity.x, 3 * slowed, 1e-11);
      CHECK_NEAR(chain.bead[0].at.y, -4 * (1 - slowed) / rates[r], 1e-11);
      CHECK_NEAR(work.damped_Jpkg, 0.1 * 25 * (1 - slowed * slowed), 1e-11);
      CHECK_NEAR(work.impulse_mps.x, 0.2 * 3 * (slowed - 1), 1e-11);
    }
  }
}

/* ---- Lagrange's equations in angles ---- */

/* Angles from straight down: a of the stick of length l to a bead of mass m, b of the arm. */
typedef struct Angles {
  double stick_m, mass, arm_m, arm_rate, stretch, pull;
} Angles;

static int lagrange(double t, const double y[], double slope[], void *data)
{
  const Angles *p = data;
  double a = y[0], b = y[1], at = y[2], bt = y[3], l = p->stick_m;
  double arm = p->arm_m + t * (p->arm_rate + 0.5 * t * p->stretch);
  double arm_rate = p->arm_rate + t * p->stretch;
  double c = cos(a - b), s = sin(a - b);
  double first =
      -arm * bt * bt * s + p->stretch * s - 2 * arm_rate * bt * c - (p->mass + 1) * g * sin(a);
  double second = l * at * at * s - 2 * arm_rate * bt - g * sin(b) + p->pull;
  double m11 = (p->mass + 1) * l, m12 = arm * c, m21 = l * c, m22 = arm;
  double det = m11 * m22 - m12 * m21;
  slope[0] = at;
  slope[1] = bt;
  slope[2] = (m22 * first - m12 * second) / det;
  slope[3] = (m11 * second - m21 * first) / det;
  return GSL_SUCCESS;
}

static void bead_and_rider_obey_lagrange_s_equations(void **state)
{
  (void)state;
  static const HhChainDrive drives[] = {{0, 0}, {3.1, 0}, {0, -0.11}, {-2.2, 0.13}};
  for (int d = 0; d < 4; d++) {
    Angles p = {.stick_m = 1.15,
                .mass = 0.27,
                .arm_m = 0.71,
                .stretch = drives[d].stretch_mps2,
                .pull = drives[d].pull_mps2};
    double y[] = {1.3, -0.4, 0, 0}, t = 0;
    HhChain chain = vine(1, p.stick_m, p.mass, y[0]);
    HhVec impulse = {0, 0};
    hh_chain_grab(&chain, 0, hh_vec_along(chain.bead[0].at, hh_hanging(y[1]), p.arm_m),
                  hh_vec(0, 0), &impulse);
    gsl_odeiv2_system system = {lagrange, NULL, 4, &p};
    gsl_odeiv2_driver *driver =
        gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-3, 1e-14, 1e-14);
    HhChainWork work = {0};
    for (int i = 1; i <= 120; i++) {
      assert_int_equal(gsl_odeiv2_driver_apply(driver, &t, i * frame, y), GSL_SUCCESS);
      step(&chain, drives[d], frame, &work);
      HhVec bead = hh_vec_along(chain.pin, hh_vec(sin(y[0]), -cos(y[0])), p.stick_m);
      HhVec rider = hh_vec_along(bead, hh_vec(sin(y[1]), -cos(y[1])), chain.arm_m);
      CHECK_NEAR(hh_vec_distance(chain.bead[0].at, bead), 0, 1e-11);
      CHECK_NEAR(hh_vec_distance(chain.rider, rider), 0, 1e-11);
    }
    gsl_odeiv2_driver_free(driver);
  }
}

/* ---- grabs ---- */

/* Both free: the mass that the impulse meets is m / (m + 1). */
static void a_grab_of_a_free_bead_is_a_collision_of_two(void **state)
{
  (void)state;
  static const double springs[] = {0, 300};
  for (int s = 0; s < 2; s++) {
    double m = 0.37, rate = 0.6 * 2 + 0.8 * 3, met = m / (m + 1);
    HhChain chain = {.count = 1, .held = -1};
    chain.bead[0] = (HhBead){.mass_ratio = m,
                             .velocity = {0.4, 0.1},
                             .spring_ps2 = springs[s],
                             .damping_ps = 0.01 * springs[s]};
    HhVec impulse = {0, 0}, velocity = {2.4, 3.1}, along = {0.6, 0.8};
    double loss = hh_chain_grab(&chain, 0, hh_vec_scale(along, 0.7), velocity, &impulse);
    CHECK_NEAR(loss, 0.5 * met * rate * rate, 1e-14);
    HhVec slowed = hh_vec_along(velocity, along, -met * rate);
    HhVec pulled = hh_vec_along(hh_vec(0.4, 0.1), along, met * rate / m);
    CHECK_NEAR(hh_vec_distance(chain.rider_velocity, slowed), 0, 1e-14);
    CHECK_NEAR(hh_vec_distance(chain.bead[0].velocity, pulled), 0, 1e-14);
    CHECK_NEAR(chain.arm_m, 0.7, 1e-15);
    assert_true(chain.arm_rate_mps == 0 && impulse.x == 0 && impulse.y == 0);
  }
}

/* The bead hangs below its pin and can give way only sideways; the pin takes the rest. */
static void a_grab_of_a_hanging_bead_pulls_it_aside(void **state)
{
  (void)state;
  double m = 0.37, s = 0.6, c = 0.8, rate = 3;
  HhChain chain = vine(1, 0.9, m, 0);
  HhVec impulse = {0, 0}, along = {s, -c}, across = {c, s};
  HhVec velocity = hh_vec_along(hh_vec_scale(along, rate), across, 1.7);
  double loss =
      hh_chain_grab(&chain, 0, hh_vec_along(chain.bead[0].at, along, 0.7), velocity, &impulse);
  double pull = rate / (1 + s * s / m);
  CHECK_NEAR(loss, 0.5 * pull * rate, 1e-14);
  CHECK_NEAR(hh_vec_dot(chain.rider_velocity, along), rate - pull, 1e-14);
  CHECK_NEAR(hh_vec_dot(chain.rider_velocity, across), 1.7, 1e-14);
  CHECK_NEAR(chain.bead[0].velocity.x, pull * s / m, 1e-14);
  CHECK_NEAR(chain.bead[0].velocity.y, 0, 1e-15);
  CHECK_NEAR(impulse.x, 0, 1e-15);
  CHECK_NEAR(impulse.y, pull * c, 1e-14);
}

/* Random chains, moving as they may; the loss is the kinetic energy that is gone. */
static void a_grab_loses_what_it_says_and_leaves_all_rates_right(void **state)
{
  (void)state;
  HhRandom random = hh_random(5, HH_STREAM_TEST, 0);
  for (int i = 0; i < 300; i++) {
    HhChain chain = i % 3 == 2 ? cable(2 + i % 10, 0.4, 0.05, 0.7, -1, 0)
                               : vine(1 + i % 12, 0.4, 0.05, hh_random_range(&random, -2, 2));
    chain.pinned = i % 3 > 0;
    for (int b = 0; b < chain.count; b++)
      chain.bead[b].mass_ratio = hh_random_range(&random, 0.01, 2);
    if (chain.pinned && i % 3 == 1) run(&chain, 0.5);
    int held = i / 3 % chain.count;
    HhVec way = hh_unit_from_angle(hh_random_range(&random, -3, 3));
    HhVec rider = hh_vec_along(chain.bead[held].at, way, 0.71), impulse = {0.1, 0.2};
    HhVec velocity = {hh_random_range(&random, -6, 6), hh_random_range(&random, -6, 6)};
    double before = kinetic(&chain) + 0.5 * hh_vec_dot(velocity, velocity);
    HhVec had = hh_vec_add(momentum(&chain), velocity);
    double loss = hh_chain_grab(&chain, held, rider, velocity, &impulse), length, rate;
    assert_true(loss >= 0);
    CHECK_NEAR(before - kinetic(&chain), loss, 1e-12);
    HhVec gained = hh_vec_sub(momentum(&chain), had);
    CHECK_NEAR(hh_vec_distance(hh_vec_along(gained, hh_vec(0.1, 0.2), 1), impulse), 0, 1e-12);
    constraints_off(&chain, &length, &rate);
    CHECK_NEAR(rate, 0, 1e-12);
    /* once it fits, another grab takes nothing */
    CHECK_NEAR(hh_chain_grab(&chain, held, chain.rider, chain.rider_velocity, &impulse), 0, 1e-24);
  }
}

/* The other hand takes the bead above while this one holds. */
static void a_rider_climbs_from_bead_to_bead(void **state)
{
  (void)state;
  HhChain chain = caught(0);
  HhVec impulse = {0, 0};
  for (int bead = 8; bead >= 4; bead--) {
    run(&chain, 0.2);
    double before = kinetic(&chain);
    double loss = hh_chain_grab(&chain, bead, chain.rider, chain.rider_velocity, &impulse);
    assert_true(loss >= 0 && chain.held == bead);
    CHECK_NEAR(before - kinetic(&chain), loss, 1e-12);
  }
}

static void a_release_changes_nothing(void **state)
{
  (void)state;
  HhChain chain = caught(1);
  run(&chain, 1);
  HhChain held = chain;
  hh_chain_release(&chain);
  assert_int_equal(chain.held, -1);
  assert_memory_equal(chain.bead, held.bead, sizeof chain.bead);
  assert_memory_equal(&chain.rider, &held.rider, sizeof chain.rider);
  assert_true(hh_chain_energy(g, &chain) == hh_chain_energy(g, &held));
  assert_true(hh_chain_rider_energy(g, &chain) == 0);
  assert_true(hh_chain_tension(g, (HhChainDrive){0}, &chain) == 0);
}

/* ---- the edges ---- */

static void beads_of_any_mass_keep_their_energy(void **state)
{
  (void)state;
  static const double masses[] = {1e-4, 1e-3, 1, 1000};
  for (int m = 0; m < 4; m++) {
    HhChain chain = vine(12, 0.3, masses[m], 1.2);
    HhVec impulse = {0, 0};
    HhVec rider = hh_vec_along(chain.bead[5].at, hh_hanging(-0.5), 0.71);
    hh_chain_grab(&chain, 5, rider, hh_vec(3, 1), &impulse);
    double before = energy(&chain);
    run(&chain, 5);
    CHECK_NEAR(energy(&chain), before, 1e-11 * (1 + 12 * masses[m]));
  }
}

/* They would whip too fast to follow: then all stands still, and what moved is booked. */
static void beads_of_hardly_any_mass_stop_and_never_run_wild(void **state)
{
  (void)state;
  HhChain chain = vine(12, 0.3, 1e-9, 1.2);
  HhVec impulse = {0, 0}, rider = hh_vec_along(chain.bead[5].at, hh_hanging(-0.5), 0.71);
  hh_chain_grab(&chain, 5, rider, hh_vec(3, 1), &impulse);
  HhChainWork work = {0};
  double before = energy(&chain), length, rate;
  HhVec had = momentum(&chain);
  for (int i = 1; i <= 20; i++) {
    step(&chain, (HhChainDrive){.stretch_mps2 = 0.05}, frame, &work);
    double done = work.added_Jpkg - work.removed_Jpkg - work.damped_Jpkg;
    CHECK_NEAR(energy(&chain), before + done, 1e-7);
    HhVec off = hh_vec_sub(hh_vec_sub(momentum(&chain), had), work.impulse_mps);
    off.y += mass_of(&chain) * g * i * frame;
    CHECK_NEAR(hh_vec_length(off), 0, 1e-7);
    constraints_off(&chain, &length, &rate);
    CHECK_NEAR(length, 0, 1e-9);
    CHECK_NEAR(rate, 0, 1e-6); /* of 1e5 m/s */
  }
  assert_true(work.damped_Jpkg > 1);
}

/* It cannot give way and no force would be enough: what struck it is lost, nothing is infinite. */
static void a_taut_cable_between_two_pins_stops_what_strikes_it(void **state)
{
  (void)state;
  HhChain chain = cable(5, 0.4, 0.05, 1, -1, 0);
  for (int i = 0; i < 5; i++)
    chain.bead[i].at = hh_vec(0.4 * (i + 1), 0);
  chain.pin_end = hh_vec(0.4 * 6, 0);
  HhVec impulse = {0, 0};
  double loss = hh_chain_grab(&chain, 2, hh_vec(1.2, -0.71), hh_vec(1, -1), &impulse);
  assert_true(isfinite(loss) && loss >= 0);
  HhChainWork work = {0};
  double before = energy(&chain), length, rate;
  HhVec had = momentum(&chain);
  for (int i = 0; i < 60; i++)
    step(&chain, (HhChainDrive){0}, frame, &work);
  CHECK_NEAR(before - energy(&chain), work.damped_Jpkg, 1e-9);
  assert_true(work.damped_Jpkg > 0.1);
  HhVec off = hh_vec_sub(hh_vec_sub(momentum(&chain), had), work.impulse_mps);
  CHECK_NEAR(off.x, 0, 1e-9);
  CHECK_NEAR(off.y, -mass_of(&chain) * g, 1e-9);
  constraints_off(&chain, &length, &rate);
  CHECK_NEAR(length, 0, 1e-9);
  for (int i = 0; i < 5; i++)
    assert_true(hh_vec_finite(chain.bead[i].at) && hh_vec_finite(chain.bead[i].velocity));
}

static void no_chain_and_no_time_do_nothing(void **state)
{
  (void)state;
  HhChain none = {.held = -1}, chain = caught(1), before = chain;
  HhChainWork work = {0};
  step(&none, (HhChainDrive){1, 1}, frame, &work);
  step(&chain, (HhChainDrive){1, 1}, 0, &work);
  assert_memory_equal(&chain, &before, sizeof chain);
  assert_true(work.added_Jpkg == 0 && work.impulse_mps.x == 0);
  assert_true(hh_chain_energy(g, &none) == 0);
}

/* ---- a passive brachiator ---- */

/* Reference: the table, of which every row maps onto itself; the stable ones are found from afar.
 */
static void the_compass_brachiator_walks_as_the_table_says(void **state)
{
  (void)state;
  char path[CHECK_PATH];
  CheckTable *table =
      check_table_read(check_shared(path, "reference/compass_brachiator_fixed_points.csv"));
  int stable = 0;
  for (int row = 0; row < table->rows; row++) {
    HhbCompass compass = {.link_m = check_cell(table, row, "L_m"),
                          .elbow_kg = check_cell(table, row, "m_elbow_kg"),
                          .hand_kg = check_cell(table, row, "m_hand_kg"),
                          .gravity_mps2 = check_cell(table, row, "g_mps2"),
                          .slope_rad = check_cell(table, row, "slope_deg") * degree};
    double stride = check_cell(table, row, "stride_fixed_m"), map_slope;
    HhbCompassStep taken;
    assert_true(hhb_compass_step(&compass, stride, &taken));
    CHECK_RELATIVE(taken.stride_m, stride, 1e-7);
    if (check_cell(table, row, "stable") > 0) {
      stable++;
      assert_true(hhb_compass_gait(&compass, 0.98 * stride, &taken, &map_slope));
      CHECK_RELATIVE(taken.stride_m, stride, 1e-8);
      CHECK_NEAR(map_slope, check_cell(table, row, "map_slope"), 1e-5);
    }
    CHECK_RELATIVE(taken.time_s, check_cell(table, row, "swing_time_s"), 1e-8);
    CHECK_RELATIVE(taken.hand_speed_mps, check_cell(table, row, "impact_hand_speed_mps"), 1e-6);
  }
  assert_true(stable >= 4);
  check_table_free(table);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bead_of_a_cable_that_is_nearly_straight_keeps_still),
      cmocka_unit_test(a_wild_chain_keeps_energy_and_lengths),
      cmocka_unit_test(work_and_damping_are_what_the_energy_changes_by),
      cmocka_unit_test(what_holds_it_from_outside_changes_the_momentum),
      cmocka_unit_test(a_free_pair_keeps_its_momentum_and_turns_on),
      cmocka_unit_test(a_pair_that_draws_together_turns_faster),
      cmocka_unit_test(the_mirrored_chain_moves_mirrored_to_the_bit),
      cmocka_unit_test(time_turned_back_leads_back_to_the_start),
      cmocka_unit_test(how_time_is_cut_into_frames_matters_little),
      cmocka_unit_test(what_hangs_at_rest_stays_at_rest),
      cmocka_unit_test(a_cable_at_rest_stays_with_and_without_a_rider),
      cmocka_unit_test(one_bead_is_a_pendulum),
      cmocka_unit_test(small_swings_of_a_hanging_chain_are_laguerre_s),
      cmocka_unit_test(small_swings_of_bead_and_rider_have_two_rates),
      cmocka_unit_test(a_rider_bobs_on_a_bending_branch),
      cmocka_unit_test(a_rider_bobs_evenly_through_frames_of_any_length),
      cmocka_unit_test(a_damper_alone_slows_exponentially),
      cmocka_unit_test(bead_and_rider_obey_lagrange_s_equations),
      cmocka_unit_test(a_grab_of_a_free_bead_is_a_collision_of_two),
      cmocka_unit_test(a_grab_of_a_hanging_bead_pulls_it_aside),
      cmocka_unit_test(a_grab_loses_what_it_says_and_leaves_all_rates_right),
      cmocka_unit_test(a_rider_climbs_from_bead_to_bead),
      cmocka_unit_test(a_release_changes_nothing),
      cmocka_unit_test(beads_of_any_mass_keep_their_energy),
      cmocka_unit_test(beads_of_hardly_any_mass_stop_and_never_run_wild),
      cmocka_unit_test(a_taut_cable_between_two_pins_stops_what_strikes_it),
      cmocka_unit_test(no_chain_and_no_time_do_nothing),
      cmocka_unit_test(the_compass_brachiator_walks_as_the_table_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
