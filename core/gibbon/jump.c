/* A push off the floor and the flight after it; see the header. */
#include "gibbon/jump.h"

#include "base/angle.h"
#include "gibbon/leap.h"
#include "gibbon/stance.h"
#include "world/surface.h"

/* A push lasts no longer, however slowly it rises (s). */
static const double push_longest = 0.25;

/* Flights to a floor last between these (s). */
static const double flight_shortest = 0.1, flight_longest = 1.3;

enum { DIRS = 20, FLIGHTS = 13 };

/* What the flight is to do: arrive at a hold along dir, be somewhere after a time, or begin with a
 * velocity. */
typedef struct Aim {
  enum { TO_HOLD, TO_PLACE, BY_VELOCITY } kind;
  HhVec at, dir, velocity;
  double flight_s;
} Aim;

/* The flight from `launch`; false: there is none. */
static bool fly(const HhFrame *frame, const Aim *aim, HhVec launch, HhVec *velocity,
                double *flight_s)
{
  double g = frame->world_params->gravity;
  HhVec way = hh_vec_sub(aim->at, launch);
  *flight_s = aim->flight_s;
  *velocity = aim->velocity;
  if (aim->kind == TO_PLACE)
    *velocity = hh_vec(way.x / aim->flight_s, way.y / aim->flight_s + 0.5 * g * aim->flight_s);
  if (aim->kind != TO_HOLD) return true;
  HhLeapProblem problem = {.to_hold = way,
                           .arm_m = frame->params->arm_length,
                           .gravity_mps2 = g,
                           .facing = frame->gibbon->facing,
                           .speed_max_mps = (double)INFINITY};
  HhLeap leap;
  if (!hh_leap_toward(&problem, aim->dir, &leap)) return false;
  *velocity = leap.velocity;
  *flight_s = leap.flight_s;
  return true;
}

/* Work that is added by a constant net acceleration: the positive part. */
static double work_added(double gravity, HhVec net, HhVec velocity, double t_s)
{
  HhVec force = hh_vec(net.x, net.y + gravity);
  double power = hh_vec_dot(force, velocity), growth = hh_vec_dot(force, net);
  double from = 0, to = t_s, turn = -power / growth;
  if (turn > 0 && turn < t_s) {
    if (growth > 0)
      from = turn;
    else
      to = turn;
  }
  return fmax(0, (to - from) * (power + 0.5 * growth * (from + to)));
}

/* Push and flight together; false: they do not come together, or ask for too much. */
static bool solve(const HhFrame *frame, const HhFoothold *from, const Aim *aim, HhJump *jump)
{
  enum { ITERATIONS = 60 };
  double change = 1;
  jump->launch = from->at;
  frame->record->leg_steps++;
  for (int i = 0; i < ITERATIONS && change > 0; i++) {
    if (!fly(frame, aim, jump->launch, &jump->velocity, &jump->flight_s)) return false;
    double rise = jump->velocity.y - from->slope * jump->velocity.x;
    if (!(rise >= 0)) return false;
    jump->push_s = fmin(push_longest, 2 * frame->params->legs.crouch / rise);
    HhVec mean = hh_vec_scale(hh_vec_add(from->velocity, jump->velocity), 0.5);
    HhVec launch = hh_vec_along(from->at, mean, jump->push_s);
    change = hh_vec_distance(launch, jump->launch);
    jump->launch = launch;
  }
  if (!(change < 1e-13 * (1 + hh_vec_length(from->at)))) return false;
  jump->push_mps2 = hh_vec_scale(hh_vec_sub(jump->velocity, from->velocity), 1 / jump->push_s);
  jump->work_Jpkg =
      work_added(frame->world_params->gravity, jump->push_mps2, from->velocity, jump->push_s);
  return jump->work_Jpkg <= frame->params->legs.leap;
}

/* False where not even all the legs' work brings the body from here within reach, whatever the
 * direction. The way that the push itself makes is left out: at a run, a jump that needs all but a
 * few percent of that work may be passed over. */
