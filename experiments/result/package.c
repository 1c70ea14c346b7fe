/* Tables of columns, and datapackage.json made from them. See the header. */
#include "package.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"

struct HhxPackage {
  HhxTable **tables; /* each its own block: pointers to them stay good */
  int count;
};

HhxPackage *hhx_package_create(void)
{
  return calloc(1, sizeof(HhxPackage));
}

void hhx_package_destroy(HhxPackage *package)
{
  if (!package) return;
  for (int i = 0; i < package->count; i++) {
    free(package->tables[i]->fields);
    free(package->tables[i]);
  }
  free(package->tables);
  free(package);
}

HhxTable *hhx_package_table(HhxPackage *package, const char *path, const char *title)
{
  HhxTable **wider =
      realloc(package->tables, ((size_t)package->count + 1) * sizeof *package->tables);
  if (!wider) return NULL;
  package->tables = wider;
  HhxTable *table = calloc(1, sizeof *table);
  if (!table) return NULL;
  assert(strlen(path) < sizeof table->path);
  snprintf(table->path, sizeof table->path, "%s", path);
  table->title = title;
  package->tables[package->count++] = table;
  return table;
}

void hhx_table_add(HhxTable *table, HhxType type, const char *name, const char *unit,
                   const char *meaning)
{
  if (table->count == table->room) {
    int room = table->room ? 2 * table->room : 64;
    HhxField *wider = realloc(table->fields, (size_t)room * sizeof *wider);
    if (!wider) {
      table->failed = true;
      return;
    }
    table->fields = wider;
    table->room = room;
  }
  HhxField *field = &table->fields[table->count++];
  assert(strlen(name) < sizeof field->name && strlen(meaning) < sizeof field->meaning);
  snprintf(field->name, sizeof field->name, "%s", name);
  snprintf(field->meaning, sizeof field->meaning, "%s", meaning);
  field->unit = unit;
  field->type = type;
}

void hhx_table_add_axes(HhxTable *table, const HhxSpec *spec)
{
  for (int i = 0; i < spec->axis_count; i++) {
    const HhParam *param = spec->axes[i].param;
    bool choice = param->kind == HH_CHOICE;
    HhxType type = choice ? HHX_STRING : param->kind == HH_COUNT ? HHX_INTEGER : HHX_NUMBER;
    hhx_table_add(table, type, param->name, choice ? "" : param->unit, param->meaning);
  }
}

void hhx_table_add_metric(HhxTable *table, int metric)
{
  const HhbMetric *row = &hhb_metric_table[metric];
  HhxType type = row->kind == HHB_COUNT ? HHX_INTEGER : HHX_NUMBER;
  hhx_table_add(table, type, row->name, row->unit, row->meaning);
}

void hhx_table_header(const HhxTable *table, HhxCsv *csv)
{
  for (int i = 0; i < table->count; i++)
    hhx_csv_text(csv, table->fields[i].name);
  hhx_csv_end(csv);
}

void hhx_table_axes(const HhxSpec *spec, const double *values, HhxCsv *csv)
{
  for (int i = 0; i < spec->axis_count; i++) {
    const HhParam *param = spec->axes[i].param;
    if (param->kind == HH_CHOICE && !hhb_is_missing(values[i])) {
      char word[64];
      hh_param_choice_name(param, (int)values[i], word, sizeof word);
      hhx_csv_text(csv, word);
    } else {
      hhx_csv_number(csv, values[i]);
    }
  }
}

/* A name as Frictionless wants it, ^[-a-z0-9._/]+$: lower case, others a dash. */
static void make_name(const char *text, size_t length, char *name, size_t size)
{
  size_t count = 0;
  for (size_t i = 0; i < length && count + 1 < size; i++) {
    char c = text[i];
    if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
    bool allowed =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    name[count++] = allowed ? c : '-';
  }
  if (count == 0) name[count++] = '-';
  name[count] = '\0';
}

static json_t *describe_field(const HhxField *field)
{
  static const char *const types[] = {"integer", "number", "string"};
  json_t *json = json_pack("{s:s, s:s, s:s}", "name", field->name, "type", types[field->type],
                           "description", field->meaning);
  if (json && field->unit[0]) json_object_set_new(json, "unit", json_string(field->unit));
  return json;
}

/* Null when memory ran out. */
static json_t *describe_table(const HhxTable *table)
{
  char name[sizeof table->path];
  size_t length = strlen(table->path);
  if (length > 4 && strcmp(table->path + length - 4, ".csv") == 0) length -= 4;
  make_name(table->path, length, name, sizeof name);
  json_t *fields = json_array();
  for (int i = 0; i < table->count; i++)
    if (json_array_append_new(fields, describe_field(&table->fields[i])) != 0) {
      json_decref(fields);
      return NULL;
    }
  return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:{s:o, s:[s]}}", "name", name, "path",
                   table->path, "title", table->title, "profile", "tabular-data-resource", "format",
                   "csv", "mediatype", "text/csv", "encoding", "utf-8", "schema", "fields", fields,
                   "missingValues", "");
}

static json_t *describe_package(const HhxPackage *package, const HhxSpec *spec)
{
  char name[256];
  make_name(spec->name, strlen(spec->name), name, sizeof name);
  json_t *resources = json_array();
  for (int i = 0; i < package->count; i++) {
    const HhxTable *table = package->tables[i];
    if (table->failed || json_array_append_new(resources, describe_table(table)) != 0) {
      json_decref(resources);
      return NULL;
    }
  }
  return json_pack("{s:s, s:s, s:s, s:o}", "profile", "tabular-data-package", "name", name, "title",
                   spec->name, "resources", resources);
}

int hhx_package_write(const HhxPackage *package, const HhxSpec *spec, const char *path,
                      HhxError *error)
{
  json_t *json = describe_package(package, spec);
  char *text = json ? json_dumps(json, JSON_INDENT(2)) : NULL;
  json_decref(json);
  int code = hhx_csv_file(path, text, error);
  free(text);
  return code;
}
