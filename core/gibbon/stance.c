/* Legs on a floor for a moment; see the header. */
#include "gibbon/stance.h"

#include "base/angle.h"
#include "base/poly.h"
#include "gibbon/bounce.h"
#include "gibbon/contact.h"
#include "gibbon/flight.h"
#include "gibbon/pump.h"
#include "gibbon/run.h"
#include "gibbon/slide.h"
#include "gibbon/track.h"
#include "world/surface.h"

/* Pieces to either side of the one held last where a flight may end. */
enum { PIECES_AROUND = 6 };

/* Round-off of heights (m), and of speeds over a floor (m/s): slower is not coming down. */
static const double round_off = 1e-9;

/* A speed that is none (m/s): round-off of a stance that ends at rest. */
static const double rest_mps = 1e-13;

/* A mount pulls up with half of gravity to spare. */
static const double mount_pull = 0.5;

/* A flight over one cubic of a floor. */
typedef struct Over {
  HhSurfaceCubic curve;
  double gravity, leg, crouch; /* crouch 0: a canopy */
} Over;

/* Height over the floor beyond the leg's during the flight, as a polynomial of time. */
static void clearance(const Over *over, HhVec at, HhVec velocity, double c[4])
{
  const double *k = over->curve.c;
  double a = at.x - over->curve.from_m, b = velocity.x;
  c[0] = at.y - over->leg - (k[0] + a * (k[1] + a * (k[2] + a * k[3])));
  c[1] = velocity.y - b * (k[1] + a * (2 * k[2] + 3 * a * k[3]));
  c[2] = -0.5 * over->gravity - b * b * (k[2] + 3 * a * k[3]);
  c[3] = -b * b * b * k[3];
}

/* Whether legs meet the floor there. */
static bool meets(const Over *over, const double c[4])
{
  bool near = c[0] >= -round_off && c[0] <= over->crouch + round_off && c[1] < -round_off;
  return near && c[1] * c[1] - 2 * over->gravity * c[0] >= -round_off;
}

/* Time until the next moment at which they may begin to, or -1. */
static double may_meet_s(const Over *over, const double c[4], double t_max)
{
  double down[4] = {over->crouch - c[0], -c[1], -c[2], -c[3]};
  double enter = hh_poly_first_rise(down, 3, t_max);
  if (over->crouch == 0) return enter;
  double g2 = 2 * over->gravity; /* c'^2 - 2 g c */
  double hard[5] = {c[1] * c[1] - g2 * c[0], 4 * c[1] * c[2] - g2 * c[1],
                    4 * c[2] * c[2] + 6 * c[1] * c[3] - g2 * c[2], 12 * c[2] * c[3] - g2 * c[3],
                    9 * c[3] * c[3]};
  double firm = hh_poly_first_rise(hard, 4, enter >= 0 ? enter : t_max);
  return firm >= 0 ? firm : enter;
}

/* Time within t_max at which the feet touch this cubic, or -1. */
static double touch_cubic_s(const Over *over, HhVec at, HhVec velocity, double t_max)
{
  enum { TRIES = 8 };
  double t = 0;
  for (int i = 0; i < TRIES && t <= t_max; i++) {
    double c[4];
    clearance(over, at, velocity, c);
    if (meets(over, c)) return t;
    double next = may_meet_s(over, c, t_max - t);
    if (next < 0) return -1;
    next = fmax(next, round_off);
    hh_flight_advance(over->gravity, &at, &velocity, next);
    t += next;
  }
  return -1;
}

static bool springy(const HhPiece *floor)
{
  return floor->kind == HH_PIECE_CANOPY && floor->stiffness_ps2 > 0;
}

bool hh_stance_stands(const HhPiece *floor, bool perch)
{
  if (floor->count < 2) return false;
  bool rigid = floor->kind == HH_PIECE_BRANCH && floor->stiffness_ps2 == 0;
  return !hh_piece_holdable(floor->kind) || (perch && rigid);
}