static bool within_reach(const HhFrame *frame, const HhFoothold *from, HhVec to_hold)
{
  double g = frame->world_params->gravity, arm = frame->params->arm_length;
  double least = 0.5 * g * (to_hold.y - arm + fmax(0, hh_vec_length(to_hold) - arm));
  double own = 0.5 * hh_vec_dot(from->velocity, from->velocity);
  return least <= own + frame->params->legs.leap;
}

bool hh_jump_to_hold(const HhFrame *frame, const HhFoothold *from, int hold, HhJump *jump)
{
  HhVec at = frame->world->holds[hold].at;
  int facing = frame->gibbon->facing, piece;
  bool found = false;
  if (!within_reach(frame, from, hh_vec_sub(at, from->at))) return false;
  for (int i = 0; i <= DIRS; i++) {
    HhVec dir = hh_hanging(facing * (-1.35 + 1.85 * i / DIRS));
    Aim aim = {.kind = TO_HOLD, .at = at, .dir = dir};
    HhJump other;
    if (!solve(frame, from, &aim, &other)) continue;
    bool forward = facing * other.velocity.x > 0;
    if (!forward || (found && other.work_Jpkg >= jump->work_Jpkg)) continue;
    double all_but = other.flight_s * (1 - 1e-9);
    double miss = hh_leap_miss(frame->world_params->gravity, hh_vec_sub(at, other.launch),
                               other.velocity, frame->params->arm_length);
    if (miss < -1e-9) continue; /* it would come nearer before */
    if (hh_stance_flight_touch_s(frame, other.launch, other.velocity, false, all_but, &piece) >= 0)
      continue;
    *jump = other;
    found = true;
  }
  return found;
}

bool hh_jump_to_floor(const HhFrame *frame, const HhFoothold *from, int piece, double x_m,
                      HhJump *jump)
{
  const HhLegsParams *legs = &frame->params->legs;
  HhVec at = hh_vec(x_m, hh_surface_at(frame->world, piece, x_m).y_m + legs->height);
  bool found = false;
  for (int i = 0; i < FLIGHTS; i++) {
    double share = (double)i / (FLIGHTS - 1);
    Aim aim = {.kind = TO_PLACE,
               .at = at,
               .flight_s = flight_shortest + share * (flight_longest - flight_shortest)};
    HhJump other;
    int touched = -1;
    if (!solve(frame, from, &aim, &other)) continue;
    if (found && other.work_Jpkg >= jump->work_Jpkg) continue;
    double touch = hh_stance_flight_touch_s(frame, other.launch, other.velocity, false,
                                            other.flight_s + 0.1, &touched);
    if (touch < 0.5 * other.flight_s || touched != piece) continue;
    *jump = other;
    found = true;
  }
  return found;
}

bool hh_jump_hardest(const HhFrame *frame, const HhFoothold *from, HhJump *jump)
{
  double own = hh_vec_dot(from->velocity, from->velocity);
  double rise = 2 * frame->world_params->gravity * frame->params->legs.crouch;
  HhVec up = hh_unit_from_angle(HH_PI / 4);
  up.x *= frame->gibbon->facing;
  for (double share = 1; share > 0.05; share *= 0.8) {
    double square = own + share * 2 * frame->params->legs.leap - rise;
    if (!(square > 0)) return false;
    Aim aim = {.kind = BY_VELOCITY, .velocity = hh_vec_scale(up, sqrt(square))};
    if (solve(frame, from, &aim, jump)) return true;
  }
  return false;
}

void hh_jump_begin(const HhFrame *frame, const HhJump *jump, int hold)
{
  HhGibbon *gibbon = frame->gibbon;
  gibbon->mode = HH_MODE_STANCE;
  gibbon->target = (HhGrabPoint){.hold = hold};
  if (hold >= 0) gibbon->target.at = frame->world->holds[hold].at;
  gibbon->planned = true;
  gibbon->planned_s = jump->flight_s;
  gibbon->legs.push_mps2 = jump->push_mps2;
  gibbon->legs.push_s = jump->push_s;
  gibbon->legs.push_next_s = 0;
  gibbon->legs.after = HH_MODE_FLIGHT;
}
