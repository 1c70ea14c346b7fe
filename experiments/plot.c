/* Runs `gnuplot -d -c SCRIPT WORD...` in the result folder, one process a picture, without a
 * shell. The words are names of parameters, scenes, movers and columns; the file names inside the
 * scripts are fixed, so a folder may be called anything. A script writes to its standard output,
 * which is NAME.svg.tmp here, a file of our own whatever lay there before, and NAME.svg when it has
 * ended well and is whole. */
#include "plot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "design.h"

enum { WORDS = 9, LINES_MOST = 6, LINES_IN_PANELS_MOST = 8, PANELS_MOST = 6 };

/* How long gnuplot may take for one picture: far longer than it needs. */
enum { LIMIT_S = 60, LIMIT_BYTES_A_SECOND = 1000000, LIMIT_STOPPED_S = 2 };

/* Grows; `failed` when memory ran out, and then nothing is drawn. */
typedef struct Text {
  char *chars;
  size_t size;
  bool failed;
} Text;

typedef struct Gallery {
  const char *out;
  char *scripts; /* absolute, since gnuplot runs in `out` */
  bool quiet;
  bool absent; /* gnuplot */
  bool stuck;
  double limit_s;
  int drawn;
  int signal;
} Gallery;

/* What the scripts for one column of summary.csv are told, besides the column. */
typedef struct Sheet {
  Text scenes, movers, axes, units, scales, values;
  const char *script;
} Sheet;

__attribute__((format(printf, 2, 3))) static void text_add(Text *text, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *chars = length < 0 ? NULL : realloc(text->chars, text->size + (size_t)length + 1);
  if (!chars) {
    text->failed = true;
    return;
  }
  va_start(list, format);
  vsnprintf(chars + text->size, (size_t)length + 1, format, list);
  va_end(list);
  text->chars = chars;
  text->size += (size_t)length;
}

static const char *text_word(const Text *text)
{
  return text->chars && text->size ? text->chars : "-";
}

/* The child: folder, streams, gnuplot. Only what is allowed between fork and exec. */
static _Noreturn void become_gnuplot(const char *out, char *const *words, int picture, int errors,
                                     int report)
{
  int null = open("/dev/null", O_RDONLY);
  if (null >= 0 && dup2(null, STDIN_FILENO) >= 0 && dup2(picture, STDOUT_FILENO) >= 0 &&
      dup2(errors, STDERR_FILENO) >= 0 && chdir(out) == 0)
    execvp(words[0], words);
  int cause = errno;
  if (write(report, &cause, sizeof cause) < 0) _exit(126);
  _exit(127);
}

/* A handler of the caller's ran, for Ctrl-C or the like. Gnuplot itself takes that for an error. */
static void stop(Gallery *gallery, pid_t child)
{
  gallery->signal = SIGINT;
  kill(child, SIGTERM);
}

