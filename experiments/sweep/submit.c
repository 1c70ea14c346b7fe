/* Two scripts, and sbatch. See the header. */
#include "submit.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csv.h"
#include "folder.h"
#include "words.h"

typedef struct Submission {
  const HhxSpec *spec;
  const char *command;
  const HhxSweepOptions *options;
  char *folder; /* DIR/submit */
  char *out;    /* DIR, absolute */
  char *program;
  char name[64]; /* of the job: the spec's, in plain letters */
} Submission;

/* -- scripts ---------------------------------------------------------------------------------- */

static void put_head(const Submission *s, const char *suffix, const char *what, FILE *out)
{
  fprintf(out,
          "#!/bin/sh\n"
          "# %s Written by handhold %s --submit slurm; may be edited, for\n"
          "# instance with lines such as  #SBATCH --partition=P  or  #SBATCH --time=1:00:00\n"
          "#SBATCH --job-name=%s%s\n"
          "#SBATCH --requeue\n"
          "#SBATCH --open-mode=append\n",
          what, s->command, s->name, suffix);
}

static void put_variable(const char *name, const char *word, FILE *out)
{
  fprintf(out, "%s=", name);
  hhx_words_quote(word, out);
  fputc('\n', out);
}

static void put_shards(const Submission *s, FILE *out)
{
  int shards = s->options->submit;
  put_head(s, "", "One part of the episodes a task.", out);
  fprintf(out,
          "#SBATCH --output=shard_%%a.log\n"
          "#SBATCH --array=1-%d\n"
          "#SBATCH --cpus-per-task=%d\n\n",
          shards, s->options->jobs > 0 ? s->options->jobs : 1);
  put_variable("handhold", s->program, out);
  put_variable("folder", s->folder, out);
  fprintf(out,
          "shard=$SLURM_ARRAY_TASK_ID\n\n"
          "# --resume: after a kill, a lost node or a time limit it goes on where it was.\n"
          "exec \"$handhold\" %s \"$folder/spec.yaml\" --shard \"$shard/%d\" --resume \\\n"
          "  --out \"$folder/shard_${shard}_of_%d\" --jobs \"${SLURM_CPUS_PER_TASK:-1}\" "
          "--timing=%s --quiet\n",
          s->command, shards, shards, s->options->timing ? "on" : "off");
}

static void put_merge(const Submission *s, FILE *out)
{
  int shards = s->options->submit;
  put_head(s, "-merge", "The result, of all parts.", out);
  fputs("#SBATCH --output=merge.log\n"
        "#SBATCH --kill-on-invalid-dep=yes\n\n",
        out);
  put_variable("handhold", s->program, out);
  put_variable("folder", s->folder, out);
  put_variable("out", s->out, out);
  fprintf(out,
          "\nset --\n"
          "number=1\n"
          "while [ $number -le %d ]; do\n"
          "  set -- \"$@\" \"$folder/shard_${number}_of_%d\"\n"
          "  number=$((number + 1))\n"
          "done\n"
          "exec \"$handhold\" merge \"$@\" --out \"$out\" --resume --quiet\n",
          shards, shards);
}

/* Writes one file of DIR/submit whole; 0, or *error and 1. */
static int write_file(const Submission *s, const char *name, const char *text, HhxError *error)
{
  char *path = hhx_folder_file(s->folder, name);
  int code = hhx_csv_file(path ? path : name, path ? text : NULL, error);
  if (code == 0 && path && chmod(path, strstr(name, ".sh") ? 0755 : 0644) != 0) {
    snprintf(error->text, sizeof error->text, "cannot write %s: %s", path, strerror(errno));
    code = 1;
  }
  free(path);
  return code;
}

static int write_script(const Submission *s, const char *name,
                        void (*put)(const Submission *, FILE *), HhxError *error)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out) put(s, out);
  bool whole = out && !ferror(out);
  whole = out && fclose(out) == 0 && whole;
  int code = write_file(s, name, whole ? text : NULL, error);
  free(text);
  return code;
}

