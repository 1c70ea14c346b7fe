/* See the header. */
#include "chain/rope.h"

#include "chain/touch.h"

/* Two Newton steps suffice at every mass ratio when they begin at the turns that Verlet predicts;
 * one leaves an energy that may grow. With faces it takes more. */
enum { BEADS = HH_ROPE_BEADS, NEWTONS = 2, HELD_NEWTONS = 4, ROUNDS = 6 };

/* A stick begins turned by at most asin of that. */
static const double turn_max = 0.7;

/* Error of a stick, of its length, from which on the rope is laid anew instead of drawn together:
 * what tore it (a room that changed, a teleport) is no push. */
static const double mend_ratio = 0.1;

/* Mass that holds a bead at a face or a pin, of the whole rope's. */
static const double hold_ratio = 1e4;

/* As far as that, of the rope's length, a tip is drawn toward a pin beyond its reach: the pulls of
 * a straight rope are not determined. What is left is shared out. */
static const double reach_ratio = 0.999;

/* Symmetric, of the plane. */
typedef struct Matrix {
  double xx, xy, yy;
} Matrix;

/* What holds for one tick. */
typedef struct Work {
  int n;
  double hold, stick;
  HhVec root, pin;
  bool loose, pinned, torn;
  HhVec then[BEADS];  /* the tick before, every stick its length */
  HhVec past[BEADS];  /* moved in the tick before */
  HhVec start[BEADS]; /* a free place from which the bead goes on */
  HhVec aim[BEADS];   /* x* */
  HhVec to[BEADS];    /* x */
  HhVec along[BEADS]; /* q */
  double mass[BEADS];
  HhVec face[BEADS], face_at[BEADS]; /* normal and place of what holds the bead; 0: nothing */
  HhVec held[BEADS];                 /* by what force, after the last Newton step */
  HhTouched met[BEADS];              /* where there is a room */
} Work;

/* A Newton step's elimination. */
typedef struct Turns {
  HhVec push[BEADS], across[BEADS]; /* k, K n */
  double over[BEADS];               /* 1 / (n.K n + t) */
  Matrix body;                      /* K of bead 0 */
} Turns;

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

static bool is_zero(HhVec v)
{
  return v.x == 0 && v.y == 0;
}

static bool is_untouched(const HhTouched *met)
{
  return met->x.x == 0 && met->y.y == 0 && met->slope.x == 0;
}

/* ---- x* ---- */

static HhVec predicted(const HhStrandParams *params, const HhRope *rope, HhVec pull, int i)
{
  HhVec at = rope->at[i], velocity = rope->velocity[i];
  HhVec push = hh_vec_along(pull, velocity, -params->damping);
  push.y -= params->gravity;
  HhVec by = hh_vec_scale(hh_vec_sub(at, rope->before[i]), 1.0 / 3);
  by = hh_vec_along(by, velocity, 8.0 / 9);
  by = hh_vec_along(by, rope->velocity_before[i], -2.0 / 9);
  by = hh_vec_along(by, push, 4.0 / 9);
  return is_number(by) ? by : hh_vec(0, 0);
}

/* The place nearest to the pin that the rope's length leads to. */
static HhVec within_reach(const Work *work)
{
  HhVec to = hh_vec_sub(work->pin, work->root);
  double length = hh_vec_length(to), most = reach_ratio * work->n * work->stick;
  return length > most ? hh_vec_along(work->root, to, most / length) : work->pin;
}

/* Its length is that of all. */
static double last_stick(const HhRope *rope)
{
  int last = rope->beads - 1;
  double length = hh_vec_distance(rope->at[last], last > 0 ? rope->at[last - 1] : rope->root);
  return is_length(length) ? length : 0;
}

