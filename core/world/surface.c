/* Floors as curves; see the header. */
#include "world/surface.h"

void hh_surface_span(const HhWorld *world, int piece, double *from_m, double *to_m)
{
  const HhPiece *floor = &world->pieces[piece];
  *from_m = world->holds[floor->first].at.x;
  *to_m = world->holds[floor->first + floor->count - 1].at.x;
}

/* Slope at hold `index` of a piece: through its neighbours, at an end through the one there is. */
static double slope_at(const HhWorld *world, int index)
{
  const HhHold *holds = world->holds;
  int branch = holds[index].branch, left = index, right = index;
  if (index > 0 && holds[index - 1].branch == branch) left--;
  if (index + 1 < world->count && holds[index + 1].branch == branch) right++;
  if (left == right) return 0;
  return (holds[right].at.y - holds[left].at.y) / (holds[right].at.x - holds[left].at.x);
}

HhSurfaceCubic hh_surface_cubic(const HhWorld *world, int index)
{
  HhVec from = world->holds[index].at, to = world->holds[index + 1].at;
  double width = to.x - from.x, rise = (to.y - from.y) / width;
  double m0 = slope_at(world, index), m1 = slope_at(world, index + 1);
  return (HhSurfaceCubic){
      .from_m = from.x,
      .to_m = to.x,
      .c = {from.y, m0, (3 * rise - 2 * m0 - m1) / width, (m0 + m1 - 2 * rise) / (width * width)}};
}

HhSurfacePoint hh_surface_at(const HhWorld *world, int piece, double x_m)
{
  const HhPiece *floor = &world->pieces[piece];
  int index = floor->first, beyond = floor->first + floor->count - 1;
  if (floor->count < 2) return (HhSurfacePoint){.y_m = world->holds[index].at.y};
  while (beyond - index > 1) {
    int middle = index + (beyond - index) / 2;
    if (world->holds[middle].at.x <= x_m)
      index = middle;
    else
      beyond = middle;
  }
  HhSurfaceCubic cubic = hh_surface_cubic(world, index);
  double t = fmin(fmax(x_m, cubic.from_m), cubic.to_m) - cubic.from_m;
  const double *c = cubic.c;
  return (HhSurfacePoint){.y_m = c[0] + t * (c[1] + t * (c[2] + t * c[3])),
                          .slope = c[1] + t * (2 * c[2] + 3 * t * c[3]),
                          .bend_pm = 2 * c[2] + 6 * t * c[3]};
}
