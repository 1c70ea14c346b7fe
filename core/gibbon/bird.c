/* A bird; see the header. */
#include "gibbon/bird.h"

/* Most lift: of that of the best glide at the same speed, and in weights. */
static const double most_lift = 2.5, most_load = 4;

/* It looks so far ahead, and turns toward the line it wants at so many radians a second for each
 * radian; what is nearer than `least_look_s` cannot be steered over any more. */
static const double look_s = 0.8, least_look_s = 0.25, turn_ps = 3;

/* It climbs no steeper and dives no steeper than this slope. */
static const double steepest = 1;

/* Shares of the cruising speed: below `slow` it no longer rises, below `stalled` it cannot flap. */
static const double slow = 0.75, stalled = 0.25;

/* It begins to flap when this share of the cruising kinetic energy is missing. */
static const double missing = 0.1;

/* Most turn of the velocity in one part of a step, rad: its fifth power / 120 of the kinetic energy
 * is the error of Runge and Kutta's method. */
static const double part_rad = 1.0 / 512;

/* Most turn and change of speed, as a share, before it decides anew. */
static const double most_turn_rad = 0.25;

/* Wing strokes a second, and the share of one at which the wings are level. */
static const double beats_ps = 4, level_beat = 0.25;

/* What acts during a step, per mass. */
typedef struct Air {
  double lift_pm, drag_pm, power_Wpkg, gravity_mps2;
  int facing;
} Air;

static HhVec acceleration(const Air *air, HhVec v)
{
  double speed = hh_vec_length(v);
  double along = -air->drag_pm * speed;
  if (air->power_Wpkg > 0) along += air->power_Wpkg / (speed * speed);
  HhVec lift = hh_vec_scale(hh_vec_left(v), air->facing * air->lift_pm * speed);
  return hh_vec_add(hh_vec_along(lift, v, along), hh_vec(0, -air->gravity_mps2));
}

static double drag_power(const Air *air, HhVec v)
{
  double square = hh_vec_dot(v, v);
  return air->drag_pm * square * sqrt(square);
}

/* One part; returns the work that the drag did not let through. */
static double advance(const Air *air, HhVec *at, HhVec *velocity, double h_s)
{
  HhVec v1 = *velocity, a1 = acceleration(air, v1);
  HhVec v2 = hh_vec_along(v1, a1, 0.5 * h_s), a2 = acceleration(air, v2);
  HhVec v3 = hh_vec_along(v1, a2, 0.5 * h_s), a3 = acceleration(air, v3);
  HhVec v4 = hh_vec_along(v1, a3, h_s), a4 = acceleration(air, v4);
  HhVec v = hh_vec_add(hh_vec_add(v1, v4), hh_vec_scale(hh_vec_add(v2, v3), 2));
  HhVec a = hh_vec_add(hh_vec_add(a1, a4), hh_vec_scale(hh_vec_add(a2, a3), 2));
  double power =
      drag_power(air, v1) + 2 * drag_power(air, v2) + 2 * drag_power(air, v3) + drag_power(air, v4);
  *at = hh_vec_along(*at, v, h_s / 6);
  *velocity = hh_vec_along(*velocity, a, h_s / 6);
  return power * h_s / 6;
}

/* The slope at which flapping holds the cruising speed. */
static double climb_slope(const HhFrame *frame)
{
  const HhBirdParams *bird = &frame->params->bird;
  double weights = bird->power / (bird->speed * frame->world_params->gravity);
  return fmin(weights, 1) - 1 / bird->glide_ratio;
}

/* A hold as a point to pass, from the bird, and ahead of it. */
static HhVec point_over(const HhFrame *frame, int hold)
{
  HhVec way = hh_vec_sub(frame->world->holds[hold].at, frame->gibbon->at);
  return hh_vec_add(hh_frame_turned(frame, way), hh_vec(0, frame->params->bird.clearance));
}

/* The steepest slope to the line from a to b between two distances ahead; a farther b asks for the
 * height at `far_m` from which it can be climbed to. */
