/* The spec as YAML. Everything goes through one sink, which prints, hashes, or both, so that the
 * hash is of the very bytes. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "spec_axis.h"
#include "spec_course.h"
#include "spec_value.h"
#include "spec_when.h"

typedef struct Sink {
  FILE *out; /* null: only hash */
  uint64_t hash;
} Sink;

/* FNV-1a, 64 bits: Fowler, Noll, Vo; RFC 9923. */
static const uint64_t fnv_start = 0xcbf29ce484222325u, fnv_prime = 0x100000001b3u;

static void put_bytes(Sink *sink, const char *text, size_t size)
{
  if (sink->out != NULL) fwrite(text, 1, size, sink->out);
  for (size_t i = 0; i < size; i++)
    sink->hash = (sink->hash ^ (unsigned char)text[i]) * fnv_prime;
}

/* Lines of at most 255 bytes. */
static void put(Sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(Sink *sink, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  put_bytes(sink, text, strlen(text));
}

/* In quotes unless it is made of letters, digits, - and _ only. */
static void put_text(Sink *sink, const char *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  bool quotes = text[strspn(text, plain)] != '\0' || text[0] == '-';
  if (quotes) put(sink, "\"");
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') put(sink, "\\");
    put_bytes(sink, text, 1);
  }
  if (quotes) put(sink, "\"");
}

static void put_number(Sink *sink, double value)
{
  put(sink, "%s", hhx_number(value).text);
}

static void put_value(Sink *sink, const HhParam *param, double value)
{
  char text[64];
  hhx_value_text(param, value, text, sizeof text);
  put(sink, "%s", text);
}

static void put_values(Sink *sink, const HhParam *param, const double *values, int count)
{
  for (int i = 0; i < count; i++) {
    put(sink, "%s", i == 0 ? "[" : ", ");
    put_value(sink, param, values[i]);
  }
  put(sink, "]");
}

static void put_axis(Sink *sink, const HhxAxis *axis)
{
  put(sink, "  %s: {", axis->param->name);
  if (axis->count > 0 && axis->steps == 0) {
    put(sink, "values: ");
    put_values(sink, axis->param, axis->values, axis->count);
  } else {
    put(sink, "min: ");
    put_number(sink, axis->low);
    put(sink, ", max: ");
    put_number(sink, axis->high);
    if (axis->steps > 0) put(sink, ", steps: %d", axis->steps);
    put(sink, ", scale: %s", axis->log ? "log" : "linear");
  }
  for (int i = 0; i < axis->when_count; i++) {
    const HhxCondition *condition = &axis->when[i];
    put(sink, "%s%s: ", i == 0 ? ", when: {" : ", ", condition->param->name);
    put_values(sink, condition->param, condition->values, condition->count);
  }
  put(sink, axis->when_count > 0 ? "}}\n" : "}\n");
}

static void put_points(Sink *sink, const HhxSpec *spec)
{
  put(sink, "design:\n  kind: list\n  points:\n    - [");
  for (int i = 0; i < spec->axis_count; i++)
    put(sink, "%s%s", i > 0 ? ", " : "", spec->axes[i].param->name);
  const double *value = spec->points;
  for (int row = 0; row < spec->samples; row++)
    for (int i = 0; i < spec->axis_count; i++, value++) {
      put(sink, "%s", i > 0 ? ", " : "]\n    - [");
      if (hhb_is_missing(*value))
        put(sink, "~");
      else
        put_value(sink, spec->axes[i].param, *value);
    }
  put(sink, "]\n");
}

static void put_design(Sink *sink, const HhxSpec *spec)
{
  if (spec->design == HHX_TUNED) return;
  if (spec->design == HHX_POINTS) {
    put_points(sink, spec);
    return;
  }
  put(sink, "design: {kind: %s", hhx_design_names[spec->design]);
  if (spec->design == HHX_MORRIS)
    put(sink, ", trajectories: %d, levels: %d", spec->samples, spec->levels);
  else if (spec->design != HHX_GRID)
    put(sink, ", samples: %d", spec->samples);
  if (spec->design == HHX_SALTELLI) put(sink, ", scrambles: %d", spec->scrambles);
  put(sink, "}\n");
}

static void put_sweep(Sink *sink, const HhxSpec *spec)
{
  bool listed = spec->design == HHX_POINTS;
  put(sink, "sweep:%s\n", spec->axis_count == 0 || listed ? " {}" : "");
  for (int i = 0; i < spec->axis_count && !listed; i++)
    put_axis(sink, &spec->axes[i]);
}

static void put_scenes(Sink *sink, const HhbScene *const *scenes, int count)
{
  put(sink, "scenes: [");
  for (int i = 0; i < count; i++)
    put(sink, "%s%s", i > 0 ? ", " : "", scenes[i]->name);
  put(sink, "]");
}

