/* Question: how much faster is hh_strands_step than the engines that a user would take instead, and
 *   does it stretch more?
 * Prediction: 650 times as fast (performance study, sections 1 and 2), 300 at least, and no more
 *   stretch.
 * Method: the scene of strand_scene.h in each engine: the same roots, the same rule of holding,
 *   bodies that do not feel their tentacles. One thread. Engines take turns; a block is a step of
 *   an engine and some of ours, whose step is short. What no engine decides (what is asked of
 *   tentacles, looking at them) is not timed. WARM_STEPS come first. Stretch is
 *   |length / stick - 1| of every stick after every block; `inside` the share of beads whose middle
 *   is in a solid; the hash is of all places at the end. Each at its defaults and at settings
 *   that suit it here:
 *
 *   - chipmunk: pin joints, 10 iterations. In a spatial hash instead of a tree; that, and all of a
 *     joint's error corrected in a step.
 *   - box2d: rigid distance joints, 8 and 3 iterations as its manual has it. Not continuous.
 *
 * Limits: the engines could do more (any shape, bodies that feel tentacles), keep contacts, and
 *   box2d sweeps by default. Debian's packages are compiled for any x86-64, chipmunk's with its
 *   assertions. Ours knows tiles only.
 *
 *   bench_peers [CREATURES] [--blocks N] [--csv FILE]        default: 100 creatures, 100 blocks */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "clock.h"
#include "ours.h"
#include "peer_scene.h"
#include "yardstick.h"

enum {
  PEERS = 5,
  ROWS = PEERS + 1, /* ours first */
  WARM_STEPS = 240,
  CREATURES_MOST = 3000,
  BEADS = HHB_STRAND_TENTACLES * HHB_STRAND_BEADS,       /* of a creature */
  PLACES = HHB_STRAND_TENTACLES * (HHB_STRAND_BEADS + 1) /* with roots */
};

typedef struct Options {
  int creatures, blocks;
  const char *csv; /* NULL: none */
} Options;

typedef struct Row {
  const char *engine, *settings;
  int step;
  double *ns; /* a bead-step, block by block */
  double *stretch;
  size_t stretch_count;
  long inside;
  double ns_min, ns_median, stretch_max, stretch_p99, stretch_p999, stretch_rms, inside_share;
  uint64_t hash;
} Row;

static const struct {
  const HhbPeer *peer;
  HhbPeerSettings settings;
} peers[PEERS] = {
    {&hhb_chipmunk, {.words = "default", .iterations = 10}},
    {&hhb_chipmunk, {.words = "hash 0.5", .iterations = 10, .hash_tile = 0.5}},
    {&hhb_chipmunk,
     {.words = "hash 0.5 bias 0", .iterations = 10, .hash_tile = 0.5, .corrects_all = 1}},
    {&hhb_box2d, {.words = "default", .iterations = 8, .position_iterations = 3, .continuous = 1}},
    {&hhb_box2d, {.words = "no continuous", .iterations = 8, .position_iterations = 3}}};

static HhbStrandScene scene;
static HhbOurScene ours;
static HhbPeerScene theirs[PEERS];
static HhVec *places;

static void *room(size_t count, size_t size)
{
  void *memory = calloc(count, size);
  if (memory) return memory;
  fputs("bench_peers: memory ran out\n", stderr);
  exit(1);
}

/* In a block: about 1 ms, so that what is asked in it stays in the cache, as it does where it is
 * made step by step; prime to the 40 steps of a hold, so that blocks end anywhere in it. */
static int our_steps(const Options *options)
{
  static const int primes[] = {61, 31, 17, 7, 3};
  size_t i = 0;
  while (i + 1 < sizeof primes / sizeof *primes && primes[i] * options->creatures > 1700)
    i++;
  return primes[i];
}

