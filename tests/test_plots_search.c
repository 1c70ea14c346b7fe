/* Pictures of sensitivity, of searches, and of designs that are no grid: from CSV made by hand
 * after the contracts of the commands that write it, good ones and degenerate ones. */
#include <math.h>

#include "plots_room.h"

static HhxSpec *spec_of(const char *rest)
{
  char text[2048];
  HhxError error;
  int size = snprintf(text, sizeof text,
                      "name: \"it's a | $(search)\"\nscenes: [endless_branch, sloped_branch]\n"
                      "movers: [ballistic]\nduration_s: 5\nreplicates: 2\n%s",
                      rest);
  HhxSpec *spec = hhx_spec_parse("test.yaml", text, (size_t)size, &error);
  if (!spec) fail_msg("%s", error.text);
  return spec;
}

#define METRICS "metrics: [energy_loss_J_per_kg_m]\n"
#define ONE     "sweep: {planner.weight.momentum: {min: 0.1, max: 10, scale: log}}\n"
#define THREE                                                                                      \
  "sweep:\n  planner.weight.momentum: {min: 0.1, max: 10, scale: log}\n"                           \
  "  start.kind: {values: [rest, swing]}\n  world.slope_spread: {min: 0 deg, max: 35 deg}\n"
#define TWELVE                                                                                     \
  "sweep:\n  planner.weight.momentum: {min: 0.1, max: 10, scale: log}\n"                           \
  "  planner.weight.arc_height: {min: 0.1, max: 10, scale: log}\n"                                 \
  "  planner.weight.speed_band: {min: 0.1, max: 10, scale: log}\n"                                 \
  "  planner.weight.cruise: {min: 0.1, max: 10, scale: log}\n"                                     \
  "  planner.weight.closure: {min: 0.1, max: 10, scale: log}\n"                                    \
  "  planner.iterations: {min: 1, max: 8}\n  planner.guesses: {min: 4, max: 64}\n"                 \
  "  grab.randomness: {min: 0, max: 1}\n  start.kind: {values: [rest, swing]}\n"                   \
  "  gibbon.arm_length: {min: 0.6, max: 0.8}\n  world.slope_spread: {min: 0 deg, max: 35 deg}\n"   \
  "  start.speed: {min: 2, max: 3}\n"

/* How the numbers of a table come out. */
typedef enum Kind { GOOD, CONSTANT, EMPTY, HEADER } Kind;

/* A number from 0 to 1 without pattern. */
static double scattered(int i)
{
  double x = i * 0.6180339887498949;
  return x - floor(x);
}

static void cell(FILE *file, Kind kind, double value)
{
  if (kind == EMPTY)
    fprintf(file, ",");
  else
    fprintf(file, ",%.17g", kind == CONSTANT ? 2.5 : value);
}

/* -- sensitivity ------------------------------------------------------------------------------ */

/* The last parameter matters most; that of `failed` are empty. */
static void sensitivity_write(const Room *room, const HhxSpec *spec, Kind kind)
{
  static const char *const sobol[] = {"S1", "ST"}, *const morris[] = {"mu_star", "mu", "sigma"};
  bool effects = spec->design == HHX_MORRIS;
  FILE *file = file_open(room, "sensitivity.csv");
  fprintf(file, "scene,mover,metric,unit,parameter,index,estimate,ci95_low,ci95_high,rows,"
                "rows_dropped\r\n");
  int lines = spec->scene_count * (spec->metric_count + 1) * spec->axis_count * (effects ? 3 : 2);
  for (int i = 0; kind != HEADER && i < lines; i++) {
    int index = i % (effects ? 3 : 2), rest = i / (effects ? 3 : 2);
    int axis = rest % spec->axis_count;
    rest /= spec->axis_count;
    int metric = rest % (spec->metric_count + 1);
    double value = (axis + 0.5 * (index + 1)) / (spec->axis_count + 1);
    fprintf(file, "%s,ballistic,%s,%s,%s,%s", spec->scenes[rest / (spec->metric_count + 1)]->name,
            metric < spec->metric_count ? hhb_metric_table[spec->metrics[metric]].name : "failed",
            effects && metric < spec->metric_count ? "J/(kg m)" : "", spec->axes[axis].param->name,
            effects ? morris[index] : sobol[index]);
    Kind here = metric == spec->metric_count ? EMPTY : kind;
    cell(file, here, value);
    cell(file, index == 2 ? EMPTY : here, value - 0.1);
    cell(file, index == 2 ? EMPTY : here, value + 0.1);
    fprintf(file, ",%d,%d\r\n", kind == EMPTY ? 0 : 1012, kind == EMPTY ? 1024 : 12);
  }
  fclose(file);
}

