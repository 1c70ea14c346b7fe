/* What pictures call things: metrics by a name for people, and the unit where that of the registry
 * reads badly; names of scenes, movers and specs without underlines. */
#ifndef HHX_LABEL_H
#define HHX_LABEL_H

#include <stdbool.h>

#include "text.h"

/* "energy loss, J/(kg m)"; the name alone without `unit`. A column that is no metric, or has no
 * name here, is called as it is. */
void hhx_label_metric(HhxText *label, const char *column, bool unit);

/* Blanks for underlines, and no | since that parts the lines of a title. */
void hhx_label_name(HhxText *label, const char *name);

#endif
