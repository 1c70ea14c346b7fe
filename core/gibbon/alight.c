/* Letting go above a floor; see the header. */
#include "gibbon/alight.h"

#include "base/angle.h"
#include "gibbon/pump.h"
#include "world/surface.h"

/* Who swings faster than this at the bottom (m/s) brakes before. */
static const double fast = 6;

/* Headings that are looked at, from this one to that (rad). */
enum { HEADINGS = 28 };
static const double lowest = -0.3, highest = 1.1;

bool hh_alight_at(const HhFrame *frame, int floor, HhVec at, HhVec velocity, double *x_m)
{
  double g = frame->world_params->gravity;
  double stand = frame->params->legs.height + frame->params->legs.crouch;
  *x_m = at.x;
  for (int i = 0; i < 8; i++) {
    double fall = at.y - hh_surface_at(frame->world, floor, *x_m).y_m - stand;
    double under = velocity.y * velocity.y + 2 * g * fall;
    if (!(under >= 0)) return false;
    *x_m = at.x + velocity.x * (velocity.y + sqrt(under)) / g;
  }
  return true;
}

/* How far along the floor, as a share of its length, a release at this heading lands. */
static bool share_of(const HhFrame *frame, int floor, HhVec heading, double energy, double *share)
{
  const HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity, l = gibbon->swing.length_m, from, to, x;
  HhVec dir = hh_frame_turned(frame, hh_vec_right(heading));
  double speed2 = 2 * (energy - g * l * dir.y);
  if (speed2 <= 0 || speed2 / l - g * dir.y <= 0) return false;
  HhVec at = hh_vec_along(gibbon->grip, dir, l);
  HhVec velocity = hh_vec_scale(hh_frame_turned(frame, heading), sqrt(speed2));
  if (!hh_alight_at(frame, floor, at, velocity, &x)) return false;
  hh_surface_span(frame->world, floor, &from, &to);
  *share = gibbon->facing > 0 ? (x - from) / (to - from) : (to - x) / (to - from);
  return true;
}

void hh_alight_swing(const HhFrame *frame, int floor)
{
  HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity;
  double energy = hh_swing_energy(g, &gibbon->swing) + hh_pump_reinjection_due(frame) -
                  hh_pump_bleed_due(frame);
  double above = energy - (0.5 * fast * fast - g * gibbon->swing.length_m);
  double braked = fmin(fmax(0, above), hh_frame_work_max(frame));
  double least = (double)INFINITY, farthest = -(double)INFINITY;
  HhVec best = {0};
  for (int i = 0; i < HEADINGS; i++) {
    HhVec heading = hh_unit_from_angle(lowest + (highest - lowest) * i / (HEADINGS - 1));
    HhVec mark = hh_frame_turned(frame, hh_vec_right(heading));
    double share;
    if (gibbon->facing * hh_angle_between(gibbon->swing.dir, mark) < 0.01) continue;
    if (!share_of(frame, floor, heading, energy - braked, &share)) continue;
    farthest = fmax(farthest, share);
    if (share < 0.05 || share > 0.7 || fabs(share - 0.33) >= least) continue;
    least = fabs(share - 0.33);
    best = mark;
  }
  if (!isfinite(least)) {
    hh_pump_half_swing(frame, farthest > 0.7 ? -1 : 1);
    return;
  }
  hh_frame_forget_target(frame);
  gibbon->mark = best;
  gibbon->mark_set = true;
  gibbon->release_at_mark = true;
  gibbon->pumping = 0;
  hh_pump_drive(frame, -braked, gibbon->facing * hh_angle_between(gibbon->swing.dir, best));
}
