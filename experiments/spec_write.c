/* The spec as YAML. Everything goes through one sink, which prints, hashes, or both, so that the
 * hash is of the very bytes. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "spec_value.h"

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

static void put_axis(Sink *sink, const HhxAxis *axis)
{
  put(sink, "  %s: {", axis->param->name);
  if (axis->count > 0 && axis->steps == 0) {
    for (int i = 0; i < axis->count; i++) {
      put(sink, "%s", i == 0 ? "values: [" : ", ");
      put_value(sink, axis->param, axis->values[i]);
    }
    put(sink, "]}\n");
    return;
  }
  put(sink, "min: ");
  put_number(sink, axis->low);
  put(sink, ", max: ");
  put_number(sink, axis->high);
  if (axis->steps > 0) put(sink, ", steps: %d", axis->steps);
  put(sink, ", scale: %s}\n", axis->log ? "log" : "linear");
}

static bool is_given(const HhxSpec *spec, const HhParam *param)
{
  for (int i = 0; i < spec->setting_count; i++)
    if (spec->settings[i].param == param) return true;
  for (int i = 0; i < spec->axis_count; i++)
    if (spec->axes[i].param == param) return true;
  return false;
}

static void put_presets(Sink *sink, const HhxSpec *spec)
{
  put(sink, "presets:\n");
  for (int s = 0; s < spec->scene_count; s++) {
    HhParams params;
    hhb_scene_preset(spec->scenes[s], &params);
    put(sink, "  %s:\n", spec->scenes[s]->name);
    for (size_t row = 0; row < hh_params_count; row++) {
      const HhParam *param = &hh_params_table[row];
      if (is_given(spec, param)) continue;
      put(sink, "    %s: ", param->name);
      put_value(sink, param, hh_param_get(param, &params));
      put(sink, "\n");
    }
  }
}

static void put_spec(Sink *sink, const HhxSpec *spec)
{
  put(sink, "name: ");
  put_text(sink, spec->name);
  put(sink, "\nscenes: [");
  for (int i = 0; i < spec->scene_count; i++)
    put(sink, "%s%s", i > 0 ? ", " : "", spec->scenes[i]->name);
  put(sink, "]\nmovers: [");
  for (int i = 0; i < spec->mover_count; i++)
    put(sink, "%s%s", i > 0 ? ", " : "", hh_mover_names[spec->movers[i]]);

  if (spec->swings > 0)
    put(sink, "]\nswings: %d\n", spec->swings);
  else if (spec->duration_s > 0)
    put(sink, "]\nduration_s: %s\n", hhx_number(spec->duration_s).text);
  else
    put(sink, "]\nuntil: end\n");
  put(sink, "replicates: %d\nseed: %" PRIu64 "\n", spec->replicates, spec->seed);

  put(sink, "set:%s\n", spec->setting_count == 0 ? " {}" : "");
  for (int i = 0; i < spec->setting_count; i++) {
    put(sink, "  %s: ", spec->settings[i].param->name);
    put_value(sink, spec->settings[i].param, spec->settings[i].value);
    put(sink, "\n");
  }
  if (spec->design == HHX_RANDOM)
    put(sink, "design: {kind: random, samples: %d}\n", spec->samples);
  else
    put(sink, "design: {kind: grid}\n");
  put(sink, "sweep:%s\n", spec->axis_count == 0 ? " {}" : "");
  for (int i = 0; i < spec->axis_count; i++)
    put_axis(sink, &spec->axes[i]);

  put(sink, "metrics: [");
  for (int i = 0; i < spec->metric_count; i++)
    put(sink, "%s%s", i > 0 ? ", " : "", hhb_metric_table[spec->metrics[i]].name);
  put(sink, "]\n");
  if (spec->course_count > 0) put(sink, "course:\n");
  for (int i = 0; i < spec->course_count; i++)
    put(sink, "  - [%s, %s]\n", hhx_number(spec->course[i].at.x).text,
        hhx_number(spec->course[i].at.y).text);
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