/* Time within dt_s at which the feet touch the piece, or -1. */
static double touch_piece_s(const HhFrame *frame, int piece, HhVec at, HhVec velocity, double dt_s)
{
  const HhPiece *floor = &frame->world->pieces[piece];
  Over over = {.gravity = frame->world_params->gravity,
               .leg = frame->params->legs.height,
               .crouch = springy(floor) ? 0 : frame->params->legs.crouch};
  double first = -1;
  for (int i = floor->first; i < floor->first + floor->count - 1; i++) {
    double enter = 0, leave = dt_s, from = frame->world->holds[i].at.x - at.x;
    double to = frame->world->holds[i + 1].at.x - at.x;
    if (velocity.x != 0) {
      enter = fmax(0, (velocity.x > 0 ? from : to) / velocity.x);
      leave = fmin(dt_s, (velocity.x > 0 ? to : from) / velocity.x);
    } else if (from > 0 || to <= 0) {
      continue;
    }
    if (!(enter < leave) || (first >= 0 && enter >= first)) continue;
    over.curve = hh_surface_cubic(frame->world, i);
    HhVec there = at, then = velocity;
    hh_flight_advance(over.gravity, &there, &then, enter);
    double touch = touch_cubic_s(&over, there, then, leave - enter);
    if (touch >= 0 && (first < 0 || enter + touch < first)) first = enter + touch;
  }
  return first;
}

double hh_stance_flight_touch_s(const HhFrame *frame, HhVec at, HhVec velocity, bool perch,
                                double dt_s, int *piece)
{
  const HhWorld *world = frame->world;
  double first = -1, ahead = at.x + velocity.x * dt_s;
  if (world->pieces == NULL) return -1;
  int middle = frame->gibbon->hold < 0 ? 0 : world->holds[frame->gibbon->hold].branch;
  for (int i = middle - PIECES_AROUND; i <= middle + PIECES_AROUND; i++) {
    if (i < 0 || i >= world->piece_count || !hh_stance_stands(&world->pieces[i], perch)) continue;
    double from, to;
    hh_surface_span(world, i, &from, &to);
    if (fmax(at.x, ahead) < from || fmin(at.x, ahead) > to) continue;
    double touch = touch_piece_s(frame, i, at, velocity, first >= 0 ? first : dt_s);
    if (touch < 0 || (first >= 0 && touch >= first)) continue;
    first = touch;
    *piece = i;
  }
  return first;
}

double hh_stance_touch_s(const HhFrame *frame, double dt_s, int *piece)
{
  const HhGibbon *gibbon = frame->gibbon;
  return hh_stance_flight_touch_s(frame, gibbon->at, gibbon->velocity,
                                  hh_gibbon_perches(frame->world, gibbon), dt_s, piece);
}

bool hh_stance_steep(const HhFrame *frame, int piece, double x_m, double sense)
{
  double slope = hh_surface_at(frame->world, piece, x_m).slope;
  HhVec limit = hh_unit_from_angle(frame->params->legs.slide_slope);
  return -sense * slope * limit.x >= limit.y;
}

void hh_stance_stand(const HhFrame *frame, int piece)
{
  HhGibbon *gibbon = frame->gibbon;
  double x = gibbon->at.x, from, to;
  hh_surface_span(frame->world, piece, &from, &to);
  gibbon->legs.piece = piece;
  gibbon->hold = hh_track_hold(frame->world, piece, x, 1);
  if (x >= to) gibbon->hold++;
  gibbon->grip = hh_vec(x, hh_surface_at(frame->world, piece, x).y_m);
}

void hh_stance_settle(const HhFrame *frame, int piece, HhMode mode)
{
  HhGibbon *gibbon = frame->gibbon;
  HhWay from = hh_gibbon_way(frame->world, gibbon);
  HhSurfacePoint floor = hh_surface_at(frame->world, piece, gibbon->at.x);
  HhVec along = hh_vec(1, floor.slope);
  double rate = hh_vec_dot(gibbon->velocity, along) / hh_vec_dot(along, along);
  if (fabs(rate) < rest_mps) rate = 0;
  HhVec kept = hh_vec_scale(along, rate), lost = hh_vec_sub(gibbon->velocity, kept);
  frame->record->ledger.collision_Jpkg += 0.5 * hh_vec_dot(lost, lost);
  gibbon->velocity = kept;
  gibbon->mode = mode;
  gibbon->target.hold = -1;
  gibbon->planned = false;
  gibbon->legs = (HhLegs){.missed = -1, .height_m = gibbon->at.y - floor.y_m};
  hh_stance_stand(frame, piece);
  if (from != hh_gibbon_way(frame->world, gibbon)) hh_frame_law_change(frame, from, kept);
}

