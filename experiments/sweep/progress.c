/* Rate and time left as one line. See the header. */
#include "progress.h"

#include <string.h>
#include <unistd.h>

#include "clock.h"

void hhx_progress_start(HhxProgress *progress, FILE *out, const char *what, int64_t total)
{
  progress->out = out;
  progress->what = what;
  progress->in_place = out && isatty(fileno(out));
  progress->total = total;
  atomic_init(&progress->done, 0);
  atomic_init(&progress->skipped, 0);
  progress->start_s = progress->shown_s = hhb_clock_wall_s();
}

void hhx_progress_done(HhxProgress *progress)
{
  atomic_fetch_add_explicit(&progress->done, 1, memory_order_relaxed);
}

void hhx_progress_skip(HhxProgress *progress)
{
  atomic_fetch_add_explicit(&progress->skipped, 1, memory_order_relaxed);
}

/* 45 s, 3 min 20 s, 2 h 05 min, 3 d 04 h. */
static void duration_text(double seconds, char *text, size_t size)
{
  int64_t whole = (int64_t)(seconds + 0.5);
  if (whole < 60)
    snprintf(text, size, "%d s", (int)whole);
  else if (whole < 3600)
    snprintf(text, size, "%d min %02d s", (int)(whole / 60), (int)(whole % 60));
  else if (whole < 86400)
    snprintf(text, size, "%d h %02d min", (int)(whole / 3600), (int)(whole / 60 % 60));
  else
    snprintf(text, size, "%lld d %02d h", (long long)(whole / 86400), (int)(whole / 3600 % 24));
}

void hhx_progress_text(const char *what, int64_t done, int64_t skipped, int64_t total,
                       double elapsed_s, char *text, size_t size)
{
  int64_t ready = done + skipped;
  double rate = elapsed_s > 0 ? (double)done / elapsed_s : 0;
  char left[48], resumed[48] = "";
  if (skipped > 0) snprintf(resumed, sizeof resumed, " (%lld from before)", (long long)skipped);
  if (ready >= total) {
    duration_text(elapsed_s, left, sizeof left);
    snprintf(text, size, "%lld of %lld %s%s, %.4g/s, took %s", (long long)ready, (long long)total,
             what, resumed, rate, left);
    return;
  }
  if (rate > 0)
    duration_text((double)(total - ready) / rate, left, sizeof left);
  else
    memcpy(left, "unknown", sizeof "unknown");
  snprintf(text, size, "%lld of %lld %s%s, %d %%, %.4g/s, left %s", (long long)ready,
           (long long)total, what, resumed, (int)(100 * (double)ready / (double)total), rate, left);
}

static void write_line(HhxProgress *progress, double time_s, const char *end)
{
  char text[192];
  int64_t done = atomic_load_explicit(&progress->done, memory_order_relaxed);
  int64_t skipped = atomic_load_explicit(&progress->skipped, memory_order_relaxed);
  hhx_progress_text(progress->what, done, skipped, progress->total, time_s - progress->start_s,
                    text, sizeof text);
  /* Back to the margin, and clear what a longer line left. */
  fprintf(progress->out, "%s%s%s", progress->in_place ? "\r\033[K" : "", text, end);
  fflush(progress->out);
  progress->shown_s = time_s;
}

void hhx_progress_show(HhxProgress *progress)
{
  if (!progress->out) return;
  double time_s = hhb_clock_wall_s();
  double every_s = progress->in_place ? 0.2 : 5;
  if (time_s - progress->shown_s < every_s) return;
  write_line(progress, time_s, progress->in_place ? "" : "\n");
}

void hhx_progress_end(HhxProgress *progress)
{
  if (progress->out) write_line(progress, hhb_clock_wall_s(), "\n");
}
