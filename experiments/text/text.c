/* A text that grows. See the header. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void hhx_text_add(HhxText *text, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *chars = length < 0 ? NULL : realloc(text->chars, text->size + (size_t)length + 1);
  if (!chars) {
    text->failed = true;
    return;
  }
  va_start(list, format);
  vsnprintf(chars + text->size, (size_t)length + 1, format, list);
  va_end(list);
  text->chars = chars;
  text->size += (size_t)length;
}

const char *hhx_text_word(const HhxText *text)
{
  return text->chars && text->size ? text->chars : "-";
}
