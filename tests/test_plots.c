/* Pictures of a result folder: that each kind of design gets its own, whatever the folder is
 * called, and that no trouble of gnuplot's is trouble of the sweep's. The CSV here is made by
 * hand: constant numbers in the columns that summary.c and trace.c write. */
#include "check.h"

#include <math.h>
#include <time.h>

#include "design.h"
#include "label.h"
#include "plots_room.h"

static HhxSpec *spec_of(const char *rest)
{
  char text[1024];
  HhxError error;
  int size = snprintf(text, sizeof text,
                      "name: \"it's 5 | 3 $(rm) `x` \\\"q\\\"\"\n"
                      "scenes: [endless_branch, sloped_branch]\n"
                      "movers: [sine, ballistic]\n"
                      "duration_s: 5\nreplicates: 3\n"
                      "metrics: [energy_loss_J_per_kg_m, speed_cv, cpu_us_per_creature_step]\n%s",
                      rest);
  HhxSpec *spec = hhx_spec_parse("test.yaml", text, (size_t)size, &error);
  if (!spec) fail_msg("%s", error.text);
  return spec;
}

static bool measured(HhMover mover, int metric)
{
  return mover != HH_MOVER_SINE || metric != hhb_metric_find("speed_cv");
}

/* runs.csv: of every metric the first `valued` replicates have a value, and the last `failures`
 * end in turn with each of two statuses. */
static void runs_write(const Room *room, const HhxSpec *spec, int failures, int valued)
{
  FILE *file = file_open(room, "runs.csv");
  fprintf(file, "run,config,replicate,scene,mover,status");
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++)
    fprintf(file, ",%s", hhb_metric_table[metric].name);
  fprintf(file, "\r\n");
  for (int64_t i = 0; i < hhx_design_runs(spec); i++) {
    HhxRun run = hhx_design_run(spec, i);
    int failure = run.replicate - (spec->replicates - failures);
    fprintf(file, "%d,%d,%d,%s,%s,%s", (int)i, (int)run.point, run.replicate, run.scene->name,
            hh_mover_names[run.mover],
            failure < 0   ? "finished"
            : failure % 2 ? "stalled"
                          : "fell");
    for (int metric = 0; metric < HHB_METRIC_COUNT; metric++)
      fprintf(file, run.replicate < valued && measured(run.mover, metric) ? ",2" : ",");
    fprintf(file, "\r\n");
  }
  fclose(file);
}

/* Each metric of every row: mean 2, median 2, interval 1 to 3, all times `factor` from one design
 * point to the next; a sine has no speed_cv. Of these four only the first `known` are there. */
static void summary_write_some(const Room *room, const HhxSpec *spec, int failures, int known,
                               double factor)
{
  static const char *const parts[] = {"mean", "median", "ci95_low", "ci95_high"};
  static const double numbers[] = {2, 2, 1, 3};
  runs_write(room, spec, failures, known ? spec->replicates : 0);
  FILE *file = file_open(room, "summary.csv");
  fprintf(file, "config,scene,mover");
  for (int i = 0; i < spec->axis_count; i++)
    fprintf(file, ",%s", spec->axes[i].param->name);
  fprintf(file, ",n,failures");
  for (int metric = 0; metric < HHB_METRIC_COUNT; metric++)
    for (int part = 0; part < 4; part++)
      fprintf(file, ",%s_%s", hhb_metric_table[metric].name, parts[part]);
  fprintf(file, "\r\n");
  for (int64_t point = 0; point < hhx_design_points(spec); point++)
    for (int row = 0; row < spec->scene_count * spec->mover_count; row++) {
      double values[8];
      HhMover mover = spec->movers[row % spec->mover_count];
      hhx_design_values(spec, point, values);
      fprintf(file, "%d,%s,%s", (int)point, spec->scenes[row / spec->mover_count]->name,
              hh_mover_names[mover]);
      for (int i = 0; i < spec->axis_count; i++) {
        char word[64];
        snprintf(word, sizeof word, "%.17g", values[i]);
        if (spec->axes[i].param->kind == HH_CHOICE)
          hh_param_choice_name(spec->axes[i].param, (int)values[i], word, sizeof word);
        fprintf(file, ",%s", word);
      }
      fprintf(file, ",3,%d", failures);
      for (int metric = 0; metric < HHB_METRIC_COUNT; metric++)
        for (int part = 0; part < 4; part++) {
          if (part >= known || !measured(mover, metric))
            fprintf(file, ",");
          else
            fprintf(file, ",%.17g", numbers[part] * pow(factor, (double)point));
        }
      fprintf(file, "\r\n");
    }
  fclose(file);
}