static void put_tune(Sink *sink, const HhxSpec *spec)
{
  const HhxOptimizer *optimizer = &spec->optimizer;
  if (optimizer->budget == 0) return;
  put(sink, "optimizer: {kind: %s, budget: %d", hhx_optimizer_names[optimizer->kind],
      optimizer->budget);
  if (optimizer->population > 0) put(sink, ", population: %d", optimizer->population);
  if (optimizer->kind == HHX_CMA_ES) put(sink, ", step: %s", hhx_number(optimizer->step).text);
  if (optimizer->polish != HHX_POLISH_NONE)
    put(sink, ", polish: %s, polish_budget: %d", hhx_polish_names[optimizer->polish],
        optimizer->polish_budget);
  put(sink, "}\nobjectives:\n");
  for (int i = 0; i < spec->objective_count; i++) {
    const HhxObjective *objective = &spec->objectives[i];
    put(sink, "  - {metric: %s, goal: %s", hhb_metric_table[objective->metric].name,
        objective->maximize ? "maximize" : "minimize");
    if (optimizer->kind != HHX_NSGA2) put(sink, ", weight: %s", hhx_number(objective->weight).text);
    put(sink, ", scenes: %s}\n", objective->worst ? "worst" : "mean");
  }
  const HhxHeldOut *held = &spec->held_out;
  if (held->replicates == 0) return;
  put(sink, "held_out: {");
  put_scenes(sink, held->scenes, held->scene_count);
  put(sink, ", seed: %" PRIu64 ", replicates: %d}\n", held->seed, held->replicates);
}

static void put_presets(Sink *sink, const HhxSpec *spec)
{
  const HhbScene *scenes[HHX_AXES];
  int count = hhx_spec_scenes(spec, scenes);
  put(sink, "presets:\n");
  for (int s = 0; s < count; s++) {
    HhParams params;
    hhb_scene_preset(scenes[s], &params);
    put(sink, "  %s:\n", scenes[s]->name);
    for (size_t row = 0; row < hh_params_count; row++) {
      const HhParam *param = &hh_params_table[row];
      if (hhx_spec_gives(spec, param)) continue;
      put(sink, "    %s: ", param->name);
      put_value(sink, param, hh_param_get(param, &params));
      put(sink, "\n");
    }
  }
}

static void put_piece(Sink *sink, const HhPiece *piece)
{
  for (int i = 0; i < HHX_PIECE_PARAMS; i++) {
    const HhParam *param = &hhx_piece_params[i];
    put(sink, "%s %s: ", i == 0 ? "  -" : "   ", param->name);
    put_value(sink, param, hh_param_get(param, piece));
    put(sink, "\n");
  }
  put(sink, "    points:\n");
}

static void put_course(Sink *sink, const HhxCourse *course)
{
  if (course->count > 0) put(sink, "course:\n");
  for (int i = 0, piece = 0; i < course->count; i++) {
    const HhHold *hold = &course->holds[i];
    HhxNumber x = hhx_number(hold->at.x), y = hhx_number(hold->at.y);
    if (course->piece_count == 0) {
      put(sink, "  - [%s, %s]\n", x.text, y.text);
      continue;
    }
    if (piece < course->piece_count && course->pieces[piece].first == i)
      put_piece(sink, &course->pieces[piece++]);
    put(sink, "      - [%s, %s, %s]\n", x.text, y.text, hhx_number(hold->slope_rad).text);
  }
}

static void put_room(Sink *sink, const HhRoom *room)
{
  if (room->tiles == NULL) return;
  char *text = hhx_room_string(room);
  put(sink, "room:\n");
  for (char *line = text, *end; line != NULL && *line != '\0'; line = end + 1) {
    end = strchr(line, '\n');
    *end = '\0';
    put(sink, "  - ");
    put_text(sink, line);
    put(sink, "\n");
  }
  free(text);
}

static void put_spec(Sink *sink, const HhxSpec *spec)
{
  put(sink, "name: ");
  put_text(sink, spec->name);
  put(sink, "\n");
  put_scenes(sink, spec->scenes, spec->scene_count);
  put(sink, "\nmovers: [");
  for (int i = 0; i < spec->mover_count; i++)
    put(sink, "%s%s", i > 0 ? ", " : "", hh_mover_names[spec->movers[i]]);

  if (spec->swings > 0)
    put(sink, "]\nswings: %d\n", spec->swings);
  else if (spec->duration_s > 0)
    put(sink, "]\nduration_s: %s\n", hhx_number(spec->duration_s).text);
  else
    put(sink, "]\nuntil: end\n");
  put(sink, "replicates: %d\nseed: %" PRIu64 "\nseeds: %s\n", spec->replicates, spec->seed,
      spec->independent ? "independent" : "common");

  put(sink, "set:%s\n", spec->setting_count == 0 ? " {}" : "");
  for (int i = 0; i < spec->setting_count; i++) {
    put(sink, "  %s: ", spec->settings[i].param->name);
    put_value(sink, spec->settings[i].param, spec->settings[i].value);
    put(sink, "\n");
  }
  put_design(sink, spec);
  put_sweep(sink, spec);
  put_tune(sink, spec);

  put(sink, "metrics: [");
  for (int i = 0; i < spec->metric_count; i++)
    put(sink, "%s%s", i > 0 ? ", " : "", hhb_metric_table[spec->metrics[i]].name);
  put(sink, "]\n");
  put_course(sink, &spec->course);
  put_room(sink, &spec->room.room);
  put_presets(sink, spec);
}

void hhx_spec_write(const HhxSpec *spec, FILE *out)
{
  Sink sink = {.out = out, .hash = fnv_start};
  put_spec(&sink, spec);
}

char *hhx_spec_text(const HhxSpec *spec)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) return NULL;
  hhx_spec_write(spec, out);
  bool whole = !ferror(out);
  if (fclose(out) == 0 && whole) return text;
  free(text);
  return NULL;
}

uint64_t hhx_spec_hash(const HhxSpec *spec)
{
  Sink sink = {.out = NULL, .hash = fnv_start};
  put_spec(&sink, spec);
  return sink.hash;
}
