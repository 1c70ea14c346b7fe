/* The document by jansson, then one buffer: vertices, triangles, matrices and keys in the order of
 * its views. See the header; numbers in comments are the specification's sections. */
#include "gltf.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "gibbon_mesh.h"

enum { FLOAT = 5126, UNSIGNED_BYTE = 5121, UNSIGNED_INT = 5125 }; /* 3.6.2.2 */
enum { ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };      /* 5.11.5 */

/* Bytes of a vertex (position, normal, colour), of its bones and weights, of a triangle and of a
 * matrix. */
enum { VERTEX = 36, SKINNED = VERTEX + 20, TRIANGLE = 12, MATRIX = 64 };

typedef struct Key {
  float time_s, root[3], turn[HH_BONE_COUNT][4]; /* x, y, z, w */
} Key;

enum { KEYS = 1024 };

typedef struct Keys {
  struct Keys *next;
  int count;
  Key key[KEYS];
} Keys;

struct HhxGltf {
  HhxCsv *file;
  bool binary;
  bool failed; /* memory ran out */
  HhSkeleton skeleton;
  HhxMesh body, branches;
  Keys *first, *last;
  int64_t frames;
  unsigned char waiting[3]; /* for base64 */
  int waiting_count;
};

static void gltf_free(HhxGltf *gltf)
{
  for (Keys *keys = gltf->first; keys;) {
    Keys *next = keys->next;
    free(keys);
    keys = next;
  }
  hhx_mesh_free(&gltf->body);
  hhx_mesh_free(&gltf->branches);
  free(gltf);
}

static bool ends_with(const char *path, const char *end)
{
  size_t length = strlen(path), more = strlen(end);
  return length >= more && strcmp(path + length - more, end) == 0;
}

static bool no_memory(HhxError *error, const char *path)
{
  snprintf(error->text, sizeof error->text, "cannot write %s: memory ran out", path);
  errno = ENOMEM;
  return false;
}

HhxGltf *hhx_gltf_open(const char *path, const HhSkeleton *skeleton, HhxError *error)
{
  HhxGltf *gltf = calloc(1, sizeof *gltf);
  if (!gltf) {
    no_memory(error, path);
    return NULL;
  }
  gltf->binary = ends_with(path, ".glb");
  gltf->skeleton = *skeleton;
  gltf->body = hhx_gibbon_mesh(skeleton);
  if (gltf->body.failed)
    no_memory(error, path);
  else
    gltf->file = hhx_csv_open_anywhere(path, error);
  if (gltf->file) return gltf;
  int cause = errno;
  gltf_free(gltf);
  errno = cause;
  return NULL;
}

/* Of the last key, or null. */
static const Key *last_key(const HhxGltf *gltf)
{
  return gltf->last ? &gltf->last->key[gltf->last->count - 1] : NULL;
}

/* Room for one more; null when memory ran out. */
static Key *new_key(HhxGltf *gltf)
{
  if (!gltf->last || gltf->last->count == KEYS) {
    Keys *keys = malloc(sizeof *keys);
    if (!keys) return NULL;
    keys->next = NULL;
    keys->count = 0;
    if (gltf->last)
      gltf->last->next = keys;
    else
      gltf->first = keys;
    gltf->last = keys;
  }
  gltf->frames++;
  return &gltf->last->key[gltf->last->count++];
}

static void set_point(float to[3], HhVec3 v)
{
  to[0] = (float)v.x;
  to[1] = (float)v.y;
  to[2] = (float)v.z;
}

/* A unit quaternion, of its two signs the one nearer to the key before. */
static void set_turn(float to[4], HhQuat q, const float *before)
{
  HhQuat unit = hh_quat_unit(q);
  double near = unit.w;
  if (before)
    near = unit.x * (double)before[0] + unit.y * (double)before[1] + unit.z * (double)before[2] +
           unit.w * (double)before[3];
  double sign = near < 0 ? -1 : 1;
  set_point(to, hh_vec3(sign * unit.x, sign * unit.y, sign * unit.z));
  to[3] = (float)(sign * unit.w);
}

