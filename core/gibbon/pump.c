/* Muscle work along the arc; see the header. */
#include "gibbon/pump.h"

#include "base/angle.h"
#include "gibbon/contact.h"
#include "gibbon/push_off.h"
#include "gibbon/stance.h"

/* Cosine below which a swing counts as one that does not turn (87 degrees). */
static const double turning_cosine = 0.05;

/* Energy above hanging at rest, in gL, below which a swing turns low enough to mount from. */
static const double low = 0.06;

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

/* A swing of less energy, in gL, is as good as hanging still. */
static const double still_ratio = 1e-8;

/* Who wants to hang takes this share of the energy away in a half swing. */
static const double hang_share = 0.9;

/* A pump that adds less, in gL, is not worth a half swing. */
static const double worth_gaining = 0.01;

static double half_swing_work(const HhFrame *frame, int direction)
{
  const HhSwing *swing = &frame->gibbon->swing;
  double gl = frame->world_params->gravity * swing->length_m;
  double energy = hh_swing_energy(frame->world_params->gravity, swing);
  double limit = hh_frame_work_max(frame);
  if (direction < 0) return -fmin(limit, 0.5 * (energy + gl));
  double highest = -gl * hh_unit_from_angle(frame->params->muscle.pump_angle).x;
  return fmax(0, fmin(limit, highest - energy));
}

/* Drives the half swing to where it turns with this work. */
static void drive_half_swing(const HhFrame *frame, double work)
{
  HhGibbon *gibbon = frame->gibbon;
  HhSwing *swing = &gibbon->swing;
  double g = frame->world_params->gravity;
  double gl = g * swing->length_m;
  double energy = hh_swing_energy(g, swing);
  double way = swing->rate_radps > 0 || (swing->rate_radps == 0 && swing->dir.x <= 0) ? 1 : -1;
  double cosine = -(energy + work) / gl;
  HhVec goal;
  if (swing->dir.y > 0) { /* above the hand a pull makes the arm slack: decide anew at its height */
    gibbon->mark = hh_vec(-way, 0);
    gibbon->mark_set = true;
    gibbon->release_at_mark = false;
    return;
  }
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

void hh_pump_half_swing(const HhFrame *frame, int direction)
{
  HhGibbon *gibbon = frame->gibbon;
  bool mounts = frame->world->pieces != NULL;
  bool in_vain = mounts && direction > 0 && !hh_pump_can_gain(frame);
  if (gibbon->pumps >= frame->params->muscle.pumps_max || in_vain) {
    gibbon->mounting = mounts;
    if (mounts) {
      hh_pump_mount(frame);
    } else {
      frame->record->drops++;
      hh_contact_release(frame);
      frame->record->falling = HH_FALL_DROPPED;
    }
    return;
  }
  gibbon->pumps++;
  gibbon->pumping = direction;
  frame->record->pumps++;
  drive_half_swing(frame, half_swing_work(frame, direction));
}

void hh_pump_mount(const HhFrame *frame)
{
  HhGibbon *gibbon = frame->gibbon;
  double g = frame->world_params->gravity, gl = g * gibbon->swing.length_m;
  bool rests = gibbon->swing.rate_radps == 0;
  if (!rests || hh_swing_energy(g, &gibbon->swing) >= (low - 1) * gl) {
    hh_pump_hang(frame);
    return;
  }
  gibbon->mounting = false;
  if (hh_world_kind(frame->world, gibbon->hold) == HH_PIECE_BRANCH) hh_stance_mount(frame);
  if (gibbon->mode != HH_MODE_SWING || hh_push_off(frame)) return;
  frame->record->drops++;
  hh_contact_release(frame);
  frame->record->falling = HH_FALL_DROPPED;
}

void hh_pump_hang(const HhFrame *frame)
{
  const HhSwing *swing = &frame->gibbon->swing;
  double g = frame->world_params->gravity, gl = g * swing->length_m;
  double above = hh_swing_energy(g, swing) + gl;
  frame->gibbon->pumping = -1;
  if (above > still_ratio * gl)
    drive_half_swing(frame, -fmin(hh_frame_work_max(frame), hang_share * above));
}

void hh_pump_gain(const HhFrame *frame)
{
  frame->gibbon->pumping = 1;
  if (hh_pump_can_gain(frame)) drive_half_swing(frame, half_swing_work(frame, 1));
}

bool hh_pump_can_gain(const HhFrame *frame)
{
  double gl = frame->world_params->gravity * frame->gibbon->swing.length_m;
  return half_swing_work(frame, 1) > worth_gaining * gl;
}
