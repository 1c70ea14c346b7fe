/* The keys of `tune`: optimizer, objectives, held_out. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "design.h"
#include "spec_reader.h"

enum {
  BUDGET_MAX = 1000000,
  POPULATION_MAX = 100000,
  HELD_OUT_LEAST = 2, /* replicates: one has no interval */
  OBJECTIVES_LEAST = 2,
  OBJECTIVES_MOST = 4 /* of a front: above, nearly every point is on it */
};

#define OPTIMIZER_KEY_LIST(X) X(kind) X(budget) X(population) X(step) X(polish) X(polish_budget)
#define OBJECTIVE_KEY_LIST(X) X(metric) X(goal) X(weight) X(scenes)
#define HELD_OUT_KEY_LIST(X)  X(scenes) X(seed) X(replicates)
#define OPTIMIZER_KEY(key)    OPTIMIZER_##key,
#define OBJECTIVE_KEY(key)    OBJECTIVE_##key,
#define HELD_OUT_KEY(key)     HELD_OUT_##key,

enum { OPTIMIZER_KEY_LIST(OPTIMIZER_KEY) OPTIMIZER_KEYS };
enum { OBJECTIVE_KEY_LIST(OBJECTIVE_KEY) OBJECTIVE_KEYS };
enum { HELD_OUT_KEY_LIST(HELD_OUT_KEY) HELD_OUT_KEYS };
static const char *const optimizer_keys[] = {OPTIMIZER_KEY_LIST(HHX_KEY_NAME)};
static const char *const objective_keys[] = {OBJECTIVE_KEY_LIST(HHX_KEY_NAME)};
static const char *const held_out_keys[] = {HELD_OUT_KEY_LIST(HHX_KEY_NAME)};

const char *const hhx_optimizer_names[] = {"cma_es", "random", "race", "nsga2"};
const char *const hhx_polish_names[] = {"none", "bobyqa", "nelder_mead", "sbplx"};
enum { OPTIMIZERS = 4, POLISHES = 4 };

/* -- optimizer -------------------------------------------------------------------------------- */

static bool takes(HhxOptimizerKind kind, int key)
{
  switch (key) {
  case OPTIMIZER_population: return kind == HHX_CMA_ES || kind == HHX_NSGA2;
  case OPTIMIZER_step: return kind == HHX_CMA_ES;
  case OPTIMIZER_polish:
  case OPTIMIZER_polish_budget: return kind == HHX_CMA_ES || kind == HHX_RANDOM_SEARCH;
  default: return true;
  }
}

static bool read_population(HhxReader *reader, const HhxNode *node, HhxOptimizer *optimizer)
{
  if (node == NULL) return true;
  int least = optimizer->kind == HHX_NSGA2 ? 4 : 2; /* two pairs of parents */
  if (!hhx_read_int(reader, node, "population", least, POPULATION_MAX, &optimizer->population))
    return false;
  int population = optimizer->population;
  if (optimizer->kind == HHX_NSGA2 && population % 2 != 0)
    return hhx_refuse(reader, node, "population",
                      "%d is odd, and nsga2 makes children in pairs; choose %d or %d", population,
                      population - 1, population + 1);
  if (population <= optimizer->budget) return true;
  return hhx_refuse(reader, node, "population",
                    "%d points, and the budget is %d in all; choose fewer, or a larger budget",
                    population, optimizer->budget);
}

static bool read_step(HhxReader *reader, const HhxNode *node, HhxOptimizer *optimizer)
{
  if (optimizer->kind != HHX_CMA_ES) return true;
  optimizer->step = 0.3;
  if (node == NULL) return true;
  if (!hhx_read_number(reader, node, "step", &optimizer->step)) return false;
  if (optimizer->step > 0 && optimizer->step <= 1) return true;
  return hhx_refuse(reader, node, "step",
                    "'%s' is out of range; choose a share of each range, more than 0 and at most 1",
                    hhx_shown(node->text).text);
}

static bool read_polish(HhxReader *reader, const HhxNode **keys, HhxOptimizer *optimizer)
{
  const HhxNode *polish = keys[OPTIMIZER_polish], *budget = keys[OPTIMIZER_polish_budget];
  if (polish != NULL) {
    int kind = hhx_read_word(reader, polish, "polish", hhx_polish_names, POLISHES, "polish");
    if (kind < 0) return false;
    optimizer->polish = (HhxPolish)kind;
  }
  if (optimizer->polish == HHX_POLISH_NONE) {
    if (budget == NULL) return true;
    return hhx_refuse(reader, budget, "polish_budget",
                      "nothing is polished; delete it, or write polish: sbplx");
  }
  assert(polish != NULL);
  optimizer->polish_budget = (optimizer->budget + 9) / 10;
  if (budget != NULL &&
      !hhx_read_int(reader, budget, "polish_budget", 1, BUDGET_MAX, &optimizer->polish_budget))
    return false;
  if (optimizer->polish_budget < optimizer->budget) return true;
  return hhx_refuse(reader, budget != NULL ? budget : polish, "polish_budget",
                    "%d leaves nothing of the budget of %d to search with; choose less",
                    optimizer->polish_budget, optimizer->budget);
}