static void summary_write(const Room *room, const HhxSpec *spec, int failures)
{
  summary_write_some(room, spec, failures, 4, 1);
}

/* What is swept, and words of the picture of it. */
static const struct {
  const char *rest, *words;
} designs[] = {
    {"", "mean and 95 % interval of each scene"},
    {"sweep: {planner.iterations: {values: [1, 2, 5]}}", "planner.iterations"},
    {"sweep: {gibbon.arm_length: {values: [0.7]}}", "gibbon.arm_length, m"},
    {"sweep: {start.kind: {values: [rest, swing]}}", "rest"},
    {"sweep:\n  planner.iterations: {values: [1, 2, 5]}\n"
     "  planner.weight.momentum: {min: 0.1, max: 10, steps: 7, scale: log}\n",
     "lines: planner.iterations"},
    {"sweep:\n  planner.iterations: {min: 1, max: 8, steps: 8}\n"
     "  planner.weight.momentum: {min: 0.1, max: 10, steps: 7, scale: log}\n",
     "mean of each configuration"},
    {"sweep:\n  planner.iterations: {min: 1, max: 3, steps: 3}\n"
     "  start.kind: {values: [rest, swing]}\n"
     "  planner.weight.momentum: {min: 0.1, max: 10, steps: 5, scale: log}\n",
     "panels: start.kind"},
    {"design: {kind: random, samples: 20}\nsweep:\n"
     "  planner.iterations: {min: 1, max: 8}\n  grab.randomness: {min: 0, max: 1}\n"
     "  planner.weight.momentum: {min: 0.1, max: 10, scale: log}\n",
     "a point is the mean of one configuration"},
};
enum { DESIGNS = sizeof designs / sizeof *designs };

static void every_design_is_drawn_in_a_folder_of_any_name(void **state)
{
  for (size_t i = 0; i < DESIGNS; i++) {
    Room *room = *state;
    HhxSpec *spec = spec_of(designs[i].rest);
    summary_write(room, spec, 1);
    assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
    assert_silent(room);
    assert_picture(room, "energy_loss_J_per_kg_m.svg", "energy loss, J/(kg m)");
    assert_picture(room, "energy_loss_J_per_kg_m.svg", designs[i].words);
    assert_picture(room, "cpu_us_per_creature_step.svg", "processor time, µs per creature step");
    assert_picture(room, "speed_cv.svg", "unsteadiness of speed, cv");
    assert_picture(room, "failures.svg", "Episodes that fell");
    assert_int_equal(pictures(room, ".svg"), spec->design == HHX_GRID ? 4 : 4 + 2 * 3);
    assert_int_equal(pictures(room, ".tmp"), 0);
    assert_names_known(room);
    hhx_spec_free(spec);
  }
}

static void one_replicate_has_no_interval_and_a_metric_may_be_missing_everywhere(void **state)
{
  for (size_t i = 0; i < DESIGNS; i++)
    for (int known = 0; known <= 2; known += 2) {
      Room *room = *state;
      HhxSpec *spec = spec_of(designs[i].rest);
      summary_write_some(room, spec, 0, known, 1);
      assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
      assert_silent(room);
      assert_picture(room, "energy_loss_J_per_kg_m.svg",
                     known ? "energy loss, J/(kg m)" : "no data: too few grabs");
      assert_int_equal(pictures(room, ".svg"), spec->design == HHX_GRID ? 3 : 3 + 2 * 3);
      hhx_spec_free(spec);
    }
}

