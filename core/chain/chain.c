/* Beads and sticks; see the header.
 *
 * With d_j the vector along stick j, w the reciprocal of a mass and tau_j the pull of the stick per
 * its length, a bead at the stick's far end is accelerated by -w tau_j d_j, at its near end by
 * w tau_j d_j. Of the series of d_j.d_j / 2 = l_j^2 / 2 in time, coefficient k + 2 says
 *   d_j[0].d_j[k+2] = (l_j^2 / 2)[k+2] - sum of d_j[i].d_j[k+2-i] / 2 over 1 <= i <= k+1,
 * and d_j[k+2] holds tau[k] only in its product with d[0]: A tau[k] = b with the same matrix for
 * every k, A_jj = (w_near + w_far) d_j.d_j, A_ji = +-w d_j.d_i where sticks share a bead. In the
 * order of the chain, with the arm between the two sticks of the held bead, it has two diagonals
 * beside the main one. */
#include "chain/chain.h"

#include "base/poly.h"

/* By measurement, vine of ten beads of 0.02, swings of 80 degrees, equal errors: positions to order
 * 12, 16, 20, 24, 28 take 1.76, 1.15, 1, 0.98, 1.03 times the instructions of order 20. A series
 * may end where two terms running are small; before order 6 that may be chance. */
enum {
  ORDER_LEAST = 6,
  ORDER = 20,
  NODES = HH_CHAIN_BEADS + 3, /* beads, rider, two pins */
  STICKS = HH_CHAIN_BEADS + 2,
  SUBSTEPS_MAX = 65536
};

/* Largest last two terms of all velocities together, or of a work. Energy is off by it times a
 * speed: at 20 m/s and ten substeps a frame at most 1e-8 J/kg in a second, were all of one sign. */
static const double term_max = 1e-12; /* m/s, J/kg */

/* A straight chain between pins that is bent by an angle has pivots of its square. Below this share
 * of the diagonal, a bend of 1e-5, it counts as taut; beads 1e8 times as heavy as others would,
 * too. */
static const double pivot_min_ratio = 1e-10;

/* What does not change during a substep, and A as L D L'. */
typedef struct Sticks {
  int nodes, count, arm;   /* arm: its place in the order, or -1 */
  int pin, pin_end, rider; /* nodes */
  int near[STICKS], far[STICKS];
  double length_m[STICKS], rate_mps[STICKS];
  double lightness[NODES]; /* reciprocal mass; 0: a pin */
  double inverse[STICKS], below[STICKS], below2[STICKS];
  bool taut; /* A is singular */
} Sticks;

/* Coefficients in time, of the positions up to `order`. */
typedef struct Series {
  int order;
  double term[ORDER + 1]; /* of the velocities or of the works, at time 1 */
  double x[ORDER + 1][NODES], y[ORDER + 1][NODES];
  double dx[ORDER + 1][STICKS], dy[ORDER + 1][STICKS];
  double tau[ORDER - 1][STICKS];
  double half_square[ORDER + 1]; /* of the arm's length */
  double grip[ORDER - 1];        /* pull over the arm's length */
  double turn[ORDER - 1];        /* of the arm: its length squared times its rate */
  double pull_power[ORDER - 1], arm_power[ORDER - 1], damping_power[ORDER - 1];
  double outside_x[ORDER - 1], outside_y[ORDER - 1]; /* force of pins, springs and dampers */
} Series;

/* Accelerations, one coefficient. */
typedef struct Push {
  double x[NODES], y[NODES];
} Push;

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

static void gather_nodes(const HhChain *chain, const Sticks *sticks, Series *c)
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
  for (int i = sticks->pin; i < sticks->nodes; i++)
    c->x[1][i] = c->y[1][i] = 0;
}

static void along_sticks(const Sticks *sticks, int k, Series *c)
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

/* ---- A tau = b ---- */

static double dot(const Series *c, int j, int i)
{
  return c->dx[0][j] * c->dx[0][i] + c->dy[0][j] * c->dy[0][i];
}