/* summary.csv and runs.csv in which no episode fails: what failures.svg needs to stay away. */
static void no_failures_write(const Room *room)
{
  FILE *file = file_open(room, "summary.csv");
  fprintf(file, "config,scene,mover,planner.weight.momentum,start.kind,world.slope_spread,n,"
                "failures\r\n0,endless_branch,ballistic,1,rest,0.1,2,0\r\n");
  fclose(file);
  file = file_open(room, "runs.csv");
  fprintf(file, "run,config,replicate,scene,mover,status\r\n"
                "0,0,0,endless_branch,ballistic,finished\r\n");
  fclose(file);
}

static void indices_are_bars_with_the_strongest_parameter_first(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of(METRICS THREE "design: {kind: saltelli, samples: 16}\n");
  sensitivity_write(room, spec, GOOD);
  no_failures_write(room);
  assert_int_equal(plotted(room, spec, hhx_plot_sensitivity), 0);
  assert_silent(room);
  static const char picture[] = "sensitivity_energy_loss_J_per_kg_m.svg";
  assert_picture(room, picture, "share of the variance of energy loss");
  assert_picture(room, picture, "total order ST: with all its interactions");
  assert_picture(room, picture, "1012 rows, 12 more dropped");
  const char *text = file_text(room, picture);
  const char *first = strstr(text, ">world.slope_spread<"), *second = strstr(text, ">start.kind<");
  assert_non_null(first);
  assert_non_null(second);
  assert_true(first < second);
  assert_int_equal(pictures(room, ".svg"), 1);
  assert_names_known(room);
  hhx_spec_free(spec);
}

static void
elementary_effects_are_bars_and_marks_that_share_a_label_where_they_are_near(void **state)
{
  Room *room = *state;
  static const char picture[] = "morris_energy_loss_J_per_kg_m.svg";
  HhxSpec *spec = spec_of(METRICS THREE "design: {kind: morris, trajectories: 10, levels: 4}\n");
  sensitivity_write(room, spec, GOOD);
  no_failures_write(room);
  assert_int_equal(plotted(room, spec, hhx_plot_sensitivity), 0);
  assert_silent(room);
  assert_picture(room, picture, "mu*, mean size of the effect on energy loss, J/(kg m)");
  assert_picture(room, picture, ">world.slope_spread  1<");
  assert_picture(room, picture, ">3<");
  assert_int_equal(pictures(room, ".svg"), 1);
  assert_names_known(room);
  sensitivity_write(room, spec, CONSTANT);
  assert_int_equal(plotted(room, spec, hhx_plot_sensitivity), 0);
  assert_picture(room, picture, ">1, 2, 3<");
  hhx_spec_free(spec);
}

static void a_metric_without_indices_says_no_data(void **state)
{
  static const char *const designs[] = {"design: {kind: saltelli, samples: 16}\n",
                                        "design: {kind: morris, trajectories: 10, levels: 4}\n"};
  static const char *const names[] = {"sensitivity_energy_loss_J_per_kg_m.svg",
                                      "morris_energy_loss_J_per_kg_m.svg"};
  for (size_t i = 0; i < 2; i++)
    for (Kind kind = EMPTY; kind <= HEADER; kind++) {
      Room *room = *state;
      char rest[1024];
      snprintf(rest, sizeof rest, METRICS "%s%s", kind == EMPTY ? THREE : ONE, designs[i]);
      HhxSpec *spec = spec_of(rest);
      sensitivity_write(room, spec, kind);
      no_failures_write(room);
      assert_int_equal(plotted(room, spec, hhx_plot_sensitivity), 0);
      assert_silent(room);
      assert_picture(room, names[i], "no data: no value,");
      hhx_spec_free(spec);
    }
}

/* -- searches --------------------------------------------------------------------------------- */

/* A value of an axis; a word for a choice. Where `blank`, the first axis does not count in every
 * third evaluation. */
