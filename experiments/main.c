/* The `handhold` program: words on the command line to the functions that do the work.
 * Exit codes: 0 done, 1 could not finish, 2 the request is wrong, 128 + signal when interrupted. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"
#include "draw.h"
#include "help.h"
#include "list.h"
#include "merge.h"
#include "params_file.h"
#include "ranks.h"
#include "run.h"
#include "sensitivity.h"
#include "spec.h"
#include "spec_unread.h"
#include "sweep.h"
#include "tune.h"
#include "validate.h"

enum {
  OPTION_OUT = 256,
  OPTION_JOBS,
  OPTION_SET,
  OPTION_SET_FILE,
  OPTION_RESUME,
  OPTION_FORCE,
  OPTION_TIMING,
  OPTION_QUIET,
  OPTION_SCENE,
  OPTION_MOVER,
  OPTION_SEED,
  OPTION_DURATION,
  OPTION_SWINGS,
  OPTION_COURSE,
  OPTION_ROOM,
  OPTION_PLAYER,
  OPTION_TRACE,
  OPTION_CLIP,
  OPTION_CLIP_NAME,
  OPTION_CLIP_WEIGHT,
  OPTION_CLIP_LOOP,
  OPTION_SHARD,
  OPTION_SHARDS,
  OPTION_SUBMIT,
  OPTION_DRY_RUN,
  OPTION_FROM,
  OPTION_TO,
  OPTION_EVERY,
  OPTION_FPS,
  OPTION_SLOW,
  OPTION_SIZE,
  OPTION_CREATURE,
  OPTION_PATH,
  OPTION_WHOLE
};

/* Everything that any command may be given. */
typedef struct Words {
  HhxSweepOptions sweep;
  HhxRunOptions run;
  HhxDrawOptions draw;
  const char **settings; /* in new memory */
  int setting_count;
  const char **clip_weights; /* the same */
  const char *first;         /* the word that is no option */
  const char *const *all;    /* every such word */
  int count;
  bool submits; /* --submit was given */
  bool bounded; /* --duration or --swings was given */
} Words;

static int complain(const char *command, const char *what, const char *word)
{
  bool asks = word == NULL && what[strlen(what) - 1] == '?';
  fprintf(stderr, "handhold %s: %s%s%s%s handhold --help\n", command, what, word != NULL ? " " : "",
          word != NULL ? word : "", asks ? " See" : "; see");
  return 2;
}

/* A whole number in [low, high]. */
static bool whole(const char *word, double low, double high, double *value)
{
  char *end;
  errno = 0;
  if (word[0] < '0' || word[0] > '9' || strlen(word) > 16) return false;
  *value = (double)strtoll(word, &end, 10);
  return *end == '\0' && errno == 0 && *value >= low && *value <= high;
}

static bool positive(const char *word, double *value)
{
  char *end;
  if (word[0] != '.' && (word[0] < '0' || word[0] > '9')) return false;
  if (word[0] == '0' && (word[1] == 'x' || word[1] == 'X')) return false;
  *value = strtod(word, &end);
  return *end == '\0' && *value > 0 && *value <= 1e9;
}

/* WIDTHxHEIGHT in pixels. */
static bool size_of(const char *word, HhxDrawOptions *draw)
{
  char text[16];
  const char *cross = strchr(word, 'x');
  if (cross == NULL || (size_t)(cross - word) >= sizeof text) return false;
  memcpy(text, word, (size_t)(cross - word));
  text[cross - word] = '\0';
  double width, height;
  if (!whole(text, 64, 4096, &width) || !whole(cross + 1, 64, 4096, &height)) return false;
  draw->width = (int)width;
  draw->height = (int)height;
  return true;
}

/* One option of draw; 0 or 2. */
static int take_draw_option(const char *command, int option, const char *word, HhxDrawOptions *draw)
{
  double value = 0;
  bool zero = strspn(word, "0.") == strlen(word) && strchr(word, '0') != NULL;
  bool fine = positive(word, &value);
  switch (option) {
  case OPTION_FROM:
  case OPTION_TO:
    if (!fine && !zero) return complain(command, "--from and --to take seconds from 0, not", word);
    *(option == OPTION_FROM ? &draw->from_s : &draw->to_s) = value;
    break;
  case OPTION_EVERY:
    if (!fine || value < 1e-4)
      return complain(command, "--every takes seconds from 0.0001, not", word);
    draw->every_s = value;
    break;
  case OPTION_FPS:
    if (!fine || value < 0.1 || value > 240)
      return complain(command, "--fps takes frames a second from 0.1 to 240, not", word);
    draw->fps = value;
    break;
  case OPTION_SLOW:
    if (!fine || value < 0.01 || value > 1000)
      return complain(command, "--slow takes a factor from 0.01 to 1000, not", word);
    draw->slow = value;
    break;
  case OPTION_CREATURE:
    draw->both = strcmp(word, "all") == 0;
    if (draw->both) break;
    if (!whole(word, 0, 999999999, &value))
      return complain(command, "--creature takes a whole number or all, not", word);
    draw->creature = (int)value;
    break;
  default:
    if (!size_of(word, draw))
      return complain(command, "--size takes WIDTHxHEIGHT in pixels, each from 64 to 4096, not",
                      word);
  }
  return 0;
}

