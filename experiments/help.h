/* What --help says: of the whole program, or of one command and the options that it takes. */
#ifndef HHX_HELP_H
#define HHX_HELP_H

#include <stdbool.h>
#include <stdio.h>

void hhx_help(FILE *out);

/* False, and nothing is written, when there is no such command. */
bool hhx_help_of(const char *command, FILE *out);

#endif
