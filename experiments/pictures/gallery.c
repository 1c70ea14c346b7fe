/* Runs `gnuplot -d -c SCRIPT WORD...` in the result folder, one process a picture, without a
 * shell. The words are names of parameters, scenes, movers and columns; the file names inside the
 * scripts are fixed, so a folder may be called anything. A script writes to its standard output,
 * which is NAME.svg.tmp here, a file of our own whatever lay there before, and NAME.svg when it has
 * ended well and is whole. */
#include "gallery.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "text.h"

/* How long gnuplot may take for one picture: far longer than it needs. */
enum { LIMIT_S = 60, LIMIT_BYTES_A_SECOND = 1000000, LIMIT_STOPPED_S = 2 };

/* The child: folder, streams, gnuplot. Only what is allowed between fork and exec. */
static _Noreturn void become_gnuplot(const char *out, char *const *words, int picture, int errors,
                                     int report)
{
  int null = open("/dev/null", O_RDONLY);
  if (null >= 0 && dup2(null, STDIN_FILENO) >= 0 && dup2(picture, STDOUT_FILENO) >= 0 &&
      dup2(errors, STDERR_FILENO) >= 0 && chdir(out) == 0)
    execvp(words[0], words);
  int cause = errno;
  if (write(report, &cause, sizeof cause) < 0) _exit(126);
  _exit(127);
}

/* A handler of the caller's ran, for Ctrl-C or the like. Gnuplot itself takes that for an error. */
static void stop(HhxGallery *gallery, pid_t child)
{
  gallery->signal = SIGINT;
  kill(child, SIGTERM);
}

/* Waits until the other end of `life` is closed, as it is when gnuplot has ended, and puts an end
 * to a gnuplot that takes too long. */
static void gnuplot_outlast(HhxGallery *gallery, pid_t child, int life)
{
  double end_s = hhb_clock_wall_s() + gallery->limit_s;
  for (;;) {
    double left_s = end_s - hhb_clock_wall_s();
    struct pollfd wanted = {.fd = life, .events = POLLIN};
    int ready = poll(&wanted, 1, left_s > 0 ? (int)(1e3 * fmin(left_s, 1e6)) + 1 : 0);
    if (ready < 0 && errno == EINTR) {
      stop(gallery, child);
      end_s = fmin(end_s, hhb_clock_wall_s() + LIMIT_STOPPED_S);
    } else if (ready == 0 && hhb_clock_wall_s() >= end_s) {
      gallery->stuck = true;
      kill(child, SIGKILL);
      return;
    } else if (ready != 0) {
      return;
    }
  }
}

/* The parent's part: what the child reports, how it ends. Returns its wait status, or -1 with
 * *cause, an errno. */
static int gnuplot_wait(HhxGallery *gallery, pid_t child, int report, int life, int *cause)
{
  int status = -1;
  ssize_t got = 0;
  while ((got = read(report, cause, sizeof *cause)) < 0 && errno == EINTR)
    stop(gallery, child);
  if (got != (ssize_t)sizeof *cause) *cause = 0;
  gnuplot_outlast(gallery, child, life);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    stop(gallery, child);
  return *cause ? -1 : status;
}

/* Starts gnuplot and waits for it. Returns its wait status, or -1 with errno. */
static int gnuplot_run(HhxGallery *gallery, char *const *words, int picture, int errors)
{
  int report[2]; /* carries errno when there is no gnuplot, and nothing when there is */
  int life[2];   /* carries nothing; its write end is open as long as gnuplot runs */
  if (pipe(report) != 0) return -1;
  if (pipe(life) != 0) {
    int cause = errno;
    close(report[0]);
    close(report[1]);
    errno = cause;
    return -1;
  }
  fcntl(report[0], F_SETFD, FD_CLOEXEC);
  fcntl(report[1], F_SETFD, FD_CLOEXEC);
  fcntl(life[0], F_SETFD, FD_CLOEXEC);
  pid_t child = fork();
  if (child == 0) become_gnuplot(gallery->out, words, picture, errors, report[1]);
  int cause = child < 0 ? errno : 0;
  close(report[1]);
  close(life[1]);
  int status = child > 0 ? gnuplot_wait(gallery, child, report[0], life[0], &cause) : -1;
  close(report[0]);
  close(life[0]);
  errno = cause;
  return status;
}

static void pass_on(FILE *errors)
{
  rewind(errors);
  char line[256];
  for (int i = 0; i < 20 && fgets(line, sizeof line, errors); i++)
    if (line[strspn(line, " \t\r\n")]) fprintf(stderr, "  gnuplot: %s", line);
}

/* True when gnuplot ended well. */
static bool picture_draw(HhxGallery *gallery, const char *name, char *const *words, int picture,
                         FILE *errors)
{
  int status = gnuplot_run(gallery, words, picture, fileno(errors));
  if (gallery->signal) return false;
  if (gallery->stuck) {
    fprintf(stderr, "warning: %s.svg not drawn, nor what follows: gnuplot took more than %.3g s\n",
            name, gallery->limit_s);
    return false;
  }
  if (status == 0) return true;
  if (status == -1 && errno == ENOENT) {
    gallery->absent = true;
    fprintf(stderr, "no pictures: gnuplot is not installed (Debian: apt-get install gnuplot-nox); "
                    "the CSV files are complete\n");
  } else if (status == -1) {
    fprintf(stderr, "warning: %s.svg not drawn: cannot run gnuplot: %s\n", name, strerror(errno));
  } else if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM ||
                                     WTERMSIG(status) == SIGHUP)) {
    gallery->signal = WTERMSIG(status);
  } else {
    fprintf(stderr, "warning: %s.svg not drawn: gnuplot failed on %s\n", name, words[3]);
    pass_on(errors);
  }
  return false;
}