static void failures_are_drawn_only_where_there_are_any(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("sweep: {planner.iterations: {values: [1, 2, 5]}}");
  summary_write(room, spec, 2);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_picture(room, "failures.svg", "Episodes that fell or stalled");
  assert_picture(room, "failures.svg", "of 3 episodes");
  summary_write(room, spec, 0);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_null(file_text(room, "failures.svg"));
  assert_silent(room);
  hhx_spec_free(spec);
}

/* Bars say n below, lines above the panel; a mark that most episodes say nothing about is hollow.
 */
static void n_is_said_where_episodes_have_no_value(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_null(strstr(file_text(room, "energy_loss_J_per_kg_m.svg"), "of 3"));
  runs_write(room, spec, 2, 1);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_picture(room, "energy_loss_J_per_kg_m.svg", ">n = 1<");
  assert_picture(room, "energy_loss_J_per_kg_m.svg", ">of 3<");
  assert_picture(room, "energy_loss_J_per_kg_m.svg", "hollow: fewer than half");
  hhx_spec_free(spec);

  spec = spec_of("sweep: {planner.iterations: {values: [1, 2, 5]}}");
  summary_write(room, spec, 0);
  runs_write(room, spec, 0, 2);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_picture(room, "energy_loss_J_per_kg_m.svg", "n = 2 of 3");
  assert_null(strstr(file_text(room, "energy_loss_J_per_kg_m.svg"), "hollow"));
  assert_silent(room);
  hhx_spec_free(spec);
}

/* A range of round-off is none: ticks in it would be without end. */
static void differences_of_round_off_are_none(void **state)
{
  Room *room = *state;
  setenv("HANDHOLD_PLOT_LIMIT", "20", 1);
  static const char *const narrow[] = {
      "sweep: {gibbon.arm_length: {values: [0.7, 0.70000000000000007]}}",
      "design: {kind: random, samples: 9}\nsweep:\n"
      "  gibbon.arm_length: {min: 0.7, max: 0.70000000000000029}\n"
      "  world.slope: {min: 0.2, max: 0.20000000000000004}\n"
      "  grab.catch: {min: 0.2, max: 0.20000000000000004, scale: log}\n"};
  enum { NARROW = sizeof narrow / sizeof narrow[0] };
  for (int i = 0; i < DESIGNS + NARROW; i++) {
    HhxSpec *spec = spec_of(i < DESIGNS ? designs[i].rest : narrow[i - DESIGNS]);
    summary_write_some(room, spec, 0, i % 2 ? 2 : 4, 1 + 0x1p-52);
    assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
    assert_silent(room);
    assert_picture(room, "energy_loss_J_per_kg_m.svg", "energy loss, J/(kg m)");
    hhx_spec_free(spec);
  }
  unsetenv("HANDHOLD_PLOT_LIMIT");
}

static void an_axis_without_effect_is_one_line_that_says_so(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("sweep:\n  planner.iterations: {values: [1, 2, 5]}\n"
                          "  grab.randomness: {values: [0, 0.5]}\n");
  summary_write(room, spec, 0);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_picture(room, "energy_loss_J_per_kg_m.svg",
                 "no effect of grab.randomness or planner.iterations");
  summary_write_some(room, spec, 0, 4, 1.5);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_null(strstr(file_text(room, "energy_loss_J_per_kg_m.svg"), "no effect"));
  hhx_spec_free(spec);
}

static void means_over_more_than_a_factor_of_100_get_a_log_scale(void **state)
{
  for (size_t i = 1; i < DESIGNS; i++) {
    Room *room = *state;
    HhxSpec *spec = spec_of(designs[i].rest);
    int64_t points = hhx_design_points(spec);
    for (int wide = 0; wide < 2 && points > 1; wide++) {
      summary_write_some(room, spec, 0, 4, pow(wide ? 120 : 80, 1.0 / (double)(points - 1)));
      assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
      assert_silent(room);
      const char *text = file_text(room, "energy_loss_J_per_kg_m.svg");
      /* A row of panels has its own scale: what spreads over all of them need not over each. */
      if (spec->axis_count < 3 || !wide)
        assert_int_equal(strstr(text, "energy loss, J/(kg m) (log)") != NULL, wide);
    }
    hhx_spec_free(spec);
  }
}