/* One option of any command; 0 or 2. */
static int take_option(const char *command, int option, const char *word, Words *words)
{
  double value = 0;
  switch (option) {
  case OPTION_OUT: words->sweep.out = word; break;
  case OPTION_FROM:
  case OPTION_TO:
  case OPTION_EVERY:
  case OPTION_FPS:
  case OPTION_SLOW:
  case OPTION_SIZE:
  case OPTION_CREATURE: return take_draw_option(command, option, word, &words->draw);
  case OPTION_RESUME: words->sweep.resume = true; break;
  case OPTION_FORCE: words->sweep.force = true; break;
  case OPTION_PATH: words->draw.path = true; break;
  case OPTION_WHOLE: words->draw.whole = true; break;
  case OPTION_QUIET: words->sweep.quiet = true; break;
  case OPTION_SCENE: words->run.scene = word; break;
  case OPTION_MOVER: words->run.mover = word; break;
  case OPTION_COURSE: words->run.course = word; break;
  case OPTION_ROOM: words->run.room = word; break;
  case OPTION_PLAYER: words->run.player = word; break;
  case OPTION_TRACE: words->run.trace = word; break;
  case OPTION_CLIP: words->run.clip = word; break;
  case OPTION_CLIP_NAME: words->run.clip_name = word; break;
  case OPTION_CLIP_WEIGHT: words->clip_weights[words->run.clip_weight_count++] = word; break;
  case OPTION_CLIP_LOOP:
    if (strcmp(word, "on") != 0 && strcmp(word, "off") != 0)
      return complain(command, "--clip-loop takes on or off, not", word);
    words->run.clip_once = strcmp(word, "off") == 0;
    break;
  case OPTION_SET: words->settings[words->setting_count++] = word; break;
  case OPTION_SET_FILE:
    if (words->sweep.set_file != NULL)
      return complain(command, "--set-file: one file is read, not also", word);
    words->sweep.set_file = words->run.set_file = word;
    break;
  case OPTION_DRY_RUN: words->sweep.dry_run = true; break;
  case OPTION_SUBMIT:
    if (strcmp(word, "slurm") != 0) return complain(command, "--submit knows slurm and not", word);
    words->submits = true;
    break;
  case OPTION_SHARDS:
    if (!whole(word, 1, HHX_SHARDS_MAX, &value))
      return complain(command, "--shards takes a number from 1 to 100000, not", word);
    words->sweep.submit = (int)value;
    break;
  case OPTION_SHARD:
    if (!hhx_shard_parse(word, &words->sweep.shard))
      return complain(command, "--shard takes I/N, from 1/N to N/N, N at most 100000, not", word);
    break;
  case OPTION_TIMING:
    if (strcmp(word, "on") != 0 && strcmp(word, "off") != 0)
      return complain(command, "--timing takes on or off, not", word);
    words->sweep.timing = words->run.timing = strcmp(word, "on") == 0;
    break;
  case OPTION_JOBS:
    if (!whole(word, 0, 4096, &value))
      return complain(command, "--jobs takes a number from 0 to 4096, not", word);
    words->sweep.jobs = (int)value;
    break;
  case OPTION_SEED:
    if (!whole(word, 0, 9007199254740991.0, &value))
      return complain(command, "--seed takes a whole number below 2^53, not", word);
    words->run.seed = (uint64_t)value;
    break;
  case OPTION_SWINGS:
    if (!whole(word, 1, 1e9, &value))
      return complain(command, "--swings takes a number from 1 to 1000000000, not", word);
    words->run.swings = (int)value;
    words->bounded = true;
    break;
  case OPTION_DURATION:
    if (!positive(word, &value))
      return complain(command, "--duration takes seconds above 0 and at most 1000000000, not",
                      word);
    words->run.duration_s = value;
    words->bounded = true;
    break;
  default: return complain(command, "that option is not for this command", NULL);
  }
  return 0;
}