/* The stretch of constant acceleration that ends at leg height, moving along the floor, without a
 * change of speed along the floor as it is there; false: none ends on this floor. */
static bool take_up(const HhFrame *frame, int piece, HhVec *push, double *push_s)
{
  enum { ITERATIONS = 60 };
  HhVec at = frame->gibbon->at, velocity = frame->gibbon->velocity;
  double x = at.x, change = 1, from, to;
  hh_surface_span(frame->world, piece, &from, &to);
  for (int i = 0; i < ITERATIONS && change > 0; i++) {
    HhSurfacePoint floor = hh_surface_at(frame->world, piece, x);
    HhVec along = hh_vec(1, floor.slope), across = hh_vec_left(along);
    HhVec end = hh_vec_scale(along, hh_vec_dot(velocity, along) / hh_vec_dot(along, along));
    HhVec way = hh_vec_sub(hh_vec(x, floor.y_m + frame->params->legs.height), at);
    double t = 2 * hh_vec_dot(way, across) / hh_vec_dot(velocity, across);
    double next = at.x + 0.5 * (velocity.x + end.x) * t;
    change = fabs(next - x);
    if (!(t > 0 && next >= from && next <= to)) return false;
    *push = hh_vec_scale(hh_vec_sub(end, velocity), 1 / t);
    *push_s = t;
    x = next;
  }
  return change < 1e-14 * (1 + fabs(x));
}

/* Speed across the floor beyond what legs take up is lost. */
static void hit(const HhFrame *frame, int piece)
{
  HhGibbon *gibbon = frame->gibbon;
  double slope = hh_surface_at(frame->world, piece, gibbon->at.x).slope;
  HhVec across = hh_vec_unit(hh_vec(-slope, 1));
  double most = frame->params->legs.landing, speed = -hh_vec_dot(gibbon->velocity, across);
  if (speed <= most) return;
  frame->record->ledger.collision_Jpkg += 0.5 * (speed - most) * (speed + most);
  gibbon->velocity = hh_vec_along(gibbon->velocity, across, speed - most);
}

void hh_stance_land(const HhFrame *frame, int piece)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  if (springy(&frame->world->pieces[piece])) {
    hh_bounce_begin(frame, piece);
    return;
  }
  hit(frame, piece);
  HhVec push;
  double push_s;
  bool slides = hh_stance_steep(frame, piece, gibbon->at.x, gibbon->velocity.x < 0 ? -1 : 1);
  if (!take_up(frame, piece, &push, &push_s)) {
    hh_stance_settle(frame, piece, slides ? HH_MODE_SLIDE : HH_MODE_RUN);
    return;
  }
  HhWay from = hh_gibbon_way(frame->world, gibbon);
  gibbon->mode = HH_MODE_STANCE;
  gibbon->target.hold = -1;
  gibbon->planned = false;
  *legs = (HhLegs){.missed = -1,
                   .push_mps2 = push,
                   .push_s = push_s,
                   .after = slides ? HH_MODE_SLIDE : HH_MODE_RUN};
  hh_stance_stand(frame, piece);
  hh_frame_law_change(frame, from, gibbon->velocity);
}

/* From a swing or a run, which may still move, a way along to rest: half of it gathering speed,
 * half of it losing it. */
static void draw_up(const HhFrame *frame, int piece, HhVec way, HhMode after)
{
  HhGibbon *gibbon = frame->gibbon;
  HhWay from = hh_gibbon_way(frame->world, gibbon);
  double half_s = sqrt(hh_vec_length(way) / (mount_pull * frame->world_params->gravity));
  HhVec middle = hh_vec_along(hh_vec_scale(way, 1 / half_s), gibbon->velocity, -0.5);
  gibbon->mode = HH_MODE_STANCE;
  gibbon->drive = (HhDrive){0};
  gibbon->mark_set = false;
  gibbon->legs =
      (HhLegs){.missed = -1,
               .piece = piece,
               .push_mps2 = hh_vec_scale(hh_vec_sub(middle, gibbon->velocity), 1 / half_s),
               .push_s = half_s,
               .push_next_mps2 = hh_vec_scale(middle, -1 / half_s),
               .push_next_s = half_s,
               .after = (int)after};
  hh_frame_law_change(frame, from, gibbon->velocity);
}

