/* A player's script: which keys are down from when on, CSV with the header
 * t_s,forward,up,release; times from 0, growing; keys 0 or 1 (actor/player.h). */
#ifndef HHX_SPEC_SCRIPT_H
#define HHX_SPEC_SCRIPT_H

#include "actor/player.h"
#include "spec.h"

enum { HHX_SCRIPT_ROWS = 100000 }; /* most of them */

/* Rows in new memory; null and *error on any fault. */
HhPlayerRow *hhx_script_read(const char *path, int *count, HhxError *error);

#endif
