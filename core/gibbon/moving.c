/* Holds that move; see the header. */
#include "gibbon/moving.h"

bool hh_moving_hold(const HhWorld *world, int hold)
{
  HhPieceKind kind = hh_world_kind(world, hold);
  if (kind == HH_PIECE_VINE || kind == HH_PIECE_CABLE) return true;
  return world->pieces != NULL && kind == HH_PIECE_BRANCH &&
         world->pieces[world->holds[hold].branch].stiffness_ps2 > 0;
}

void hh_moving_grab(const HhFrame *frame, HhWay from)
{
  (void)frame, (void)from;
}

double hh_moving_step(const HhFrame *frame, double dt_s)
{
  (void)frame;
  return dt_s;
}

void hh_moving_drift(const HhFrame *frame, double dt_s)
{
  (void)frame, (void)dt_s;
}

double hh_moving_energy(const HhWorldParams *world_params, const HhWorld *world,
                        const HhGibbon *gibbon)
{
  (void)world_params, (void)world, (void)gibbon;
  return 0;
}