/* What viewers show as the name of the picture: letters and digits only. */
static void the_title_says_what_and_where(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_picture(room, "energy_loss_J_per_kg_m.svg", "Energy loss: endless branch, sloped branch");
  assert_picture(room, "energy_loss_J_per_kg_m.svg",
                 "<title>Energy_loss__endless_branch__sloped_branch</title>");
  hhx_spec_free(spec);
}

static void a_design_point_is_written_for_people(void **state)
{
  (void)state;
  char text[128];
  HhxSpec *spec = spec_of("sweep:\n  start.kind: {values: [rest, swing]}\n"
                          "  start.speed: {values: [2.385, 3]}\n");
  hhx_plot_config(spec, 1, text, sizeof text);
  assert_string_equal(text, "start.kind rest, start.speed 3 m/s");
  hhx_plot_config(spec, 1, text, 12);
  assert_string_equal(text, "start.kind ");
  hhx_spec_free(spec);
  spec = spec_of("");
  hhx_plot_config(spec, 0, text, sizeof text);
  assert_string_equal(text, "");
  hhx_spec_free(spec);
}

/* Swings along below a branch; in frame 300 it is hung up again 1 m further on. */
/* Every other frame holds on, or none does; the energy changes by round-off. */
static void traces_write(const Room *room, const HhxSpec *spec, int frames, bool holds)
{
  for (int row = 0; row < spec->scene_count * spec->mover_count; row++) {
    char name[256];
    const char *scene = spec->scenes[row / spec->mover_count]->name;
    const char *mover = hh_mover_names[spec->movers[row % spec->mover_count]];
    snprintf(name, sizeof name, "trace_%s_%s.csv", scene, mover);
    FILE *file = file_open(room, name);
    fprintf(file, "t_s,creature,mover,mode,com_x_m,com_y_m,vel_x_mps,vel_y_mps,held,contact_x_m,"
                  "contact_y_m,speed_mps,energy_J_per_kg\r\n");
    for (int i = 0; i < frames; i++) {
      double t = i / 60.0, x = 4 * t + (i >= 300);
      fprintf(file, "%.17g,0,%s,swing,%.17g,-0.7,4,0,", t, mover, x);
      if (i % 2 || !holds)
        fprintf(file, "0,,,");
      else
        fprintf(file, "1,%.17g,0,", x);
      fprintf(file, "4,%.17g\r\n", i % 3 ? 1 : nextafter(1, 2));
    }
    fclose(file);
    snprintf(name, sizeof name, "trace_%s_%s.world.csv", scene, mover);
    file = file_open(room, name);
    fprintf(file, "hold,branch,x_m,y_m,slope_rad\r\n0,0,0,0,0\r\n1,0,1.8,0,0\r\n");
    fclose(file);
  }
}

static void a_comparison_draws_its_traces_and_what_they_sum_up_to(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  traces_write(room, spec, 1000, true);
  assert_int_equal(plotted(room, spec, hhx_plot_compare), 0);
  assert_silent(room);
  assert_picture(room, "paths_sloped_branch.svg", "height, m");
  assert_picture(room, "paths_sloped_branch.svg", "one episode of 3: replicate 0, seed 1");
  assert_picture(room, "energy_sloped_branch.svg", "energy, J/kg");
  assert_picture(room, "energy_sloped_branch.svg", "zero at y = 0");
  assert_picture(room, "speed_endless_branch.svg", "speed, m/s");
  assert_picture(room, "speed_endless_branch.svg", "cut where the gibbon fell");
  assert_picture(room, "jumps.svg", "largest velocity jump, m/s");
  assert_picture(room, "losses.svg", "muscle work added, J/(kg m)");
  assert_int_equal(pictures(room, ".svg"), 3 * 2 + 2 + 3);
  hhx_spec_free(spec);
}