static bool key_finite(const HhBones *bones)
{
  bool finite = hh_vec3_finite(bones->root);
  for (int i = 0; i < HH_BONE_COUNT; i++)
    finite &= isfinite(hh_quat_dot(bones->local[i], bones->local[i])) != 0;
  return finite;
}

bool hhx_gltf_frame(HhxGltf *gltf, double time_s, const HhBones *bones)
{
  const Key *before = last_key(gltf);
  float time = (float)time_s;
  if (!isfinite(time) || time < 0 || (before && time <= before->time_s) || !key_finite(bones))
    return false;
  Key *key = new_key(gltf);
  if (!key) {
    gltf->failed = true;
    return true;
  }
  key->time_s = time;
  set_point(key->root, bones->root);
  for (int i = 0; i < HH_BONE_COUNT; i++)
    set_turn(key->turn[i], bones->local[i], before ? before->turn[i] : NULL);
  return true;
}

/* What of the document grows; `bytes` of the buffer so far. */
typedef struct Document {
  json_t *views, *accessors;
  size_t bytes;
} Document;

/* The next `count` pieces of `size` bytes; stride and target where the view has them. Its index. */
static int add_view(Document *document, int64_t count, size_t size, bool strided, int target)
{
  size_t length = (size_t)count * size;
  json_t *view = json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset",
                           (json_int_t)document->bytes, "byteLength", (json_int_t)length);
  if (strided) json_object_set_new(view, "byteStride", json_integer((json_int_t)size));
  if (target) json_object_set_new(view, "target", json_integer(target));
  json_array_append_new(document->views, view);
  document->bytes += length;
  return (int)json_array_size(document->views) - 1;
}

/* least and most may be null; they are taken over. The accessor's index. */
static int add_accessor(Document *document, int view, int64_t offset, int component, int64_t count,
                        const char *type, json_t *least, json_t *most)
{
  json_t *accessor =
      json_pack("{s:i, s:I, s:i, s:I, s:s}", "bufferView", view, "byteOffset", (json_int_t)offset,
                "componentType", component, "count", (json_int_t)count, "type", type);
  if (least) json_object_set_new(accessor, "min", least);
  if (most) json_object_set_new(accessor, "max", most);
  json_array_append_new(document->accessors, accessor);
  return (int)json_array_size(document->accessors) - 1;
}

/* As floats, which is what the buffer holds. */
static json_t *json_point(HhVec3 v)
{
  float at[3];
  set_point(at, v);
  return json_pack("[f, f, f]", (double)at[0], (double)at[1], (double)at[2]);
}

static json_t *describe_mesh(Document *document, const HhxMesh *mesh, const char *name,
                             bool skinned)
{
  HhVec3 least = mesh->vertices[0].position, most = least;
  for (int i = 1; i < mesh->vertex_count; i++) {
    HhVec3 at = mesh->vertices[i].position;
    least = hh_vec3(fmin(least.x, at.x), fmin(least.y, at.y), fmin(least.z, at.z));
    most = hh_vec3(fmax(most.x, at.x), fmax(most.y, at.y), fmax(most.z, at.z));
  }
  int count = mesh->vertex_count;
  int view = add_view(document, count, skinned ? SKINNED : VERTEX, true, ARRAY_BUFFER);
  json_t *attributes = json_object();
  const struct {
    const char *name, *type;
    int component, offset;
  } parts[] = {{"POSITION", "VEC3", FLOAT, 0},
               {"NORMAL", "VEC3", FLOAT, 12},
               {"COLOR_0", "VEC3", FLOAT, 24},
               {"JOINTS_0", "VEC4", UNSIGNED_BYTE, 36},
               {"WEIGHTS_0", "VEC4", FLOAT, 40}};
  for (int i = 0; i < (skinned ? 5 : 3); i++) {
    int accessor =
        add_accessor(document, view, parts[i].offset, parts[i].component, count, parts[i].type,
                     i == 0 ? json_point(least) : NULL, i == 0 ? json_point(most) : NULL);
    json_object_set_new(attributes, parts[i].name, json_integer(accessor));
  }
  view = add_view(document, mesh->triangle_count, TRIANGLE, false, ELEMENT_ARRAY_BUFFER);
  int indices = add_accessor(document, view, 0, UNSIGNED_INT, 3 * (int64_t)mesh->triangle_count,
                             "SCALAR", NULL, NULL);
  return json_pack("{s:s, s:[{s:o, s:i, s:i}]}", "name", name, "primitives", "attributes",
                   attributes, "indices", indices, "material", 0);
}

