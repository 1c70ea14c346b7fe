/* Beads and sticks; see the header.
 *
 * With d_j the vector along stick j, w the reciprocal of a mass, and tau_j the pull of the stick
 * per its length, the bead at its far end feels -tau_j d_j, the one at its near end tau_j d_j, and
 *   d_j.d_j'' + d_j'.d_j' = (l_j^2)''/2     gives     A tau = b,
 *   A_jj = (w_near + w_far) l_j^2,          A_ji = +-w d_j.d_i where the sticks share a bead.
 * In the order of the chain with the arm between the two sticks of the held bead, A has two
 * diagonals beside the main one. All of it are products of series in time, so one factorization of
 * A gives the coefficients of every order, each from those before it. */
#include "chain/chain.h"

/* ORDER is that of the positions. By measurement (a vine of ten beads, 0.02 of the rider's mass
 * each, 80 degrees): orders 12, 16, 20, 24 cost 1.35, 1.06, 1, 1.03 for the same error. */
enum {
  ORDER = 16,
  NODES = HH_CHAIN_BEADS + 3, /* beads, rider, two pins */
  STICKS = HH_CHAIN_BEADS + 2,
  SUBSTEPS_MAX = 1024
};

/* Largest of the last two terms of a bead's velocity. */
static const double term_max_mps = 1e-13;

/* What does not change during a substep, and A at its start as L D L' */
typedef struct Sticks {
  int nodes, count, arm;   /* arm: its place in the order, or -1 */
  int pin, pin_end, rider; /* nodes */
  int near[STICKS], far[STICKS];
  double length_m[STICKS], rate_mps[STICKS];
  double lightness[NODES]; /* reciprocal mass; 0: a pin */
  double inverse[STICKS], below[STICKS], below2[STICKS];
} Sticks;

typedef struct Coefficients {
  double x[ORDER + 1][NODES], y[ORDER + 1][NODES];
  double dx[ORDER + 1][STICKS], dy[ORDER + 1][STICKS];
  double ex[ORDER + 1][STICKS], ey[ORDER + 1][STICKS]; /* d'' without the sticks' pulls */
  double tau[ORDER + 1][STICKS];
  double cross[ORDER + 1][STICKS], cross2[ORDER + 1]; /* of A: to the next, and over the arm */
  double grip[ORDER + 1];                             /* pull over the arm's length */
  double pull_power[ORDER + 1], arm_power[ORDER + 1], damping_power[ORDER + 1];
  HhVec outside[ORDER + 1]; /* force of pins, springs and dampers */
  double ax[NODES], ay[NODES];
  bool forced; /* ex, ey are more than one constant */
} Coefficients;

/* ---- the sticks in their order ---- */

static void add_stick(Sticks *sticks, int near, int far, double length_m, double rate_mps)
{
  int j = sticks->count++;
  sticks->near[j] = near;
  sticks->far[j] = far;
  sticks->length_m[j] = length_m;
  sticks->rate_mps[j] = rate_mps;
}

static void gather_sticks(const HhChain *chain, Sticks *sticks)
{
  int n = chain->count;
  *sticks = (Sticks){.arm = -1, .rider = n, .pin = n + 1, .pin_end = n + 2, .nodes = n + 3};
  for (int i = 0; i < n; i++)
    sticks->lightness[i] = 1 / chain->bead[i].mass_ratio;
  sticks->lightness[n] = chain->held >= 0 ? 1 : 0;
  for (int i = 0; i <= n; i++) {
    if (i > 0 && chain->held == i - 1) {
      sticks->arm = sticks->count;
      add_stick(sticks, i - 1, n, chain->arm_m, chain->arm_rate_mps);
    }
    if (i == 0 && !chain->pinned) continue;
    if (i == n && !chain->pinned_end) continue;
    add_stick(sticks, i > 0 ? i - 1 : sticks->pin, i < n ? i : sticks->pin_end, chain->length_m[i],
              0);
  }
}