static void axes_write(FILE *file, const HhxSpec *spec, int i, bool blank)
{
  for (int k = 0; k < spec->axis_count; k++) {
    const HhxAxis *axis = &spec->axes[k];
    double at = scattered(i * (k + 1) + k);
    if (blank && k == 0 && i % 3 == 0)
      fprintf(file, ",");
    else if (axis->param->kind == HH_CHOICE)
      fprintf(file, ",%s", i % 2 ? "rest" : "swing");
    else if (axis->param->kind == HH_COUNT)
      fprintf(file, ",%d", (int)(axis->low + (axis->high - axis->low) * at));
    else
      fprintf(file, ",%.17g", axis->low + (axis->high - axis->low) * at);
  }
}

/* `count` evaluations numbered from `from`, scores over a factor of `spread`. */
static void history_write(const Room *room, const HhxSpec *spec, int from, int count, double spread,
                          Kind kind)
{
  static const char *const phases[] = {"cma_es", "random", "race", "nsga2"};
  bool front = spec->optimizer.kind == HHX_NSGA2;
  FILE *file = file_open(room, "history.csv");
  fprintf(file, "evaluation,generation,phase");
  for (int k = 0; k < spec->axis_count; k++)
    fprintf(file, ",%s", spec->axes[k].param->name);
  fprintf(file, ",replicates,failures");
  for (int k = 0; k < spec->objective_count; k++)
    fprintf(file, ",%s", hhb_metric_table[spec->objectives[k].metric].name);
  fprintf(file, ",score,best_score,hypervolume\r\n");
  double best = (double)INFINITY;
  for (int i = 0; kind != HEADER && i < count; i++) {
    double score = pow(spread, scattered(i) - 1);
    best = score < best ? score : best;
    if (i == 0)
      fprintf(file, "%d,0,default", from);
    else
      fprintf(file, "%d,%d,%s %d", from + i, i / 10, phases[spec->optimizer.kind],
              1 + 2 * i / count);
    axes_write(file, spec, i, kind == GOOD);
    fprintf(file, ",2,%d", kind == EMPTY ? 4 : i % 7 == 0);
    for (int k = 0; k < spec->objective_count; k++)
      cell(file, kind, k % 2 ? 1.5 - score : score);
    cell(file, front ? EMPTY : kind, score);
    cell(file, front ? EMPTY : kind, best);
    cell(file, front && kind != EMPTY ? GOOD : EMPTY, 0.9 - 0.9 / (i + 1));
    fprintf(file, "\r\n");
  }
  fclose(file);
}

/* Every fifth evaluation. */
static void front_write(const Room *room, const HhxSpec *spec, int count, Kind kind)
{
  FILE *file = file_open(room, "front.csv");
  fprintf(file, "evaluation");
  for (int k = 0; k < spec->axis_count; k++)
    fprintf(file, ",%s", spec->axes[k].param->name);
  for (int k = 0; k < spec->objective_count; k++)
    fprintf(file, ",%s", hhb_metric_table[spec->objectives[k].metric].name);
  fprintf(file, "\r\n");
  for (int i = 0; kind == GOOD && i < count; i += 5) {
    fprintf(file, "%d", i);
    axes_write(file, spec, i, true);
    for (int k = 0; k < spec->objective_count; k++)
      cell(file, kind, scattered(i));
    fprintf(file, "\r\n");
  }
  fclose(file);
}

/* Half of the field is dropped in each of three rounds of two blocks. */
static void race_write(const Room *room, int field, Kind kind)
{
  FILE *file = file_open(room, "race.csv");
  fprintf(file, "round,evaluation,rank_mean,blocks,statistic,p,decision,versus\r\n");
  for (int round = 1; kind == GOOD && round <= 3; round++) {
    int left = field >> (round - 1), next = round < 3 ? left / 2 : 1;
    for (int i = 0; i < left || i == 0; i++)
      fprintf(file, "%d,%d,%g,%d,9.5,0.01,%s,0\r\n", round, i, i + 1.5, 2 * round,
              i >= next && i > 0 ? "dropped"
              : round == 3       ? "winner"
                                 : "kept");
  }
  fclose(file);
}