static double now_s(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Waits until the other end of `life` is closed, as it is when gnuplot has ended, and puts an end
 * to a gnuplot that takes too long. */
static void gnuplot_outlast(Gallery *gallery, pid_t child, int life)
{
  double end_s = now_s() + gallery->limit_s;
  for (;;) {
    double left_s = end_s - now_s();
    struct pollfd wanted = {.fd = life, .events = POLLIN};
    int ready = poll(&wanted, 1, left_s > 0 ? (int)(1e3 * fmin(left_s, 1e6)) + 1 : 0);
    if (ready < 0 && errno == EINTR) {
      stop(gallery, child);
      end_s = fmin(end_s, now_s() + LIMIT_STOPPED_S);
    } else if (ready == 0 && now_s() >= end_s) {
      gallery->stuck = true;
      kill(child, SIGKILL);
      return;
    } else if (ready != 0) {
      return;
    }
  }
}

/* The parent's part: what the child reports, how it ends. Returns its wait status, or -1 with
 * *cause, an errno. */
static int gnuplot_wait(Gallery *gallery, pid_t child, int report, int life, int *cause)
{
  int status = -1;
  ssize_t got = 0;
  while ((got = read(report, cause, sizeof *cause)) < 0 && errno == EINTR)
    stop(gallery, child);
  if (got != (ssize_t)sizeof *cause) *cause = 0;
  gnuplot_outlast(gallery, child, life);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    stop(gallery, child);
  return *cause ? -1 : status;
}

/* Starts gnuplot and waits for it. Returns its wait status, or -1 with errno. */
static int gnuplot_run(Gallery *gallery, char *const *words, int picture, int errors)
{
  int report[2]; /* carries errno when there is no gnuplot, and nothing when there is */
  int life[2];   /* carries nothing; its write end is open as long as gnuplot runs */
  if (pipe(report) != 0) return -1;
  if (pipe(life) != 0) {
    int cause = errno;
    close(report[0]);
    close(report[1]);
    errno = cause;
    return -1;
  }
  fcntl(report[0], F_SETFD, FD_CLOEXEC);
  fcntl(report[1], F_SETFD, FD_CLOEXEC);
  fcntl(life[0], F_SETFD, FD_CLOEXEC);
  pid_t child = fork();
  if (child == 0) become_gnuplot(gallery->out, words, picture, errors, report[1]);
  int cause = child < 0 ? errno : 0;
  close(report[1]);
  close(life[1]);
  int status = child > 0 ? gnuplot_wait(gallery, child, report[0], life[0], &cause) : -1;
  close(report[0]);
  close(life[0]);
  errno = cause;
  return status;
}

static void pass_on(FILE *errors)
{
  rewind(errors);
  char line[256];
  for (int i = 0; i < 20 && fgets(line, sizeof line, errors); i++)
    if (line[strspn(line, " \t\r\n")]) fprintf(stderr, "  gnuplot: %s", line);
}

/* True when gnuplot ended well. */
static bool picture_draw(Gallery *gallery, const char *name, char *const *words, int picture,
                         FILE *errors)
{
  int status = gnuplot_run(gallery, words, picture, fileno(errors));
  if (gallery->signal) return false;
  if (gallery->stuck) {
    fprintf(stderr, "warning: %s.svg not drawn, nor what follows: gnuplot took more than %.3g s\n",
            name, gallery->limit_s);
    return false;
  }
  if (status == 0) return true;
  if (status == -1 && errno == ENOENT) {
    gallery->absent = true;
    fprintf(stderr, "no pictures: gnuplot is not installed (Debian: apt-get install gnuplot-nox); "
                    "the CSV files are complete\n");
  } else if (status == -1) {
    fprintf(stderr, "warning: %s.svg not drawn: cannot run gnuplot: %s\n", name, strerror(errno));
  } else if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM ||
                                     WTERMSIG(status) == SIGHUP)) {
    gallery->signal = WTERMSIG(status);
  } else {
    fprintf(stderr, "warning: %s.svg not drawn: gnuplot failed on %s\n", name, words[3]);
    pass_on(errors);
  }
  return false;
}

/* Whether a file ends as an SVG does. */
static bool is_whole(int picture, off_t size)
{
  static const char mark[] = "</svg>";
  char tail[64];
  size_t length = size < (off_t)sizeof tail ? (size_t)size : sizeof tail;
  if (pread(picture, tail, length, size - (off_t)length) != (ssize_t)length) return false;
  while (length > 0 && strchr(" \t\r\n", tail[length - 1]))
    length--;
  size_t end = sizeof mark - 1;
  return length >= end && memcmp(tail + length - end, mark, end) == 0;
}

/* Draws one picture: OUT/NAME.svg from SCRIPT and WORDS words. A script that writes nothing has
 * nothing to show. */