static void begin(const HhStrandParams *params, const HhRoom *room, const HhRopeDrive *drive,
                  HhRope *rope, Work *work)
{
  int n = rope->beads;
  double share = 1.0 / n;
  work->n = n;
  work->hold = 0;
  work->stick = is_length(drive->stick) ? drive->stick : last_stick(rope);
  work->root = is_number(drive->root) ? drive->root : rope->at[0];
  work->loose = drive->loose;
  for (int i = 0; i < n; i++) {
    if (room && hh_room_inside(room, rope->at[i])) {
      rope->at[i] = hh_touch_freed(room, rope->at[i], work->root);
      hh_rope_throw(rope, i, hh_vec(0, 0));
    }
    HhVec by = predicted(params, rope, hh_vec_scale(drive->pull, share * (i + 1)), i);
    work->past[i] = hh_vec_sub(rope->at[i], rope->before[i]);
    work->start[i] = rope->at[i];
    work->aim[i] = hh_vec_add(rope->at[i], by);
    if (room) {
      work->met[i] = (HhTouched){{0, 0}, {0, 0}, {0, 0}};
      if (hh_vec_dot(by, by) <= work->stick * work->stick)
        work->start[i] = work->aim[i] =
            hh_touch_sweep(params, room, rope->at[i], work->aim[i], &work->met[i]);
    }
    work->face[i] = work->held[i] = hh_vec(0, 0);
    work->mass[i] = rope->mass[i];
    work->hold += hold_ratio * rope->mass[i];
  }
}

static void pin_down(const HhRopeDrive *drive, const HhRope *rope, Work *work)
{
  int last = work->n - 1;
  work->pinned = drive->pinned && is_number(drive->pin);
  if (!work->pinned) return;
  work->pin = drive->pin;
  work->aim[last] = work->loose ? drive->pin : within_reach(work);
  work->mass[last] = work->hold;
  work->held[last] = rope->tug;
}

/* ---- the sticks ---- */

/* The sticks as they were, each its length; returns the largest error that they had. */
static double lay_out(const HhRope *rope, Work *work)
{
  HhVec last = rope->root, then = rope->root;
  double most = 0;
  for (int i = 0; i < work->n; i++) {
    bool first = i == 0 && work->loose;
    HhVec d = hh_vec_sub(rope->at[i], last);
    double length = hh_vec_length(d), off = fabs(length - work->stick);
    HhVec q = length > 0 ? hh_vec_scale(d, 1 / length) : hh_vec(0, -1);
    if (off > most && !first) most = off;
    then = first ? rope->at[0] : hh_vec_along(then, q, work->stick);
    last = rope->at[i];
    work->along[i] = q;
    work->then[i] = then;
  }
  return most;
}

/* The sticks turned as far as x* turns them. */
static void predict(const HhRope *rope, Work *work)
{
  double most = turn_max * work->stick, over_stick = work->stick > 0 ? 1 / work->stick : 0;
  HhVec last_aim = work->root, at = work->root;
  work->torn = lay_out(rope, work) > mend_ratio * work->stick;
  for (int i = 0; work->torn && i < work->n - work->pinned; i++)
    work->aim[i] = hh_vec_add(work->aim[i], hh_vec_sub(work->then[i], rope->at[i]));
  for (int i = 0; i < work->n; i++) {
    HhVec q = work->along[i], aim = hh_vec_sub(work->aim[i], last_aim);
    double turn = clamp(hh_vec_cross(q, aim), -most, most) * over_stick;
    HhVec left = hh_vec_scale(hh_vec_left(q), turn);
    q = hh_vec_along(left, q, sqrt(1 - turn * turn));
    at = i == 0 && work->loose ? work->aim[0] : hh_vec_along(at, q, work->stick);
    last_aim = work->aim[i];
    work->along[i] = q;
    work->to[i] = at;
  }
}

