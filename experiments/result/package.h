/* datapackage.json: what every column of every CSV in a result folder is, as a Frictionless Tabular
 * Data Package (v1, specs.frictionlessdata.io). A table here is also where its CSV gets its
 * header from, so the two cannot differ. */
#ifndef HHX_PACKAGE_H
#define HHX_PACKAGE_H

#include <stdbool.h>

#include "csv.h"
#include "spec.h"

typedef enum HhxType { HHX_INTEGER, HHX_NUMBER, HHX_STRING } HhxType;

typedef struct HhxField {
  char name[96];
  char meaning[288];
  const char *unit; /* "" for none */
  HhxType type;
} HhxField;

/* The columns of one CSV file. */
typedef struct HhxTable {
  char path[160]; /* file name inside the folder; without .csv it names the resource */
  const char *title;
  HhxField *fields;
  int count, room;
  bool failed; /* memory ran out */
} HhxTable;

typedef struct HhxPackage HhxPackage;

HhxPackage *hhx_package_create(void);
void hhx_package_destroy(HhxPackage *package);

/* A new table of the package, which owns it; null when memory ran out. */
HhxTable *hhx_package_table(HhxPackage *package, const char *path, const char *title);

/* One more column; `name` and `meaning` are copied, `unit` is not. */
void hhx_table_add(HhxTable *table, HhxType type, const char *name, const char *unit,
                   const char *meaning);

/* Columns that several tables share: the swept parameters, one metric. */
void hhx_table_add_axes(HhxTable *table, const HhxSpec *spec);
void hhx_table_add_metric(HhxTable *table, int metric);

/* The header row. */
void hhx_table_header(const HhxTable *table, HhxCsv *csv);

/* The cells of swept parameters at `values`; empty for an axis that does not count. */
void hhx_table_axes(const HhxSpec *spec, const double *values, HhxCsv *csv);

/* Writes the package to `path`; 0, or *error and exit code 1. */
int hhx_package_write(const HhxPackage *package, const HhxSpec *spec, const char *path,
                      HhxError *error);

#endif