static const struct option run_options[] = {
    {"scene", required_argument, NULL, OPTION_SCENE},
    {"mover", required_argument, NULL, OPTION_MOVER},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"duration", required_argument, NULL, OPTION_DURATION},
    {"swings", required_argument, NULL, OPTION_SWINGS},
    {"set", required_argument, NULL, OPTION_SET},
    {"set-file", required_argument, NULL, OPTION_SET_FILE},
    {"course", required_argument, NULL, OPTION_COURSE},
    {"room", required_argument, NULL, OPTION_ROOM},
    {"player", required_argument, NULL, OPTION_PLAYER},
    {"trace", required_argument, NULL, OPTION_TRACE},
    {"clip", required_argument, NULL, OPTION_CLIP},
    {"clip-name", required_argument, NULL, OPTION_CLIP_NAME},
    {"clip-weight", required_argument, NULL, OPTION_CLIP_WEIGHT},
    {"clip-loop", required_argument, NULL, OPTION_CLIP_LOOP},
    {"timing", required_argument, NULL, OPTION_TIMING},
    {NULL, 0, NULL, 0}};

static const struct option sweep_options[] = {
    {"out", required_argument, NULL, OPTION_OUT},
    {"jobs", required_argument, NULL, OPTION_JOBS},
    {"set", required_argument, NULL, OPTION_SET},
    {"set-file", required_argument, NULL, OPTION_SET_FILE},
    {"resume", no_argument, NULL, OPTION_RESUME},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"shard", required_argument, NULL, OPTION_SHARD},
    {"shards", required_argument, NULL, OPTION_SHARDS},
    {"submit", required_argument, NULL, OPTION_SUBMIT},
    {"dry-run", no_argument, NULL, OPTION_DRY_RUN},
    {"timing", required_argument, NULL, OPTION_TIMING},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {NULL, 0, NULL, 0}};

static const struct option merge_options[] = {{"out", required_argument, NULL, OPTION_OUT},
                                              {"resume", no_argument, NULL, OPTION_RESUME},
                                              {"force", no_argument, NULL, OPTION_FORCE},
                                              {"quiet", no_argument, NULL, OPTION_QUIET},
                                              {NULL, 0, NULL, 0}};

static const struct option draw_options[] = {{"out", required_argument, NULL, OPTION_OUT},
                                             {"from", required_argument, NULL, OPTION_FROM},
                                             {"to", required_argument, NULL, OPTION_TO},
                                             {"every", required_argument, NULL, OPTION_EVERY},
                                             {"fps", required_argument, NULL, OPTION_FPS},
                                             {"slow", required_argument, NULL, OPTION_SLOW},
                                             {"size", required_argument, NULL, OPTION_SIZE},
                                             {"creature", required_argument, NULL, OPTION_CREATURE},
                                             {"path", no_argument, NULL, OPTION_PATH},
                                             {"whole", no_argument, NULL, OPTION_WHOLE},
                                             {"quiet", no_argument, NULL, OPTION_QUIET},
                                             {NULL, 0, NULL, 0}};

static const struct option validate_options[] = {{"out", required_argument, NULL, OPTION_OUT},
                                                 {NULL, 0, NULL, 0}};

/* Reads the words after the command; 0 or 2. */
static int read_words(int argc, char **argv, const struct option *options, Words *words)
{
  const char *command = argv[0];
  bool draw = options == draw_options;
  int option;
  opterr = 0;
  while ((option = getopt_long(argc, argv, draw ? ":o:" : ":", options, NULL)) != -1) {
    if (option == 'o') option = OPTION_OUT;
    if (option == '?') return complain(command, "unknown option", argv[optind - 1]);
    if (option == ':') return complain(command, "a value is missing after", argv[optind - 1]);
    int code = take_option(command, option, optarg, words);
    if (code != 0) return code;
  }
  words->all = (const char *const *)argv + optind;
  words->count = argc - optind;
  if (words->count > 0) words->first = argv[optind];
  bool several = draw || options == merge_options;
  return words->count > 1 && !several ? complain(command, "one word too many:", argv[optind + 1])
                                      : 0;
}