static void gather_nodes(const HhChain *chain, const Sticks *sticks, Coefficients *c)
{
  for (int i = 0; i < chain->count; i++) {
    c->x[0][i] = chain->bead[i].at.x;
    c->y[0][i] = chain->bead[i].at.y;
    c->x[1][i] = chain->bead[i].velocity.x;
    c->y[1][i] = chain->bead[i].velocity.y;
  }
  c->x[0][sticks->rider] = chain->rider.x;
  c->y[0][sticks->rider] = chain->rider.y;
  c->x[1][sticks->rider] = chain->rider_velocity.x;
  c->y[1][sticks->rider] = chain->rider_velocity.y;
  c->x[0][sticks->pin] = chain->pin.x;
  c->y[0][sticks->pin] = chain->pin.y;
  c->x[0][sticks->pin_end] = chain->pin_end.x;
  c->y[0][sticks->pin_end] = chain->pin_end.y;
  for (int k = 1; k <= ORDER; k++) {
    for (int i = k > 1 ? 0 : sticks->pin; i < sticks->nodes; i++)
      c->x[k][i] = c->y[k][i] = 0;
  }
}

static void along_sticks(const Sticks *sticks, int k, Coefficients *c)
{
  for (int j = 0; j < sticks->count; j++) {
    c->dx[k][j] = c->x[k][sticks->far[j]] - c->x[k][sticks->near[j]];
    c->dy[k][j] = c->y[k][sticks->far[j]] - c->y[k][sticks->near[j]];
  }
}

/* Factor of d_j.d_i in A: -w where one stick ends and the other begins, w where both begin. */
static double coupling(const Sticks *sticks, int j, int i)
{
  if (sticks->far[j] == sticks->near[i]) return -sticks->lightness[sticks->near[i]];
  if (sticks->near[j] == sticks->near[i]) return sticks->lightness[sticks->near[i]];
  return 0;
}

/* Coefficient k of the elements of A that change. */
static void cross_terms(const Sticks *sticks, int k, Coefficients *c)
{
  for (int j = 0; j + 1 < sticks->count; j++) {
    double sum = 0;
    for (int i = 0; i <= k; i++)
      sum += c->dx[i][j] * c->dx[k - i][j + 1] + c->dy[i][j] * c->dy[k - i][j + 1];
    c->cross[k][j] = coupling(sticks, j, j + 1) * sum;
  }
  c->cross2[k] = 0;
  int j = sticks->arm - 1;
  if (j < 0 || j + 2 >= sticks->count) return;
  double sum = 0;
  for (int i = 0; i <= k; i++)
    sum += c->dx[i][j] * c->dx[k - i][j + 2] + c->dy[i][j] * c->dy[k - i][j + 2];
  c->cross2[k] = coupling(sticks, j, j + 2) * sum;
}

/* ---- A tau = b ---- */

/* From coefficients 0 of d and of the cross terms. A stick without length, or one too many along a
 * straight line between two pins, cannot pull: its pivot counts as infinite. */
static void factorize(const Coefficients *c, Sticks *sticks)
{
  double pivot[STICKS] = {0};
  for (int j = 0; j < sticks->count; j++) {
    double square = c->dx[0][j] * c->dx[0][j] + c->dy[0][j] * c->dy[0][j];
    double whole =
        (sticks->lightness[sticks->near[j]] + sticks->lightness[sticks->far[j]]) * square;
    pivot[j] = whole;
    double beside = j > 0 ? c->cross[0][j - 1] : 0;
    sticks->below[j] = sticks->below2[j] = 0;
    if (j > 1 && j == sticks->arm + 1) {
      sticks->below2[j] = c->cross2[0] * sticks->inverse[j - 2];
      pivot[j] -= sticks->below2[j] * c->cross2[0];
      beside -= c->cross2[0] * sticks->below[j - 1];
    }
    if (j > 0) {
      sticks->below[j] = beside * sticks->inverse[j - 1];
      pivot[j] -= sticks->below[j] * beside;
    }
    sticks->inverse[j] = pivot[j] > 1e-14 * whole ? 1 / pivot[j] : 0;
  }
}

/* In place. */
static void solve(const Sticks *sticks, double *b)
{
  int n = sticks->count;
  for (int j = 1; j < n; j++)
    b[j] -= sticks->below[j] * b[j - 1] + (j > 1 ? sticks->below2[j] * b[j - 2] : 0);
  for (int j = n - 1; j >= 0; j--) {
    b[j] *= sticks->inverse[j];
    if (j + 1 < n) b[j] -= sticks->below[j + 1] * b[j + 1];
    if (j + 2 < n) b[j] -= sticks->below2[j + 2] * b[j + 2];
  }
}