static void held_out_write(const Room *room, const HhxSpec *spec, int front, Kind kind)
{
  FILE *file = file_open(room, "held_out.csv");
  fprintf(file, "candidate,scene,metric,unit,n,failures,mean,ci95_low,ci95_high,difference,"
                "difference_ci95_low,difference_ci95_high,wilcoxon_p,wilcoxon_p_holm,"
                "effect_size\r\n");
  for (int i = 0; kind != HEADER && i <= (front ? front : 1); i++)
    for (int k = 0; k < spec->objective_count; k++) {
      const HhbMetric *metric = &hhb_metric_table[spec->objectives[k].metric];
      char name[32] = "default";
      if (i > 0 && front) snprintf(name, sizeof name, "front_%d", i - 1);
      if (i > 0 && !front) snprintf(name, sizeof name, "tuned");
      fprintf(file, "%s,random_course,%s,%s,32,3", name, metric->name, metric->unit);
      for (int part = 0; part < 3; part++)
        cell(file, kind, 2 - 0.1 * i + 0.1 * (part == 2) - 0.1 * (part == 1));
      for (int part = 0; part < 3; part++)
        cell(file, i > 0 ? kind : EMPTY, -0.1 * i + 0.1 * (part == 2) - 0.1 * (part == 1));
      cell(file, i > 0 ? kind : EMPTY, 0.002);
      cell(file, i > 0 ? kind : EMPTY, 0.004);
      cell(file, i > 0 ? kind : EMPTY, 0.7);
      fprintf(file, "\r\n");
    }
  fclose(file);
}

static void importance_write(const Room *room, const HhxSpec *spec, Kind kind)
{
  FILE *file = file_open(room, "importance.csv");
  fprintf(file, "scene,mover,metric,parameter,importance,rows\r\n");
  for (int i = 0; kind != HEADER && i < spec->axis_count; i++) {
    fprintf(file, "endless_branch,ballistic,energy_loss_J_per_kg_m,%s", spec->axes[i].param->name);
    cell(file, kind == CONSTANT ? EMPTY : kind, (i + 1.0) / (spec->axis_count + 1));
    fprintf(file, ",100\r\n");
  }
  fclose(file);
}

#define ONE_GOAL  "objectives: [{metric: energy_loss_J_per_kg_m}]\n"
#define TWO_GOALS "objectives: [{metric: energy_loss_J_per_kg_m}, {metric: speed_cv}]\n"
#define FOUR_GOALS                                                                                 \
  "objectives: [{metric: energy_loss_J_per_kg_m}, {metric: speed_cv, scenes: worst}, "             \
  "{metric: speed_mean_mps, goal: maximize}, {metric: cost_model_us_per_creature_step}]\n"
#define HELD "held_out: {scenes: [random_course], seed: 1000, replicates: 32}\n"

static void everything_write(const Room *room, const HhxSpec *spec, int count, Kind kind)
{
  history_write(room, spec, 0, count, 20, kind);
  if (spec->optimizer.kind == HHX_NSGA2) front_write(room, spec, count, kind);
  if (spec->optimizer.kind == HHX_RACE) race_write(room, 20, kind);
  held_out_write(room, spec, spec->optimizer.kind == HHX_NSGA2 ? 12 : 0, kind);
  importance_write(room, spec, kind);
}

