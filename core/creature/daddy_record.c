/* The record of a daddy long legs; see the header. */
#include "creature/daddy_record.h"

#define FIRST 1e-4 /* upper edge of the first bin of stretch */
#define RATIO 1.4  /* of the edges of two bins */

void hh_daddy_record_stick(HhDaddyRecord *record, double stretch)
{
  double edge = FIRST;
  int bin = 0;
  for (; bin < HH_DADDY_BINS - 1 && stretch >= edge; bin++)
    edge *= RATIO;
  record->stretched[bin]++;
  record->sticks++;
  if (stretch > record->stretch_max) record->stretch_max = stretch;
}

double hh_daddy_record_stretch(const HhDaddyRecord *record, double share)
{
  long least = (long)(share * (double)record->sticks), sum = 0;
  double edge = FIRST;
  for (int bin = 0; bin < HH_DADDY_BINS; bin++, edge *= RATIO) {
    sum += record->stretched[bin];
    if (sum > least || bin == HH_DADDY_BINS - 1) break;
  }
  return record->sticks ? fmin(edge, record->stretch_max) : 0;
}

void hh_daddy_record_speed(HhDaddyRecord *record, double speed)
{
  double off = speed - record->speed_mean;
  record->speed_count++;
  record->speed_mean += off / (double)record->speed_count;
  record->speed_squares += off * (speed - record->speed_mean);
}

void hh_daddy_record_energy(HhDaddyRecord *record, double energy)
{
  double explained = record->start_energy + record->drive_work + record->support_work +
                     record->muscle_added - record->muscle_removed - record->damped -
                     record->collided;
  record->residual_max = fmax(record->residual_max, fabs(energy - explained));
}