static void traces_without_a_hold_under_a_long_title_are_drawn(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("sweep:\n  planner.damping: {values: [0.5125]}\n"
                          "  planner.weight.arc_height: {values: [123.25]}\n"
                          "  planner.weight.momentum: {values: [123.25]}\n"
                          "  planner.weight.speed_band: {values: [123.25]}\n"
                          "  tolerance.reinjection: {values: [0.2125]}\n"
                          "  gibbon.arm_length: {values: [0.8125]}\n"
                          "  planner.candidates: {values: [40]}\n"
                          "  mixed.blend: {values: [1.8125]}\n");
  summary_write(room, spec, 0);
  traces_write(room, spec, 400, false);
  assert_int_equal(plotted(room, spec, hhx_plot_compare), 0);
  assert_silent(room);
  assert_picture(room, "paths_sloped_branch.svg", "mixed.blend");
  assert_picture(room, "energy_sloped_branch.svg", "energy, J/kg");
  assert_picture(room, "speed_endless_branch.svg", "speed, m/s");
  hhx_spec_free(spec);
}

static void a_trace_that_is_missing_or_short_costs_no_more_than_its_pictures(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  traces_write(room, spec, 1, true);
  assert_int_equal(plotted(room, spec, hhx_plot_compare), 0);
  assert_picture(room, "jumps.svg", "jump");
  traces_write(room, spec, 1000, true);
  char path[512];
  snprintf(path, sizeof path, "%s/trace_endless_branch_sine.csv", room->out);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(plotted(room, spec, hhx_plot_compare), 0);
  assert_picture(room, "paths_sloped_branch.svg", "height, m");
  hhx_spec_free(spec);
}

static void without_gnuplot_one_line_says_what_to_install(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  char *path = strdup(getenv("PATH"));
  setenv("PATH", room->top, 1);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  setenv("PATH", path, 1);
  free(path);
  assert_int_equal(pictures(room, ".svg") + pictures(room, ".tmp"), 0);
  const char *text = file_text(room, "stderr");
  assert_non_null(strstr(text, "apt-get install gnuplot-nox"));
  assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
  hhx_spec_free(spec);
}

/* Scripts of one line each, in a folder that HANDHOLD_PLOTS names. */
static void scripts_write(Room *room, const char *line)
{
  char path[512];
  snprintf(path, sizeof path, "%s/my scripts", room->top);
  mkdir(path, 0777);
  setenv("HANDHOLD_PLOTS", path, 1);
  snprintf(path, sizeof path, "%s/my scripts/bars.gp", room->top);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fprintf(file, "%s\n", line);
  fclose(file);
}

static void a_script_that_fails_is_a_warning_and_leaves_nothing_behind(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  scripts_write(room, "print 'half a picture'; plot nothing_of_the_kind");
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_int_equal(pictures(room, ".svg") + pictures(room, ".tmp"), 0);
  const char *text = file_text(room, "stderr");
  assert_non_null(strstr(text, "warning: energy_loss_J_per_kg_m.svg not drawn"));
  assert_non_null(strstr(text, "nothing_of_the_kind"));
  hhx_spec_free(spec);
}

static void another_folder_of_scripts_may_be_named(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  scripts_write(room, "set print '-'; print '<svg>' . ARG1 . ARG4 . '</svg>'");
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_picture(room, "speed_cv.svg", "<svg>speed_cvendless_branch sloped_branch </svg>");
  hhx_spec_free(spec);
}

/* As a garbled or an impatient gnuplot leaves it: the first half of a picture, and no error. */
static void what_does_not_end_as_a_picture_is_none(void **state)
{
  static const char *const written[] = {"<svg>", "Bus error", "<svg></svg>garbage", "</svg",
                                        "svg>"};
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
    Room *room = *state;
    char line[64];
    HhxSpec *spec = spec_of("");
    summary_write(room, spec, 0);
    snprintf(line, sizeof line, "set print '-'; print '%s'", written[i]);
    scripts_write(room, line);
    assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
    assert_int_equal(pictures(room, ".svg") + pictures(room, ".tmp"), 0);
    assert_non_null(strstr(file_text(room, "stderr"),
                           "warning: speed_cv.svg not drawn: what gnuplot wrote does not end"));
    hhx_spec_free(spec);
  }
}

