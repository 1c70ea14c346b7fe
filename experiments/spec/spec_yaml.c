/* The tree is built from libfyaml's events; libfyaml's own messages go into the error text.
 * Bytes are looked at first, so that libfyaml only sees valid UTF-8. */
#include "spec_yaml.h"

#include <assert.h>
#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

/* Length of the UTF-8 character at text, and its code point; 0 when it is none. */
static size_t decode(const unsigned char *text, size_t size, unsigned *point)
{
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length = text[0] < 0x80             ? 1
                  : (text[0] & 0xe0) == 0xc0 ? 2
                  : (text[0] & 0xf0) == 0xe0 ? 3
                  : (text[0] & 0xf8) == 0xf0 ? 4
                                             : 0;
  if (length == 0 || length > size) return 0;
  *point = length == 1 ? text[0] : text[0] & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
    *point = *point << 6 | (text[i] & 0x3fu);
  }
  bool surrogate = *point >= 0xd800 && *point < 0xe000;
  return *point < least[length] || *point > 0x10ffff || surrogate ? 0 : length;
}

/* Not a control character, a line separator, a byte order mark or a noncharacter. */
static bool printable(unsigned point)
{
  return point >= 0x20 && !(point >= 0x7f && point < 0xa0) && point != 0x2028 && point != 0x2029 &&
         point != 0xfeff && (point & 0xfffe) != 0xfffe;
}

static bool all_printable(const char *text, size_t size)
{
  for (size_t at = 0; at < size;) {
    unsigned point;
    size_t length = decode((const unsigned char *)text + at, size - at, &point);
    if (length == 0 || !printable(point)) return false;
    at += length;
  }
  return true;
}

/* Refuses bytes that no spec needs, at their line and column. */
static bool check_bytes(const char *path, const char *text, size_t size, HhxError *error)
{
  int line = 1, column = 1;
  for (size_t at = 0; at < size;) {
    unsigned point;
    size_t length = decode((const unsigned char *)text + at, size - at, &point);
    if (length == 0)
      return hhx_error_at(error, path, line, column, NULL,
                          "not UTF-8 (byte 0x%02x); save the file as UTF-8",
                          (unsigned char)text[at]);
    if (point == '\t')
      return hhx_error_at(error, path, line, column, NULL, "a tab; write spaces instead");
    if (point != '\n' && point != '\r' && !printable(point))
      return hhx_error_at(error, path, line, column, NULL,
                          "character U+%04X is not allowed; delete it", point);
    bool line_end = point == '\n' || (point == '\r' && (at + 1 == size || text[at + 1] != '\n'));
    line += line_end;
    column = line_end ? 1 : column + 1;
    at += length;
  }
  return true;
}

typedef struct Builder {
  const char *path;
  const char *text; /* the document */
  size_t size;
  HhxError *error;
  HhxNode *root;
  HhxNode *open[HHX_YAML_DEPTH]; /* mappings and lists that have begun */
  HhxNode **tail[HHX_YAML_DEPTH];
  int depth, nodes, documents;
  int line, column; /* of the latest event that has a place */
} Builder;

static bool refuse(Builder *builder, const char *what)
{
  return hhx_error_at(builder->error, builder->path, builder->line, builder->column, NULL, "%s",
                      what);
}

/* The place of a mark, less what it lies behind. */
static void move(Builder *builder, const struct fy_mark *mark, int behind)
{
  if (mark == NULL) return;
  builder->line = mark->line + 1;
  builder->column = mark->column + 1 > behind ? mark->column + 1 - behind : 1;
}

/* Hangs a new node where the document has come to. */
static HhxNode *grow(Builder *builder, HhxNodeKind kind)
{
  if (builder->nodes++ >= HHX_YAML_NODES) {
    refuse(builder, "more than 100000 values; split the spec");
    return NULL;
  }
  HhxNode *node = calloc(1, sizeof *node);
  if (node == NULL) {
    refuse(builder, "memory ran out");
    return NULL;
  }
  *node = (HhxNode){.kind = kind, .line = builder->line, .column = builder->column};
  if (builder->depth == 0) {
    builder->root = node;
  } else {
    int top = builder->depth - 1;
    *builder->tail[top] = node;
    builder->tail[top] = &node->next;
    builder->open[top]->count++;
  }
  return node;
}

