/* A text that grows: words for pictures, paths, lists. */
#ifndef HHX_TEXT_H
#define HHX_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed, it is empty; its owner frees `chars`. */
typedef struct HhxText {
  char *chars;
  size_t size;
  bool failed; /* memory ran out */
} HhxText;

__attribute__((format(printf, 2, 3))) void hhx_text_add(HhxText *text, const char *format, ...);

/* The text, or "-" when it is empty. */
const char *hhx_text_word(const HhxText *text);

#endif
