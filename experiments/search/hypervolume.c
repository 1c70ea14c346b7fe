/* A slice lies between one point's last objective and the next one's; its base is the volume of the
 * points up to there in the objectives before. Lists are kept sorted by insertion. */
#include "hypervolume.h"

#include <stdlib.h>

/* Puts a point into a list sorted by one objective. */
static void insert(const double **list, int count, const double *point, int objective)
{
  int at = count;
  for (; at > 0 && list[at - 1][objective] > point[objective]; at--)
    list[at] = list[at - 1];
  list[at] = point;
}

/* list: sorted by its last objective, not empty. room: for `points` pointers a level below. */
static double slices(const double **list, int points, int count, const double *reference,
                     const double **room)
{
  int last = count - 1;
  if (count == 1) return reference[0] - list[0][0];
  double volume = 0, least = reference[0];
  for (int k = 0; k < points; k++) {
    double next = k + 1 < points ? list[k + 1][last] : reference[last];
    double depth = next - list[k][last];
    if (count == 2) {
      if (list[k][0] < least) least = list[k][0];
      volume += depth * (reference[0] - least);
      continue;
    }
    insert(room, k, list[k], last - 1);
    if (depth > 0) volume += depth * slices(room, k + 1, count - 1, reference, room + points);
  }
  return volume;
}

bool hhx_hypervolume(const double *objectives, int points, int count, const double *reference,
                     double *volume)
{
  const double **list = calloc((size_t)points * (size_t)count + 1, sizeof *list);
  if (!list) return false;
  int below = 0;
  for (int i = 0; i < points; i++) {
    const double *point = objectives + i * count;
    bool inside = true;
    for (int j = 0; j < count; j++)
      inside = inside && point[j] < reference[j] && point[j] - point[j] == 0;
    if (inside) insert(list, below++, point, count - 1);
  }
  *volume = below > 0 ? slices(list, below, count, reference, list + below) : 0;
  free(list);
  return true;
}
