/* BVH files out. See bvh.h.
 * Rz(a) Rx(b) Ry(c) takes y to (-sin a cos b, cos a cos b, sin b), which gives a; b and c are read
 * from what is left after turning back by a. So nothing is lost where cos b vanishes and a can be
 * anything: b and c follow whatever a is chosen. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "base/decimal.h"
#include "bvh.h"
#include "csv.h"

/* Of the sum of all rest lengths: a joint that moves less within its parent stays where it is. */
static const double stays = 1e-12;

/* cos b below which a keeps its value of the frame before: it turns the result by less. */
static const double upright = 1e-12;

typedef struct Writer {
  const HhxClip *clip;
  HhxCsv *out;
  HhxPlace *rest; /* in the world */
  int *order;     /* joints as a BVH lists them: each before its children, these together */
  int *after;     /* in `order`: where what hangs on a joint ends */
  bool *moves;    /* within its parent */
  HhVec3 *before; /* angles of the frame before, degrees */
} Writer;

static void put(Writer *writer, const char *text)
{
  hhx_csv_bytes(writer->out, text, strlen(text));
}

static void put_number(Writer *writer, double value)
{
  char text[HH_DECIMAL_SIZE + 1];
  size_t size = hh_decimal_write(value, text);
  hhx_csv_bytes(writer->out, text, size);
}

static void put_indent(Writer *writer, int depth)
{
  for (int i = 0; i < depth; i++)
    put(writer, "\t");
}

static void put_offset(Writer *writer, int depth, HhVec3 at)
{
  put_indent(writer, depth);
  put(writer, "OFFSET ");
  put_number(writer, at.x);
  put(writer, " ");
  put_number(writer, at.y);
  put(writer, " ");
  put_number(writer, at.z);
  put(writer, "\n");
}

/* Blanks, braces and control characters in names end them for many readers. */
static void put_name(Writer *writer, int joint)
{
  const char *name = writer->clip->names[joint];
  if (*name == '\0') {
    put(writer, "joint_");
    put_number(writer, joint);
  }
  for (; *name; name++) {
    bool bad = (unsigned char)*name <= ' ' || strchr("{}\x7f", *name);
    hhx_csv_bytes(writer->out, bad ? "_" : name, 1);
  }
}

/* How the file's world lies in the frame of a joint's parent at rest. */
static HhQuat parent_turn(const Writer *writer, int joint)
{
  int parent = writer->clip->parents[joint];
  return parent < 0 ? hh_quat_identity() : writer->rest[parent].turn;
}

static void put_ends(Writer *writer, int joint, int depth, bool leaf)
{
  const HhxClip *clip = writer->clip;
  int count = 0;
  for (int i = 0; i < clip->ends || (leaf && count == 0); i++) {
    bool given = i < clip->ends;
    if (given && clip->end[i].joint != joint) continue;
    HhVec3 at = given ? clip->end[i].at : (HhVec3){0, 0, 0};
    put_indent(writer, depth);
    put(writer, "End Site\n");
    put_indent(writer, depth);
    put(writer, "{\n");
    put_offset(writer, depth + 1, hh_quat_rotate(writer->rest[joint].turn, at));
    put_indent(writer, depth);
    put(writer, "}\n");
    count++;
  }
}

static void put_joint(Writer *writer, int joint, int depth, bool leaf)
{
  const HhxClip *clip = writer->clip;
  put_indent(writer, depth);
  put(writer, clip->parents[joint] < 0 ? "ROOT " : "JOINT ");
  put_name(writer, joint);
  put(writer, "\n");
  put_indent(writer, depth);
  put(writer, "{\n");
  put_offset(writer, depth + 1, hh_quat_rotate(parent_turn(writer, joint), clip->rest[joint].at));
  put_indent(writer, depth + 1);
  put(writer, writer->moves[joint] ? "CHANNELS 6 Xposition Yposition Zposition " : "CHANNELS 3 ");
  put(writer, "Zrotation Xrotation Yrotation\n");
  put_ends(writer, joint, depth + 1, leaf);
}

static void put_hierarchy(Writer *writer)
{
  const HhxClip *clip = writer->clip;
  put(writer, "HIERARCHY\n");
  int depth = 0;
  for (int i = 0; i < clip->joints; i++) {
    int joint = writer->order[i];
    int next = i + 1 < clip->joints ? writer->order[i + 1] : -1;
    bool leaf = next < 0 || clip->parents[next] != joint;
    put_joint(writer, joint, depth++, leaf);
    for (int open = joint; open >= 0 && (next < 0 || clip->parents[next] != open);) {
      put_indent(writer, --depth);
      put(writer, "}\n");
      open = clip->parents[open];
    }
  }
}

/* The value that differs from `angle` by full turns and is nearest to `before`. */
static double run_on(double angle, double before)
{
  return angle + 360 * round((before - angle) / 360);
}

static double distance(HhVec3 a, HhVec3 b)
{
  return fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z);
}

/* Degrees about z, x and y as (z, x, y) = (x, y, z of the result), near those of the frame before.
 */
