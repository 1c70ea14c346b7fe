/* See the header. */
#include "mp4.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interrupt.h"
#include "number.h"

extern char **environ;

/* While ffmpeg is waited for, so often it is looked whether a signal came. */
static const int look_ms = 20;

static int fail(HhxError *error, const char *what, int cause)
{
  snprintf(error->text, sizeof error->text, "cannot draw a film: %s: %s", what, strerror(cause));
  return 1;
}

/* Starts ffmpeg with `input` as its standard input; 0 or errno. */
static int start(const char *const *words, int input, pid_t *child)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t pipes;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  int cause = posix_spawn_file_actions_init(&actions);
  if (cause != 0) return cause;
  cause = posix_spawnattr_init(&attributes);
  if (cause != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return cause;
  }
  posix_spawnattr_setsigdefault(&attributes, &pipes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  cause = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (cause == 0)
    cause = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (cause == 0)
    cause = posix_spawnp(child, words[0], &actions, &attributes, (char *const *)words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return cause;
}

int hhx_mp4_begin(int width, int height, double fps, const HhxCsv *csv, HhxMp4 *mp4,
                  HhxError *error)
{
  const char *draft = hhx_csv_written(csv);
  size_t room = strlen(draft) + sizeof "file:";
  char *file = malloc(room), size[32], rate[HHX_NUMBER_SIZE];
  if (!file) return fail(error, "memory", ENOMEM);
  snprintf(file, room, "file:%s", draft);
  snprintf(size, sizeof size, "%dx%d", width, height);
  hhx_number_write(fps, rate);
  const char *const words[] = {"ffmpeg",   "-nostdin", "-loglevel", "error",      "-f",
                               "rawvideo", "-pix_fmt", "bgr0",      "-s",         size,
                               "-r",       rate,       "-i",        "pipe:0",     "-c:v",
                               "libx264",  "-preset",  "veryfast",  "-crf",       "20",
                               "-pix_fmt", "yuv420p",  "-movflags", "+faststart", "-f",
                               "mp4",      "-y",       file,        NULL};
  int ends[2], cause = pipe(ends) == 0 ? 0 : errno;
  if (cause == 0) {
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    cause = start(words, ends[0], &mp4->child);
    close(ends[0]);
    mp4->pipe = ends[1];
    if (cause != 0) close(ends[1]);
  }
  free(file);
  if (cause == 0) {
    signal(SIGPIPE, SIG_IGN); /* ffmpeg's end is an error of write */
    return 0;
  }
  if (cause != ENOENT) return fail(error, "ffmpeg", cause);
  snprintf(error->text, sizeof error->text,
           "MP4 is written by the ffmpeg program, which is not installed: install Debian's package "
           "ffmpeg (apt-get install ffmpeg), or draw a .gif");
  return 2;
}

int hhx_mp4_frame(HhxMp4 *mp4, const void *pixels, size_t size, HhxError *error)
{
  const char *at = pixels;
  while (size > 0) {
    ssize_t done = write(mp4->pipe, at, size);
    if (done >= 0) {
      at += done;
      size -= (size_t)done;
      continue;
    }
    if (errno != EINTR && errno != EAGAIN) return fail(error, "ffmpeg reads no more", errno);
    if (hhx_interrupt_caught() != 0) return 128 + hhx_interrupt_caught();
    struct pollfd room = {.fd = mp4->pipe, .events = POLLOUT};
    poll(&room, 1, look_ms);
  }
  return 0;
}

/* An interrupt ends the wait for a child that hangs. */
static int wait_for(HhxMp4 *mp4)
{
  int status = 0;
  close(mp4->pipe);
  for (;;) {
    pid_t ended = waitpid(mp4->child, &status, WNOHANG);
    if (ended == mp4->child || (ended < 0 && errno != EINTR)) return status;
    if (hhx_interrupt_caught() != 0) kill(mp4->child, SIGKILL);
    poll(NULL, 0, look_ms);
  }
}

int hhx_mp4_end(HhxMp4 *mp4, HhxError *error)
{
  int status = wait_for(mp4);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
  snprintf(error->text, sizeof error->text,
           "cannot draw a film: ffmpeg failed; its reason is above");
  return 1;
}

void hhx_mp4_abandon(HhxMp4 *mp4)
{
  kill(mp4->child, SIGKILL);
  wait_for(mp4);
}
