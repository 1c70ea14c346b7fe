/* See the header. */
#include "chain/strand_reference.h"

#include <string.h>

#include "chain/touch.h"

/* Newton steps after the first two, while a stick is off by more than stretch_max_ratio. */
enum { BEADS = HH_STRAND_REFERENCE_BEADS, AGAINS = 16 };

static const double stretch_max_ratio = 0.006;

/* The wide kernel's guards. */
static const double ridge = 1.003, pivot_min_ratio = 0.05, step_max_t = 0.2;

static double clamp(double x, double low, double high)
{
  return x < low ? low : x > high ? high : x;
}

/* Products of four such stay finite. */
static bool is_number(HhVec v)
{
  return fabs(v.x) < 1e70 && fabs(v.y) < 1e70;
}

static bool is_length(double stick)
{
  return stick >= 0 && stick < 1e70;
}

/* What is asked for, but for what is no number: then the strand as it is says. */
static HhStrandReferenceDrive sane(const HhStrandReferenceDrive *asked,
                                   const HhStrandReference *strand)
{
  HhStrandReferenceDrive drive = *asked;
  if (!is_number(drive.root)) drive.root = strand->at[0];
  if (!is_number(drive.pin)) drive.pinned = false;
  if (!is_length(drive.stick)) drive.stick = hh_vec_distance(strand->at[0], drive.root);
  return drive;
}

/* Verlet and tiles: at becomes x*, before what makes their difference the velocity. */
static void advance(const HhStrandParams *params, const HhRoom *room,
                    const HhStrandReferenceDrive *drive, HhStrandReference *strand)
{
  int n = strand->beads;
  for (int i = 0; i < n; i++) {
    HhVec *at = &strand->at[i], *before = &strand->before[i];
    if (i == n - 1 && drive->pinned) {
      *at = *before = drive->pin;
      continue;
    }
    if (room && hh_room_inside(room, *at)) *at = *before = hh_touch_freed(room, *at, drive->root);
    HhVec velocity = hh_vec_scale(hh_vec_sub(*at, *before), 1 - params->damping);
    velocity = hh_vec_along(velocity, drive->pull, (i + 1.0) / n);
    velocity.y -= params->gravity;
    if (!is_number(velocity)) velocity = hh_vec(0, 0);
    HhTouched met;
    *at = hh_touch_sweep(params, room, *at, hh_vec_add(*at, velocity), &met);
    hh_touch_rub(params, &met, &velocity);
    *before = hh_vec_sub(*at, velocity);
  }
}

/* Inverse masses in x and y: 0 for what a face stops there, and for a pinned tip. */
static void weigh(const HhStrandReferenceDrive *drive, int n, HhVec *weight)
{
  for (int i = 0; i < n; i++)
    weight[i] = hh_vec(1, 1);
  if (drive->pinned) weight[n - 1] = hh_vec(0, 0);
}

/* Sum of products of the components. */
static double dot_by(HhVec a, HhVec b, HhVec weight)
{
  return a.x * b.x * weight.x + a.y * b.y * weight.y;
}

/* One Newton step on the squared lengths, moves added to `to`. */
static void newton(const HhStrandReferenceDrive *drive, int n, const HhVec *weight, HhVec *to)
{
  HhVec d[BEADS];
  double over[BEADS], rest[BEADS], coupling[BEADS], half_square = 0.5 * drive->stick * drive->stick;
  double floor = fmax(pivot_min_ratio * drive->stick * drive->stick, 1e-6);
  for (int i = 0; i < n; i++) {
    d[i] = hh_vec_sub(to[i], i > 0 ? to[i - 1] : drive->root);
    double error = 0.5 * hh_vec_dot(d[i], d[i]) - half_square;
    HhVec both = i > 0 ? hh_vec_add(weight[i], weight[i - 1]) : weight[0];
    double pivot = ridge * dot_by(d[i], d[i], both);
    coupling[i] = i > 0 ? dot_by(d[i - 1], d[i], weight[i - 1]) : 0;
    if (i > 0) {
      pivot -= coupling[i] * coupling[i] * over[i - 1];
      error += coupling[i] * rest[i - 1];
    }
    over[i] = 1 / fmax(pivot, floor);
    rest[i] = error * over[i];
  }
  for (int i = n - 2; i >= 0; i--)
    rest[i] += coupling[i + 1] * over[i] * rest[i + 1];
  for (int i = 0; i < n; i++) {
    HhVec move = hh_vec_scale(d[i], -rest[i]);
    if (i < n - 1) move = hh_vec_along(move, d[i + 1], rest[i + 1]);
    to[i].x += clamp(weight[i].x * move.x, -step_max_t, step_max_t);
    to[i].y += clamp(weight[i].y * move.y, -step_max_t, step_max_t);
  }
}