/* A link in the place of a draft leads to a file that is not ours. */
static void a_link_at_a_draft_is_replaced_and_not_followed(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  char path[512];
  FILE *file = file_open(room, "theirs");
  fputs("not ours", file);
  fclose(file);
  snprintf(path, sizeof path, "%s/speed_cv.svg.tmp", room->out);
  assert_int_equal(symlink("theirs", path), 0);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_silent(room);
  assert_picture(room, "speed_cv.svg", "unsteadiness of speed, cv");
  assert_string_equal(file_text(room, "theirs"), "not ours");
  struct stat picture;
  snprintf(path, sizeof path, "%s/speed_cv.svg", room->out);
  assert_int_equal(lstat(path, &picture), 0);
  assert_true(S_ISREG(picture.st_mode));
  assert_int_equal(pictures(room, ".tmp"), 0);
  hhx_spec_free(spec);
}

/* One that waits, and one that works without end: one warning, and the sweep goes on. */
static void a_gnuplot_that_hangs_is_ended_and_not_tried_again(void **state)
{
  static const char *const hangs[] = {"set print '-'; print '<svg>'; pause 100",
                                      "set print '-'; print '<svg>'; while (1) { x = 1 }"};
  for (size_t i = 0; i < sizeof hangs / sizeof *hangs; i++) {
    Room *room = *state;
    HhxSpec *spec = spec_of("");
    summary_write(room, spec, 0);
    scripts_write(room, hangs[i]);
    setenv("HANDHOLD_PLOT_LIMIT", "0.3", 1);
    time_t begun = time(NULL);
    assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
    unsetenv("HANDHOLD_PLOT_LIMIT");
    assert_true(time(NULL) - begun < 50);
    assert_int_equal(pictures(room, ".svg") + pictures(room, ".tmp"), 0);
    assert_string_equal(file_text(room, "stderr"),
                        "warning: energy_loss_J_per_kg_m.svg not drawn, nor what follows: gnuplot "
                        "took more than 0.3 s\n");
    hhx_spec_free(spec);
  }
}

static HhxSpec *regret_spec(const char *metrics)
{
  char text[1024];
  HhxError error;
  int size = snprintf(text, sizeof text,
                      "name: regret\nscenes: [endless_branch, sloped_branch]\n"
                      "movers: [ballistic]\nduration_s: 5\nreplicates: 3\n"
                      "set: {episode.regret: on}\nmetrics: [%s]\n"
                      "sweep:\n  planner.guesses: {values: [4, 32]}\n"
                      "  planner.method: {values: [iterative, exact]}\n",
                      metrics);
  HhxSpec *spec = hhx_spec_parse("test.yaml", text, (size_t)size, &error);
  if (!spec) fail_msg("%s", error.text);
  return spec;
}

static void regret_against_cost_is_drawn_where_a_spec_shows_both(void **state)
{
  Room *room = *state;
  HhxSpec *spec = regret_spec("planner_regret, cpu_plan_us");
  summary_write_some(room, spec, 0, 4, 7);
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_silent(room);
  assert_picture(room, "regret_vs_cpu.svg", "processor time of a plan, µs (log)");
  assert_picture(room, "regret_vs_cpu.svg", "planner regret (log)");
  assert_picture(room, "regret_vs_cpu.svg", "planner.method exact");
  assert_int_equal(pictures(room, ".svg"), 3);
  hhx_spec_free(spec);

  char path[512];
  snprintf(path, sizeof path, "%s/regret_vs_cpu.svg", room->out);
  assert_int_equal(unlink(path), 0);
  spec = regret_spec("planner_regret, cost_model_us_per_creature_step");
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
  assert_null(file_text(room, "regret_vs_cpu.svg"));
  hhx_spec_free(spec);
}