static void picture_make(Gallery *gallery, const char *name, const char *script,
                         const char *const words[WORDS])
{
  if (gallery->absent || gallery->stuck || gallery->signal) return;
  Text part = {0}, done = {0}, path = {0};
  text_add(&part, "%s/%s.svg.tmp", gallery->out, name);
  text_add(&done, "%s/%s.svg", gallery->out, name);
  text_add(&path, "%s/%s", gallery->scripts, script);
  FILE *errors = tmpfile();
  int picture = -1;
  if (!part.failed) {
    unlink(part.chars); /* a link there would lead elsewhere */
    picture = open(part.chars, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  }
  if (done.failed || path.failed || !errors || picture < 0) {
    fprintf(stderr, "warning: cannot write %s.svg: %s\n", name, strerror(errno));
  } else {
    char *line[4 + WORDS + 1] = {"gnuplot", "-d", "-c", path.chars};
    for (int i = 0; i < WORDS; i++)
      line[4 + i] = (char *)words[i];
    struct stat size = {0};
    bool good = picture_draw(gallery, name, line, picture, errors);
    if (good && fstat(picture, &size) != 0) good = false;
    if (good && size.st_size > 0 && !is_whole(picture, size.st_size)) {
      fprintf(stderr, "warning: %s.svg not drawn: what gnuplot wrote does not end as a picture\n",
              name);
      good = false;
    }
    bool shown = good && size.st_size > 0;
    if (!shown)
      unlink(part.chars);
    else if (rename(part.chars, done.chars) == 0)
      gallery->drawn++;
    if (good && !shown) unlink(done.chars); /* of an earlier run */
  }
  if (errors) fclose(errors);
  if (picture >= 0) close(picture);
  free(path.chars);
  free(done.chars);
  free(part.chars);
}

/* What pictures call a metric, and its unit where that of the registry reads badly: the one place
 * for both. A metric that is not here is called by its column. */
static const struct {
  const char *column, *name, *unit;
} labels[] = {
    {"distance_m", "distance", NULL},
    {"duration_s", "simulated time", NULL},
    {"swings", "grabs", "per episode"},
    {"falls", "falls", "per episode"},
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
    {"cost_model_us_per_creature_step", "modelled cost", "µs per creature step"},
    {"cpu_us_per_creature_step", "processor time", "µs per creature step"},
    {"cpu_plan_us", "processor time of a plan", "µs"},
};

/* "energy loss, J/(kg m)"; the name alone without `unit`. */
static void label_write(Text *label, const char *column, bool with_unit)
{
  int row = hhb_metric_find(column);
  const char *name = column, *unit = row < 0 ? "" : hhb_metric_table[row].unit;
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    if (strcmp(column, labels[i].column) == 0) {
      name = labels[i].name;
      unit = labels[i].unit ? labels[i].unit : unit;
    }
  size_t start = label->size;
  text_add(label, "%s", name);
  for (size_t i = start; !label->failed && i < label->size; i++)
    if (label->chars[i] == '_') label->chars[i] = ' ';
  if (with_unit && *unit) text_add(label, ", %s", unit);
}

/* A name for people: blanks for underlines, and no | since that parts the lines of a title. */
static void human_write(Text *text, const char *name)
{
  for (; *name; name++)
    text_add(text, "%c", *name == '_' ? ' ' : *name == '|' ? '/' : *name);
}

/* "Energy loss: sloped branch, random course" with the first letter raised; the heading ends and
 * the next line of the title begins. */
static void heading_write(Text *title, const char *what, const HhxSpec *spec, int scene)
{
  size_t start = title->size;
  text_add(title, "%s: ", what);
  if (!title->failed && title->chars[start] >= 'a' && title->chars[start] <= 'z')
    title->chars[start] = (char)(title->chars[start] - 'a' + 'A');
  for (int i = scene < 0 ? 0 : scene; i < (scene < 0 ? spec->scene_count : scene + 1); i++) {
    if (i > 0 && scene < 0) text_add(title, ", ");
    human_write(title, spec->scenes[i]->name);
  }
  text_add(title, "|");
}

/* Folder of the scripts, absolute: HANDHOLD_PLOTS, else what is installed beside the program,
 * else the source tree. */
static char *scripts_find(void)
{
  const char *wanted = getenv("HANDHOLD_PLOTS");
  if (wanted && *wanted) return realpath(wanted, NULL);
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  Text beside = {0};
  char *found = NULL;
  if (length > 0) {
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    text_add(&beside, "%s/../share/handhold/plots/style.gp", program);
    if (!beside.failed && access(beside.chars, R_OK) == 0) {
      *strrchr(beside.chars, '/') = '\0';
      found = realpath(beside.chars, NULL);
    }
    free(beside.chars);
  }
  return found ? found : realpath(HHX_PLOTS_DIR, NULL);
}

/* LIMIT_S and what many runs add, or HANDHOLD_PLOT_LIMIT. */
static double limit_find(const char *out)
{
  const char *wanted = getenv("HANDHOLD_PLOT_LIMIT");
  double limit_s = wanted ? strtod(wanted, NULL) : 0;
  if (limit_s > 0) return limit_s;
  Text path = {0};
  struct stat runs;
  limit_s = LIMIT_S;
  text_add(&path, "%s/runs.csv", out);
  if (!path.failed && stat(path.chars, &runs) == 0)
    limit_s += (double)runs.st_size / LIMIT_BYTES_A_SECOND;
  free(path.chars);
  return limit_s;
}

static bool gallery_open(Gallery *gallery, const char *out, bool quiet)
{
  *gallery =
      (Gallery){.out = out, .quiet = quiet, .scripts = scripts_find(), .limit_s = limit_find(out)};
  if (!gallery->scripts)
    fprintf(stderr, "warning: no pictures: cannot find the gnuplot scripts; set HANDHOLD_PLOTS\n");
  return gallery->scripts != NULL;
}

static int gallery_close(Gallery *gallery)
{
  if (!gallery->quiet && gallery->drawn)
    fprintf(stderr, "%d pictures drawn in %s\n", gallery->drawn, gallery->out);
  free(gallery->scripts);
  return gallery->signal ? 128 + gallery->signal : 0;
}

/* One swept parameter: name, unit, scale; its values, or - and the ends of an interval. */
static void sheet_axis(Sheet *sheet, const HhxAxis *axis)
{
  const HhParam *param = axis->param;
  bool words = param->kind == HH_CHOICE;
  text_add(&sheet->axes, "%s ", param->name);
  if (sheet->values.size) text_add(&sheet->values, "|");
  text_add(&sheet->units, "%s ", words || !*param->unit ? "-" : param->unit);
  text_add(&sheet->scales, "%s ", words ? "words" : axis->log ? "log" : "linear");
  for (int i = 0; i < axis->count; i++) {
    char word[64];
    if (words)
      hh_param_choice_name(param, (int)axis->values[i], word, sizeof word);
    else
      snprintf(word, sizeof word, "%.17g", axis->values[i]);
    text_add(&sheet->values, "%s%s", i ? " " : "", word);
  }
  if (axis->count == 0) text_add(&sheet->values, "- %.17g %.17g", axis->low, axis->high);
}

/* No axis: bars. Up to three on a grid: lines, in panels by the axis with fewest values, when those
 * are few; two with many values each: a map. Otherwise a panel a parameter, a point a
 * configuration. */
static const char *sheet_script(const HhxSpec *spec)
{
  if (spec->axis_count == 0) return "bars.gp";
  if (spec->design != HHX_GRID || spec->axis_count > 3) return "points.gp";
  int fewest = INT_MAX, most = 0, sum = 0;
  for (int i = 0; i < spec->axis_count; i++) {
    int count = spec->axes[i].count;
    fewest = count < fewest ? count : fewest;
    most = count > most ? count : most;
    sum += count;
  }
  if (spec->axis_count == 1) return "lines.gp";
  if (spec->axis_count == 2) return fewest <= LINES_MOST ? "lines.gp" : "map.gp";
  return fewest <= PANELS_MOST && sum - fewest - most <= LINES_IN_PANELS_MOST ? "lines.gp"
                                                                              : "points.gp";
}

static void sheet_fill(const HhxSpec *spec, Sheet *sheet)
{
  *sheet = (Sheet){.script = sheet_script(spec)};
  for (int i = 0; i < spec->scene_count; i++)
    text_add(&sheet->scenes, "%s ", spec->scenes[i]->name);
  for (int i = 0; i < spec->mover_count; i++)
    text_add(&sheet->movers, "%s ", hh_mover_names[spec->movers[i]]);
  for (int i = 0; i < spec->axis_count; i++)
    sheet_axis(sheet, &spec->axes[i]);
}

static void sheet_free(Sheet *sheet)
{
  Text *texts[] = {&sheet->scenes, &sheet->movers, &sheet->axes,
                   &sheet->units,  &sheet->scales, &sheet->values};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]->chars);
}

