/* BVH files in. See bvh.h. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/angle.h"
#include "base/decimal.h"
#include "bvh.h"

enum { SIZE_MOST = 1 << 28 };

/* No number may be larger, so that no sum of them overflows. */
static const double most = 1e15;

/* A run of characters without blanks, or one of { } : alone. */
typedef struct Word {
  const char *chars;
  size_t size;
  int line, column;
} Word;

typedef struct Joint {
  Word name;
  int parent;
  bool has_offset, has_channels;
  HhVec3 offset;
} Joint;

typedef struct Channel {
  int joint, axis; /* 0 to 2 */
  bool rotates;
} Channel;

typedef struct Reader {
  const char *path, *text;
  size_t size, at, line_began;
  int line;
  Word word; /* the last one */
  HhxError *error;
  Joint *joints;
  Channel *channels;
  HhxEnd *ends;
  int joint_count, channel_count, end_count;
} Reader;

static bool refuse(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* At the last word. */
static bool refuse(Reader *reader, const char *format, ...)
{
  char text[300];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return hhx_error_at(reader->error, hhx_path_shown(reader->path), reader->word.line,
                      reader->word.column, NULL, "%s", text);
}

static bool no_memory(Reader *reader)
{
  return hhx_error_at(reader->error, hhx_path_shown(reader->path), 0, 0, NULL, "memory ran out");
}

static HhxShown shown(Word word)
{
  char text[80];
  size_t size = word.size < sizeof text ? word.size : sizeof text - 1;
  memcpy(text, word.chars, size);
  text[size] = '\0';
  return hhx_shown(text);
}

/* Room for one more element; the list doubles whenever it is a power of two long. */
static bool grow(Reader *reader, void **list, int count, size_t element)
{
  if ((count & (count - 1)) != 0) return true;
  void *longer = realloc(*list, (count > 0 ? 2 * (size_t)count : 1) * element);
  if (!longer) return no_memory(reader);
  *list = longer;
  return true;
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* Passes one character; a line ends with LF, CR or both. */
static void pass(Reader *reader)
{
  char c = reader->text[reader->at++];
  if (c == '\n' ||
      (c == '\r' && (reader->at == reader->size || reader->text[reader->at] != '\n'))) {
    reader->line++;
    reader->line_began = reader->at;
  }
}

static void mark(Reader *reader)
{
  reader->word = (Word){reader->text + reader->at, 0, reader->line,
                        (int)(reader->at - reader->line_began) + 1};
}

/* The next word. False, with an empty one, at the end of the file. */
static bool next(Reader *reader)
{
  while (reader->at < reader->size && is_blank(reader->text[reader->at]))
    pass(reader);
  mark(reader);
  while (reader->at < reader->size && !is_blank(reader->text[reader->at])) {
    bool alone = strchr("{}:", reader->text[reader->at]) && reader->text[reader->at] != '\0';
    if (alone && reader->word.size > 0) break;
    reader->at++;
    reader->word.size++;
    if (alone) break;
  }
  return reader->word.size > 0;
}

/* The rest of the line without blanks around it, or what stands before a brace. */
static void rest_of_line(Reader *reader)
{
  while (reader->at < reader->size && is_blank(reader->text[reader->at]) &&
         reader->text[reader->at] != '\n' && reader->text[reader->at] != '\r')
    reader->at++;
  mark(reader);
  while (reader->at < reader->size && !strchr("\r\n{}", reader->text[reader->at])) {
    reader->at++;
    reader->word.size++;
  }
  while (reader->word.size > 0 && is_blank(reader->word.chars[reader->word.size - 1]))
    reader->word.size--;
}

static bool is(const Reader *reader, const char *keyword)
{
  return reader->word.size == strlen(keyword) &&
         strncasecmp(reader->word.chars, keyword, reader->word.size) == 0;
}

static bool expect(Reader *reader, const char *keyword, const char *where)
{
  if (!next(reader))
    return refuse(reader, "the file ends where '%s' %s should stand; it is cut off", keyword,
                  where);
  if (!is(reader, keyword))
    return refuse(reader, "'%s' stands where '%s' %s should; check the lines before it",
                  shown(reader->word).text, keyword, where);
  return true;
}

/* The last word as a number. */
static bool as_number(Reader *reader, const char *what, double *value)
{
  if (reader->word.size == 0)
    return refuse(reader, "the file ends where %s should stand; it is cut off", what);
  if (hh_decimal_read(reader->word.chars, reader->word.size, value) != reader->word.size)
    return refuse(reader, "'%s' is no number, and %s should stand here; write a decimal number",
                  shown(reader->word).text, what);
  if (!(fabs(*value) <= most))
    return refuse(reader, "'%s' is too large for a number; correct %s", shown(reader->word).text,
                  what);
  return true;
}

static bool number(Reader *reader, const char *what, double *value)
{
  next(reader);
  return as_number(reader, what, value);
}

/* A joint after ROOT or JOINT, up to its brace. */
static bool begin_joint(Reader *reader, int parent)
{
  if (reader->joint_count == HHX_CLIP_JOINTS_MOST)
    return refuse(reader, "this is joint %d, and a clip may have %d; leave some out",
                  reader->joint_count + 1, HHX_CLIP_JOINTS_MOST);
  if (!grow(reader, (void **)&reader->joints, reader->joint_count, sizeof *reader->joints))
    return false;
  rest_of_line(reader);
  if (reader->word.size == 0)
    return refuse(reader, "a joint has no name; write one after its word");
  reader->joints[reader->joint_count++] = (Joint){.name = reader->word, .parent = parent};
  return expect(reader, "{", "after a joint's name");
}

static bool begin_end(Reader *reader, int joint)
{
  if (!grow(reader, (void **)&reader->ends, reader->end_count, sizeof *reader->ends)) return false;
  reader->ends[reader->end_count++] = (HhxEnd){joint, {0, 0, 0}};
  rest_of_line(reader); /* Site */
  return expect(reader, "{", "after End Site") && expect(reader, "OFFSET", "of an End Site");
}

static bool read_offset(Reader *reader, HhVec3 *offset)
{
  return number(reader, "x of an OFFSET", &offset->x) &&
         number(reader, "y of an OFFSET", &offset->y) &&
         number(reader, "z of an OFFSET", &offset->z);
}

static bool add_channel(Reader *reader, int joint)
{
  static const char *const names[] = {"Xposition", "Yposition", "Zposition",
                                      "Xrotation", "Yrotation", "Zrotation"};
  int kind = 0;
  while (kind < 6 && !is(reader, names[kind]))
    kind++;
  if (kind == 6)
    return refuse(reader,
                  "'%s' is no channel; there are Xposition, Yposition, Zposition, Xrotation, "
                  "Yrotation and Zrotation",
                  shown(reader->word).text);
  Channel channel = {joint, kind % 3, kind >= 3};
  for (int i = reader->channel_count; i-- > 0 && reader->channels[i].joint == joint;)
    if (reader->channels[i].axis == channel.axis && reader->channels[i].rotates == channel.rotates)
      return refuse(reader, "%s stands twice for one joint; keep one of them", names[kind]);
  if (!grow(reader, (void **)&reader->channels, reader->channel_count, sizeof *reader->channels))
    return false;
  reader->channels[reader->channel_count++] = channel;
  return true;
}

static bool read_channels(Reader *reader, int joint)
{
  double count;
  if (reader->joints[joint].has_channels)
    return refuse(reader, "joint %s has CHANNELS twice; keep one of them",
                  shown(reader->joints[joint].name).text);
  reader->joints[joint].has_channels = true;
  if (!number(reader, "the count of CHANNELS", &count)) return false;
  if (!(count >= 0 && count <= 6 && count == floor(count)))
    return refuse(reader, "a joint has no '%s' channels; write 0 to 6", shown(reader->word).text);
  for (int i = 0; i < (int)count; i++) {
    if (!next(reader)) return refuse(reader, "the file ends within CHANNELS; it is cut off");
    if (!add_channel(reader, joint)) return false;
  }
  return true;
}

/* One statement within the braces of joint `*open`; -1 outside of all. */
static bool read_statement(Reader *reader, int *open)
{
  Joint *joint = *open >= 0 ? reader->joints + *open : NULL;
  if (joint ? is(reader, "JOINT") : is(reader, "ROOT")) {
    bool begun = begin_joint(reader, *open);
    *open = reader->joint_count - 1;
    return begun;
  }
  if (joint && is(reader, "OFFSET")) {
    joint->has_offset = true;
    return read_offset(reader, &joint->offset);
  }
  if (joint && is(reader, "CHANNELS")) return read_channels(reader, *open);
  if (joint && is(reader, "End"))
    return begin_end(reader, *open) &&
           read_offset(reader, &reader->ends[reader->end_count - 1].at) &&
           expect(reader, "}", "of an End Site");
  if (joint && is(reader, "}")) {
    if (!joint->has_offset)
      return refuse(reader, "joint %s has no OFFSET; write one", shown(joint->name).text);
    *open = joint->parent;
    return true;
  }
  return refuse(reader, "'%s' is out of place; here may stand %s", shown(reader->word).text,
                joint ? "OFFSET, CHANNELS, JOINT, End Site or }" : "ROOT or MOTION");
}

static bool read_hierarchy(Reader *reader)
{
  if (!expect(reader, "HIERARCHY", "at the beginning")) return false;
  int open = -1;
  for (;;) {
    if (!next(reader)) return refuse(reader, "the file ends within the skeleton; it is cut off");
    if (open < 0 && reader->joint_count > 0 && is(reader, "MOTION")) break;
    if (!read_statement(reader, &open)) return false;
  }
  if (reader->channel_count == 0)
    return refuse(reader, "no joint has CHANNELS, so nothing can move; give the root six");
  return true;
}

/* "Frames: n" and "Frame Time: s". */
static bool read_timing(Reader *reader, long *frames, double *frame_s)
{
  double count;
  if (!expect(reader, "Frames", "after MOTION") || !expect(reader, ":", "after Frames") ||
      !number(reader, "the count of frames", &count))
    return false;
  if (!(count >= 1 && count == floor(count)))
    return refuse(reader, "there cannot be '%s' frames; write how many lines of values follow",
                  shown(reader->word).text);
  /* A value and what parts it from the next take two bytes at least. */
  double values = count * reader->channel_count;
  if (values > (double)(reader->size - reader->at) / 2 + 1)
    return refuse(reader,
                  "%.0f frames of %d values do not fit into the file; it is cut off, or "
                  "write how many lines of values follow",
                  count, reader->channel_count);
  if (!hhx_clip_fits(reader->joint_count, (long)count))
    return refuse(reader,
                  "%.0f frames of %d joints are more than memory is meant for (%d in all); "
                  "cut the clip",
                  count, reader->joint_count, HHX_CLIP_PLACES_MOST);
  *frames = (long)count;
  if (!expect(reader, "Frame", "after the count of frames") ||
      !expect(reader, "Time", "after Frame") || !expect(reader, ":", "after Frame Time") ||
      !number(reader, "the time between frames", frame_s))
    return false;
  if (*frame_s <= 0)
    return refuse(reader, "the time between frames is '%s'; write seconds above 0",
                  shown(reader->word).text);
  return true;
}

static void apply(Channel channel, double value, HhxPlace *place)
{
  static const HhVec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (channel.rotates) {
    double rad = fmod(value, 360) * (HH_PI / 180);
    place->turn = hh_quat_mul(place->turn, hh_quat_about(axes[channel.axis], rad));
    return;
  }
  double *at[] = {&place->at.x, &place->at.y, &place->at.z};
  *at[channel.axis] = value;
}

static bool read_frame(Reader *reader, int frame, HhxPlace *local)
{
  int line = 0;
  for (int i = 0; i < reader->channel_count; i++) {
    next(reader);
    if (reader->word.size == 0)
      return refuse(reader,
                    "the file ends after %d values of frame %d, which has %d channels; it is cut "
                    "off, or correct Frames",
                    i, frame + 1, reader->channel_count);
    if (i > 0 && reader->word.line != line)
      return refuse(reader, "frame %d has %d values and the skeleton %d channels; correct line %d",
                    frame + 1, i, reader->channel_count, line);
    line = reader->word.line;
    double value;
    if (!as_number(reader, "a channel's value", &value)) return false;
    apply(reader->channels[i], value, local + reader->channels[i].joint);
  }
  return true;
}

static bool read_frames(Reader *reader, HhxClip *clip)
{
  for (int frame = 0; frame < clip->frames; frame++) {
    HhxPlace *local = clip->local + (size_t)frame * (size_t)clip->joints;
    memcpy(local, clip->rest, (size_t)clip->joints * sizeof *local);
    int line = reader->word.line;
    if (!read_frame(reader, frame, local)) return false;
    if (reader->word.line == line)
      return refuse(reader, "frame %d does not begin on a line of its own; break the line",
                    frame + 1);
  }
  if (next(reader))
    return refuse(reader,
                  "the file goes on after its %d frames; correct Frames, or remove the rest",
                  clip->frames);
  return true;
}

/* The skeleton as a clip whose motion is still to be read. */
static bool fill_skeleton(Reader *reader, HhxClip *clip)
{
  for (int i = 0; i < clip->joints; i++) {
    const Joint *joint = reader->joints + i;
    if (!hhx_clip_name(clip, i, joint->name.chars, joint->name.size)) return no_memory(reader);
    clip->parents[i] = joint->parent;
    clip->rest[i].at = joint->offset;
  }
  for (int i = 0; i < reader->end_count; i++)
    if (!hhx_clip_add_end(clip, reader->ends[i].joint, reader->ends[i].at))
      return no_memory(reader);
  return true;
}

static HhxClip *read_text(Reader *reader)
{
  long frames = 0;
  double frame_s = 0;
  if (!read_hierarchy(reader) || !read_timing(reader, &frames, &frame_s)) return NULL;
  HhxClip *clip = hhx_clip_create(reader->joint_count, (int)frames);
  if (!clip) {
    no_memory(reader);
    return NULL;
  }
  clip->frame_s = frame_s;
  if (fill_skeleton(reader, clip) && read_frames(reader, clip)) return clip;
  hhx_clip_destroy(clip);
  return NULL;
}

HhxClip *hhx_bvh_read(const char *path, HhxError *error)
{
  Reader reader = {.path = path, .line = 1, .error = error};
  char *text = hhx_file_read(path, SIZE_MOST, &reader.size, error);
  if (!text) return NULL;
  reader.text = text;
  if (reader.size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) /* byte order mark */
    reader.at = reader.line_began = 3;
  HhxClip *clip = read_text(&reader);
  free(reader.joints);
  free(reader.channels);
  free(reader.ends);
  free(text);
  return clip;
}