/* From the tip to the root. */
static void eliminate(const Work *work, Turns *turns)
{
  Matrix body = {0, 0, 0};
  HhVec rest = {0, 0}, force = {0, 0};
  double over_stick = work->stick > 0 ? 1 / work->stick : 0;
  for (int i = work->n - 1; i >= 0; i--) {
    HhVec q = work->along[i], n = hh_vec_left(q), face = work->face[i];
    HhVec push = hh_vec_scale(hh_vec_sub(work->to[i], work->aim[i]), work->mass[i]);
    HhVec free = i < work->n - work->pinned ? push : hh_vec(0, 0);
    body.xx += work->mass[i];
    body.yy += work->mass[i];
    if (!is_zero(face)) {
      double in = work->hold * hh_vec_dot(face, hh_vec_sub(work->to[i], work->face_at[i]));
      push = hh_vec_along(push, face, in);
      body.xx += work->hold * face.x * face.x;
      body.xy += work->hold * face.x * face.y;
      body.yy += work->hold * face.y * face.y;
    }
    force = hh_vec_add(force, hh_vec_add(free, work->held[i]));
    push = hh_vec_add(push, rest);
    double pull = -over_stick * hh_vec_dot(force, q);
    HhVec across = hh_vec(body.xx * n.x + body.xy * n.y, body.xy * n.x + body.yy * n.y);
    double over = 1 / (hh_vec_dot(n, across) + (pull > 0 ? pull : 0));
    turns->push[i] = push;
    turns->across[i] = across;
    turns->over[i] = over;
    turns->body = body;
    rest = hh_vec_along(push, across, -hh_vec_dot(n, push) * over);
    body.xx -= over * across.x * across.x;
    body.xy -= over * across.x * across.y;
    body.yy -= over * across.y * across.y;
  }
}

/* The move of a loose first bead: K u + k = 0. */
static HhVec first_move(const Turns *turns)
{
  Matrix k = turns->body;
  HhVec p = turns->push[0];
  double over = 1 / (k.xx * k.yy - k.xy * k.xy);
  return hh_vec(over * (k.xy * p.y - k.yy * p.x), over * (k.xy * p.x - k.xx * p.y));
}

/* What holds a bead at a face, after a move. */
static HhVec held_at_face(const Work *work, int i, HhVec move)
{
  HhVec in = hh_vec_sub(hh_vec_add(work->to[i], move), work->face_at[i]);
  return hh_vec_scale(work->face[i], work->hold * hh_vec_dot(work->face[i], in));
}

/* From the root to the tip: the sticks turn. */
static void turn(const Turns *turns, Work *work)
{
  HhVec move = work->loose ? first_move(turns) : hh_vec(0, 0);
  HhVec at = work->loose ? work->to[0] = hh_vec_add(work->to[0], move) : work->root;
  double over_stick = work->stick > 0 ? 1 / work->stick : 0;
  for (int i = work->loose ? 1 : 0; i < work->n; i++) {
    HhVec q = work->along[i], n = hh_vec_left(q);
    double by =
        -turns->over[i] * (hh_vec_dot(turns->across[i], move) + hh_vec_dot(n, turns->push[i]));
    move = hh_vec_along(move, n, by);
    if (!is_zero(work->face[i])) work->held[i] = held_at_face(work, i, move);
    by *= over_stick;
    if (work->pinned && i == work->n - 1) {
      HhVec off = hh_vec_sub(hh_vec_add(work->to[i], move), work->aim[i]);
      work->held[i] = hh_vec_scale(off, work->hold);
    }
    q = hh_vec_scale(hh_vec_along(q, n, by), 1 / sqrt(1 + by * by));
    at = hh_vec_along(at, q, work->stick);
    work->along[i] = q;
    work->to[i] = at;
  }
}

/* What Newton's steps leave: of a pinned rope shared out, of a loose one's momentum taken off. */
static void finish(Work *work)
{
  int n = work->n;
  if (work->pinned) {
    HhVec gap = hh_vec_sub(work->pin, work->to[n - 1]);
    for (int i = 0; i < n - 1; i++)
      work->to[i] = hh_vec_along(work->to[i], gap, (i + 1.0) / n);
    work->to[n - 1] = work->pin;
  } else if (work->loose) {
    HhVec off = {0, 0};
    double mass = 0;
    for (int i = 0; i < n; i++) {
      off = hh_vec_along(off, hh_vec_sub(work->to[i], work->aim[i]), work->mass[i]);
      mass += work->mass[i];
    }
    for (int i = 0; i < n; i++)
      work->to[i] = hh_vec_along(work->to[i], off, -1 / mass);
  }
}

static void solve(Work *work, int newtons)
{
  Turns turns;
  for (int i = 0; i < newtons; i++) {
    eliminate(work, &turns);
    turn(&turns, work);
  }
  finish(work);
}

/* ---- faces ---- */