static void make_rows(const Options *options, Row *rows)
{
  bool made = hhb_strand_scene_create(&scene, options->creatures, true) &&
              hhb_our_scene_create(&scene, our_steps(options), &ours);
  rows[0] = (Row){.engine = "handhold", .settings = "default"};
  for (int i = 0; i < PEERS; i++) {
    made = made && hhb_peer_scene_create(peers[i].peer, &peers[i].settings, &scene, &theirs[i]);
    rows[i + 1] = (Row){.engine = peers[i].peer->name, .settings = peers[i].settings.words};
  }
  if (!made) {
    fputs("bench_peers: memory ran out\n", stderr);
    exit(1);
  }
  places = room((size_t)options->creatures * PLACES, sizeof *places);
  for (int i = 0; i < ROWS; i++) {
    rows[i].ns = room((size_t)options->blocks, sizeof *rows[i].ns);
    rows[i].stretch =
        room((size_t)options->blocks * (size_t)options->creatures * BEADS, sizeof(double));
  }
}

/* A block of a row, and the seconds of it; *step is the step it begins at, and moves on. */
static double block_s(const Options *options, int row, int *step)
{
  int steps = row == 0 ? our_steps(options) : 1;
  if (row == 0)
    hhb_our_scene_ask(&ours, *step, steps);
  else
    hhb_peer_scene_ask(&theirs[row - 1], *step);
  double start = hhb_clock_thread_s();
  if (row == 0)
    hhb_our_scene_step(&ours, steps);
  else
    hhb_peer_scene_step(&theirs[row - 1], *step);
  double end = hhb_clock_thread_s();
  *step += steps;
  return end - start;
}

static void look(int row, int step)
{
  if (row == 0)
    hhb_our_scene_places(&ours, step - 1, places);
  else
    hhb_peer_scene_places(&theirs[row - 1], places);
}

static void measure(const Options *options, int index, int block, Row *row)
{
  int steps = -row->step;
  double time_s = block_s(options, index, &row->step);
  steps += row->step;
  row->ns[block] = 1e9 * time_s / ((double)steps * options->creatures * BEADS);
  look(index, row->step);
  for (int i = 0; i < options->creatures * PLACES; i++) {
    if (i % (HHB_STRAND_BEADS + 1) == 0) continue;
    double length = hh_vec_distance(places[i - 1], places[i]);
    row->stretch[row->stretch_count++] = fabs(length / HHB_STRAND_STICK - 1);
    row->inside += hh_room_inside(&scene.room, places[i]);
  }
}

static void sum_up(const Options *options, int index, Row *row)
{
  double squares = 0;
  for (size_t i = 0; i < row->stretch_count; i++)
    squares += row->stretch[i] * row->stretch[i];
  row->stretch_rms = sqrt(squares / (double)row->stretch_count);
  row->inside_share = (double)row->inside / (double)row->stretch_count;
  hhb_median(row->stretch, row->stretch_count); /* sorts */
  row->stretch_max = row->stretch[row->stretch_count - 1];
  row->stretch_p99 = row->stretch[row->stretch_count * 99 / 100];
  row->stretch_p999 = row->stretch[row->stretch_count * 999 / 1000];
  row->ns_min = hhb_minimum(row->ns, (size_t)options->blocks);
  row->ns_median = hhb_median(row->ns, (size_t)options->blocks);
  look(index, row->step);
  row->hash = hh_hash_start();
  for (int i = 0; i < options->creatures * PLACES; i++)
    row->hash = hh_hash_vec(row->hash, places[i]);
  row->hash = hh_hash_end(row->hash);
}

static void write_csv(FILE *file, const Options *options, const Row *rows)
{
  fputs("engine,settings,creatures,blocks,min_ns_per_bead_step,median_ns_per_bead_step,"
        "creature_steps_per_s,min_time_ratio,median_time_ratio,max_stretch_ratio,p99_stretch_ratio,"
        "p999_stretch_ratio,rms_stretch_ratio,inside_ratio,state_hash\n",
        file);
  for (int i = 0; i < ROWS; i++) {
    const Row *r = &rows[i];
    fprintf(file, "%s,%s,%d,%d,%.4g,%.4g,%.4g,%.4g,%.4g,%.3g,%.3g,%.3g,%.3g,%.3g,%016" PRIx64 "\n",
            r->engine, r->settings, options->creatures, options->blocks, r->ns_min, r->ns_median,
            1e9 / (r->ns_median * BEADS), r->ns_min / rows[0].ns_min,
            r->ns_median / rows[0].ns_median, r->stretch_max, r->stretch_p99, r->stretch_p999,
            r->stretch_rms, r->inside_share, r->hash);
  }
}

