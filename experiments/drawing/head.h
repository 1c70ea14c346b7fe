/* A gibbon's head: a ball with a dark face in a pale ring, where it looks. */
#ifndef HHX_DRAWING_HEAD_H
#define HHX_DRAWING_HEAD_H

#include "base/quat.h"
#include "brush.h"

typedef struct HhxHead {
  HhxHull skull;
  HhVec at, neck; /* middle; what it grows out of */
  double radius_m;
  HhAxes axes;  /* x where the face looks, y to the crown */
  HhVec ear[2]; /* left, right: by how much they are bent, m */
} HhxHead;

/* A head that looks along `look` (unit), its crown toward `up`. The picture turns it a little to
 * the viewer, so that both eyes show. */
HhxHead hhx_head(HhVec at, HhVec neck, double radius_m, HhVec3 look, HhVec3 up);

/* The skull's outline and fill are painted already. */
void hhx_head_paint(const HhxBrush *brush, const HhxHead *head);

#endif