/* A taut chain has one stick too many, whose pull counts as 0: impulses fit all the same. */
static void factorize(const Series *c, Sticks *sticks)
{
  for (int j = 0; j < sticks->count; j++) {
    double whole =
        dot(c, j, j) * (sticks->lightness[sticks->near[j]] + sticks->lightness[sticks->far[j]]);
    double pivot = whole;
    double beside = j > 0 ? coupling(sticks, j - 1, j) * dot(c, j - 1, j) : 0;
    sticks->below[j] = sticks->below2[j] = 0;
    if (j > 1 && j == sticks->arm + 1) {
      double over = coupling(sticks, j - 2, j) * dot(c, j - 2, j);
      sticks->below2[j] = over * sticks->inverse[j - 2];
      pivot -= sticks->below2[j] * over;
      beside -= over * sticks->below[j - 1];
    }
    if (j > 0) {
      sticks->below[j] = beside * sticks->inverse[j - 1];
      pivot -= sticks->below[j] * beside;
    }
    bool firm = pivot > pivot_min_ratio * whole;
    sticks->inverse[j] = firm ? 1 / pivot : 0;
    sticks->taut |= !firm;
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
static void spread(const Sticks *sticks, const Series *c, const double *pull, double *x, double *y)
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
static void rates_off(const Sticks *sticks, const Series *c, double *off)
{
  for (int j = 0; j < sticks->count; j++)
    off[j] = c->dx[0][j] * c->dx[1][j] + c->dy[0][j] * c->dy[1][j] -
             sticks->length_m[j] * sticks->rate_mps[j];
}

static void begin(const HhChain *chain, Sticks *sticks, Series *c)
{
  gather_sticks(chain, sticks);
  gather_nodes(chain, sticks, c);
  along_sticks(sticks, 0, c);
  along_sticks(sticks, 1, c);
  factorize(c, sticks);
}

/* Puts lengths and rates back onto the constraints, by the least change for the masses. A is that
 * of the sticks put back: pulls by the old one would drive a length that is off further off. */
static void project(Sticks *sticks, Series *c)
{
  double off[STICKS];
  for (int j = 0; j < sticks->count; j++)
    off[j] = 0.5 * (c->dx[0][j] * c->dx[0][j] + c->dy[0][j] * c->dy[0][j] -
                    sticks->length_m[j] * sticks->length_m[j]);
  solve(sticks, off);
  spread(sticks, c, off, c->x[0], c->y[0]);
  along_sticks(sticks, 0, c);
  factorize(c, sticks);
  rates_off(sticks, c, off);
  solve(sticks, off);
  spread(sticks, c, off, c->x[1], c->y[1]);
  along_sticks(sticks, 1, c);
}

/* ---- the series ---- */

/* Coefficient k of the squares' own terms: half the sum of d[i].d[k-i] over 0 < i < k. */
static void inner_squares(const Sticks *sticks, const Series *c, int k, double *sum)
{
  for (int j = 0; j < sticks->count; j++) {
    double x = c->dx[k / 2][j], y = c->dy[k / 2][j];
    sum[j] = k % 2 == 0 ? 0.5 * (x * x + y * y) : 0;
  }
  for (int i = 1; 2 * i < k; i++)
    for (int j = 0; j < sticks->count; j++)
      sum[j] += c->dx[i][j] * c->dx[k - i][j] + c->dy[i][j] * c->dy[k - i][j];
}

static double square_of_speed(const Series *c, int i, int k)
{
  double sum = 0, middle = 0.5 * k + 1;
  for (int a = 1, b = k + 1; a < b; a++, b--)
    sum += 2 * a * b * (c->x[a][i] * c->x[b][i] + c->y[a][i] * c->y[b][i]);
  if (k % 2 != 0) return sum;
  double x = middle * c->x[k / 2 + 1][i], y = middle * c->y[k / 2 + 1][i];
  return sum + x * x + y * y;
}

/* Springs and dampers. */
static void push_by_wood(const HhChain *chain, const Sticks *sticks, int k, Series *c, Push *push)
{
  c->damping_power[k] = 0;
  for (int i = 0; i < chain->count; i++) {
    const HhBead *bead = &chain->bead[i];
    double spring = bead->spring_ps2, damping = bead->damping_ps;
    if (spring == 0 && damping == 0) continue;
    HhVec rest = k == 0 ? bead->rest : hh_vec(0, 0);
    double x = -spring * (c->x[k][i] - rest.x) - damping * (k + 1) * c->x[k + 1][i];
    double y = -spring * (c->y[k][i] - rest.y) - damping * (k + 1) * c->y[k + 1][i];
    push->x[i] += sticks->lightness[i] * x;
    push->y[i] += sticks->lightness[i] * y;
    c->outside_x[k] += x;
    c->outside_y[k] += y;
    c->damping_power[k] += damping * square_of_speed(c, i, k);
  }
}

/* The pull across the arm. */
static void push_by_muscles(const HhChain *chain, const Sticks *sticks, int k, const Series *c,
                            Push *push)
{
  double x = 0, y = 0, lightness = sticks->lightness[chain->held];
  for (int i = 0; i <= k; i++) {
    x -= c->grip[i] * c->dy[k - i][sticks->arm];
    y += c->grip[i] * c->dx[k - i][sticks->arm];
  }
  push->x[sticks->rider] += x;
  push->y[sticks->rider] += y;
  push->x[chain->held] -= lightness * x;
  push->y[chain->held] -= lightness * y;
}

static void push_by_sticks(const Sticks *sticks, const double *x, const double *y, Push *push)
{
  for (int j = 0; j < sticks->count; j++) {
    int near = sticks->near[j], far = sticks->far[j];
    push->x[near] += sticks->lightness[near] * x[j];
    push->y[near] += sticks->lightness[near] * y[j];
    push->x[far] -= sticks->lightness[far] * x[j];
    push->y[far] -= sticks->lightness[far] * y[j];
  }
}

/* Only the first stick may begin at a pin, only the last one end at one. */
static void pull_from_outside(const Sticks *sticks, const double *x, const double *y, int k,
                              Series *c)
{
  int last = sticks->count - 1;
  if (last >= 0 && sticks->near[0] == sticks->pin) {
    c->outside_x[k] -= x[0];
    c->outside_y[k] -= y[0];
  }
  if (last >= 0 && sticks->far[last] == sticks->pin_end) {
    c->outside_x[k] += x[last];
    c->outside_y[k] += y[last];
  }
}

/* From coefficients up to k + 1 of the positions the pulls' k. */
static void pull(const Sticks *sticks, int k, Series *c, Push *push)
{
  double x[STICKS] = {0}, y[STICKS] = {0}, square[STICKS], *tau = c->tau[k];
  for (int i = 0; i < k; i++) {
    for (int j = 0; j < sticks->count; j++) {
      x[j] += c->tau[i][j] * c->dx[k - i][j];
      y[j] += c->tau[i][j] * c->dy[k - i][j];
    }
  }
  push_by_sticks(sticks, x, y, push);
  pull_from_outside(sticks, x, y, k, c);
  inner_squares(sticks, c, k + 2, square);
  if (sticks->arm >= 0) square[sticks->arm] -= c->half_square[k + 2];
  for (int j = 0; j < sticks->count; j++) {
    int near = sticks->near[j], far = sticks->far[j];
    tau[j] = c->dx[0][j] * (push->x[far] - push->x[near]) +
             c->dy[0][j] * (push->y[far] - push->y[near]) + (k + 1) * (k + 2) * square[j];
  }
  solve(sticks, tau);
  for (int j = 0; j < sticks->count; j++) {
    x[j] = tau[j] * c->dx[0][j];
    y[j] = tau[j] * c->dy[0][j];
  }
  push_by_sticks(sticks, x, y, push);
  pull_from_outside(sticks, x, y, k, c);
}

/* Coefficient k of what the muscles do. */
static void power(const Sticks *sticks, HhChainDrive drive, int k, Series *c)
{
  int arm = sticks->arm;
  c->pull_power[k] = c->arm_power[k] = 0;
  if (arm < 0) return;
  for (int i = 0; i <= k && i <= 3; i++) /* -tau d (l^2 / 2) / dt */
    c->arm_power[k] -= (i + 1) * c->half_square[i + 1] * c->tau[k - i][arm];
  if (drive.pull_mps2 == 0) return;
  c->turn[k] = 0; /* d x d' */
  for (int i = 0; i <= k; i++)
    c->turn[k] += (k - i + 1) *
                  (c->dx[i][arm] * c->dy[k - i + 1][arm] - c->dy[i][arm] * c->dx[k - i + 1][arm]);
  for (int i = 0; i <= k; i++)
    c->pull_power[k] += c->grip[k - i] * c->turn[i];
}

/* The arm's length is a polynomial. */
static void arm_series(HhChainDrive drive, const HhChain *chain, Series *c)
{
  double l = chain->arm_m, rate = chain->arm_rate_mps, half = 0.5 * drive.stretch_mps2;
  double half_square[] = {0.5 * l * l, l * rate, 0.5 * rate * rate + l * half, rate * half,
                          0.5 * half * half};
  for (int k = 0; k <= ORDER; k++)
    c->half_square[k] = k <= 4 ? half_square[k] : 0;
  if (drive.pull_mps2 == 0) return;
  c->grip[0] = drive.pull_mps2 / l;
  for (int k = 1; k <= ORDER - 2; k++)
    c->grip[k] = -(rate * c->grip[k - 1] + (k > 1 ? half * c->grip[k - 2] : 0)) / l;
}

/* Coefficient k of the accelerations, k + 2 of the positions. */
static void next_term(double gravity, HhChainDrive drive, const HhChain *chain,
                      const Sticks *sticks, int k, Series *c)
{
  Push push = {{0}, {0}};
  for (int i = 0; i < sticks->nodes && k == 0; i++)
    push.y[i] = sticks->lightness[i] > 0 ? -gravity : 0;
  c->outside_x[k] = c->outside_y[k] = 0;
  push_by_wood(chain, sticks, k, c, &push);
  if (sticks->arm >= 0 && drive.pull_mps2 != 0) push_by_muscles(chain, sticks, k, c, &push);
  pull(sticks, k, c, &push);
  double scale = 1 / ((k + 1.0) * (k + 2)), sum = 0;
  for (int i = 0; i < sticks->nodes; i++) {
    c->x[k + 2][i] = scale * push.x[i];
    c->y[k + 2][i] = scale * push.y[i];
    sum += fabs(push.x[i]) + fabs(push.y[i]);
  }
  along_sticks(sticks, k + 2, c);
  power(sticks, drive, k, c);
  double works = fabs(c->pull_power[k]) + fabs(c->arm_power[k]) + fabs(c->damping_power[k]);
  c->term[k + 2] = (sum > works ? sum : works) / (k + 1);
  c->order = k + 2;
}

/* ---- steps ---- */

/* Whether the last two terms are small enough at h; not if one is not a number. */
static bool fits(const Series *c, double h)
{
  double most = c->term[c->order] * h + c->term[c->order - 1];
  for (int i = 0; i < c->order - 2; i++)
    most *= h;
  return most <= term_max;
}

/* As many terms as a substep of all that is left needs, or else all of them and an even share of
 * what is left. Returns the substep. */
static double expand(double gravity, HhChainDrive drive, const HhChain *chain, const Sticks *sticks,
                     double left_s, double least_s, Series *c)
{
  if (sticks->arm >= 0) arm_series(drive, chain, c);
  for (int k = 0; k <= ORDER - 2; k++) {
    next_term(gravity, drive, chain, sticks, k, c);
    if (c->order >= ORDER_LEAST && fits(c, left_s)) return left_s;
  }
  int share = 1;
  while (left_s / share > least_s && !fits(c, left_s / share))
    share += 1 + share / 16;
  return left_s / share;
}

/* Integral from 0 to t of a series that has two terms less than the positions. */
static double integral(const Series *c, const double *terms, double t)
{
  double value = 0;
  for (int k = c->order - 2; k >= 0; k--)
    value = terms[k] / (k + 1) + t * value;
  return t * value;
}

static void node_after(const Series *c, int i, double t, HhVec *at, HhVec *velocity)
{
  *at = hh_vec(c->x[c->order][i], c->y[c->order][i]);
  *velocity = hh_vec_scale(*at, c->order);
  for (int k = c->order - 1; k >= 0; k--) {
    HhVec term = {c->x[k][i], c->y[k][i]};
    *at = hh_vec_along(term, *at, t);
    if (k > 0) *velocity = hh_vec_along(hh_vec_scale(term, k), *velocity, t);
  }
}

/* Work of muscles, cut where its sign changes. */
static void book_muscles(const Series *c, const double *power, double t, HhChainWork *work)
{
  int last = c->order - 2;
  double whole = integral(c, power, t), first = whole, end = hh_poly_value(power, last, t);
  if ((power[0] < 0 && end > 0) || (power[0] > 0 && end < 0))
    first = integral(c, power, hh_poly_root(power, last, 0, t));
  *(first > 0 ? &work->added_Jpkg : &work->removed_Jpkg) += fabs(first);
  *(whole > first ? &work->added_Jpkg : &work->removed_Jpkg) += fabs(whole - first);
}

static void book(const Series *c, double t, HhChainWork *work)
{
  book_muscles(c, c->pull_power, t, work);
  book_muscles(c, c->arm_power, t, work);
  work->damped_Jpkg += integral(c, c->damping_power, t);
  HhVec outside = {integral(c, c->outside_x, t), integral(c, c->outside_y, t)};
  work->impulse_mps = hh_vec_add(work->impulse_mps, outside);
}

/* To the end of a substep. */
static void follow(const Sticks *sticks, const Series *c, double stretch, double h, HhChain *chain)
{
  for (int i = 0; i < chain->count; i++)
    node_after(c, i, h, &chain->bead[i].at, &chain->bead[i].velocity);
  if (chain->held < 0) return;
  node_after(c, sticks->rider, h, &chain->rider, &chain->rider_velocity);
  chain->arm_m += h * (chain->arm_rate_mps + 0.5 * h * stretch);
  chain->arm_rate_mps += h * stretch;
}

/* Takes the velocity out of a body; what it had counts as damped, and is held from outside. */
static void stop(double mass, HhVec *velocity, HhChainWork *work)
{
  work->damped_Jpkg += 0.5 * mass * hh_vec_dot(*velocity, *velocity);
  work->impulse_mps = hh_vec_along(work->impulse_mps, *velocity, -mass);
  *velocity = hh_vec(0, 0);
}

/* Stands still for the rest of the step. */
static void stand(double gravity, double left_s, HhChain *chain, HhChainWork *work)
{
  double mass = chain->held >= 0;
  if (chain->held >= 0) stop(1, &chain->rider_velocity, work);
  for (int i = 0; i < chain->count; i++) {
    mass += chain->bead[i].mass_ratio;
    stop(chain->bead[i].mass_ratio, &chain->bead[i].velocity, work);
  }
  chain->arm_rate_mps = 0;
  work->impulse_mps.y += mass * gravity * left_s;
}

void hh_chain_step(double gravity_mps2, HhChainDrive drive, HhChain *chain, double dt_s,
                   HhChainWork *work)
{
  if (chain->count == 0) return;
  double left_s = dt_s, least_s = dt_s / SUBSTEPS_MAX;
  while (left_s > 0) {
    Sticks sticks;
    Series c;
    begin(chain, &sticks, &c);
    project(&sticks, &c);
    double h = expand(gravity_mps2, drive, chain, &sticks, left_s, least_s, &c);
    if (sticks.taut || !fits(&c, h)) {
      stand(gravity_mps2, left_s, chain, work);
      return;
    }
    follow(&sticks, &c, drive.stretch_mps2, h, chain);
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
  Series c;
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
  Series c;
  begin(chain, &sticks, &c);
  arm_series(drive, chain, &c);
  next_term(gravity_mps2, drive, chain, &sticks, 0, &c);
  return c.tau[0][sticks.arm] * chain->arm_m;
}
