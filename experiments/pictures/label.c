/* What pictures call things. See the header. */
#include "label.h"

#include <string.h>

#include "metrics.h"

static const struct {
  const char *column, *name, *unit;
} labels[] = {
    {"distance_m", "distance", NULL},
    {"duration_s", "simulated time", NULL},
    {"swings", "grabs", "per episode"},
    {"falls", "falls", "per episode"},
    {"failed", "failed episodes", NULL},
    {"energy_loss_J_per_kg_m", "energy loss", NULL},
    {"muscle_added_J_per_kg_m", "muscle work added", NULL},
    {"muscle_removed_J_per_kg_m", "muscle work removed", NULL},
    {"cost_of_transport", "cost of transport", "ratio"},
    {"ledger_residual_J_per_kg", "unexplained energy", NULL},
    {"collision_J_per_kg", "collision loss", NULL},
    {"muscle_added_J_per_kg", "muscle work added", NULL},
    {"muscle_removed_J_per_kg", "muscle work removed", NULL},
    {"bleed_J_per_kg", "deliberate bleed", NULL},
    {"reinjected_J_per_kg", "energy given back", NULL},
    {"projected_J_per_kg", "energy kept by projection", NULL},
    {"correction_J_per_kg", "position corrections", NULL},
    {"restart_J_per_kg", "energy of restarts", NULL},
    {"speed_mean_mps", "mean speed", NULL},
    {"speed_cv", "unsteadiness of speed", "cv"},
    {"speed_in_band_ratio", "time in the speed band", "share"},
    {"speed_end_mps", "speed at the end", NULL},
    {"velocity_step_max_mps", "largest velocity jump", NULL},
    {"energy_step_max_ratio", "largest energy jump", "ratio"},
    {"position_step_max_m", "largest position jump", NULL},
    {"unphysical_dv_mps_per_m", "unexplained acceleration", "m/s per m"},
    {"grab_angle_rms_deg", "grab angle error", "degrees"},
    {"grab_radial_ratio", "radial share of speed at grabs", "ratio"},
    {"grab_miss_max_m", "largest miss at a grab", NULL},
    {"plans", "plans", "per episode"},
    {"plans_failed", "failed plans", "per episode"},
    {"retargets", "changes of target", "per episode"},
    {"pumps", "pump swings", "per episode"},
    {"drops", "drops", "per episode"},
    {"planner_regret", "planner regret", NULL},
    {"work_drive_J_per_kg", "work of the drive", NULL},
    {"work_support_J_per_kg", "work of support", NULL},
    {"support_ratio_mean", "tentacles that hold", "share"},
    {"fallen_ticks", "time without a hold", "ticks per episode"},
    {"goals", "goals reached", "per episode"},
    {"ticks_to_goal", "time to the goal", "ticks"},
    {"climb_mps", "climbing speed", NULL},
    {"grips", "holds taken", "per episode"},
    {"grips_refused", "last holds not let go", "per episode"},
    {"grips_strained", "tentacles that were caught", "per episode"},
    {"grab_quality_mean_tile", "mean distance of grips beyond the best", "tiles"},
    {"grab_quality_max_tile", "greatest distance of a grip beyond the best", "tiles"},
    {"candidates", "candidates of searches", "per episode"},
    {"stretch_p50_ratio", "median stretch", "ratio"},
    {"stretch_p99_ratio", "stretch, 99th percentile", "ratio"},
    {"stretch_max_ratio", "largest stretch", "ratio"},
    {"penetration_max_m", "deepest inside a solid", NULL},
    {"stuck_ticks", "time of being stuck", "ticks per episode"},
    {"prey_eaten", "prey eaten", "per episode"},
    {"cost_model_us_per_creature_step", "modelled cost", "µs per creature step"},
    {"cpu_us_per_creature_step", "processor time", "µs per creature step"},
    {"cpu_plan_us", "processor time of a plan", "µs"},
};

void hhx_label_metric(HhxText *label, const char *column, bool unit)
{
  int row = hhb_metric_find(column);
  const char *name = column, *measure = row < 0 ? "" : hhb_metric_table[row].unit;
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    if (strcmp(column, labels[i].column) == 0) {
      name = labels[i].name;
      measure = labels[i].unit ? labels[i].unit : measure;
    }
  size_t start = label->size;
  hhx_text_add(label, "%s", name);
  for (size_t i = start; !label->failed && i < label->size; i++)
    if (label->chars[i] == '_') label->chars[i] = ' ';
  if (unit && *measure) hhx_text_add(label, ", %s", measure);
}

void hhx_label_name(HhxText *label, const char *name)
{
  for (; *name; name++)
    hhx_text_add(label, "%c", *name == '_' ? ' ' : *name == '|' ? '/' : *name);
}