/* Adds pulls along the sticks to vectors at the nodes, x and y, by the nodes' lightness. */
static void spread(const Sticks *sticks, const Coefficients *c, const double *pull, double *x,
                   double *y)
{
  for (int j = 0; j < sticks->count; j++) {
    double near = sticks->lightness[sticks->near[j]], far = sticks->lightness[sticks->far[j]];
    x[sticks->near[j]] += near * pull[j] * c->dx[0][j];
    y[sticks->near[j]] += near * pull[j] * c->dy[0][j];
    x[sticks->far[j]] -= far * pull[j] * c->dx[0][j];
    y[sticks->far[j]] -= far * pull[j] * c->dy[0][j];
  }
}

/* How fast each stick's half square of length is off what it should be. */
static void rates_off(const Sticks *sticks, const Coefficients *c, double *off)
{
  for (int j = 0; j < sticks->count; j++)
    off[j] = c->dx[0][j] * c->dx[1][j] + c->dy[0][j] * c->dy[1][j] -
             sticks->length_m[j] * sticks->rate_mps[j];
}

static void begin(const HhChain *chain, Sticks *sticks, Coefficients *c)
{
  gather_sticks(chain, sticks);
  gather_nodes(chain, sticks, c);
  along_sticks(sticks, 0, c);
  along_sticks(sticks, 1, c);
  cross_terms(sticks, 0, c);
  factorize(c, sticks);
}

/* Puts lengths and rates back onto the constraints, by the least change for the masses. */
static void project(const Sticks *sticks, Coefficients *c)
{
  double off[STICKS];
  for (int j = 0; j < sticks->count; j++)
    off[j] = 0.5 * (c->dx[0][j] * c->dx[0][j] + c->dy[0][j] * c->dy[0][j] -
                    sticks->length_m[j] * sticks->length_m[j]);
  solve(sticks, off);
  spread(sticks, c, off, c->x[0], c->y[0]);
  along_sticks(sticks, 0, c);
  rates_off(sticks, c, off);
  solve(sticks, off);
  spread(sticks, c, off, c->x[1], c->y[1]);
  along_sticks(sticks, 1, c);
  cross_terms(sticks, 0, c);
}

/* ---- the series ---- */

/* Coefficient k of the accelerations by weight, springs, dampers and muscles. */
static void given_forces(double gravity, HhChainDrive drive, const HhChain *chain,
                         const Sticks *sticks, int k, Coefficients *c)
{
  c->outside[k] = hh_vec(0, 0);
  for (int i = 0; i < sticks->nodes; i++) {
    c->ax[i] = 0;
    c->ay[i] = k == 0 && sticks->lightness[i] > 0 ? -gravity : 0;
  }
  c->damping_power[k] = 0;
  for (int i = 0; i < chain->count; i++) {
    const HhBead *bead = &chain->bead[i];
    if (bead->spring_ps2 == 0 && bead->damping_ps == 0) continue;
    HhVec from_rest = {c->x[k][i] - (k == 0 ? bead->rest.x : 0),
                       c->y[k][i] - (k == 0 ? bead->rest.y : 0)};
    HhVec velocity = {(k + 1) * c->x[k + 1][i], (k + 1) * c->y[k + 1][i]};
    HhVec force =
        hh_vec_along(hh_vec_scale(from_rest, -bead->spring_ps2), velocity, -bead->damping_ps);
    c->outside[k] = hh_vec_add(c->outside[k], force);
    c->ax[i] += sticks->lightness[i] * force.x;
    c->ay[i] += sticks->lightness[i] * force.y;
    for (int a = 0; a <= k; a++)
      c->damping_power[k] +=
          bead->damping_ps * (a + 1) * (k - a + 1) *
          (c->x[a + 1][i] * c->x[k - a + 1][i] + c->y[a + 1][i] * c->y[k - a + 1][i]);
  }
  if (sticks->arm < 0 || drive.pull_mps2 == 0) return;
  HhVec pull = {0, 0};
  for (int i = 0; i <= k; i++) {
    pull.x -= c->grip[i] * c->dy[k - i][sticks->arm];
    pull.y += c->grip[i] * c->dx[k - i][sticks->arm];
  }
  c->ax[sticks->rider] += pull.x;
  c->ay[sticks->rider] += pull.y;
  c->ax[chain->held] -= sticks->lightness[chain->held] * pull.x;
  c->ay[chain->held] -= sticks->lightness[chain->held] * pull.y;
}

