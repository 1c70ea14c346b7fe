/* Booking; see the header. */
#include "gibbon/record.h"

#include "base/angle.h"

double hh_ledger_explained(const HhLedger *ledger)
{
  return ledger->start_Jpkg + ledger->muscle_added_Jpkg - ledger->muscle_removed_Jpkg -
         ledger->collision_Jpkg - ledger->bleed_Jpkg + ledger->reinjected_Jpkg +
         ledger->projected_Jpkg + ledger->correction_Jpkg + ledger->restart_Jpkg -
         ledger->friction_Jpkg - ledger->damped_Jpkg - ledger->drag_Jpkg - ledger->left_Jpkg +
         ledger->partner_Jpkg;
}

void hh_ledger_check(HhLedger *ledger, double energy_Jpkg)
{
  double residual = fabs(energy_Jpkg - hh_ledger_explained(ledger));
  if (!(residual <= ledger->residual_max_Jpkg)) ledger->residual_max_Jpkg = residual;
}

void hh_ledger_muscle(HhLedger *ledger, double work_Jpkg)
{
  if (work_Jpkg > 0)
    ledger->muscle_added_Jpkg += work_Jpkg;
  else
    ledger->muscle_removed_Jpkg -= work_Jpkg;
}

void hh_record_law_change(HhRecord *record, HhLawChange change)
{
  double step = hh_vec_distance(change.velocity_before, change.velocity_after);
  double kinetic = 0.5 * hh_vec_dot(change.velocity_before, change.velocity_before);
  double ratio = kinetic == 0 ? 0 : fabs(change.energy_change_Jpkg) / kinetic;
  record->law_changes++;
  record->velocity_step_max_mps = fmax(record->velocity_step_max_mps, step);
  record->energy_step_max_ratio = fmax(record->energy_step_max_ratio, ratio);
  record->position_step_max_m = fmax(record->position_step_max_m, change.position_step_m);
  record->unexplained_dv_mps += step;

  HhTransitions *all = &record->transitions[change.from][change.to];
  all->count++;
  all->velocity_step_sum_mps += step;
  all->velocity_step_max_mps = fmax(all->velocity_step_max_mps, step);
  all->energy_step_max_ratio = fmax(all->energy_step_max_ratio, ratio);
  all->position_step_max_m = fmax(all->position_step_max_m, change.position_step_m);
  all->slip_max_m = fmax(all->slip_max_m, change.slip_m);
}

void hh_record_taut(HhRecord *record, double radial_mps, double tangential_mps)
{
  double speed = sqrt(radial_mps * radial_mps + tangential_mps * tangential_mps);
  double angle = hh_angle_of(hh_vec(fabs(tangential_mps), radial_mps));
  record->tauts++;
  record->angle2_sum_rad2 += angle * angle;
  record->radial_sum += speed > 0 ? fabs(radial_mps) / speed : 0;
}

void hh_record_grab(HhRecord *record, HhVec hold, double time_s)
{
  record->grabs++;
  if (record->interval_open && time_s > record->grab_time_s) {
    double span = hh_vec_distance(record->grab_hold, hold);
    double speed = span / (time_s - record->grab_time_s);
    double off = speed - record->interval_mean_mps;
    record->distance_m += span;
    record->intervals++;
    record->interval_mean_mps += off / record->intervals;
    record->interval_squares += off * (speed - record->interval_mean_mps);
  }
  record->grab_hold = hold;
  record->grab_time_s = time_s;
  record->interval_open = true;
}
