/* The moment to let go; see the header. */
#include "gibbon/aim.h"

#include "gibbon/alight.h"
#include "gibbon/arc.h"
#include "gibbon/ballistic.h"
#include "gibbon/flight.h"
#include "gibbon/leap.h"
#include "gibbon/moving.h"
#include "world/surface.h"

/* The flight passes this far outside the arm's length, or up to twice as far: a grab on the inside
 * of the circle would find the arm slack. Some units in the last place of a position at 1 km. */
static const double outside_m = 1e-12;

/* Halves of the step's length are enough. */
enum { CUTS_MAX = 80 };

/* Beyond this a flight does not pass the hold but goes away from it. */
static const double passes_m = 1e3;

/* After each half swing in vain it goes for one more of the nearer points of its branch as well. */
enum { NEARER_MOST = 3 };
static const double nearer_share = 0.75;

/* What bending wood takes of the energy of a swing, about, in gL. */
static const double wood_takes = 0.25;

/* How far from a floor's ends it lands, in m, and at most as a share of its length; a canopy gives
 * way for some time, in which the body goes on, half its length at most. */
static const double landing_m = 0.5, landing_share = 0.25, giving_s = 0.25, giving_share = 0.5;

/* ---- what lies ahead ---- */

/* The point held, where nothing moves. */
static HhVec place_held(const HhGibbon *gibbon)
{
  return gibbon->mode == HH_MODE_CHAIN ? gibbon->moving.place : gibbon->grip;
}

static int next_on_branch(const HhFrame *frame)
{
  const HhWorld *world = frame->world;
  int hold = frame->gibbon->hold, next = hh_frame_after(frame, place_held(frame->gibbon), hold);
  bool own = hh_world_kind(world, hold) == HH_PIECE_BRANCH && hh_frame_exists(frame, next) &&
             world->holds[next].branch == world->holds[hold].branch;
  return own ? next : -1;
}

/* The far pin of the cable that is held, or -1: firm, and so a good place to go on from. */
static int cable_end(const HhFrame *frame)
{
  const HhWorld *world = frame->world;
  const HhGibbon *gibbon = frame->gibbon;
  const HhPiece *piece = &world->pieces[world->holds[gibbon->hold].branch];
  if (piece->kind != HH_PIECE_CABLE) return -1;
  return gibbon->facing > 0 ? piece->first + piece->count - 1 : piece->first;
}

HhAims hh_aim_list(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhHold *holds = frame->world->holds;
  HhAims aims = {.floor = -1};
  int next = next_on_branch(frame), list[HH_AHEAD_MOST];
  if (next >= 0) {
    HhVec grip = place_held(gibbon), way = hh_vec_sub(holds[next].at, grip);
    int before = gibbon->facing > 0 ? gibbon->hold : next;
    aims.list[aims.count++] = (HhGrabPoint){next, holds[next].at};
    double share = nearer_share;
    while (aims.count <= NEARER_MOST && aims.count <= gibbon->pumps &&
           share * hh_vec_length(way) >= frame->params->arm_length) {
      aims.list[aims.count++] = (HhGrabPoint){before, hh_vec_along(grip, way, share)};
      share *= nearer_share;
    }
    return aims;
  }
  int count = hh_ahead_holds(frame->world, gibbon->hold, gibbon->facing, list, &aims.floor);
  int pin = cable_end(frame);
  if (pin >= 0) aims.list[aims.count++] = (HhGrabPoint){pin, holds[pin].at};
  for (int i = 0; i < count && aims.count < HH_AHEAD_MOST; i++)
    aims.list[aims.count++] = (HhGrabPoint){list[i], holds[list[i]].at};
  return aims;
}

bool hh_aim_at_end(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  if (gibbon->facing > 0 && !frame->world->complete) return false;
  return next_on_branch(frame) < 0 &&
         hh_world_beyond(frame->world, gibbon->hold, gibbon->facing) < 0;
}

/* ---- energy ---- */

HhVec hh_aim_pivot(const HhFrame *frame)
{
  const HhMoving *moving = &frame->gibbon->moving;
  bool vine = moving->chain.pinned && !moving->chain.pinned_end;
  return vine ? moving->chain.pin : frame->gibbon->grip;
}

/* At rest at an arm's length from both, below; infinite where the arms do not meet. */
static double meeting_energy(double gravity, HhVec from, HhVec to, double own_m, double arm_m)
{
  HhArcProblem arc = {{fabs(to.x - from.x), to.y - from.y}, own_m, arm_m, gravity};
  HhArc contact;
  return hh_arc_contact(&arc, &contact) ? contact.energy_Jpkg : (double)INFINITY;
}