/* Whether a file ends as an SVG does. */
static bool is_whole(int picture, off_t size)
{
  static const char mark[] = "</svg>";
  char tail[64];
  size_t length = size < (off_t)sizeof tail ? (size_t)size : sizeof tail;
  if (pread(picture, tail, length, size - (off_t)length) != (ssize_t)length) return false;
  while (length > 0 && strchr(" \t\r\n", tail[length - 1]))
    length--;
  size_t end = sizeof mark - 1;
  return length >= end && memcmp(tail + length - end, mark, end) == 0;
}

void hhx_gallery_draw(HhxGallery *gallery, const char *name, const char *script,
                      const char *const words[HHX_GALLERY_WORDS])
{
  if (gallery->absent || gallery->stuck || gallery->signal) return;
  HhxText part = {0}, done = {0}, path = {0};
  hhx_text_add(&part, "%s/%s.svg.tmp", gallery->out, name);
  hhx_text_add(&done, "%s/%s.svg", gallery->out, name);
  hhx_text_add(&path, "%s/%s", gallery->scripts, script);
  FILE *errors = tmpfile();
  int picture = -1;
  if (!part.failed) {
    unlink(part.chars); /* a link there would lead elsewhere */
    picture = open(part.chars, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  }
  if (done.failed || path.failed || !errors || picture < 0) {
    fprintf(stderr, "warning: cannot write %s.svg: %s\n", name, strerror(errno));
  } else {
    char *line[4 + HHX_GALLERY_WORDS + 1] = {"gnuplot", "-d", "-c", path.chars};
    for (int i = 0; i < HHX_GALLERY_WORDS; i++)
      line[4 + i] = (char *)words[i];
    struct stat size = {0};
    bool good = picture_draw(gallery, name, line, picture, errors);
    if (good && fstat(picture, &size) != 0) good = false;
    if (good && size.st_size > 0 && !is_whole(picture, size.st_size)) {
      fprintf(stderr, "warning: %s.svg not drawn: what gnuplot wrote does not end as a picture\n",
              name);
      good = false;
    }
    bool shown = good && size.st_size > 0;
    if (!shown)
      unlink(part.chars);
    else if (rename(part.chars, done.chars) == 0)
      gallery->drawn++;
    if (good && !shown) unlink(done.chars); /* of an earlier run */
  }
  if (errors) fclose(errors);
  if (picture >= 0) close(picture);
  free(path.chars);
  free(done.chars);
  free(part.chars);
}

/* Folder of the scripts, absolute: HANDHOLD_PLOTS, else what is installed beside the program,
 * else the source tree. */
static char *scripts_find(void)
{
  const char *wanted = getenv("HANDHOLD_PLOTS");
  if (wanted && *wanted) return realpath(wanted, NULL);
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  HhxText beside = {0};
  char *found = NULL;
  if (length > 0) {
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    hhx_text_add(&beside, "%s/../share/handhold/plots/style.gp", program);
    if (!beside.failed && access(beside.chars, R_OK) == 0) {
      *strrchr(beside.chars, '/') = '\0';
      found = realpath(beside.chars, NULL);
    }
    free(beside.chars);
  }
  return found ? found : realpath(HHX_PLOTS_DIR, NULL);
}

/* LIMIT_S and what many runs add, or HANDHOLD_PLOT_LIMIT. */
static double limit_find(const char *out)
{
  const char *wanted = getenv("HANDHOLD_PLOT_LIMIT");
  double limit_s = wanted ? strtod(wanted, NULL) : 0;
  if (limit_s > 0) return limit_s;
  HhxText path = {0};
  struct stat runs;
  limit_s = LIMIT_S;
  hhx_text_add(&path, "%s/runs.csv", out);
  if (!path.failed && stat(path.chars, &runs) == 0)
    limit_s += (double)runs.st_size / LIMIT_BYTES_A_SECOND;
  free(path.chars);
  return limit_s;
}

bool hhx_gallery_open(HhxGallery *gallery, const char *out, bool quiet)
{
  *gallery = (HhxGallery){
      .out = out, .quiet = quiet, .scripts = scripts_find(), .limit_s = limit_find(out)};
  if (!gallery->scripts)
    fprintf(stderr, "warning: no pictures: cannot find the gnuplot scripts; set HANDHOLD_PLOTS\n");
  return gallery->scripts != NULL;
}

int hhx_gallery_close(HhxGallery *gallery)
{
  if (!gallery->quiet && gallery->drawn)
    fprintf(stderr, "%d pictures drawn in %s\n", gallery->drawn, gallery->out);
  free(gallery->scripts);
  return gallery->signal ? 128 + gallery->signal : 0;
}