/* Columns of summary.csv over what was swept, as the picture NAME; more than one for bars only. */
static void sheet_draw(Gallery *gallery, const Sheet *sheet, const char *name, const char *columns,
                       const char *label, const char *title)
{
  const char *words[WORDS] = {columns,
                              label,
                              title,
                              text_word(&sheet->scenes),
                              text_word(&sheet->movers),
                              text_word(&sheet->axes),
                              text_word(&sheet->units),
                              text_word(&sheet->scales),
                              text_word(&sheet->values)};
  picture_make(gallery, name, sheet->script, words);
}

static bool is_shown(const HhxSpec *spec, const char *metric)
{
  for (int i = 0; i < spec->metric_count; i++)
    if (spec->metrics[i] == hhb_metric_find(metric)) return true;
  return false;
}

/* regret_vs_cpu.svg, for a spec that shows regret and the time of a plan. Processor time is missing
 * with --timing=off; the script then takes the modelled cost, where the spec shows that. */
static void pareto_draw(Gallery *gallery, const HhxSpec *spec, const Sheet *sheet)
{
  static const char *const columns[] = {"planner_regret", "cpu_plan_us",
                                        "cost_model_us_per_creature_step"};
  if (spec->axis_count == 0 || !is_shown(spec, columns[0]) || !is_shown(spec, columns[1])) return;
  Text title = {0}, words = {0}, label = {0};
  for (int i = 0; i < (is_shown(spec, columns[2]) ? 3 : 2); i++) {
    text_add(&words, "%s%s", i ? " " : "", columns[i]);
    if (i) text_add(&label, "|");
    label_write(&label, columns[i], true);
  }
  heading_write(&title, "planner regret against cost", spec, -1);
  text_add(&title,
           "how far from the exact optimum a configuration's plans are, and what they cost|");
  human_write(&title, spec->name);
  Sheet both = *sheet;
  both.script = "pareto.gp";
  sheet_draw(gallery, &both, "regret_vs_cpu", text_word(&words), text_word(&label),
             text_word(&title));
  free(title.chars);
  free(words.chars);
  free(label.chars);
}