static double slope_over(HhVec a, HhVec b, double near_m, double far_m, double climb)
{
  double slope = -steepest, ends[] = {near_m, far_m};
  for (int i = 0; i < 2; i++)
    if (a.x < ends[i] && ends[i] <= b.x)
      slope = fmax(slope, hh_vec_mix(a, b, (ends[i] - a.x) / (b.x - a.x)).y / ends[i]);
  if (b.x > far_m) return fmax(slope, (b.y - climb * (b.x - far_m)) / far_m);
  return b.x > near_m ? fmax(slope, b.y / b.x) : slope;
}

/* The slope of the steepest line to what must be passed over. */
static double slope_wanted(const HhFrame *frame, double look_m)
{
  const HhGibbon *gibbon = frame->gibbon;
  double near = look_m * least_look_s / look_s, climb = fmin(climb_slope(frame), steepest);
  HhVec from = point_over(frame, gibbon->hold);
  double slope = -steepest;
  int next = gibbon->hold + gibbon->facing;
  for (int i = 0; i < HH_WORLD_AHEAD && hh_frame_exists(frame, next); i++, next += gibbon->facing) {
    HhVec to = point_over(frame, next);
    slope = fmax(slope, slope_over(from, to, near, look_m, climb));
    from = to;
  }
  HhVec on = hh_vec(from.x + look_m, from.y); /* level beyond the last one */
  return fmax(slope, slope_over(from, on, near, look_m, climb));
}

/* Whether it flaps, once its energy falls short of what the look ahead asks for. */
static bool flaps(const HhFrame *frame, double rise_m)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhBirdParams *bird = &frame->params->bird;
  double speed2 = hh_vec_dot(gibbon->velocity, gibbon->velocity);
  double cruise = 0.5 * bird->speed * bird->speed;
  double lacking = cruise - 0.5 * speed2 + frame->world_params->gravity * rise_m;
  if (speed2 < stalled * stalled * bird->speed * bird->speed) return false;
  return lacking > (gibbon->bird.thrust_mps2 > 0 ? 0 : missing * cruise);
}

/* Lift that turns the velocity toward the slope. */
static double steer(const HhFrame *frame, double slope)
{
  const HhGibbon *gibbon = frame->gibbon;
  HhVec v = hh_frame_turned(frame, gibbon->velocity);
  double speed = hh_vec_length(v), g = frame->world_params->gravity;
  HhVec u = hh_vec_unit(v);
  double lift = g * u.x + speed * turn_ps * hh_vec_cross(u, hh_vec_unit(hh_vec(1, slope)));
  double best = speed / frame->params->bird.speed;
  return fmax(0, fmin(lift, g * fmin(most_load, most_lift * best * best)));
}

/* What it does during this step. */
static Air decide(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhBirdParams *bird = &frame->params->bird;
  double g = frame->world_params->gravity, speed = hh_vec_length(gibbon->velocity);
  double look = look_s * fmax(speed, stalled * bird->speed);
  double wanted = gibbon->input.up ? steepest : slope_wanted(frame, look);
  double spare = 0.5 * (speed * speed - slow * slow * bird->speed * bird->speed) / (g * look);
  double highest = fmin(climb_slope(frame) + spare, steepest);
  bool folded = gibbon->input.release, flap = !folded && flaps(frame, wanted * look);
  double lift = folded ? 0 : steer(frame, fmax(-steepest, fmin(wanted, highest)));
  double power = flap ? fmin(bird->power, g * speed) : 0;
  gibbon->bird.lift_mps2 = lift;
  gibbon->bird.thrust_mps2 = flap ? power / speed : 0;

  double lift_pm = lift > 0 ? lift / (speed * speed) : 0, square = bird->speed * bird->speed;
  double drag_pm = 0.5 / bird->glide_ratio * (g / square + lift_pm * lift_pm * square / g);
  return (Air){lift_pm, drag_pm, power, g, gibbon->facing};
}