/* Node 0 is the body, node 1 + b is bone b, and after them come the branches. */
static json_t *describe_nodes(const HhxGltf *gltf)
{
  json_t *nodes = json_array();
  json_array_append_new(nodes,
                        json_pack("{s:s, s:i, s:i}", "name", "gibbon", "mesh", 0, "skin", 0));
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    json_t *node = json_pack("{s:s, s:o}", "name", hh_bone_names[i], "translation",
                             json_point(gltf->skeleton.offset[i]));
    json_t *children = json_array();
    for (int j = i + 1; j < HH_BONE_COUNT; j++)
      if (hh_bone_parents[j] == i) json_array_append_new(children, json_integer(1 + j));
    if (json_array_size(children) > 0) json_object_set(node, "children", children);
    json_decref(children);
    json_array_append_new(nodes, node);
  }
  if (gltf->branches.vertex_count > 0)
    json_array_append_new(nodes, json_pack("{s:s, s:i}", "name", "branches", "mesh", 1));
  return nodes;
}

static json_t *describe_skin(Document *document)
{
  int view = add_view(document, HH_BONE_COUNT, MATRIX, false, 0);
  int matrices = add_accessor(document, view, 0, FLOAT, HH_BONE_COUNT, "MAT4", NULL, NULL);
  json_t *joints = json_array();
  for (int i = 0; i < HH_BONE_COUNT; i++)
    json_array_append_new(joints, json_integer(1 + i));
  return json_pack("{s:s, s:i, s:i, s:o}", "name", "gibbon", "inverseBindMatrices", matrices,
                   "skeleton", 1, "joints", joints);
}

/* Times, translation, rotations: three views, and an accessor a bone in the last. */
static json_t *describe_motion(const HhxGltf *gltf, Document *document)
{
  int64_t frames = gltf->frames;
  int view = add_view(document, frames, 4, false, 0);
  int times = add_accessor(document, view, 0, FLOAT, frames, "SCALAR",
                           json_pack("[f]", (double)gltf->first->key[0].time_s),
                           json_pack("[f]", (double)last_key(gltf)->time_s));
  int root = add_view(document, frames, 12, false, 0);
  int turns = add_view(document, HH_BONE_COUNT * frames, 16, false, 0);
  json_t *samplers = json_array(), *channels = json_array();
  for (int i = -1; i < HH_BONE_COUNT; i++) {
    int output =
        i < 0 ? add_accessor(document, root, 0, FLOAT, frames, "VEC3", NULL, NULL)
              : add_accessor(document, turns, 16 * frames * i, FLOAT, frames, "VEC4", NULL, NULL);
    json_array_append_new(samplers, json_pack("{s:i, s:s, s:i}", "input", times, "interpolation",
                                              "LINEAR", "output", output));
    json_array_append_new(channels,
                          json_pack("{s:i, s:{s:i, s:s}}", "sampler", i + 1, "target", "node",
                                    i < 0 ? 1 : 1 + i, "path", i < 0 ? "translation" : "rotation"));
  }
  return json_pack("{s:s, s:o, s:o}", "name", "motion", "samplers", samplers, "channels", channels);
}

