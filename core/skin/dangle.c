#include "skin/dangle.h"

#include <string.h>

static const double jump_t = 1;

/* Of a living one's length. */
static double share_of(int lane)
{
  return 0.25 + 0.06 * ((lane * 3) % HH_DANGLES);
}

static void move_root(HhVec root, int lane, HhTentacleRoots *roots)
{
  roots->x[lane] = (float)root.x;
  roots->y[lane] = (float)root.y;
}

void hh_dangles_start(const HhRoom *room, const HhVec root[HH_DANGLES], double length_t,
                      HhDangles *dangles)
{
  *dangles = (HhDangles){0};
  for (int lane = 0; lane < HH_DANGLES; lane++) {
    double stick_t = share_of(lane) * length_t / HH_DANGLE_BEADS;
    move_root(root[lane], lane, &dangles->roots);
    dangles->roots.stick[lane] = (float)stick_t;
    hh_strand_lay(room, HH_DANGLE_BEADS, root[lane], hh_vec(0, -1), stick_t, &dangles->strands,
                  lane);
  }
}

void hh_dangles_step(const HhStrandParams *params, const HhRoom *room, const HhVec root[HH_DANGLES],
                     HhDangles *dangles)
{
  HhTentacleRoots *roots = &dangles->roots;
  HhStrandDrive drive = {.root_x = {0}};
  for (int lane = 0; lane < HH_DANGLES; lane++) {
    HhVec before = hh_vec((double)roots->x[lane], (double)roots->y[lane]);
    if (!(hh_vec_distance(before, root[lane]) <= jump_t))
      hh_strand_lay(room, HH_DANGLE_BEADS, root[lane], hh_vec(0, -1), (double)roots->stick[lane],
                    &dangles->strands, lane);
    move_root(root[lane], lane, roots);
  }
  memcpy(drive.root_x, roots->x, sizeof drive.root_x);
  memcpy(drive.root_y, roots->y, sizeof drive.root_y);
  memcpy(drive.stick, roots->stick, sizeof drive.stick);
  HhStrandCount counted = {0};
  hh_strands_step(hh_strand_wide(), params, room, HH_DANGLE_BEADS, &drive, &dangles->strands, 1,
                  &counted);
}
