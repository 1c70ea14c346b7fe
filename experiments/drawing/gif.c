/* See the header. */
#include "gif.h"

#include <gif_lib.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Colours are told apart by 6 bits a channel; one index of 256 means "as before". */
enum { BITS = 6, LEVELS = 1 << BITS, CELLS = 1 << (3 * BITS), COLOURS = 255, AS_BEFORE = 255 };

struct HhxGif {
  int width, height, frame;
  double fps;
  uint32_t counts[CELLS];  /* of sampled pixels */
  int32_t used[CELLS];     /* cells that were sampled */
  int16_t index_of[CELLS]; /* -1: not yet asked for */
  GifColorType palette[256];
  int colours;
  GifByteType *shown, *next; /* indices */
  GifFileType *file;
  HhxCsv *csv;
};

HhxGif *hhx_gif_create(int width, int height, double fps)
{
  HhxGif *gif = calloc(1, sizeof *gif);
  size_t pixels = (size_t)width * (size_t)height;
  if (!gif) return NULL;
  gif->width = width;
  gif->height = height;
  gif->fps = fps;
  gif->shown = malloc(pixels);
  gif->next = malloc(pixels);
  if (gif->shown && gif->next) return gif;
  hhx_gif_destroy(gif);
  return NULL;
}

void hhx_gif_destroy(HhxGif *gif)
{
  int ignored;
  if (!gif) return;
  if (gif->file) EGifCloseFile(gif->file, &ignored);
  free(gif->shown);
  free(gif->next);
  free(gif);
}

static int cell_of(uint32_t pixel)
{
  return (int)((pixel >> 6 & 0x3f000) | (pixel >> 4 & 0x00fc0) | (pixel >> 2 & 0x0003f));
}

void hhx_gif_sample(HhxGif *gif, const uint32_t *pixels)
{
  for (int i = 0; i < gif->width * gif->height; i++)
    gif->counts[cell_of(pixels[i])]++;
}

/* Red, green or blue of a cell. */
static int channel(int cell, int which)
{
  return cell >> (BITS * (2 - which)) & (LEVELS - 1);
}

/* Cells used[first] .. used[first + size - 1], and the limits of their colours. */
typedef struct Box {
  int first, size;
  int low[3], high[3];
  uint64_t count; /* of pixels */
} Box;

static Box make_box(const HhxGif *gif, int first, int size)
{
  Box box = {.first = first, .size = size, .low = {LEVELS, LEVELS, LEVELS}};
  for (int i = first; i < first + size; i++) {
    box.count += gif->counts[gif->used[i]];
    for (int j = 0; j < 3; j++) {
      int value = channel(gif->used[i], j);
      if (value < box.low[j]) box.low[j] = value;
      if (value > box.high[j]) box.high[j] = value;
    }
  }
  return box;
}

static int longest(const Box *box)
{
  int side = 0;
  for (int i = 1; i < 3; i++)
    if (box->high[i] - box->low[i] > box->high[side] - box->low[side]) side = i;
  return side;
}

/* Cuts the box across its longest side where half of its pixels are on either side; returns the
 * upper part. */
static Box split(HhxGif *gif, Box *box)
{
  int side = longest(box), at = box->low[side], below = 0;
  uint64_t sums[LEVELS] = {0}, sum = 0;
  int32_t *cells = gif->used + box->first;
  for (int i = 0; i < box->size; i++)
    sums[channel(cells[i], side)] += gif->counts[cells[i]];
  while (at < box->high[side] - 1 && (sum += sums[at]) * 2 < box->count)
    at++;
  for (int i = 0; i < box->size; i++) {
    int32_t cell = cells[i];
    if (channel(cell, side) > at) continue;
    cells[i] = cells[below];
    cells[below++] = cell;
  }
  Box upper = make_box(gif, box->first + below, box->size - below);
  *box = make_box(gif, box->first, below);
  return upper;
}

/* The box that is worth a cut most, or -1: wide ones, whether full or not, so that small things in
 * colours of their own keep them. */
static int widest(const Box *boxes, int count)
{
  int best = -1;
  double most = 0;
  for (int i = 0; i < count; i++) {
    int side = longest(&boxes[i]), length = boxes[i].high[side] - boxes[i].low[side];
    double worth = length * sqrt(sqrt((double)boxes[i].count));
    if (length > 0 && worth > most) {
      most = worth;
      best = i;
    }
  }
  return best;
}