/* True when the script that is there, edited maybe, runs these shards. */
static bool is_kept(const Submission *s)
{
  const HhxSweepOptions *options = s->options;
  char call[64], shard[32], timing[32];
  snprintf(call, sizeof call, "\"$handhold\" %s ", s->command);
  snprintf(shard, sizeof shard, "\"$shard/%d\"", options->submit);
  snprintf(timing, sizeof timing, "--timing=%s", options->timing ? "on" : "off");
  char *text = hhx_folder_text(s->folder, "shards.sh");
  bool kept = text && strstr(text, shard) && strstr(text, timing) && strstr(text, call);
  free(text);
  return kept;
}

static int write_all(const Submission *s, HhxError *error)
{
  if (s->options->resume && is_kept(s)) return 0;
  char *text = hhx_spec_text(s->spec);
  int code = write_file(s, "spec.yaml", text, error);
  free(text);
  if (code == 0) code = write_script(s, "merge.sh", put_merge, error);
  if (code == 0) code = write_script(s, "shards.sh", put_shards, error);
  return code;
}

/* -- the folder -------------------------------------------------------------------------------- */

/* Slurm puts names in for % and \ in the path of a log, also in what is its folder's. 0, or *error
 * and 2. */
static int judge_path(const char *out, HhxError *error)
{
  char *here = out[0] == '/' ? NULL : realpath(".", NULL);
  const char *found = strpbrk(out, "%\\");
  if (!found && here) found = strpbrk(here, "%\\");
  if (found)
    snprintf(error->text, sizeof error->text,
             "%s%s%s: Slurm finds no folder with a %c in its path; take another --out",
             here ? here : "", here ? "/" : "", out, *found);
  int code = found ? 2 : 0;
  free(here);
  return code;
}

/* 0 when the folder may be submitted into, or *error and 2. */
static int judge(const HhxSpec *spec, const HhxSweepOptions *options, HhxError *error)
{
  char **names = NULL;
  int count = hhx_folder_list(options->out, "", &names);
  if (count >= 0) hhx_folder_list_free(names, count);
  if (count < 0 && errno != ENOENT) {
    snprintf(error->text, sizeof error->text, "%s: %s", options->out, strerror(errno));
    return 2;
  }
  if (count <= 0) return 0;
  if (!options->resume) {
    snprintf(error->text, sizeof error->text,
             "%s: is not empty; take another --out, or --resume to submit again what is there",
             options->out);
    return 2;
  }
  char *folder = hhx_folder_file(options->out, "submit");
  char *file = folder ? hhx_folder_file(folder, "spec.yaml") : NULL;
  HhxSpec *theirs = file ? hhx_spec_read(file, error) : NULL;
  int code = theirs && hhx_spec_hash(theirs) == hhx_spec_hash(spec) ? 0 : 2;
  if (!theirs) {
    snprintf(error->text, sizeof error->text, "%s: holds no submission; take another --out",
             options->out);
  } else if (code != 0) {
    snprintf(error->text, sizeof error->text,
             "%s: holds the submission of another spec; take another --out", options->out);
    hhx_folder_tell_difference(folder, spec, error);
  }
  hhx_spec_free(theirs);
  free(file);
  free(folder);
  return code;
}

/* The path of this program, which a job finds without PATH; null when memory ran out. */
static char *find_program(const HhxSweepOptions *options)
{
  char *path = realpath("/proc/self/exe", NULL);
  return path ? path : strdup(options->argv ? options->argv[0] : "handhold");
}

/* Makes DIR/submit and what the scripts name; 0, or *error and a code. */
static int prepare(Submission *s, HhxError *error)
{
  const char *out = s->options->out;
  char *folder = hhx_folder_file(out, "submit");
  int code = 1;
  if (folder)
    code = hhx_folder_make(folder, error);
  else
    snprintf(error->text, sizeof error->text, "memory ran out");
  if (code == 0) {
    s->out = realpath(out, NULL);
    s->folder = realpath(folder, NULL);
    s->program = find_program(s->options);
    if (!s->out || !s->folder || !s->program) {
      snprintf(error->text, sizeof error->text, "%s: %s", folder, strerror(errno));
      code = 1;
    }
  }
  free(folder);
  size_t length = 0;
  for (const char *at = s->spec->name; *at && length + 1 < sizeof s->name; at++)
    s->name[length++] = (char)(isalnum((unsigned char)*at) || *at == '_' ? *at : '-');
  return code;
}