/* Coefficient k of b less what the coefficients of A beyond 0 do to the known ones of tau. */
static void right_side(const Sticks *sticks, const double *half_square, int k, Coefficients *c)
{
  double *b = c->tau[k];
  int last = c->forced ? k : 0;
  for (int j = 0; j < sticks->count; j++) {
    c->ex[k][j] = c->ax[sticks->far[j]] - c->ax[sticks->near[j]];
    c->ey[k][j] = c->ay[sticks->far[j]] - c->ay[sticks->near[j]];
    b[j] = 0;
  }
  for (int i = 0; i <= last; i++)
    for (int j = 0; j < sticks->count; j++)
      b[j] += c->ex[i][j] * c->dx[k - i][j] + c->ey[i][j] * c->dy[k - i][j];
  for (int i = 0; i <= k; i++)
    for (int j = 0; j < sticks->count; j++)
      b[j] += (i + 1) * (k - i + 1) *
              (c->dx[i + 1][j] * c->dx[k - i + 1][j] + c->dy[i + 1][j] * c->dy[k - i + 1][j]);
  for (int i = 1; i <= k; i++) {
    for (int j = 0; j + 1 < sticks->count; j++)
      b[j] -= c->cross[i][j] * c->tau[k - i][j + 1];
    for (int j = 0; j + 1 < sticks->count; j++)
      b[j + 1] -= c->cross[i][j] * c->tau[k - i][j];
  }
  int arm = sticks->arm;
  if (arm < 0) return;
  double whole = sticks->lightness[sticks->near[arm]] + sticks->lightness[sticks->far[arm]];
  for (int i = 1; i <= k && i <= 4; i++)
    b[arm] -= whole * 2 * half_square[i] * c->tau[k - i][arm];
  if (k + 2 <= 4) b[arm] -= (k + 2) * (k + 1) * half_square[k + 2];
  if (arm < 1 || arm + 1 >= sticks->count) return;
  for (int i = 1; i <= k; i++) {
    b[arm - 1] -= c->cross2[i] * c->tau[k - i][arm + 1];
    b[arm + 1] -= c->cross2[i] * c->tau[k - i][arm - 1];
  }
}

/* From the coefficient k of the pulls, k + 2 of the positions. */
static void move(const Sticks *sticks, int k, Coefficients *c)
{
  double fx[STICKS] = {0}, fy[STICKS] = {0};
  for (int i = 0; i <= k; i++) {
    for (int j = 0; j < sticks->count; j++) {
      fx[j] += c->tau[i][j] * c->dx[k - i][j];
      fy[j] += c->tau[i][j] * c->dy[k - i][j];
    }
  }
  for (int j = 0; j < sticks->count; j++) {
    int near = sticks->near[j], far = sticks->far[j];
    c->ax[near] += sticks->lightness[near] * fx[j];
    c->ay[near] += sticks->lightness[near] * fy[j];
    c->ax[far] -= sticks->lightness[far] * fx[j];
    c->ay[far] -= sticks->lightness[far] * fy[j];
    if (near == sticks->pin) c->outside[k] = hh_vec_sub(c->outside[k], hh_vec(fx[j], fy[j]));
    if (far == sticks->pin_end) c->outside[k] = hh_vec_add(c->outside[k], hh_vec(fx[j], fy[j]));
  }
  double scale = 1 / ((k + 1.0) * (k + 2));
  for (int i = 0; i < sticks->nodes; i++) {
    c->x[k + 2][i] = scale * c->ax[i];
    c->y[k + 2][i] = scale * c->ay[i];
  }
  along_sticks(sticks, k + 2, c);
}

/* Coefficient k of what the muscles do. */
static void power(const Sticks *sticks, const double *half_square, HhChainDrive drive, int k,
                  Coefficients *c)
{
  int arm = sticks->arm;
  c->pull_power[k] = c->arm_power[k] = 0;
  if (arm < 0) return;
  for (int i = 0; i <= k && i <= 3; i++) /* -tau d (l^2 / 2) / dt */
    c->arm_power[k] -= (i + 1) * half_square[i + 1] * c->tau[k - i][arm];
  if (drive.pull_mps2 == 0) return;
  for (int i = 0; i <= k; i++) { /* pull / l times d x d' */
    double turn = 0;
    for (int a = 0; a <= i; a++)
      turn += (i - a + 1) *
              (c->dx[a][arm] * c->dy[i - a + 1][arm] - c->dy[a][arm] * c->dx[i - a + 1][arm]);
    c->pull_power[k] += c->grip[k - i] * turn;
  }
}

