/* Muscle work along the arc; see the header. */
#include "gibbon/pump.h"

#include "base/angle.h"
#include "gibbon/contact.h"

/* Cosine below which a swing counts as one that does not turn (87 degrees). */
static const double turning_cosine = 0.05;

double hh_pump_reinjection_due(const HhFrame *frame)
{
  return frame->gibbon->debt_Jpkg;
}

double hh_pump_bleed_due(const HhFrame *frame)
{
  HhVec velocity = frame->gibbon->velocity;
  double limit = frame->params->brake_speed;
  double above = 0.5 * (hh_vec_dot(velocity, velocity) - limit * limit);
  return frame->params->tolerance.bleed * fmax(0, above);
}

void hh_pump_drive(const HhFrame *frame, double work_Jpkg, double sweep_rad)
{
  HhGibbon *gibbon = frame->gibbon;
  double arc = gibbon->swing.length_m * sweep_rad, bleed = hh_pump_bleed_due(frame);
  frame->record->brakes += bleed > 0;
  gibbon->drive = (HhDrive){.muscle = work_Jpkg / arc,
                            .bleed = -bleed / arc,
                            .reinjection = hh_pump_reinjection_due(frame) / arc};
}

static double half_swing_work(const HhFrame *frame, int direction, double energy, double gl)
{
  double limit = hh_frame_work_max(frame);
  if (direction < 0) return -fmin(limit, 0.5 * (energy + gl));
  double highest = -gl * hh_unit_from_angle(frame->params->muscle.pump_angle).x;
  return fmax(0, fmin(limit, highest - energy));
}

void hh_pump_half_swing(const HhFrame *frame, int direction)
{
  HhGibbon *gibbon = frame->gibbon;
  HhSwing *swing = &gibbon->swing;
  if (gibbon->pumps >= frame->params->muscle.pumps_max) {
    frame->record->drops++;
    hh_contact_release(frame);
    frame->record->falling = HH_FALL_DROPPED;
    return;
  }
  gibbon->pumps++;
  gibbon->pumping = direction;
  frame->record->pumps++;

  double g = frame->world_params->gravity;
  double gl = g * swing->length_m;
  double energy = hh_swing_energy(g, swing);
  double work = half_swing_work(frame, direction, energy, gl);
  double way = swing->rate_radps > 0 || (swing->rate_radps == 0 && swing->dir.x <= 0) ? 1 : -1;
  double cosine = -(energy + work) / gl;
  HhVec goal;
  if (cosine > turning_cosine) {
    goal = hh_vec(way * sqrt(fmax(0, 1 - cosine * cosine)), -cosine);
  } else {
    goal = way > 0 ? hh_vec_left(swing->dir) : hh_vec_right(swing->dir);
    gibbon->mark = goal;
    gibbon->mark_set = true;
    gibbon->release_at_mark = false;
  }
  double sweep = way * hh_angle_between(swing->dir, goal);
  if (sweep < 1e-6) return;
  double force = frame->params->muscle.force;
  double pull = fmax(-force, fmin(force, work / (swing->length_m * sweep)));
  gibbon->drive = (HhDrive){.muscle = way * pull};
}
