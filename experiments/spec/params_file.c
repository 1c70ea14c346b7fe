/* Files of parameters, in and out. See the header. */
#include "params_file.h"

#include <stdlib.h>
#include <string.h>

#include "actor/params_text.h"
#include "csv.h"
#include "error.h"
#include "spec_value.h"

enum { SIZE_MOST = 1 << 20 };

static bool refuse(const char *path, const HhParamsFault *fault, HhxError *error)
{
  HhxShown word = hhx_shown(fault->word);
  if (fault->value != HH_VALUE_FINE) {
    char text[256];
    hhx_value_fault_text(fault->param, fault->value, fault->word, text, sizeof text);
    return hhx_error_at(error, path, fault->line, fault->column, fault->param->name, "'%s' %s",
                        word.text, text);
  }
  bool unknown = fault->param != NULL && strcmp(fault->param->name, fault->word) != 0;
  if (unknown)
    return hhx_error_at(error, path, fault->line, fault->column, word.text,
                        "%s; did you mean %s? (`handhold list params` has them all)", fault->what,
                        fault->param->name);
  return hhx_error_at(error, path, fault->line, fault->column, word.text, "%s; %s", fault->what,
                      fault->remedy);
}

bool hhx_params_file_read(const char *path, HhxParamsFile *file, HhxError *error)
{
  *file = (HhxParamsFile){.path = path};
  if (strcmp(path, "-") == 0)
    return hhx_error_at(error, path, 0, 0, NULL,
                        "parameters do not come by standard input; name a file");
  HhParamsText walk = {.size = 0};
  char *text = hhx_file_read(path, SIZE_MOST, &walk.size, error);
  if (text == NULL) return false;
  walk.text = text;
  file->settings = calloc(hh_params_count, sizeof *file->settings);
  file->lines = calloc(hh_params_count, sizeof *file->lines);
  bool fine = file->settings != NULL && file->lines != NULL;
  if (!fine) hhx_error_at(error, path, 0, 0, NULL, "memory ran out");
  while (fine) {
    HhParamsFault fault;
    HhxSetting setting;
    fine = hh_params_next(&walk, &setting.param, &setting.value, &fault);
    if (!fine) refuse(path, &fault, error);
    if (!fine || setting.param == NULL) break;
    file->lines[file->count] = walk.line;
    file->settings[file->count++] = setting;
  }
  free(text);
  if (!fine) hhx_params_file_free(file);
  return fine;
}

void hhx_params_file_free(HhxParamsFile *file)
{
  free(file->settings);
  free(file->lines);
  *file = (HhxParamsFile){.path = NULL};
}

static void put_comment(const char *comment, FILE *out)
{
  fputs("# ", out);
  for (; *comment != '\0'; comment++)
    if (*comment != '\n')
      fputc(*comment == '\r' ? ' ' : *comment, out);
    else if (comment[1] != '\0')
      fputs("\n# ", out);
  fputc('\n', out);
}

int hhx_params_file_write(const char *path, const char *const *comments, int comment_count,
                          const HhxSetting *settings, int setting_count, HhxError *error)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  for (int i = 0; out != NULL && i < comment_count; i++)
    put_comment(comments[i], out);
  for (int i = 0; out != NULL && i < setting_count; i++) {
    char value[64];
    hhx_value_text(settings[i].param, settings[i].value, value, sizeof value);
    fprintf(out, "%s: %s\n", settings[i].param->name, value);
  }
  bool whole = out != NULL && fflush(out) == 0 && !ferror(out);
  if (out != NULL && fclose(out) != 0) whole = false;
  int code = hhx_csv_file(path, whole ? text : NULL, error);
  free(text);
  return code;
}