/* METRIC.svg, and failures.svg, whose script puts in how the episodes ended. */
static void sweep_draw(Gallery *gallery, const HhxSpec *spec, const Sheet *sheet)
{
  Text title = {0}, label = {0}, name = {0};
  for (int i = 0; i < spec->metric_count; i++) {
    const HhbMetric *metric = &hhb_metric_table[spec->metrics[i]];
    title.size = label.size = name.size = 0;
    label_write(&name, metric->name, false);
    label_write(&label, metric->name, true);
    heading_write(&title, text_word(&name), spec, -1);
    text_add(&title, "%s|", metric->meaning);
    human_write(&title, spec->name);
    sheet_draw(gallery, sheet, metric->name, metric->name, text_word(&label), text_word(&title));
  }
  title.size = label.size = 0;
  heading_write(&title, "failed episodes", spec, -1);
  text_add(&title, "how many of the episodes did not end well|");
  human_write(&title, spec->name);
  text_add(&label, "of %d episodes", spec->replicates);
  sheet_draw(gallery, sheet, "failures", "failures", text_word(&label), text_word(&title));
  free(title.chars);
  free(label.chars);
  free(name.chars);
}

/* Several columns in one picture, a panel each, where nothing was swept. */
static void bars_draw(Gallery *gallery, const HhxSpec *spec, const Sheet *sheet, const char *name,
                      const char *what, const char *line, const char *const columns[3])
{
  Text title = {0}, words = {0}, several = {0};
  for (int i = 0; i < 3; i++) {
    text_add(&words, "%s%s", i ? " " : "", columns[i]);
    if (i) text_add(&several, "|");
    label_write(&several, columns[i], true);
  }
  heading_write(&title, what, spec, -1);
  text_add(&title, "%s|", line);
  human_write(&title, spec->name);
  sheet_draw(gallery, sheet, name, text_word(&words), text_word(&several), text_word(&title));
  free(title.chars);
  free(words.chars);
  free(several.chars);
}

/* Which episode the traces are. */
static void traced_write(Text *line, const HhxSpec *spec)
{
  char config[512];
  hhx_plot_config(spec, 0, config, sizeof config);
  text_add(line, "one episode of %d: replicate 0, seed %llu",
           (int)hhx_design_points(spec) * spec->replicates, (unsigned long long)spec->seed);
  if (*config) text_add(line, "; config 0: %s", config);
}