static bool begin(Builder *builder, HhxNodeKind kind)
{
  if (builder->depth == HHX_YAML_DEPTH)
    return refuse(builder, "nested deeper than any spec is; close the brackets");
  HhxNode *node = grow(builder, kind);
  if (node == NULL) return false;
  builder->open[builder->depth] = node;
  builder->tail[builder->depth] = &node->child;
  builder->depth++;
  return true;
}

static void end(Builder *builder)
{
  HhxNode *node = builder->open[--builder->depth];
  assert(node != NULL);
  if (node->kind == HHX_MAP) node->count /= 2;
}

/* Takes the quotes' escapes away: '' in single ones, \" and \\ in double ones. False for others. */
static bool unquote(char *text, bool single)
{
  char *to = text;
  for (const char *from = text; *from != '\0'; from++) {
    if (single && *from == '\'') from++;
    if (!single && *from == '\\') {
      from++;
      if (*from != '"' && *from != '\\') return false;
    }
    *to++ = *from;
  }
  *to = '\0';
  return true;
}

/* The text is cut out of the document: fy_token_get_text leaks 4 KiB for a text with five escapes
 * (libfyaml 0.7.12), and folds lines. */
static bool scalar(Builder *builder, struct fy_token *token)
{
  enum fy_scalar_style style = token != NULL ? fy_token_scalar_style(token) : FYSS_PLAIN;
  if (style == FYSS_LITERAL || style == FYSS_FOLDED)
    return refuse(builder, "a block of text (| or >); write it on one line");
  const struct fy_mark *from = token != NULL ? fy_token_start_mark(token) : NULL;
  const struct fy_mark *to = token != NULL ? fy_token_end_mark(token) : NULL;
  size_t start = 0, size = 0;
  if (from != NULL && to != NULL && from->input_pos <= to->input_pos &&
      to->input_pos <= builder->size)
    start = from->input_pos, size = to->input_pos - from->input_pos;
  if (!all_printable(builder->text + start, size))
    return refuse(builder, "text over several lines; write it on one line");

  HhxNode *node = grow(builder, HHX_SCALAR);
  if (node == NULL) return false;
  node->quoted = style != FYSS_PLAIN;
  node->text = malloc(size + 1);
  if (node->text == NULL) return refuse(builder, "memory ran out");
  memcpy(node->text, builder->text + start, size);
  node->text[size] = '\0';
  if (!node->quoted || unquote(node->text, style == FYSS_SINGLE_QUOTED)) return true;
  return refuse(builder, "an escape; write the character itself, or \\\" and \\\\");
}

/* In single or double quotes. */
static bool is_quoted(struct fy_token *token)
{
  if (token == NULL) return false;
  enum fy_scalar_style style = fy_token_scalar_style(token);
  return style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
}

static bool take(Builder *builder, struct fy_event *event)
{
  /* libfyaml's marks are behind the quote, the & and the *. */
  bool quoted = event->type == FYET_SCALAR && is_quoted(event->scalar.value);
  move(builder, fy_event_start_mark(event), quoted);

  struct fy_token *anchor = NULL, *tag = NULL;
  if (event->type == FYET_SCALAR) anchor = event->scalar.anchor, tag = event->scalar.tag;
  if (event->type == FYET_MAPPING_START)
    anchor = event->mapping_start.anchor, tag = event->mapping_start.tag;
  if (event->type == FYET_SEQUENCE_START)
    anchor = event->sequence_start.anchor, tag = event->sequence_start.tag;
  if (event->type == FYET_ALIAS) anchor = event->alias.anchor;
  if (anchor != NULL || event->type == FYET_ALIAS) {
    if (anchor != NULL) move(builder, fy_token_start_mark(anchor), 1);
    return refuse(builder,
                  "anchors (&) and aliases (*) are not used in specs; write the value out");
  }
  if (tag != NULL) {
    move(builder, fy_token_start_mark(tag), 0);
    return refuse(builder, "tags (!) are not used in specs; delete it");
  }

  switch (event->type) {
  case FYET_DOCUMENT_START:
    if (builder->documents++ > 0)
      return refuse(builder, "a second document (---); put one spec into one file");
    return true;
  case FYET_SCALAR: return scalar(builder, event->scalar.value);
  case FYET_MAPPING_START: return begin(builder, HHX_MAP);
  case FYET_SEQUENCE_START: return begin(builder, HHX_LIST);
  case FYET_MAPPING_END:
  case FYET_SEQUENCE_END: end(builder); return true;
  default: return true;
  }
}