static int run_command(const char *command, Words *words)
{
  if (words->first != NULL) return complain(command, "one word too many:", words->first);
  if (words->run.scene == NULL) return complain(command, "--scene is missing", NULL);
  if (words->run.mover == NULL) return complain(command, "--mover is missing", NULL);
  if (words->run.duration_s > 0 && words->run.swings > 0)
    return complain(command, "--duration and --swings: give one of them", NULL);
  if (!words->bounded) words->run.duration_s = 60;
  words->run.settings = words->settings;
  words->run.setting_count = words->setting_count;
  words->run.clip_weights = words->clip_weights;
  return hhx_run(&words->run);
}

static int validate_command(const char *command, const Words *words)
{
  if (words->first != NULL) return complain(command, "one word too many:", words->first);
  return hhx_validate(words->sweep.out);
}

/* mpirun or srun may have started several of us that know nothing of each other. 0 or 2. */
static int check_ranks(const char *command, const HhxSweepOptions *options)
{
  int started = hhx_ranks_started();
  if (started == 1 || hhx_ranks_count() > 1 || options->shard.count > 0) return 0;
  if (hhx_ranks_started_as() != 0) return 2;
  char part[64] = "";
  if (strcmp(command, "tune") != 0 && strcmp(command, "merge") != 0)
    snprintf(part, sizeof part, "; or give each its part: --shard I/%d", started);
  fprintf(stderr,
          "handhold %s: %d of this program were started together, and would all do the same "
          "work: %s%s\n",
          command, started, hhx_ranks_remedy, part);
  return 2;
}

/* --out, and at most one of --resume and --force. 0 or 2. */
static int check_out(const char *command, const HhxSweepOptions *options)
{
  int code = check_ranks(command, options);
  if (code != 0) return code;
  if (options->out == NULL) return complain(command, "--out DIR is missing", NULL);
  if (options->resume && options->force)
    return complain(command, "--resume keeps what --force removes: give one of them", NULL);
  return 0;
}

/* A spec into a folder, by any command that does so. */
static int run_spec(const char *command, const HhxSpec *spec, const HhxSweepOptions *options)
{
  if (strcmp(command, "compare") == 0) return hhx_compare(spec, options);
  if (strcmp(command, "sensitivity") == 0) return hhx_sensitivity(spec, options);
  if (strcmp(command, "tune") == 0) return hhx_tune(spec, options);
  return hhx_sweep(spec, options);
}

/* --submit and --shards want each other. 0 or 2. */
static int check_submit(const char *command, const Words *words)
{
  const HhxSweepOptions *options = &words->sweep;
  if (!words->submits && (options->submit > 0 || options->dry_run))
    return complain(command, "--shards and --dry-run are for --submit slurm", NULL);
  if (!words->submits) return 0;
  if (strcmp(command, "tune") == 0)
    return complain(command, "--submit deals shards, and a search has none", NULL);
  if (options->submit == 0) return complain(command, "--submit: in how many --shards N?", NULL);
  if (options->shard.count > 0)
    return complain(command, "--submit deals all shards: leave --shard out", NULL);
  if (options->force)
    return complain(command, "--submit replaces nothing: take another --out, or --resume", NULL);
  return 0;
}

static int sweep_command(const char *command, Words *words)
{
  if (words->first == NULL) return complain(command, "which SPEC.yaml?", NULL);
  int code = check_out(command, &words->sweep);
  if (code == 0) code = check_submit(command, words);
  if (code != 0) return code;
  HhxError error;
  HhxParamsFile file, *given = NULL;
  HhxSpec *spec = hhx_spec_read(words->first, &error);
  bool fine = spec != NULL;
  if (fine && words->sweep.set_file != NULL) {
    fine = hhx_params_file_read(words->sweep.set_file, &file, &error);
    if (fine) given = &file;
  }
  fine = fine && hhx_spec_set_all(spec, given, words->settings, words->setting_count, &error);
  if (given != NULL) hhx_params_file_free(given);
  words->sweep.spec_path = words->first;
  words->sweep.settings = words->settings;
  words->sweep.setting_count = words->setting_count;
  if (!fine) fprintf(stderr, "%s\n", error.text);
  if (fine) hhx_spec_unread_warn(spec);
  code = fine ? run_spec(command, spec, &words->sweep) : 2;
  hhx_spec_free(spec);
  return code;
}

