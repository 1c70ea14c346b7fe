/* Lines of a parameter file, one after the other. See the header. */
#include "actor/params_text.h"

#include <assert.h>
#include <string.h>

#include "base/decimal.h"

/* A stretch of the text. */
typedef struct Span {
  const char *text;
  size_t size;
} Span;

static bool blank(char c)
{
  return c == ' ' || c == '\t';
}

static Span trimmed(Span span)
{
  while (span.size > 0 && blank(span.text[0]))
    span.text++, span.size--;
  while (span.size > 0 && blank(span.text[span.size - 1]))
    span.size--;
  return span;
}

/* The next line without its comment: from a # at its start or after a blank. */
static Span next_line(HhParamsText *walk)
{
  Span line = {walk->text + walk->at, 0};
  size_t left = walk->size - walk->at, length = 0;
  while (length < left && line.text[length] != '\n' && line.text[length] != '\r')
    length++;
  bool pair = left - length >= 2 && memcmp(line.text + length, "\r\n", 2) == 0;
  walk->at += length + (length < left) + pair;
  walk->line++;
  while (line.size < length &&
         !(line.text[line.size] == '#' && (line.size == 0 || blank(line.text[line.size - 1]))))
    line.size++;
  return line;
}

static void copy_word(Span span, char *word, size_t size)
{
  size_t kept = span.size < size ? span.size : size - 1;
  memcpy(word, span.text, kept);
  word[kept] = '\0';
}

/* Refuses `span` of the line that starts at `line`. */
static bool refuse(const HhParamsText *walk, const char *line, Span span, const char *what,
                   const char *remedy, HhParamsFault *fault)
{
  *fault = (HhParamsFault){
      .line = walk->line, .column = (int)(span.text - line) + 1, .what = what, .remedy = remedy};
  copy_word(span, fault->word, sizeof fault->word);
  return false;
}

bool hh_params_next(HhParamsText *walk, const HhParam **param, double *value, HhParamsFault *fault)
{
  assert(hh_params_count <= HH_PARAMS_TEXT_ROWS);
  static const char mark[] = "\xef\xbb\xbf";
  *param = NULL;
  if (walk->at == 0 && walk->size >= 3 && memcmp(walk->text, mark, 3) == 0) walk->at = 3;
  Span line, content = {NULL, 0};
  while (content.size == 0) {
    if (walk->at >= walk->size) return true;
    line = next_line(walk);
    content = trimmed(line);
  }

  const char *colon = memchr(content.text, ':', content.size);
  size_t length = colon != NULL ? (size_t)(colon - content.text) : 0;
  if (colon == NULL || (length + 1 < content.size && !blank(colon[1])))
    return refuse(walk, line.text, content, "is no assignment",
                  "write name: value, as planner.iterations: 8", fault);
  Span name = trimmed((Span){content.text, length});
  Span written = trimmed((Span){colon + 1, content.size - length - 1});

  char word[sizeof fault->word];
  copy_word(name, word, sizeof word);
  const HhParam *row = hh_param_find(hh_params_table, hh_params_count, word);
  if (row == NULL || strlen(row->name) != name.size) {
    refuse(walk, line.text, name, "unknown parameter", "take the name of one that is", fault);
    fault->param = hh_param_nearest(hh_params_table, hh_params_count, word);
    return false;
  }
  int *given = &walk->lines[row - hh_params_table];
  if (*given != 0) {
    refuse(walk, line.text, name, "was given before", "delete one of the lines", fault);
    fault->param = row;
    return false;
  }
  *given = walk->line;

  HhValueFault wrong = hh_value_read(row, written.text, written.size, value);
  if (wrong != HH_VALUE_FINE) {
    refuse(walk, line.text, written, hh_value_what(wrong), hh_value_remedy(wrong), fault);
    fault->param = row;
    fault->value = wrong;
    return false;
  }
  *param = row;
  return true;
}

bool hh_params_read(const char *text, size_t size, HhParams *params, HhParamsFault *fault)
{
  HhParamsText walk = {.text = text, .size = size};
  HhParams read = *params;
  for (;;) {
    const HhParam *param;
    double value;
    if (!hh_params_next(&walk, &param, &value, fault)) return false;
    if (param == NULL) break;
    hh_param_set(param, &read, value);
  }
  const char *name = hh_params_fault(&read);
  if (name != NULL) {
    const HhParam *row = hh_param_find(hh_params_table, hh_params_count, name);
    *fault = (HhParamsFault){.line = walk.lines[row - hh_params_table],
                             .what = "contradicts its counterpart",
                             .remedy = "give a minimum below its maximum",
                             .param = row};
    copy_word((Span){name, strlen(name)}, fault->word, sizeof fault->word);
    fault->column = fault->line > 0;
    return false;
  }
  *params = read;
  return true;
}

/* A text that may be longer than its room. */
typedef struct Room {
  char *text;
  size_t size, length;
} Room;

static void put(Room *room, const char *text)
{
  for (; *text != '\0'; text++, room->length++)
    if (room->length + 1 < room->size) room->text[room->length] = *text;
}

size_t hh_params_write(const HhParams *params, const HhParams *base, char *text, size_t size)
{
  Room room = {text, size, 0};
  for (size_t i = 0; i < hh_params_count; i++) {
    const HhParam *row = &hh_params_table[i];
    double value = hh_param_get(row, params);
    if (value == hh_param_get(row, base)) continue;
    char written[64];
    if (row->kind == HH_CHOICE)
      hh_param_choice_name(row, (int)value, written, sizeof written);
    else
      hh_decimal_write(value, written);
    put(&room, row->name);
    put(&room, ": ");
    put(&room, written);
    put(&room, "\n");
  }
  if (size > 0) text[room.length < size ? room.length : size - 1] = '\0';
  return room.length;
}