/* libfyaml's first message, at its place. */
static void tell_syntax(Builder *builder, struct fy_diag *diagnostics)
{
  void *iterator = NULL;
  const struct fy_diag_error *first = fy_diag_errors_iterate(diagnostics, &iterator);
  if (first != NULL && first->line > 0)
    builder->line = first->line, builder->column = first->column > 0 ? first->column : 1;
  hhx_error_at(builder->error, builder->path, builder->line, builder->column, NULL,
               "not YAML: %s; check brackets, quotes, colons and indentation up to here",
               first != NULL && first->msg != NULL ? hhx_shown(first->msg).text : "syntax error");
}

/* Where libfyaml would print; its messages are collected instead. */
static void discard(struct fy_diag *diagnostics, void *user, const char *text, size_t size)
{
  (void)diagnostics, (void)user, (void)text, (void)size;
}

static bool build(Builder *builder)
{
  struct fy_diag_cfg quiet;
  fy_diag_cfg_default(&quiet);
  quiet.fp = NULL;
  quiet.output_fn = discard;
  quiet.colorize = false;
  struct fy_diag *diagnostics = fy_diag_create(&quiet);
  if (diagnostics == NULL) return refuse(builder, "memory ran out");
  fy_diag_set_collect_errors(diagnostics, true);

  bool done = false;
  struct fy_parse_cfg config = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_JSON_NONE |
                                         FYPCF_DEFAULT_VERSION_1_2,
                                .diag = diagnostics};
  struct fy_parser *parser = fy_parser_create(&config);
  if (parser == NULL || fy_parser_set_string(parser, builder->text, builder->size) != 0) {
    refuse(builder, "memory ran out");
  } else {
    struct fy_event *event = NULL;
    done = true;
    while (done && (event = fy_parser_parse(parser)) != NULL) {
      done = take(builder, event);
      fy_parser_event_free(parser, event);
    }
    if (done && fy_parser_get_stream_error(parser)) {
      done = false;
      tell_syntax(builder, diagnostics);
    }
  }
  if (parser != NULL) fy_parser_destroy(parser);
  fy_diag_destroy(diagnostics);
  return done;
}

HhxNode *hhx_yaml_parse(const char *path, const char *text, size_t size, HhxError *error)
{
  static const char mark[] = "\xef\xbb\xbf"; /* UTF-8 byte order mark, as Windows editors write */
  if (size >= 3 && memcmp(text, mark, 3) == 0) text += 3, size -= 3;

  Builder builder = {
      .path = path, .text = text, .size = size, .error = error, .line = 1, .column = 1};
  if (size > HHX_YAML_BYTES) {
    hhx_error_at(error, path, 0, 0, NULL, "is longer than %d KiB; shorten it",
                 HHX_YAML_BYTES / 1024);
    return NULL;
  }
  if (!check_bytes(path, text, size, error)) return NULL;
  bool built = build(&builder);
  if (built && builder.root != NULL) return builder.root;
  if (built)
    hhx_error_at(error, path, 1, 1, NULL,
                 "is empty; the least spec has two lines: `name: ...` and `scenes: [...]`");
  hhx_yaml_free(builder.root);
  return NULL;
}

void hhx_yaml_free(HhxNode *node)
{
  while (node != NULL) {
    HhxNode *next = node->next;
    hhx_yaml_free(node->child); /* no deeper than HHX_YAML_DEPTH */
    free(node->text);
    free(node);
    node = next;
  }
}
