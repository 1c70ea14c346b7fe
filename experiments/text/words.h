/* Words as a POSIX shell reads them back: for commands that are printed to be typed. */
#ifndef HHX_WORDS_H
#define HHX_WORDS_H

#include <stdio.h>

/* Writes the word, in quotes where a shell needs them. */
void hhx_words_quote(const char *word, FILE *out);

/* The same after a blank. */
void hhx_words_put(const char *word, FILE *out);

#endif
