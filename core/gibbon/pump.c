/* Muscle work along the arc; see the header. */
#include "gibbon/pump.h"

#include "base/angle.h"
#include "gibbon/contact.h"
#include "gibbon/stance.h"

/* Cosine below which a swing counts as one that does not turn (87 degrees). */
static const double turning_cosine = 0.05;

/* Energy above hanging at rest, in gL, below which a body hangs still. */
static const double still = 0.02;

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
  arc *= gibbon->facing;
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

/* In a jungle a branch can be run along as well. */
static bool can_mount(const HhFrame *frame)
{
  const HhWorld *world = frame->world;
  return world->pieces && hh_world_kind(world, frame->gibbon->hold) == HH_PIECE_BRANCH;
}

static bool hangs_still(const HhFrame *frame)
{
  const HhSwing *swing = &frame->gibbon->swing;
  double gl = frame->world_params->gravity * swing->length_m;
  return hh_swing_energy(frame->world_params->gravity, swing) < (still - 1) * gl;
}

void hh_pump_half_swing(const HhFrame *frame, int direction)
{
  HhGibbon *gibbon = frame->gibbon;
  HhSwing *swing = &gibbon->swing;
  if (gibbon->pumps >= frame->params->muscle.pumps_max) {
    if (!can_mount(frame)) {
      frame->record->drops++;
      hh_contact_release(frame);
      return;
    }
    if (hangs_still(frame)) {
      hh_stance_mount(frame);
      return;
    }
    direction = -1;
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