/* Hangs at rest from the hold that it climbed to, and goes on from there; below a branch as the
 * keys say then. */
static void hang_there(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  HhVec before = gibbon->velocity;
  hh_contact_hang(frame, gibbon->legs.to, 0);
  hh_record_grab(frame->record, gibbon->grip, gibbon->time_s);
  hh_frame_law_change(frame, HH_WAY_RUN, before);
  if (hh_world_kind(frame->world, gibbon->hold) == HH_PIECE_BRANCH)
    gibbon->heeded.forward = !gibbon->input.forward;
  else
    hh_pump_mount(frame);
}

void hh_stance_mount(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity, from, to;
  if (frame->world->pieces == NULL || gibbon->mode != HH_MODE_SWING) return;
  int piece = frame->world->holds[gibbon->hold].branch;
  if (!hh_stance_stands(&frame->world->pieces[piece], true)) return;
  hh_surface_span(frame->world, piece, &from, &to);
  HhVec top = hh_vec(fmin(fmax(gibbon->grip.x, from), to), 0);
  top.y = hh_surface_at(frame->world, piece, top.x).y_m + frame->params->legs.height;
  HhVec way = hh_vec_sub(top, gibbon->at);
  if (!(way.y > 0) || g * way.y > frame->params->legs.leap) return;

  draw_up(frame, piece, way, HH_MODE_RUN);
}

void hh_stance_climb(const HhFrame *frame, int hold)
{
  HhGibbon *gibbon = frame->gibbon;
  HhVec under = frame->world->holds[hold].at;
  under.y -= frame->params->arm_length;
  draw_up(frame, frame->world->holds[hold].branch, hh_vec_sub(under, gibbon->at), HH_MODE_SWING);
  gibbon->legs.to = hold;
}

/* Moves with a constant net acceleration and books the legs' work. */
static void move(const HhFrame *frame, HhVec net, double t_s)
{
  HhGibbon *gibbon = frame->gibbon;
  HhVec way = hh_vec_scale(hh_vec_along(gibbon->velocity, net, 0.5 * t_s), t_s);
  HhVec force = hh_vec(net.x, net.y + frame->world_params->gravity);
  hh_ledger_muscle(&frame->record->ledger, hh_vec_dot(force, way));
  gibbon->at = hh_vec_add(gibbon->at, way);
  gibbon->velocity = hh_vec_along(gibbon->velocity, net, t_s);
}

static void end_stance(const HhFrame *frame)
{
  HhLegs *legs = &frame->gibbon->legs;
  if (legs->push_next_s > 0) {
    legs->push_mps2 = legs->push_next_mps2;
    legs->push_s = legs->push_next_s;
    legs->push_next_s = 0;
  } else if (legs->after == HH_MODE_RUN) {
    hh_run_begin(frame, legs->piece);
  } else if (legs->after == HH_MODE_SLIDE) {
    hh_slide_begin(frame, legs->piece);
  } else if (legs->after == HH_MODE_SWING) {
    hang_there(frame);
  } else {
    hh_contact_release(frame);
  }
}

double hh_stance_step(const HhFrame *frame, double dt_s)
{
  HhGibbon *gibbon = frame->gibbon;
  HhLegs *legs = &gibbon->legs;
  HhVec net = legs->push_mps2;
  HhVec force = hh_vec(net.x, net.y + frame->world_params->gravity);
  double used = fmin(dt_s, legs->push_s);
  double turn = -hh_vec_dot(force, gibbon->velocity) / hh_vec_dot(force, net);
  if (turn > 0 && turn < used) { /* where the power changes sign */
    move(frame, net, turn);
    move(frame, net, used - turn);
  } else {
    move(frame, net, used);
  }
  frame->record->leg_steps++;
  gibbon->time_s += used;
  legs->push_s -= used;
  if (!(legs->push_s > 0)) end_stance(frame);
  return used;
}