bool hhx_read_optimizer(HhxReader *reader)
{
  const HhxNode *map = reader->keys[SPEC_optimizer];
  if (map == NULL) return true;
  if (!hhx_expect(reader, map, "optimizer", HHX_MAP, "{kind: cma_es, budget: 4000}")) return false;
  const HhxNode *keys[OPTIMIZER_KEYS] = {NULL};
  if (!hhx_read_keys(reader, map, optimizer_keys, OPTIMIZER_KEYS, keys)) return false;
  HhxSpec *spec = reader->spec;
  HhxOptimizer *optimizer = &spec->optimizer;
  if (keys[OPTIMIZER_kind] != NULL) {
    int kind = hhx_read_word(reader, keys[OPTIMIZER_kind], "kind", hhx_optimizer_names, OPTIMIZERS,
                             "optimizer");
    if (kind < 0) return false;
    optimizer->kind = (HhxOptimizerKind)kind;
  }
  const char *name = hhx_optimizer_names[optimizer->kind];
  for (int i = 0; i < OPTIMIZER_KEYS; i++)
    if (keys[i] != NULL && !takes(optimizer->kind, i))
      return hhx_refuse(reader, keys[i], optimizer_keys[i], "%s takes none; delete it", name);
  if (keys[OPTIMIZER_budget] == NULL)
    return hhx_refuse(reader, map, "budget",
                      "missing; write how many points to evaluate: {kind: %s, budget: 4000}", name);
  if (!hhx_read_int(reader, keys[OPTIMIZER_budget], "budget", 1, BUDGET_MAX, &optimizer->budget))
    return false;
  if (spec->mover_count != 1)
    return hhx_refuse(reader, reader->keys[SPEC_movers], "movers",
                      "%d of them, and one optimum is looked for; write one spec a mover",
                      spec->mover_count);
  if (optimizer->kind == HHX_RACE && spec->independent)
    return hhx_refuse(reader, reader->keys[SPEC_seeds], "seeds",
                      "independent, but a race compares points on the same seeds; write common");
  if (optimizer->kind == HHX_RACE && spec->replicates < 2)
    return hhx_refuse(reader, map, "optimizer",
                      "a race drops points by their replicates, and there is one; write "
                      "`replicates: 16`");
  spec->design = HHX_TUNED;
  spec->samples = optimizer->budget;
  return read_population(reader, keys[OPTIMIZER_population], optimizer) &&
         read_step(reader, keys[OPTIMIZER_step], optimizer) && read_polish(reader, keys, optimizer);
}

/* -- objectives ------------------------------------------------------------------------------- */

static bool read_metric(HhxReader *reader, const HhxNode *map, const HhxNode *node, int *metric)
{
  if (node == NULL)
    return hhx_refuse(reader, map, "metric", "missing; write {metric: energy_loss_J_per_kg_m}");
  const char *words[HHB_METRIC_COUNT];
  for (int i = 0; i < HHB_METRIC_COUNT; i++)
    words[i] = hhb_metric_table[i].name;
  *metric = hhx_read_word(reader, node, "metric", words, HHB_METRIC_COUNT, "metric");
  if (*metric < 0) return false;
  if (hhb_metric_table[*metric].kind == HHB_CLOCK)
    return hhx_refuse(reader, node, "metric",
                      "%s is measured by the clock and differs from run to run; take "
                      "cost_model_us_per_creature_step",
                      words[*metric]);
  const HhxSpec *spec = reader->spec;
  for (int i = 0; i < spec->objective_count - 1; i++)
    if (spec->objectives[i].metric == *metric)
      return hhx_refuse(reader, node, "metric", "%s a second time; delete one of the two",
                        words[*metric]);
  return true;
}

static bool read_objective(HhxReader *reader, const HhxNode *map)
{
  static const char *const goals[] = {"minimize", "maximize"}, *const overs[] = {"mean", "worst"};
  if (!hhx_expect(reader, map, "objectives", HHX_MAP, "{metric: energy_loss_J_per_kg_m}"))
    return false;
  const HhxNode *keys[OBJECTIVE_KEYS] = {NULL};
  if (!hhx_read_keys(reader, map, objective_keys, OBJECTIVE_KEYS, keys)) return false;
  HhxSpec *spec = reader->spec;
  HhxObjective *objective = &spec->objectives[spec->objective_count++];
  objective->weight = 1;
  if (!read_metric(reader, map, keys[OBJECTIVE_metric], &objective->metric)) return false;
  if (keys[OBJECTIVE_goal] != NULL) {
    int goal = hhx_read_word(reader, keys[OBJECTIVE_goal], "goal", goals, 2, "goal");
    if (goal < 0) return false;
    objective->maximize = goal == 1;
  }
  if (keys[OBJECTIVE_scenes] != NULL) {
    int over = hhx_read_word(reader, keys[OBJECTIVE_scenes], "scenes", overs, 2, "word");
    if (over < 0) return false;
    objective->worst = over == 1;
  }
  const HhxNode *weight = keys[OBJECTIVE_weight];
  if (weight == NULL) return true;
  if (spec->optimizer.kind == HHX_NSGA2)
    return hhx_refuse(reader, weight, "weight",
                      "nsga2 keeps its objectives apart; delete it, or write kind: cma_es");
  if (!hhx_read_number(reader, weight, "weight", &objective->weight)) return false;
  if (objective->weight > 0) return true;
  return hhx_refuse(reader, weight, "weight", "'%s' is not above 0; write %s",
                    hhx_shown(weight->text).text,
                    objective->weight < 0 ? "goal: maximize" : "a weight, or delete the objective");
}

