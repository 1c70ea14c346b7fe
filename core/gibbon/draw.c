/* The arm's length; see the header. */
#include "gibbon/draw.h"

/* Share of the arm by which it is drawn in to gain energy; how much harder than at the beginning
 * the arm may pull then. A lift slows down once this share of the muscles' work is done. */
static const double lift_share = 0.4, lift_gain = 1.3, lift_cut = 0.25;

/* As fast as climbing and muscles allow. */
static double draw_speed(const HhFrame *frame, double span_m)
{
  return fmin(frame->params->moving.climb_speed, sqrt(frame->params->muscle.force * span_m));
}

void hh_draw_to(const HhFrame *frame, double length_m)
{
  HhMoving *moving = &frame->gibbon->moving;
  double way = length_m - moving->chain.arm_m, speed = draw_speed(frame, fabs(way));
  if (!(speed > 0)) return;
  moving->draw_half_s = fabs(way) / speed;
  moving->draw_s = moving->draw_half_s;
  moving->draw_mps2 = way / (moving->draw_half_s * moving->draw_half_s);
  moving->draws_on = true;
}

void hh_draw_on(HhMoving *moving, double used_s)
{
  if (moving->draw_s == 0) return;
  moving->draw_s = fmax(0, moving->draw_s - used_s);
  if (moving->draw_s > 0) return;
  if (moving->draws_on) {
    moving->draws_on = false;
    moving->draw_s = moving->draw_half_s;
    moving->draw_mps2 = -moving->draw_mps2;
  } else {
    moving->draw_mps2 = 0;
    moving->chain.arm_rate_mps = 0;
  }
}

bool hh_draw_bent(const HhFrame *frame)
{
  double arm = frame->params->arm_length;
  return frame->gibbon->moving.chain.arm_m < arm * (1 - HH_DRAW_MARGIN);
}

void hh_draw_cut(const HhFrame *frame)
{
  HhMoving *moving = &frame->gibbon->moving;
  if (moving->draw_s == 0 || !moving->draws_on) return;
  if (moving->worked_Jpkg < lift_cut * hh_frame_work_max(frame)) return;
  moving->draws_on = false;
  moving->draw_s = moving->draw_half_s - moving->draw_s;
  moving->draw_mps2 = -moving->draw_mps2;
}

double hh_draw_lift(const HhFrame *frame)
{
  const HhGibbon *gibbon = frame->gibbon;
  const HhChain *chain = &gibbon->moving.chain;
  double arm = frame->params->arm_length;
  if (!chain->pinned || chain->pinned_end || gibbon->pumping <= 0) return 0;
  if (hh_draw_bent(frame)) return 0;
  HhVec r = hh_vec_sub(gibbon->at, chain->pin), velocity = gibbon->velocity;
  double pull = frame->world_params->gravity + hh_vec_dot(velocity, velocity) / hh_vec_length(r);
  double left = hh_frame_work_max(frame) - gibbon->moving.worked_Jpkg;
  double span = fmin(lift_share * arm, fmax(0, left) / (lift_gain * pull));
  bool before = r.y < 0 && r.x * velocity.x <= 0 &&
                fabs(r.x) * draw_speed(frame, span) <= span * fabs(velocity.x);
  return before && span > HH_DRAW_MARGIN * arm ? span : 0;
}