/* Beads to where the sticks want them, sliding along solids; what they met weighs from now. */
static void settle(const HhRoom *room, const HhVec *to, HhVec *weight, HhStrandReference *strand)
{
  for (int i = 0; i < strand->beads; i++) {
    if (!is_number(to[i]) || (weight[i].x == 0 && weight[i].y == 0)) continue;
    HhTouched met = hh_touch_slide(room, &strand->at[i], to[i]);
    if (met.x.x != 0) weight[i].x = 0;
    if (met.y.y != 0) weight[i].y = 0;
  }
}

static bool is_stretched(const HhStrandReferenceDrive *drive, const HhStrandReference *strand)
{
  for (int i = 0; i < strand->beads; i++) {
    HhVec d = hh_vec_sub(strand->at[i], i > 0 ? strand->at[i - 1] : drive->root);
    if (fabs(hh_vec_length(d) - drive->stick) > stretch_max_ratio * drive->stick) return true;
  }
  return false;
}

/* Brings back, at rest, what has caught for good. */
static void rejoin(const HhRoom *room, const HhStrandReferenceDrive *drive,
                   HhStrandReference *strand)
{
  HhVec last = drive->root;
  for (int i = 0; i < strand->beads - drive->pinned; i++) {
    HhVec *at = &strand->at[i], joined = hh_touch_joined(room, last, *at, drive->stick);
    if (joined.x != at->x || joined.y != at->y) *at = strand->before[i] = joined;
    last = joined;
  }
}

void hh_strand_reference_step(const HhStrandParams *params, const HhRoom *room,
                              const HhStrandReferenceDrive *drive, HhStrandReference *strand)
{
  const HhStrandReferenceDrive sound = sane(drive, strand);
  HhVec to[BEADS], weight[BEADS];
  int n = strand->beads;
  advance(params, room, &sound, strand);
  memcpy(to, strand->at, sizeof to);
  weigh(&sound, n, weight);
  newton(&sound, n, weight, to);
  newton(&sound, n, weight, to);
  settle(room, to, weight, strand);
  for (int again = 0; again < AGAINS && is_stretched(&sound, strand); again++) {
    memcpy(to, strand->at, sizeof to);
    if (again % 2) weigh(&sound, n, weight);
    newton(&sound, n, weight, to);
    settle(room, to, weight, strand);
  }
  if (room && is_stretched(&sound, strand)) rejoin(room, &sound, strand);
}

void hh_strand_reference_lay(const HhRoom *room, int beads, HhVec root, HhVec direction,
                             double stick, HhStrandReference *strand)
{
  bool down = (direction.x == 0 && direction.y == 0) || !is_number(direction);
  if (!is_length(stick)) stick = 0;
  HhVec way = hh_vec_scale(down ? hh_vec(0, -1) : hh_vec_unit(direction), stick), at = root, normal;
  *strand = (HhStrandReference){.beads = beads};
  for (int i = 0; i < beads; i++) {
    at = hh_touch_reach(room, at, hh_vec_add(at, way), &normal);
    strand->at[i] = strand->before[i] = at;
  }
}

void hh_strand_reference_teleport(const HhRoom *room, HhVec by, HhVec root,
                                  HhStrandReference *strand)
{
  if (!is_number(by) || !is_number(root)) return;
  HhVec last = root;
  for (int i = 0; i < strand->beads; i++) {
    HhVec velocity = hh_vec_sub(strand->at[i], strand->before[i]), normal;
    HhVec to = hh_vec_add(strand->at[i], by);
    if (room && hh_room_inside(room, to)) to = hh_touch_reach(room, last, to, &normal);
    strand->at[i] = last = to;
    strand->before[i] = hh_vec_sub(to, velocity);
  }
}