static void print_table(const Options *options, const Row *rows)
{
  printf("%d creatures of %d beads, %d blocks; one thread\n\n", options->creatures, BEADS,
         options->blocks);
  printf("                            ns a bead-step  creature-   times ours           stretch     "
         "             inside\n");
  printf("engine   settings           min    median   steps/s     min    median  max    p99    "
         "p99.9  rms    a bead\n");
  for (int i = 0; i < ROWS; i++) {
    const Row *r = &rows[i];
    printf("%-8s %-15s %7.1f %7.1f %10.0f %7.0f %7.0f   %.4f %.4f %.4f %.4f %.5f\n", r->engine,
           r->settings, r->ns_min, r->ns_median, 1e9 / (r->ns_median * BEADS),
           r->ns_min / rows[0].ns_min, r->ns_median / rows[0].ns_median, r->stretch_max,
           r->stretch_p99, r->stretch_p999, r->stretch_rms, r->inside_share);
  }
}

static bool stretches_no_more(const Row *a, const Row *b)
{
  return a->stretch_max <= b->stretch_max && a->stretch_p99 <= b->stretch_p99 &&
         a->stretch_p999 <= b->stretch_p999 && a->stretch_rms <= b->stretch_rms;
}

/* Over the engines' defaults, or over the settings that suit them. */
static void print_answer(bool defaults, const Row *rows)
{
  double least = (double)INFINITY;
  bool no_more = true;
  for (int i = 1; i < ROWS; i++) {
    if ((strcmp(rows[i].settings, "default") == 0) != defaults) continue;
    double median = rows[i].ns_median / rows[0].ns_median, min = rows[i].ns_min / rows[0].ns_min;
    least = fmin(least, fmin(median, min));
    no_more = no_more && stretches_no_more(&rows[0], &rows[i]);
  }
  printf("At %s: handhold is at least %.0f times as fast as each and stretches %s.\n",
         defaults ? "their defaults" : "what suits them", least,
         no_more ? "no more than any (max, p99, p99.9, rms)" : "more than one of them");
}

static int whole_number(const char *word, int most)
{
  char *end;
  errno = 0;
  long value = strtol(word, &end, 10);
  return errno == 0 && end != word && *end == 0 && value >= 1 && value <= most ? (int)value : 0;
}

static bool read_words(int argc, char **argv, Options *options)
{
  *options = (Options){.creatures = 100, .blocks = 100};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc)
      options->csv = argv[++i];
    else if (strcmp(argv[i], "--blocks") == 0 && i + 1 < argc)
      options->blocks = whole_number(argv[++i], 10000);
    else
      options->creatures = whole_number(argv[i], CREATURES_MOST);
  }
  return options->creatures && options->blocks;
}

static int write_results(const Options *options, const Row *rows)
{
  print_table(options, rows);
  putchar('\n');
  print_answer(true, rows);
  print_answer(false, rows);
  if (!options->csv) return 0;
  FILE *file = fopen(options->csv, "w");
  if (file) write_csv(file, options, rows);
  if (file && !ferror(file) && fclose(file) == 0) return 0;
  fprintf(stderr, "bench_peers: %s: %s\n", options->csv, strerror(errno));
  return 1;
}

int main(int argc, char **argv)
{
  Options options;
  if (!read_words(argc, argv, &options)) {
    fprintf(stderr, "usage: bench_peers [CREATURES, 1 to %d] [--blocks 1 to 10000] [--csv FILE]\n",
            CREATURES_MOST);
    return 2;
  }
  static Row rows[ROWS];
  make_rows(&options, rows);
  for (int i = 0; i < ROWS; i++)
    while (rows[i].step < WARM_STEPS)
      block_s(&options, i, &rows[i].step);
  for (int block = 0; block < options.blocks; block++)
    for (int i = 0; i < ROWS; i++)
      measure(&options, i, block, &rows[i]);
  for (int i = 0; i < ROWS; i++)
    sum_up(&options, i, &rows[i]);
  return write_results(&options, rows);
}