static int merge_command(const char *command, Words *words)
{
  if (words->count == 0) return complain(command, "the folders of which shards?", NULL);
  int code = check_out(command, &words->sweep);
  if (code != 0) return code;
  HhxMergeOptions options = {.folders = words->all,
                             .folder_count = words->count,
                             .out = words->sweep.out,
                             .resume = words->sweep.resume,
                             .force = words->sweep.force};
  HhxSpec *spec;
  HhxJournalKey key;
  code = hhx_merge(&options, &spec, &key);
  if (code != 0) return code;
  words->sweep.resume = true;
  words->sweep.force = false;
  words->sweep.timing = key.timing;
  words->sweep.merged = key.shard.count;
  code = run_spec(key.command, spec, &words->sweep);
  hhx_spec_free(spec);
  return code;
}

static int draw_command(const char *command, Words *words)
{
  HhxDrawOptions *draw = &words->draw;
  if (words->count == 0) return complain(command, "which TRACE.csv?", NULL);
  if (words->count > HHX_DRAW_TRACES_MOST)
    return complain(command, "at most 8 traces go into one picture; one too many:",
                    words->all[HHX_DRAW_TRACES_MOST]);
  if (words->sweep.out == NULL)
    return complain(command, "-o FILE.svg, .png, .gif, .mp4, .bvh or .glb is missing", NULL);
  draw->traces = words->all;
  draw->count = words->count;
  draw->out = words->sweep.out;
  draw->quiet = words->sweep.quiet;
  return hhx_draw(draw);
}

static int dispatch(int argc, char **argv)
{
  if (argc < 2) {
    hhx_help(stderr);
    return 2;
  }
  const char *command = argv[1];
  bool help = argc > 2 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0);
  if (help && hhx_help_of(command, stdout)) return 0;
  if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0 ||
      strcmp(command, "help") == 0) {
    hhx_help(stdout);
    return 0;
  }
  if (strcmp(command, "--version") == 0) {
    printf("handhold %s (%s)\n", HHX_VERSION, HHX_COMMIT);
    return 0;
  }
  if (strcmp(command, "list") == 0) {
    if (argc > 3) return complain(command, "one word too many:", argv[3]);
    return hhx_list(argc > 2 ? argv[2] : NULL);
  }

  bool one_run = strcmp(command, "run") == 0, validate = strcmp(command, "validate") == 0;
  bool merge = strcmp(command, "merge") == 0, draw = strcmp(command, "draw") == 0;
  static const char *const commands[] = {"list", "run",   "sweep",    "compare", "sensitivity",
                                         "tune", "merge", "validate", "draw"};
  enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };
  bool known = false;
  for (int i = 0; i < COMMAND_COUNT; i++)
    known = known || strcmp(command, commands[i]) == 0;
  if (!known) {
    fprintf(stderr, "handhold: there is no command %s; did you mean %s? See handhold --help\n",
            command, hh_word_nearest(commands, COMMAND_COUNT, command));
    return 2;
  }
  Words words = {.sweep = {.timing = true, .argc = argc, .argv = argv},
                 .run = {.seed = 1, .timing = true},
                 .draw = {.from_s = -1, .to_s = -1, .creature = -1},
                 .settings = calloc((size_t)argc, sizeof *words.settings),
                 .clip_weights = calloc((size_t)argc, sizeof *words.clip_weights)};
  if (words.settings == NULL || words.clip_weights == NULL) return 1;
  const struct option *options = one_run    ? run_options
                                 : validate ? validate_options
                                 : merge    ? merge_options
                                 : draw     ? draw_options
                                            : sweep_options;
  int code = read_words(argc - 1, argv + 1, options, &words);
  if (code == 0)
    code = one_run    ? run_command(command, &words)
           : validate ? validate_command(command, &words)
           : merge    ? merge_command(command, &words)
           : draw     ? draw_command(command, &words)
                      : sweep_command(command, &words);
  free(words.settings);
  free(words.clip_weights);
  return code;
}

/* A standard stream that is closed would lend its number to the next file that is opened, and
 * messages would go into that. So each becomes /dev/null, opened the wrong way round where that
 * counts: reading a closed stdin and writing a closed stdout are errors. */
static bool keep_streams(void)
{
  static const int ways[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", ways[fd]) != fd) return false;
  return true;
}

int main(int argc, char **argv)
{
  if (!keep_streams()) return 1;
  signal(SIGXFSZ, SIG_IGN); /* a file that reaches `ulimit -f` is an error, as a full disk is */
  gsl_set_error_handler_off();
  int code = hhx_ranks_join(argc, argv);
  if (code == 0) code = hhx_ranks_leads() ? dispatch(argc, argv) : hhx_ranks_serve();
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "handhold: standard output could not be written: %s\n", strerror(errno));
    if (code == 0) code = 1;
  }
  hhx_ranks_leave(code);
  return code;
}