static HhVec3 euler_zxy(HhQuat turn, HhVec3 before)
{
  static const HhVec3 z_axis = {0, 0, 1};
  const double deg = 180 / HH_PI;
  HhVec3 y = hh_quat_rotate(turn, (HhVec3){0, 1, 0});
  double a = before.x / deg;
  if (hypot(y.x, y.y) > upright) a = hh_angle_of((HhVec){y.y, -y.x});
  HhQuat left = hh_quat_mul(hh_quat_about(z_axis, -fmod(a, 2 * HH_PI)), turn);
  y = hh_quat_rotate(left, (HhVec3){0, 1, 0});
  HhVec3 x = hh_quat_rotate(left, (HhVec3){1, 0, 0}), z = hh_quat_rotate(left, z_axis);
  double b = hh_angle_of((HhVec){y.y, y.z}), c = hh_angle_of((HhVec){x.x, z.x});
  /* The same rotation has two triples. */
  HhVec3 one = {run_on(a * deg, before.x), run_on(b * deg, before.y), run_on(c * deg, before.z)};
  HhVec3 two = {run_on(a * deg + 180, before.x), run_on(180 - b * deg, before.y),
                run_on(c * deg + 180, before.z)};
  return distance(two, before) < distance(one, before) ? two : one;
}

static void put_frame(Writer *writer, int frame)
{
  const HhxClip *clip = writer->clip;
  const HhxPlace *local = clip->local + (size_t)frame * (size_t)clip->joints;
  for (int i = 0; i < clip->joints; i++) {
    int joint = writer->order[i];
    HhQuat parent = parent_turn(writer, joint);
    if (writer->moves[joint]) {
      HhVec3 at = hh_quat_rotate(parent, local[joint].at);
      for (int axis = 0; axis < 3; axis++) {
        put_number(writer, axis == 0 ? at.x : axis == 1 ? at.y : at.z);
        put(writer, " ");
      }
    }
    HhQuat turn =
        hh_quat_mul(hh_quat_mul(parent, local[joint].turn), hh_quat_conj(writer->rest[joint].turn));
    HhVec3 angles = euler_zxy(turn, writer->before[joint]);
    writer->before[joint] = angles;
    put_number(writer, angles.x);
    put(writer, " ");
    put_number(writer, angles.y);
    put(writer, " ");
    put_number(writer, angles.z);
    put(writer, i + 1 < clip->joints ? " " : "\n");
  }
}

/* Each joint directly after its parent and the parent's earlier children with all that hangs on
 * them: sizes of the branches first, then their beginnings. */
static void find_order(Writer *writer, int *begin)
{
  const HhxClip *clip = writer->clip;
  int *size = writer->after, roots = 0;
  for (int i = 0; i < clip->joints; i++)
    size[i] = 1;
  for (int i = clip->joints; i-- > 0;)
    if (clip->parents[i] >= 0) size[clip->parents[i]] += size[i];
  for (int i = 0; i < clip->joints; i++) {
    int *free_place = clip->parents[i] < 0 ? &roots : begin + clip->parents[i];
    int place = *free_place;
    *free_place += size[i];
    writer->order[place] = i;
    begin[i] = place + 1;
  }
}

static void find_moves(Writer *writer)
{
  const HhxClip *clip = writer->clip;
  double least = stays * hhx_clip_length(clip);
  for (int i = 0; i < clip->joints; i++) {
    writer->moves[i] = clip->parents[i] < 0;
    for (int frame = 0; frame < clip->frames && !writer->moves[i]; frame++) {
      HhVec3 at = clip->local[(size_t)frame * (size_t)clip->joints + (size_t)i].at;
      writer->moves[i] = hh_vec3_distance(at, clip->rest[i].at) > least;
    }
  }
}

static void write_all(Writer *writer)
{
  const HhxClip *clip = writer->clip;
  put_hierarchy(writer);
  put(writer, "MOTION\nFrames: ");
  put_number(writer, clip->frames);
  put(writer, "\nFrame Time: ");
  put_number(writer, clip->frame_s);
  put(writer, "\n");
  for (int frame = 0; frame < clip->frames; frame++)
    put_frame(writer, frame);
}

bool hhx_bvh_write(const char *path, const HhxClip *clip, HhxError *error)
{
  size_t joints = (size_t)clip->joints;
  Writer writer = {.clip = clip,
                   .rest = malloc(joints * sizeof *writer.rest),
                   .order = malloc(joints * sizeof *writer.order),
                   .after = malloc(joints * sizeof *writer.after),
                   .moves = malloc(joints * sizeof *writer.moves),
                   .before = calloc(joints, sizeof *writer.before)};
  int *begin = calloc(joints, sizeof *begin);
  bool fine = writer.rest && writer.order && writer.after && writer.moves && writer.before && begin;
  if (!fine) hhx_error_at(error, path, 0, 0, NULL, "memory ran out");
  if (fine) {
    hhx_clip_rest(clip, writer.rest);
    find_order(&writer, begin);
    find_moves(&writer);
    writer.out = hhx_csv_open_anywhere(path, error);
    fine = writer.out != NULL;
  }
  if (fine) {
    write_all(&writer);
    fine = hhx_csv_close(writer.out, error);
  }
  free(writer.rest);
  free(writer.order);
  free(writer.after);
  free(writer.moves);
  free(writer.before);
  free(begin);
  return fine;
}