/* Coefficients of half the square of the arm's length, and of the pull over that length. */
static void arm_series(HhChainDrive drive, const HhChain *chain, double *half_square,
                       Coefficients *c)
{
  double l = chain->arm_m, rate = chain->arm_rate_mps, half = 0.5 * drive.stretch_mps2;
  half_square[0] = 0.5 * l * l;
  half_square[1] = l * rate;
  half_square[2] = 0.5 * rate * rate + l * half;
  half_square[3] = rate * half;
  half_square[4] = 0.5 * half * half;
  if (chain->held < 0 || drive.pull_mps2 == 0) return;
  c->grip[0] = drive.pull_mps2 / l;
  for (int k = 1; k <= ORDER; k++)
    c->grip[k] = -(rate * c->grip[k - 1] + (k > 1 ? half * c->grip[k - 2] : 0)) / l;
}

static bool is_forced(HhChainDrive drive, const HhChain *chain)
{
  for (int i = 0; i < chain->count; i++)
    if (chain->bead[i].spring_ps2 != 0 || chain->bead[i].damping_ps != 0) return true;
  return chain->held >= 0 && drive.pull_mps2 != 0;
}

static void expand(double gravity, HhChainDrive drive, const HhChain *chain, const Sticks *sticks,
                   int last, Coefficients *c)
{
  double half_square[5];
  arm_series(drive, chain, half_square, c);
  c->forced = is_forced(drive, chain);
  for (int k = 0; k <= last; k++) {
    if (k > 0) cross_terms(sticks, k, c);
    given_forces(gravity, drive, chain, sticks, k, c);
    right_side(sticks, half_square, k, c);
    solve(sticks, c->tau[k]);
    move(sticks, k, c);
    power(sticks, half_square, drive, k, c);
  }
}

/* ---- steps ---- */

static double to_power(double base, int exponent)
{
  double product = 1;
  for (int i = 0; i < exponent; i++)
    product *= base;
  return product;
}

/* The longest substep whose last terms are small enough, as an even share of what is left. */
static double substep(const Sticks *sticks, const Coefficients *c, double left_s, double least_s)
{
  double last = 0, before = 0;
  for (int i = 0; i < sticks->nodes; i++) {
    last = fmax(last, fmax(fabs(c->x[ORDER][i]), fabs(c->y[ORDER][i])));
    before = fmax(before, fmax(fabs(c->x[ORDER - 1][i]), fabs(c->y[ORDER - 1][i])));
  }
  int share = 1;
  for (; share < SUBSTEPS_MAX && left_s / share > least_s; share++) {
    double h = left_s / share, most = fmax(ORDER * last * h, (ORDER - 1) * before);
    if (most * to_power(h, ORDER - 2) <= term_max_mps) break;
  }
  return left_s / share;
}

static double at_time(const double *c, double t)
{
  double value = c[ORDER - 2];
  for (int k = ORDER - 3; k >= 0; k--)
    value = c[k] + t * value;
  return value;
}

/* Integral of a series from 0 to t. */
static double integral(const double *c, double t)
{
  double over[ORDER - 1];
  for (int k = 0; k <= ORDER - 2; k++)
    over[k] = c[k] / (k + 1);
  return t * at_time(over, t);
}

static void node_after(const Coefficients *c, int i, double t, HhVec *at, HhVec *velocity)
{
  *at = hh_vec(c->x[ORDER][i], c->y[ORDER][i]);
  *velocity = hh_vec_scale(*at, ORDER);
  for (int k = ORDER - 1; k >= 0; k--) {
    HhVec term = {c->x[k][i], c->y[k][i]};
    *at = hh_vec_along(term, *at, t);
    if (k > 0) *velocity = hh_vec_along(hh_vec_scale(term, k), *velocity, t);
  }
}