/* Holds the beads that would get into solids; true when there is a new one. */
static bool hold(const HhRoom *room, Work *work)
{
  bool changed = false;
  for (int i = 0; i < work->n - work->pinned; i++) {
    HhVec normal, met = hh_touch_reach(room, work->start[i], work->to[i], &normal);
    if (is_zero(normal)) continue;
    *(normal.y == 0   ? &work->met[i].x
      : normal.x == 0 ? &work->met[i].y
                      : &work->met[i].slope) = normal;
    if (normal.x == work->face[i].x && normal.y == work->face[i].y) continue;
    work->face[i] = normal;
    work->face_at[i] = met;
    changed = true;
  }
  return changed;
}

/* Beads to where the sticks want them, as far as solids let them, and their velocities. */
static void settle(const HhStrandParams *params, const HhRoom *room, const Work *work, HhRope *rope)
{
  HhVec last = work->root;
  for (int i = 0; i < work->n; i++) {
    HhVec normal, then = work->then[i];
    HhVec to = is_number(work->to[i]) ? work->to[i] : work->start[i];
    if (room && i < work->n - work->pinned) {
      to = hh_touch_reach(room, work->start[i], to, &normal);
      if (i > 0 || !work->loose) to = hh_touch_joined(room, last, to, work->stick);
    }
    rope->at[i] = last = to;
    if (work->torn) {
      hh_rope_throw(rope, i, hh_vec(0, 0));
    } else if (!room || (i == work->n - 1 && work->pinned) || is_untouched(&work->met[i])) {
      HhVec by = hh_vec_sub(to, then);
      rope->velocity_before[i] = rope->velocity[i];
      rope->velocity[i] = hh_vec_along(hh_vec_scale(by, 1.5), work->past[i], -0.5);
      rope->before[i] = then;
    } else {
      HhVec velocity = hh_vec_sub(to, then);
      hh_touch_rub(params, &work->met[i], &velocity);
      hh_rope_throw(rope, i, velocity);
    }
  }
}

void hh_rope_step(const HhStrandParams *params, const HhRoom *room, const HhRopeDrive *drive,
                  HhRope *rope)
{
  Work work;
  begin(params, room, drive, rope, &work);
  pin_down(drive, rope, &work);
  predict(rope, &work);
  solve(&work, NEWTONS);
  for (int round = 1; room && round < ROUNDS && hold(room, &work); round++)
    solve(&work, HELD_NEWTONS);
  rope->tug = work.pinned ? work.held[work.n - 1] : hh_vec(0, 0);
  settle(params, room, &work, rope);
  rope->root = work.root;
}

/* ---- laying and moving ---- */

void hh_rope_lay(const HhRoom *room, int beads, HhVec root, HhVec direction, double stick,
                 HhRope *rope)
{
  bool down = is_zero(direction) || !is_number(direction);
  HhVec way = down ? hh_vec(0, -1) : hh_vec_unit(direction), at = root, normal;
  if (!is_length(stick)) stick = 0;
  *rope = (HhRope){.beads = beads, .root = root};
  for (int i = 0; i < beads; i++) {
    at = hh_touch_reach(room, at, hh_vec_along(at, way, stick), &normal);
    rope->at[i] = rope->before[i] = at;
    rope->mass[i] = 1;
  }
}

void hh_rope_throw(HhRope *rope, int bead, HhVec velocity)
{
  if (!is_number(velocity)) return;
  rope->velocity[bead] = rope->velocity_before[bead] = velocity;
  rope->before[bead] = hh_vec_sub(rope->at[bead], velocity);
}

void hh_rope_teleport(const HhRoom *room, HhVec by, HhVec root, HhRope *rope)
{
  if (!is_number(by) || !is_number(root)) return;
  HhVec last = rope->root = root;
  for (int i = 0; i < rope->beads; i++) {
    HhVec then = hh_vec_sub(rope->at[i], rope->before[i]), normal;
    HhVec to = hh_vec_add(rope->at[i], by);
    if (room && hh_room_inside(room, to)) to = hh_touch_reach(room, last, to, &normal);
    rope->at[i] = last = to;
    rope->before[i] = hh_vec_sub(to, then);
  }
}