/* What is searched, and how many pictures it gets. */
static const struct {
  const char *rest;
  int pictures;
} searches[] = {
    {THREE ONE_GOAL HELD "optimizer: {kind: cma_es, budget: 100}\n", 5},
    {ONE TWO_GOALS HELD "optimizer: {kind: random, budget: 100}\n", 5},
    {THREE ONE_GOAL HELD "optimizer: {kind: race, budget: 100}\n", 6},
    {THREE TWO_GOALS HELD "optimizer: {kind: nsga2, budget: 100}\n", 6},
    {TWELVE FOUR_GOALS HELD "optimizer: {kind: nsga2, budget: 100}\n", 6},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

static void every_search_gets_its_pictures(void **state)
{
  for (size_t i = 0; i < SEARCHES; i++) {
    Room room;
    Room *made = *state;
    room = *made;
    snprintf(room.out, sizeof room.out, "%s/%zu", made->top, i);
    assert_int_equal(mkdir(room.out, 0777), 0);
    HhxSpec *spec = spec_of(searches[i].rest);
    everything_write(&room, spec, 60, GOOD);
    assert_int_equal(plotted(&room, spec, hhx_plot_tune), 0);
    assert_silent(&room);
    assert_int_equal(pictures(&room, ".svg"), searches[i].pictures);
    assert_names_known(&room);
    bool front = spec->optimizer.kind == HHX_NSGA2, race = spec->optimizer.kind == HHX_RACE;
    assert_picture(&room, "history.svg", "energy loss, J/(kg m)");
    assert_picture(&room, "history.svg", front ? ">hypervolume<" : ">best so far<");
    assert_picture(&room, "slices.svg", ">planner.weight.momentum<");
    assert_picture(&room, "slices.svg", front ? ">default<" : "diamond:");
    assert_picture(&room, "parallel.svg", "dotted across");
    assert_picture(&room, "parallel.svg", front ? "grey:" : "orange:");
    assert_picture(&room, "importance.svg", "share of the variance");
    assert_picture(&room, "held_out.svg", ">difference, J/(kg m)<");
    assert_picture(&room, "held_out.svg", front ? ">front 11<" : ">p = 0.004<");
    if (front) assert_picture(&room, "front.svg", "12 of 60 evaluations are on the front");
    if (race) assert_picture(&room, "race.svg", "20 in all, of which 19 were dropped");
    hhx_spec_free(spec);
  }
}

/* Nothing known, always the same, one evaluation, no row at all: a picture or none, no complaint.
 */
static void a_search_that_found_nothing_costs_no_more_than_its_pictures(void **state)
{
  for (size_t i = 0; i < SEARCHES; i += 2)
    for (Kind kind = GOOD; kind <= HEADER; kind++) {
      Room *room = *state;
      HhxSpec *spec = spec_of(searches[i].rest);
      everything_write(room, spec, kind == GOOD ? 1 : 20, kind);
      assert_int_equal(plotted(room, spec, hhx_plot_tune), 0);
      assert_silent(room);
      if (kind == HEADER)
        assert_int_equal(pictures(room, ".svg"), 0);
      else
        assert_picture(room, "history.svg",
                       kind == EMPTY ? "no data: no evaluation has a value" : ">evaluation<");
      assert_int_equal(pictures(room, ".tmp"), 0);
      hhx_spec_free(spec);
    }
}

static void scores_over_more_than_a_factor_of_100_get_a_log_scale(void **state)
{
  for (int wide = 0; wide < 2; wide++) {
    Room *room = *state;
    HhxSpec *spec = spec_of(searches[0].rest);
    history_write(room, spec, 0, 60, wide ? 1e6 : 50, GOOD);
    assert_int_equal(plotted(room, spec, hhx_plot_tune), 0);
    assert_silent(room);
    static const char *const names[] = {"history.svg", "slices.svg"};
    for (size_t i = 0; i < 2; i++)
      assert_int_equal(strstr(file_text(room, names[i]), "energy loss, J/(kg m) (log)") != NULL,
                       wide);
    hhx_spec_free(spec);
  }
}

/* 5,000 evaluations, numbered from 5: thinned, the same each time, and not for minutes. */
static void a_long_search_is_thinned_the_same_way_each_time(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of(searches[0].rest);
  history_write(room, spec, 5, 5000, 50, GOOD);
  static const char *const names[] = {"history.svg", "slices.svg", "parallel.svg"};
  char *before[3] = {NULL, NULL, NULL};
  for (int time = 0; time < 2; time++) {
    assert_int_equal(plotted(room, spec, hhx_plot_tune), 0);
    assert_silent(room);
    assert_picture(room, "parallel.svg", "2000 of 5000 are drawn");
    for (int i = 0; i < 3; i++) {
      const char *text = file_text(room, names[i]);
      if (time == 0)
        before[i] = strdup(text);
      else
        assert_string_equal(text, before[i]);
    }
  }
  for (int i = 0; i < 3; i++)
    free(before[i]);
  hhx_spec_free(spec);
}

/* -- designs that are no grid ----------------------------------------------------------------- */

static void summary_write(const Room *room, const HhxSpec *spec, Kind kind)
{
  FILE *runs = file_open(room, "runs.csv"), *file = file_open(room, "summary.csv");
  fprintf(runs, "run,config,replicate,scene,mover,status,energy_loss_J_per_kg_m\r\n");
  fprintf(file, "config,scene,mover");
  for (int k = 0; k < spec->axis_count; k++)
    fprintf(file, ",%s", spec->axes[k].param->name);
  fprintf(file, ",n,failures");
  for (int part = 0; part < 4; part++)
    fprintf(file, ",energy_loss_J_per_kg_m_%s",
            part == 0   ? "mean"
            : part == 1 ? "median"
            : part == 2 ? "ci95_low"
                        : "ci95_high");
  fprintf(file, "\r\n");
  for (int i = 0; i < 40; i++) {
    const char *scene = spec->scenes[i % 2]->name;
    fprintf(file, "%d,%s,ballistic", i / 2, scene);
    axes_write(file, spec, i / 2, true);
    fprintf(file, ",2,0");
    for (int part = 0; part < 4; part++)
      cell(file, kind, scattered(i) + 0.1 * part);
    fprintf(file, "\r\n");
    for (int replicate = 0; replicate < 2; replicate++) {
      fprintf(runs, "%d,%d,%d,%s,ballistic,finished", 2 * i + replicate, i / 2, replicate, scene);
      cell(runs, kind, scattered(i));
      fprintf(runs, "\r\n");
    }
  }
  fclose(runs);
  fclose(file);
}

/* Where importance.csv says so, over the last two parameters, else over the first two. */
static void a_sample_gets_slices_coordinates_and_a_map_of_what_matters(void **state)
{
  static const char *const designs[] = {"random, samples: 20", "latin_hypercube, samples: 20",
                                        "sobol, samples: 20", "halton, samples: 20"};
  for (size_t i = 0; i < 4; i++) {
    Room *room = *state;
    char rest[1024];
    snprintf(rest, sizeof rest, METRICS THREE "design: {kind: %s}\n", designs[i]);
    HhxSpec *spec = spec_of(rest);
    summary_write(room, spec, GOOD);
    importance_write(room, spec, i % 2 ? HEADER : GOOD);
    assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
    assert_silent(room);
    assert_picture(room, "energy_loss_J_per_kg_m.svg", "world.slope_spread, degrees");
    assert_picture(room, "parallel_energy_loss_J_per_kg_m.svg", "a line the means");
    assert_picture(room, "map_energy_loss_J_per_kg_m.svg", ">start.kind<");
    const char *text = file_text(room, "map_energy_loss_J_per_kg_m.svg");
    assert_int_equal(strstr(text, ">planner.weight.momentum<") != NULL, i % 2);
    assert_int_equal(pictures(room, ".svg"), i % 2 ? 3 : 4);
    assert_names_known(room);
    hhx_spec_free(spec);
  }
}

static void a_grid_with_holes_is_drawn_as_a_sample_is(void **state)
{
  for (Kind kind = GOOD; kind <= EMPTY; kind++) {
    Room *room = *state;
    HhxSpec *spec = spec_of(METRICS "sweep:\n  start.kind: {values: [rest, swing]}\n"
                                    "  start.speed: {values: [2, 3], when: {start.kind: swing}}\n");
    summary_write(room, spec, kind);
    assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
    assert_silent(room);
    assert_picture(room, "energy_loss_J_per_kg_m.svg", "a point is the mean of one configuration");
    assert_picture(room, "parallel_energy_loss_J_per_kg_m.svg", "dotted across");
    assert_picture(room, "map_energy_loss_J_per_kg_m.svg",
                   kind == EMPTY ? "no data" : "start.speed, m/s");
    hhx_spec_free(spec);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_ROOM(indices_are_bars_with_the_strongest_parameter_first),
      IN_ROOM(elementary_effects_are_bars_and_marks_that_share_a_label_where_they_are_near),
      IN_ROOM(a_metric_without_indices_says_no_data),
      IN_ROOM(every_search_gets_its_pictures),
      IN_ROOM(a_search_that_found_nothing_costs_no_more_than_its_pictures),
      IN_ROOM(scores_over_more_than_a_factor_of_100_get_a_log_scale),
      IN_ROOM(a_long_search_is_thinned_the_same_way_each_time),
      IN_ROOM(a_sample_gets_slices_coordinates_and_a_map_of_what_matters),
      IN_ROOM(a_grid_with_holes_is_drawn_as_a_sample_is),
  };
  return cmocka_run_group_tests_name("plots of searches", tests, NULL, NULL);
}