/* All but the buffer, whose length is *bytes. Null when memory ran out. */
static char *describe(const HhxGltf *gltf, size_t *bytes)
{
  Document document = {json_array(), json_array(), 0};
  json_t *scene_nodes = json_pack("[i, i]", 0, 1), *meshes = json_array();
  json_array_append_new(meshes, describe_mesh(&document, &gltf->body, "gibbon", true));
  json_t *skin = describe_skin(&document);
  if (gltf->branches.vertex_count > 0) {
    json_array_append_new(scene_nodes, json_integer(1 + HH_BONE_COUNT));
    json_array_append_new(meshes, describe_mesh(&document, &gltf->branches, "branches", false));
  }
  json_t *json = json_pack(
      "{s:{s:s, s:s}, s:i, s:[{s:o}], s:o, s:o, s:[{s:s, s:{s:f, s:f}}], s:[o]}", "asset",
      "version", "2.0", "generator", "Handhold", "scene", 0, "scenes", "nodes", scene_nodes,
      "nodes", describe_nodes(gltf), "meshes", meshes, "materials", "name", "matte",
      "pbrMetallicRoughness", "metallicFactor", 0.0, "roughnessFactor", 0.9, "skins", skin);
  if (gltf->frames > 0)
    json_object_set_new(json, "animations", json_pack("[o]", describe_motion(gltf, &document)));
  json_object_set_new(json, "accessors", document.accessors);
  json_object_set_new(json, "bufferViews", document.views);
  char *text = json_dumps(json, JSON_COMPACT);
  json_decref(json);
  *bytes = document.bytes;
  return text;
}

static void put_base64(HhxGltf *gltf)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *in = gltf->waiting;
  int count = gltf->waiting_count;
  uint32_t bits = (uint32_t)in[0] << 16;
  if (count > 1) bits |= (uint32_t)in[1] << 8;
  if (count > 2) bits |= in[2];
  char out[4] = {digits[bits >> 18], digits[bits >> 12 & 63], '=', '='};
  if (count > 1) out[2] = digits[bits >> 6 & 63];
  if (count > 2) out[3] = digits[bits & 63];
  hhx_csv_bytes(gltf->file, out, sizeof out);
  gltf->waiting_count = 0;
}

/* Bytes of the buffer. */
static void put(HhxGltf *gltf, const unsigned char *bytes, size_t size)
{
  if (gltf->binary) {
    hhx_csv_bytes(gltf->file, bytes, size);
    return;
  }
  for (size_t i = 0; i < size; i++) {
    gltf->waiting[gltf->waiting_count++] = bytes[i];
    if (gltf->waiting_count == 3) put_base64(gltf);
  }
}

/* The lowest byte first, whatever the machine. */
static void little_endian(unsigned char bytes[4], uint32_t word)
{
  for (int i = 0; i < 4; i++)
    bytes[i] = (unsigned char)(word >> 8 * i & 255);
}

static void put_word(HhxGltf *gltf, uint32_t word)
{
  unsigned char bytes[4];
  little_endian(bytes, word);
  put(gltf, bytes, sizeof bytes);
}

static void put_floats(HhxGltf *gltf, const float *values, int count)
{
  for (int i = 0; i < count; i++) {
    uint32_t word;
    memcpy(&word, &values[i], sizeof word);
    put_word(gltf, word);
  }
}

static void put_point(HhxGltf *gltf, HhVec3 v)
{
  float at[3];
  set_point(at, v);
  put_floats(gltf, at, 3);
}

static void put_mesh(HhxGltf *gltf, const HhxMesh *mesh, bool skinned)
{
  for (int i = 0; i < mesh->vertex_count; i++) {
    const HhxVertex *vertex = &mesh->vertices[i];
    put_point(gltf, vertex->position);
    put_point(gltf, vertex->normal);
    put_point(gltf, vertex->color);
    if (!skinned) continue;
    unsigned char joints[HHX_MESH_WEIGHTS];
    float weights[HHX_MESH_WEIGHTS];
    for (int j = 0; j < HHX_MESH_WEIGHTS; j++) {
      joints[j] = (unsigned char)vertex->bone[j];
      weights[j] = (float)vertex->weight[j];
    }
    put(gltf, joints, sizeof joints);
    put_floats(gltf, weights, HHX_MESH_WEIGHTS);
  }
  for (int i = 0; i < mesh->triangle_count; i++)
    for (int j = 0; j < 3; j++)
      put_word(gltf, (uint32_t)mesh->triangles[i].corner[j]);
}