static void angles_are_shown_in_degrees(void **state)
{
  static const char two_axes[] = "sweep: {planner.iterations: {values: [1, 2, 3, 4, 5, 6, 7]}, "
                                 "world.slope_spread: {min: 0 deg, max: 35 deg, steps: 8}}";
  static const char *const sweeps[] = {
      "sweep: {world.slope_spread: {values: [0 deg, 35 deg]}}",
      "sweep: {world.slope_spread: {min: 0 deg, max: 35 deg, steps: 15}}", two_axes};
  static const char *const ticks[] = {">35<", ">10<", ">35<"};
  for (size_t i = 0; i < sizeof sweeps / sizeof *sweeps; i++) {
    Room *room = *state;
    HhxSpec *spec = spec_of(sweeps[i]);
    summary_write(room, spec, 0);
    assert_int_equal(plotted(room, spec, hhx_plot_sweep), 0);
    assert_silent(room);
    assert_picture(room, "energy_loss_J_per_kg_m.svg", "world.slope_spread, degrees");
    assert_picture(room, "energy_loss_J_per_kg_m.svg", ticks[i]);
    hhx_spec_free(spec);
  }
}

static void an_interrupt_ends_drawing_with_128_and_the_signal(void **state)
{
  Room *room = *state;
  HhxSpec *spec = spec_of("");
  summary_write(room, spec, 0);
  scripts_write(room, "set print '-'; print '<svg>'; system('kill -TERM $PPID'); pause 5");
  assert_int_equal(plotted(room, spec, hhx_plot_sweep), 128 + 15);
  assert_int_equal(pictures(room, ".svg") + pictures(room, ".tmp"), 0);
  hhx_spec_free(spec);
}

static void all_that_rooms_are_measured_by_has_words_of_its_own(void **state)
{
  (void)state;
#define NAME(kind, name, unit, meaning) #name,
  static const char *const names[] = {HHB_DEN_METRICS(NAME)};
#undef NAME
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    HhxText plain = {0}, label = {0};
    hhx_label_name(&plain, names[i]);
    hhx_label_metric(&label, names[i], false);
    assert_string_not_equal(hhx_text_word(&label), "");
    if (strchr(names[i], '_') && strcmp(names[i], "prey_eaten") != 0)
      assert_string_not_equal(hhx_text_word(&label), hhx_text_word(&plain));
    free(plain.chars);
    free(label.chars);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      IN_ROOM(every_design_is_drawn_in_a_folder_of_any_name),
      IN_ROOM(one_replicate_has_no_interval_and_a_metric_may_be_missing_everywhere),
      IN_ROOM(failures_are_drawn_only_where_there_are_any),
      IN_ROOM(n_is_said_where_episodes_have_no_value),
      IN_ROOM(differences_of_round_off_are_none),
      IN_ROOM(an_axis_without_effect_is_one_line_that_says_so),
      IN_ROOM(means_over_more_than_a_factor_of_100_get_a_log_scale),
      IN_ROOM(the_title_says_what_and_where),
      IN_ROOM(a_design_point_is_written_for_people),
      IN_ROOM(a_comparison_draws_its_traces_and_what_they_sum_up_to),
      IN_ROOM(traces_without_a_hold_under_a_long_title_are_drawn),
      IN_ROOM(a_trace_that_is_missing_or_short_costs_no_more_than_its_pictures),
      IN_ROOM(without_gnuplot_one_line_says_what_to_install),
      IN_ROOM(a_script_that_fails_is_a_warning_and_leaves_nothing_behind),
      IN_ROOM(another_folder_of_scripts_may_be_named),
      IN_ROOM(what_does_not_end_as_a_picture_is_none),
      IN_ROOM(a_link_at_a_draft_is_replaced_and_not_followed),
      IN_ROOM(a_gnuplot_that_hangs_is_ended_and_not_tried_again),
      IN_ROOM(regret_against_cost_is_drawn_where_a_spec_shows_both),
      IN_ROOM(angles_are_shown_in_degrees),
      cmocka_unit_test(all_that_rooms_are_measured_by_has_words_of_its_own),
      IN_ROOM(an_interrupt_ends_drawing_with_128_and_the_signal),
  };
  return cmocka_run_group_tests_name("plots", tests, NULL, NULL);
}