/* -- sbatch ------------------------------------------------------------------------------------ */

/* In a child: sbatch in the folder, its standard output into `out`. */
static void become_sbatch(const Submission *s, const char *dependency, const char *script, int out)
{
  const char *words[] = {"sbatch", "--parsable", dependency ? dependency : script,
                         dependency ? script : NULL, NULL};
  if (dup2(out, STDOUT_FILENO) < 0 || chdir(s->folder) != 0) _exit(126);
  execvp(words[0], (char *const *)words);
  _exit(errno == ENOENT ? 127 : 126);
}

/* Hands a script to sbatch: the job's number in `id` and 0; or sbatch's exit code, 127 when there
 * is none. Its complaints go to standard error. */
static int call_sbatch(const Submission *s, const char *dependency, const char *script, char *id,
                       size_t size)
{
  int ends[2], status = 0;
  if (pipe(ends) != 0) return 126;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) become_sbatch(s, dependency, script, ends[1]);
  close(ends[1]);
  size_t have = 0;
  ssize_t got;
  while (child > 0 && (got = read(ends[0], id + have, size - 1 - have)) != 0) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    have += (size_t)got;
  }
  close(ends[0]);
  id[have] = '\0';
  id[strcspn(id, ";\n")] = '\0'; /* a cluster's name may follow */
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) return 126;
  return WEXITSTATUS(status) == 0 && *id == '\0' ? 126 : WEXITSTATUS(status);
}

/* The commands that submit what is written. */
static void show_commands(const Submission *s, FILE *out)
{
  fputs("  cd", out);
  hhx_words_put(s->folder, out);
  fputs("\n  id=$(sbatch --parsable shards.sh)\n"
        "  sbatch --dependency=afterok:${id%%;*} merge.sh\n",
        out);
}

static int submit(const Submission *s)
{
  char shards[64], merge[64], dependency[128];
  int code = call_sbatch(s, NULL, "shards.sh", shards, sizeof shards);
  if (code != 0) {
    fprintf(stderr, "handhold %s: %s; the scripts are in %s, to submit them:\n", s->command,
            code == 127 ? "there is no sbatch on this machine" : "sbatch refused", s->folder);
    show_commands(s, stderr);
    return 1;
  }
  snprintf(dependency, sizeof dependency, "--dependency=afterok:%s", shards);
  if (call_sbatch(s, dependency, "merge.sh", merge, sizeof merge) != 0) {
    fprintf(stderr,
            "handhold %s: job %s has the shards, but sbatch refused the merge; to submit it:\n  cd",
            s->command, shards);
    hhx_words_put(s->folder, stderr);
    fprintf(stderr, "\n  sbatch %s merge.sh\n", dependency);
    return 1;
  }
  printf("job %s: shards 1 to %d, job %s: the merge after them\n", shards, s->options->submit,
         merge);
  printf("to watch: squeue -j %s,%s; logs: %s; the result: %s\n", shards, merge, s->folder, s->out);
  printf("should a shard fail: the same command with --resume submits what is unfinished\n");
  return 0;
}

int hhx_submit(const HhxSpec *spec, const char *command, const HhxSweepOptions *options)
{
  Submission s = {.spec = spec, .command = command, .options = options};
  HhxError error = {""};
  int code = judge_path(options->out, &error);
  if (code == 0) code = judge(spec, options, &error);
  if (code == 0) code = prepare(&s, &error);
  if (code == 0) code = write_all(&s, &error);
  if (code != 0) {
    fprintf(stderr, "handhold %s: %s\n", command, error.text);
  } else if (options->dry_run) {
    printf("the scripts are in %s, to submit them:\n", s.folder);
    show_commands(&s, stdout);
  } else {
    code = submit(&s);
  }
  free(s.folder);
  free(s.out);
  free(s.program);
  return code;
}