static void make_palette(HhxGif *gif)
{
  Box boxes[COLOURS];
  int cells = 0;
  for (int cell = 0; cell < CELLS; cell++)
    if (gif->counts[cell] > 0) gif->used[cells++] = cell;
  boxes[0] = make_box(gif, 0, cells);
  gif->colours = 1;
  for (int worst; gif->colours < COLOURS && (worst = widest(boxes, gif->colours)) >= 0;) {
    Box upper = split(gif, &boxes[worst]);
    boxes[gif->colours++] = upper;
  }
  for (int i = 0; i < gif->colours; i++) {
    uint64_t sums[3] = {0};
    for (int j = 0; j < boxes[i].size; j++)
      for (int k = 0; k < 3; k++) {
        int cell = gif->used[boxes[i].first + j];
        sums[k] += (uint64_t)gif->counts[cell] * (uint64_t)channel(cell, k);
      }
    uint8_t mean[3];
    for (int k = 0; k < 3; k++)
      mean[k] = (uint8_t)lround((double)sums[k] / (double)boxes[i].count * 255 / (LEVELS - 1));
    gif->palette[i] = (GifColorType){mean[0], mean[1], mean[2]};
  }
  memset(gif->index_of, -1, sizeof gif->index_of);
}

static int nearest(const HhxGif *gif, int cell)
{
  int best = 0, least = INT_MAX;
  for (int i = 0; i < gif->colours; i++) {
    int red = gif->palette[i].Red - channel(cell, 0) * 255 / (LEVELS - 1);
    int green = gif->palette[i].Green - channel(cell, 1) * 255 / (LEVELS - 1);
    int blue = gif->palette[i].Blue - channel(cell, 2) * 255 / (LEVELS - 1);
    int far = 3 * red * red + 5 * green * green + 2 * blue * blue;
    if (far >= least) continue;
    least = far;
    best = i;
  }
  return best;
}

static uint8_t index_at(HhxGif *gif, int cell)
{
  if (gif->index_of[cell] < 0) gif->index_of[cell] = (int16_t)nearest(gif, cell);
  return (uint8_t)gif->index_of[cell];
}

static int put(GifFileType *file, const GifByteType *bytes, int size)
{
  HhxCsv *csv = file->UserData;
  hhx_csv_bytes(csv, bytes, (size_t)size);
  return hhx_csv_failed(csv) ? 0 : size;
}

static int fail(const HhxGif *gif, int cause, HhxError *error)
{
  if (hhx_csv_failed(gif->csv)) return 0;
  const char *words = GifErrorString(cause);
  snprintf(error->text, sizeof error->text, "cannot write GIF: %s", words ? words : "unknown");
  return 1;
}

int hhx_gif_begin(HhxGif *gif, HhxCsv *csv, HhxError *error)
{
  static const GifByteType forever[3] = {1, 0, 0};
  int cause = 0;
  gif->csv = csv;
  make_palette(gif);
  gif->file = EGifOpen(csv, put, &cause);
  if (!gif->file) return fail(gif, cause, error);
  EGifSetGifVersion(gif->file, true);
  ColorMapObject *map = GifMakeMapObject(256, gif->palette);
  bool fine = map && EGifPutScreenDesc(gif->file, gif->width, gif->height, 8, 0, map) == GIF_OK &&
              EGifPutExtensionLeader(gif->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
              EGifPutExtensionBlock(gif->file, 11, "NETSCAPE2.0") == GIF_OK &&
              EGifPutExtensionBlock(gif->file, 3, forever) == GIF_OK &&
              EGifPutExtensionTrailer(gif->file) == GIF_OK;
  if (map) GifFreeMapObject(map);
  return fine ? 0 : fail(gif, gif->file->Error, error);
}

int hhx_gif_frame(HhxGif *gif, const uint32_t *pixels, HhxError *error)
{
  int size = gif->width * gif->height;
  bool first = gif->frame == 0;
  for (int i = 0; i < size; i++) {
    uint8_t index = index_at(gif, cell_of(pixels[i]));
    gif->next[i] = !first && index == gif->shown[i] ? AS_BEFORE : index;
    gif->shown[i] = index;
  }
  /* Hundredths of a second, so that no frame's end is off by more than half of one. */
  double ends = 100 * (gif->frame + 1) / gif->fps, begins = 100 * gif->frame / gif->fps;
  GraphicsControlBlock control = {.DisposalMode = DISPOSE_DO_NOT,
                                  .DelayTime = (int)(lround(ends) - lround(begins)),
                                  .TransparentColor = first ? NO_TRANSPARENT_COLOR : AS_BEFORE};
  GifByteType bytes[4];
  EGifGCBToExtension(&control, bytes);
  gif->frame++;
  if (EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK &&
      EGifPutImageDesc(gif->file, 0, 0, gif->width, gif->height, false, NULL) == GIF_OK &&
      EGifPutLine(gif->file, gif->next, size) == GIF_OK)
    return 0;
  return fail(gif, gif->file->Error, error);
}

int hhx_gif_end(HhxGif *gif, HhxError *error)
{
  int cause = 0;
  bool fine = EGifCloseFile(gif->file, &cause) == GIF_OK;
  gif->file = NULL;
  return fine ? 0 : fail(gif, cause, error);
}
