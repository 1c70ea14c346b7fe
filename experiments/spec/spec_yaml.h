/* A YAML document as a tree whose every node knows its line and column.
 * A subset of YAML 1.2: one document of mappings, lists and scalars in UTF-8. Anchors, aliases,
 * tags, tabs and control characters are refused, each at its place: no spec needs them, and
 * they are what makes untrusted YAML costly (a few aliases grow to gigabytes). */
#ifndef HHX_SPEC_YAML_H
#define HHX_SPEC_YAML_H

#include "spec.h"

typedef enum HhxNodeKind { HHX_SCALAR, HHX_LIST, HHX_MAP } HhxNodeKind;

typedef struct HhxNode {
  HhxNodeKind kind;
  int line, column;             /* from 1 */
  bool quoted;                  /* a scalar in quotes */
  char *text;                   /* of a scalar; null otherwise */
  int count;                    /* items of a list, pairs of a mapping */
  struct HhxNode *child, *next; /* a mapping's children are key, value, key, value ... */
} HhxNode;

enum {
  HHX_YAML_BYTES = 4 * 1024 * 1024, /* longer documents are refused */
  HHX_YAML_DEPTH = 8,               /* so are deeper ones */
  HHX_YAML_NODES = 100000           /* and ones with more values */
};

/* Null and *error on any fault; `path` names the document in errors. */
HhxNode *hhx_yaml_parse(const char *path, const char *text, size_t size, HhxError *error);
void hhx_yaml_free(HhxNode *node);

#endif