bool hhx_read_objectives(HhxReader *reader)
{
  static const char example[] = "[{metric: energy_loss_J_per_kg_m}]";
  const HhxNode *optimizer = reader->keys[SPEC_optimizer], *list = reader->keys[SPEC_objectives];
  HhxSpec *spec = reader->spec;
  if (list == NULL) {
    if (optimizer == NULL) return true;
    return hhx_refuse(reader, optimizer, "optimizer", "has no goal; add `objectives: %s`", example);
  }
  if (optimizer == NULL)
    return hhx_refuse(reader, list, "objectives",
                      "no optimizer to follow them; add `optimizer: {kind: cma_es, budget: 4000}`");
  if (!hhx_expect(reader, list, "objectives", HHX_LIST, example)) return false;
  if (!hhx_expect_filled(reader, list, "objectives", example)) return false;
  spec->objectives = calloc((size_t)list->count, sizeof *spec->objectives);
  if (spec->objectives == NULL) return hhx_no_memory(reader);
  for (const HhxNode *item = list->child; item != NULL; item = item->next)
    if (!read_objective(reader, item)) return false;
  int count = spec->objective_count;
  if (spec->optimizer.kind != HHX_NSGA2 || (count >= OBJECTIVES_LEAST && count <= OBJECTIVES_MOST))
    return true;
  return hhx_refuse(reader, list, "objectives", "%d of them, and a front of nsga2 has %d to %d; %s",
                    count, OBJECTIVES_LEAST, OBJECTIVES_MOST,
                    count < OBJECTIVES_LEAST ? "add one, or write kind: cma_es" : "delete some");
}

/* -- held out --------------------------------------------------------------------------------- */

/* On a scene of both, no seed may be of both. */
static bool check_apart(HhxReader *reader, const HhxNode *node)
{
  const HhxSpec *spec = reader->spec;
  const HhxHeldOut *held = &spec->held_out;
  int64_t first = (int64_t)held->seed, seed = (int64_t)spec->seed;
  if (first >= seed + hhx_design_seeds(spec) || first + held->replicates <= seed) return true;
  for (int i = 0; i < held->scene_count; i++)
    for (int j = 0; j < spec->scene_count; j++)
      if (held->scenes[i] == spec->scenes[j])
        return hhx_refuse(reader, node, "seed",
                          "%lld to %lld, but scene %s is tuned on %lld to %lld, and held out means "
                          "unseen; choose a seed of at least %lld, or other scenes",
                          (long long)first, (long long)(first + held->replicates - 1),
                          held->scenes[i]->name, (long long)seed,
                          (long long)(seed + hhx_design_seeds(spec) - 1),
                          (long long)(seed + hhx_design_seeds(spec)));
  return true;
}

bool hhx_read_held_out(HhxReader *reader)
{
  static const char example[] = "{scenes: [random_course], seed: 1000, replicates: 64}";
  const HhxNode *map = reader->keys[SPEC_held_out];
  if (map == NULL) return true;
  if (reader->keys[SPEC_optimizer] == NULL)
    return hhx_refuse(reader, map, "held_out",
                      "nothing is tuned; delete it, or add `optimizer: {kind: cma_es, budget: "
                      "4000}`");
  if (!hhx_expect(reader, map, "held_out", HHX_MAP, example)) return false;
  const HhxNode *keys[HELD_OUT_KEYS] = {NULL};
  if (!hhx_read_keys(reader, map, held_out_keys, HELD_OUT_KEYS, keys)) return false;
  for (int i = 0; i < HELD_OUT_KEYS; i++)
    if (keys[i] == NULL)
      return hhx_refuse(reader, map, held_out_keys[i], "missing; write %s", example);
  HhxHeldOut *held = &reader->spec->held_out;
  int64_t seed;
  if (!hhx_read_scenes(reader, keys[HELD_OUT_scenes], &held->scenes, &held->scene_count) ||
      !hhx_read_int(reader, keys[HELD_OUT_replicates], "replicates", HELD_OUT_LEAST,
                    HHX_REPLICATES_MAX, &held->replicates) ||
      !hhx_read_whole(reader, keys[HELD_OUT_seed], "seed", 0, HHX_SEED_MAX - (held->replicates - 1),
                      &seed))
    return false;
  held->seed = (uint64_t)seed;
  return check_apart(reader, keys[HELD_OUT_seed]);
}