double hh_aim_energy(const HhFrame *frame, const HhAims *aims)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhChain *chain = &gibbon->moving.chain;
  double g = frame->world_params->gravity, arm = frame->params->arm_length;
  HhVec pivot = hh_aim_pivot(frame);
  double length = hh_vec_distance(pivot, gibbon->at), least = (double)INFINITY;
  for (int i = 0; i < aims->count; i++) {
    HhVec way = hh_frame_turned(frame, hh_vec_sub(aims->list[i].at, pivot));
    HhArcProblem problem = {way, length, arm, g};
    HhArc arc;
    if (hh_arc_min_energy(&problem, &arc) != HH_ARC_NONE) least = fmin(least, arc.energy_Jpkg);
  }
  int next = chain->held + gibbon->facing;
  if (chain->pinned_end && next >= 0 && next < chain->count)
    least = fmin(least, meeting_energy(g, pivot, chain->bead[next].at, length, arm));
  double ahead = hh_ballistic_wanted(frame, gibbon->moving.place, gibbon->hold);
  if (!chain->pinned) least = fmax(least, ahead + hh_frame_work_max(frame) + wood_takes * g * arm);
  return least + g * pivot.y;
}

/* ---- the moment ---- */

/* The flight from here comes down well on the floor. */
static bool lands(const HhFrame *frame, int floor, HhVec at, HhVec velocity)
{
  double from, to, x;
  if (!hh_alight_at(frame, floor, at, velocity, &x)) return false;
  hh_surface_span(frame->world, floor, &from, &to);
  double length = to - from, facing = frame->gibbon->facing;
  double begun = facing > 0 ? x - from : to - x;
  double margin = fmin(landing_m, landing_share * length), room = margin;
  if (frame->world->pieces[floor].kind == HH_PIECE_CANOPY)
    room = fmin(margin + giving_s * fabs(velocity.x), giving_share * length);
  return begun >= margin && begun <= length - room;
}

static bool goes_forward(const HhFrame *frame, const HhChain *chain)
{
  return frame->gibbon->facing * chain->rider_velocity.x > 0;
}

/* What changes its sign at the moment: how far outside the wanted margin the flight passes. */
static double off(const HhFrame *frame, const HhChain *chain, HhVec place)
{
  return hh_leap_miss(frame->world_params->gravity, hh_vec_sub(place, chain->rider),
                      chain->rider_velocity, frame->params->arm_length) -
         1.5 * outside_m;
}

/* The flight from here ends in a grab from below. */
static bool arrives(const HhFrame *frame, const HhChain *chain, HhVec place, double *flight_s)
{
  double g = frame->world_params->gravity;
  HhVec r = hh_vec_sub(chain->rider, place), velocity = chain->rider_velocity;
  *flight_s = hh_flight_closest(g, r, velocity, 1e3);
  if (*flight_s <= 0 || !goes_forward(frame, chain)) return false;
  hh_flight_advance(g, &r, &velocity, *flight_s);
  return r.y < 0;
}

/* Where `off` changes its sign between 0 and dt_s: a secant that keeps the bracket (Illinois). */
static bool find_moment(const HhFrame *frame, HhChainDrive drive, const HhChain *start, HhVec place,
                        double dt_s, double at_lo, double at_hi, HhMoment *found)
{
  double lo = 0, hi = dt_s;
  int side = 0;
  for (int i = 0; i < CUTS_MAX; i++) {
    double t = i % 8 == 7 ? 0.5 * (lo + hi) : lo + (hi - lo) * (at_lo / (at_lo - at_hi));
    if (!(t > lo && t < hi)) t = 0.5 * (lo + hi);
    if (!(t > lo && t < hi)) return false;
    found->t_s = t;
    found->chain = *start;
    found->work = (HhChainWork){0};
    hh_chain_step(frame->world_params->gravity, drive, &found->chain, t, &found->work);
    frame->record->chain_steps++;
    double here = off(frame, &found->chain, place);
    if (fabs(here) <= 0.5 * outside_m) return true;
    bool low = (here < 0) == (at_lo < 0);
    if (low) {
      lo = t, at_lo = here;
      if (side == 1) at_hi *= 0.5;
    } else {
      hi = t, at_hi = here;
      if (side == -1) at_lo *= 0.5;
    }
    side = low ? 1 : -1;
  }
  return false;
}

bool hh_aim_release(const HhFrame *frame, const HhAims *aims, HhChainDrive drive,
                    const HhChain *start, const HhMoment *end, HhMoment *release)
{
  if (!goes_forward(frame, &end->chain)) return false;
  bool found = false;
  for (int i = 0; i < aims->count; i++) {
    HhVec place = aims->list[i].at;
    double at_lo = off(frame, start, place), at_hi = off(frame, &end->chain, place);
    if ((at_lo < 0) == (at_hi < 0) || fmax(at_lo, at_hi) > passes_m) continue;
    HhMoment next = {.target = aims->list[i]};
    if (!find_moment(frame, drive, start, place, end->t_s, at_lo, at_hi, &next)) continue;
    if (!arrives(frame, &next.chain, place, &next.flight_s)) continue;
    if (!found || next.t_s < release->t_s) *release = next;
    found = true;
  }
  if (found || aims->floor < 0) return found;
  *release = *end;
  return lands(frame, aims->floor, end->chain.rider, end->chain.rider_velocity);
}