/* At rest no bone is turned: the inverse is a shift. Columns first. */
static void put_matrices(HhxGltf *gltf)
{
  HhVec3 begin[HH_BONE_COUNT];
  for (int i = 0; i < HH_BONE_COUNT; i++) {
    begin[i] = gltf->skeleton.offset[i];
    if (hh_bone_parents[i] >= 0) begin[i] = hh_vec3_add(begin[hh_bone_parents[i]], begin[i]);
    float shift[3];
    set_point(shift, hh_vec3_scale(begin[i], -1));
    const float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, shift[0], shift[1], shift[2], 1};
    put_floats(gltf, matrix, 16);
  }
}

static void put_motion(HhxGltf *gltf)
{
  for (const Keys *keys = gltf->first; keys; keys = keys->next)
    for (int i = 0; i < keys->count; i++)
      put_floats(gltf, &keys->key[i].time_s, 1);
  for (const Keys *keys = gltf->first; keys; keys = keys->next)
    for (int i = 0; i < keys->count; i++)
      put_floats(gltf, keys->key[i].root, 3);
  for (int bone = 0; bone < HH_BONE_COUNT; bone++)
    for (const Keys *keys = gltf->first; keys; keys = keys->next)
      for (int i = 0; i < keys->count; i++)
        put_floats(gltf, keys->key[i].turn[bone], 4);
}

/* In the order in which describe() made the views. */
static void put_buffer(HhxGltf *gltf)
{
  put_mesh(gltf, &gltf->body, true);
  put_matrices(gltf);
  put_mesh(gltf, &gltf->branches, false);
  put_motion(gltf);
  if (gltf->waiting_count > 0) put_base64(gltf);
}

/* The binary container (4.4) around `json`, whose last brace is missing, and `tail`. */
static void put_head(HhxGltf *gltf, const char *json, size_t size, const char *tail, size_t bytes)
{
  size_t json_size = size + strlen(tail), padding = (4 - json_size % 4) % 4;
  uint32_t words[5] = {0x46546C67, 2, (uint32_t)(12 + 8 + json_size + padding + 8 + bytes),
                       (uint32_t)(json_size + padding), 0x4E4F534A};
  for (int i = 0; gltf->binary && i < 5; i++)
    put_word(gltf, words[i]);
  hhx_csv_bytes(gltf->file, json, size);
  hhx_csv_bytes(gltf->file, tail, strlen(tail));
  if (!gltf->binary) return;
  hhx_csv_bytes(gltf->file, "   ", padding);
  put_word(gltf, (uint32_t)bytes);
  put_word(gltf, 0x004E4942);
}

/* False and *error for what no file holds. */
static bool gltf_write(HhxGltf *gltf, HhxError *error)
{
  size_t bytes = 0;
  char *json = gltf->failed ? NULL : describe(gltf, &bytes);
  if (!json) return no_memory(error, "the film");
  size_t size = strlen(json) - 1;
  if (bytes > UINT32_MAX - 4096 - size) {
    snprintf(error->text, sizeof error->text, "%lld frames are more than a glTF file holds (4 GiB)",
             (long long)gltf->frames);
    free(json);
    return false;
  }
  char tail[128];
  snprintf(tail, sizeof tail, ",\"buffers\":[{\"byteLength\":%zu%s", bytes,
           gltf->binary ? "}]}" : ",\"uri\":\"data:application/octet-stream;base64,");
  put_head(gltf, json, size, tail, bytes);
  put_buffer(gltf);
  if (!gltf->binary) hhx_csv_bytes(gltf->file, "\"}]}\n", 5);
  free(json);
  return true;
}

bool hhx_gltf_close(HhxGltf *gltf, const HhWorld *world, HhxError *error)
{
  if (world && world->count > 0)
    gltf->branches = hhx_mesh_branches(world, hhx_gibbon_mesh_grip_m(&gltf->skeleton));
  gltf->failed |= gltf->branches.failed;
  bool done = gltf_write(gltf, error);
  if (done)
    done = hhx_csv_close(gltf->file, error);
  else
    hhx_csv_discard(gltf->file);
  gltf_free(gltf);
  return done;
}

void hhx_gltf_discard(HhxGltf *gltf)
{
  if (!gltf) return;
  hhx_csv_discard(gltf->file);
  gltf_free(gltf);
}