static void book(const Coefficients *c, double t, HhChainWork *work)
{
  double muscles[] = {integral(c->pull_power, t), integral(c->arm_power, t)};
  for (int i = 0; i < 2; i++)
    *(muscles[i] > 0 ? &work->added_Jpkg : &work->removed_Jpkg) += fabs(muscles[i]);
  work->damped_Jpkg += integral(c->damping_power, t);
  double x[ORDER - 1], y[ORDER - 1];
  for (int k = 0; k <= ORDER - 2; k++) {
    x[k] = c->outside[k].x;
    y[k] = c->outside[k].y;
  }
  work->impulse_mps = hh_vec_add(work->impulse_mps, hh_vec(integral(x, t), integral(y, t)));
}

void hh_chain_step(double gravity_mps2, HhChainDrive drive, HhChain *chain, double dt_s,
                   HhChainWork *work)
{
  if (chain->count == 0) return;
  double left_s = dt_s, least_s = dt_s / SUBSTEPS_MAX;
  while (left_s > 0) {
    Sticks sticks;
    Coefficients c;
    begin(chain, &sticks, &c);
    project(&sticks, &c);
    expand(gravity_mps2, drive, chain, &sticks, ORDER - 2, &c);
    double h = substep(&sticks, &c, left_s, least_s);
    for (int i = 0; i < chain->count; i++)
      node_after(&c, i, h, &chain->bead[i].at, &chain->bead[i].velocity);
    if (chain->held >= 0) {
      node_after(&c, sticks.rider, h, &chain->rider, &chain->rider_velocity);
      chain->arm_m += h * (chain->arm_rate_mps + 0.5 * h * drive.stretch_mps2);
      chain->arm_rate_mps += h * drive.stretch_mps2;
    }
    book(&c, h, work);
    left_s = h < left_s ? left_s - h : 0;
  }
}

/* ---- grab and release ---- */

double hh_chain_grab(HhChain *chain, int bead, HhVec rider, HhVec velocity, HhVec *impulse_mps)
{
  chain->held = bead;
  chain->rider = rider;
  chain->rider_velocity = velocity;
  chain->arm_m = hh_vec_distance(chain->bead[bead].at, rider);
  chain->arm_rate_mps = 0;
  Sticks sticks;
  Coefficients c;
  begin(chain, &sticks, &c);
  double off[STICKS], impulse[STICKS], loss = 0;
  rates_off(&sticks, &c, off);
  rates_off(&sticks, &c, impulse);
  solve(&sticks, impulse);
  spread(&sticks, &c, impulse, c.x[1], c.y[1]);
  for (int j = 0; j < sticks.count; j++) {
    loss += 0.5 * impulse[j] * off[j];
    HhVec pull = hh_vec_scale(hh_vec(c.dx[0][j], c.dy[0][j]), impulse[j]);
    if (sticks.near[j] == sticks.pin) *impulse_mps = hh_vec_sub(*impulse_mps, pull);
    if (sticks.far[j] == sticks.pin_end) *impulse_mps = hh_vec_add(*impulse_mps, pull);
  }
  for (int i = 0; i < chain->count; i++)
    chain->bead[i].velocity = hh_vec(c.x[1][i], c.y[1][i]);
  chain->rider_velocity = hh_vec(c.x[1][sticks.rider], c.y[1][sticks.rider]);
  return loss;
}

void hh_chain_release(HhChain *chain)
{
  chain->held = -1;
}

/* ---- what can be asked ---- */

static double body_energy(double gravity, HhVec at, HhVec velocity)
{
  return 0.5 * hh_vec_dot(velocity, velocity) + gravity * at.y;
}

double hh_chain_energy(double gravity_mps2, const HhChain *chain)
{
  double energy = 0;
  for (int i = 0; i < chain->count; i++) {
    const HhBead *bead = &chain->bead[i];
    HhVec from_rest = hh_vec_sub(bead->at, bead->rest);
    energy += bead->mass_ratio * body_energy(gravity_mps2, bead->at, bead->velocity) +
              0.5 * bead->spring_ps2 * hh_vec_dot(from_rest, from_rest);
  }
  return energy;
}

double hh_chain_rider_energy(double gravity_mps2, const HhChain *chain)
{
  return chain->held < 0 ? 0 : body_energy(gravity_mps2, chain->rider, chain->rider_velocity);
}

double hh_chain_tension(double gravity_mps2, HhChainDrive drive, const HhChain *chain)
{
  if (chain->held < 0) return 0;
  Sticks sticks;
  Coefficients c;
  begin(chain, &sticks, &c);
  expand(gravity_mps2, drive, chain, &sticks, 0, &c);
  return c.tau[0][sticks.arm] * chain->arm_m;
}