/* Courses over time, a picture a scene and script. */
static void traces_draw(Gallery *gallery, const HhxSpec *spec, const Sheet *sheet)
{
  static const char *const kinds[][2] = {
      {"paths", "paths"}, {"energy", "kinetic and potential energy"}, {"speed", "speed"}};
  Text low = {0}, high = {0}, name = {0}, script = {0}, title = {0};
  for (int scene = 0; scene < spec->scene_count; scene++) {
    HhParams params;
    hhx_design_params(spec, spec->scenes[scene], 0, &params);
    low.size = high.size = 0;
    text_add(&low, "%.17g", params.gibbon.speed_min);
    text_add(&high, "%.17g", params.gibbon.speed_max);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
      name.size = script.size = title.size = 0;
      text_add(&name, "%s_%s", kinds[kind][0], spec->scenes[scene]->name);
      text_add(&script, "%s.gp", kinds[kind][0]);
      heading_write(&title, kinds[kind][1], spec, scene);
      traced_write(&title, spec);
      text_add(&title, "|");
      human_write(&title, spec->name);
      const char *words[WORDS] = {spec->scenes[scene]->name, text_word(&sheet->movers),
                                  text_word(&title), text_word(&low), text_word(&high)};
      picture_make(gallery, text_word(&name), text_word(&script), words);
    }
  }
  Text *texts[] = {&low, &high, &name, &script, &title};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]->chars);
}

void hhx_plot_config(const HhxSpec *spec, int64_t point, char *text, size_t size)
{
  double *values = calloc((size_t)spec->axis_count + 1, sizeof *values);
  size_t used = 0;
  if (size > 0) *text = '\0';
  if (!values) return;
  hhx_design_values(spec, point, values);
  for (int i = 0; i < spec->axis_count && used < size; i++) {
    if (hhb_is_missing(values[i])) continue;
    const HhParam *param = spec->axes[i].param;
    char word[64];
    const char *unit = param->kind == HH_CHOICE ? "" : param->unit;
    if (param->kind == HH_CHOICE)
      hh_param_choice_name(param, (int)values[i], word, sizeof word);
    else
      snprintf(word, sizeof word, "%.4g", values[i]);
    used += (size_t)snprintf(text + used, size - used, "%s%s %s%s%s", used > 0 ? ", " : "",
                             param->name, word, *unit ? " " : "", unit);
  }
  free(values);
}

int hhx_plot_sweep(const HhxSpec *spec, const char *out, bool quiet)
{
  Gallery gallery;
  if (!gallery_open(&gallery, out, quiet)) return 0;
  Sheet sheet;
  sheet_fill(spec, &sheet);
  sweep_draw(&gallery, spec, &sheet);
  pareto_draw(&gallery, spec, &sheet);
  sheet_free(&sheet);
  return gallery_close(&gallery);
}

int hhx_plot_compare(const HhxSpec *spec, const char *out, bool quiet)
{
  Gallery gallery;
  if (!gallery_open(&gallery, out, quiet)) return 0;
  Sheet sheet;
  sheet_fill(spec, &sheet);
  traces_draw(&gallery, spec, &sheet);
  if (spec->axis_count == 0) {
    static const char *const jumps[3] = {"velocity_step_max_mps", "energy_step_max_ratio",
                                         "unphysical_dv_mps_per_m"};
    static const char *const losses[3] = {"energy_loss_J_per_kg_m", "muscle_added_J_per_kg_m",
                                          "muscle_removed_J_per_kg_m"};
    bars_draw(&gallery, spec, &sheet, "jumps", "jumps",
              "largest jumps where the law of motion changes, and the acceleration that neither "
              "gravity nor a pulling arm explains",
              jumps);
    bars_draw(&gallery, spec, &sheet, "losses", "energy lost and muscle work",
              "what collisions and deliberate bleed take, and what muscles add and remove, per "
              "metre of way",
              losses);
  }
  sweep_draw(&gallery, spec, &sheet);
  pareto_draw(&gallery, spec, &sheet);
  sheet_free(&sheet);
  return gallery_close(&gallery);
}