/* Counts the holds passed since it was at from_x; true: the last one of the course. */
static bool pass(const HhFrame *frame, double from_x, double part_s)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhWorld *world = frame->world;
  for (int next = gibbon->hold + gibbon->facing; hh_frame_exists(frame, next);
       next += gibbon->facing) {
    HhVec hold = world->holds[next].at;
    if (gibbon->facing * (gibbon->at.x - hold.x) < 0) return false;
    double way = gibbon->at.x - from_x;
    double left = way != 0 ? fmin(1, fmax(0, (gibbon->at.x - hold.x) / way)) * part_s : 0;
    double time = gibbon->time_s - left;
    if (time > frame->record->grab_time_s) hh_record_grab(frame->record, hold, time);
    gibbon->hold = next;
    gibbon->grip = hold;
  }
  return gibbon->facing < 0 || world->complete;
}

static void put_over(const HhFrame *frame, int hold)
{
  HhGibbon *gibbon = frame->gibbon;
  const HhBirdParams *bird = &frame->params->bird;
  gibbon->mode = HH_MODE_WINGS;
  gibbon->hold = hold;
  gibbon->grip = frame->world->holds[hold].at;
  gibbon->at = hh_vec_add(gibbon->grip, hh_vec(0, bird->clearance));
  gibbon->velocity = hh_vec(gibbon->facing * bird->speed, 0);
  gibbon->bird = (HhBird){.beat = gibbon->bird.beat};
  frame->record->grab_hold = gibbon->grip;
  frame->record->grab_time_s = gibbon->time_s;
  frame->record->interval_open = true;
}

void hh_bird_start(const HhFrame *frame)
{
  frame->gibbon->bird.beat = level_beat;
  put_over(frame, 0);
  frame->record->ledger.start_Jpkg = hh_gibbon_energy(frame->world_params, frame->gibbon);
}

/* Below the course by more than a fall is deep: over the next hold again. */
static void check_fall(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  int next = gibbon->hold + gibbon->facing;
  if (!hh_frame_exists(frame, next)) return;
  double lower = fmin(gibbon->grip.y, frame->world->holds[next].at.y);
  double floor_y = lower - frame->params->arm_length - frame->world_params->fall_depth;
  if (gibbon->at.y > floor_y || gibbon->velocity.y > 0) return;
  double before = hh_gibbon_energy(frame->world_params, gibbon);
  put_over(frame, next);
  frame->record->falls++;
  frame->record->ledger.restart_Jpkg += hh_gibbon_energy(frame->world_params, gibbon) - before;
}

/* The wings go on to where they are level, on their way down, and stay there while it glides. */
static void beat(HhBird *bird, double dt_s)
{
  double on = bird->beat + beats_ps * dt_s;
  bird->beat = bird->thrust_mps2 > 0 ? on : fmin(on, ceil(bird->beat - level_beat) + level_beat);
}

/* Flies on for `span_s` in parts; returns the time used, less where the course ends. */
static double fly(const HhFrame *frame, const Air *air, double span_s, int parts, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLedger *ledger = &frame->record->ledger;
  double part_s = span_s / parts;
  for (int i = 1; i <= parts; i++) {
    double from_x = gibbon->at.x;
    ledger->drag_Jpkg += advance(air, &gibbon->at, &gibbon->velocity, part_s);
    ledger->muscle_added_Jpkg += air->power_Wpkg * part_s;
    frame->record->wing_steps++;
    gibbon->time_s += part_s;
    if (!pass(frame, from_x, part_s)) continue;
    *status = HH_ARRIVED;
    return i * part_s;
  }
  return span_s;
}

double hh_bird_step(const HhFrame *frame, double dt_s, HhStatus *status)
{
  HhGibbon *gibbon = frame->gibbon;
  double left = dt_s;
  while (left > 0 && *status == HH_RUNNING) {
    Air air = decide(frame);
    double speed = fmax(hh_vec_length(gibbon->velocity), stalled * frame->params->bird.speed);
    double pull = air.gravity_mps2 + gibbon->bird.lift_mps2 + gibbon->bird.thrust_mps2 +
                  air.drag_pm * speed * speed;
    double span = fmin(left, most_turn_rad * speed / pull);
    double used = fly(frame, &air, span, 1 + (int)(pull / speed * span / part_rad), status);
    beat(&gibbon->bird, used);
    check_fall(frame);
    left = *status == HH_RUNNING && span == left ? 0 : left - used;
  }
  return dt_s - left;
}
