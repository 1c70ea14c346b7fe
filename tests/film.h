/* A glTF file as a reader of its own sees it, by jansson alone: container, base64, accessors, and
 * what the specification asks of all of it. Numbers are its sections. */
#ifndef HANDHOLD_FILM_H
#define HANDHOLD_FILM_H

#include <jansson.h>

#include "check.h"

typedef struct Film {
  json_t *json;
  unsigned char *bytes; /* the buffer */
  size_t size;
} Film;

static inline unsigned char *film_file(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*size + 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

static inline uint32_t film_word(const unsigned char *at)
{
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline int64_t film_count(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  if (!json_is_integer(value)) fail_msg("no integer %s", key);
  assert_true(json_integer_value(value) >= 0);
  return json_integer_value(value);
}

static inline const char *film_string(const json_t *object, const char *key)
{
  const char *value = json_string_value(json_object_get(object, key));
  if (!value) fail_msg("no text %s", key);
  return value;
}

/* The member `index` of a list of the document. */
static inline const json_t *film_item(const Film *film, const char *list, int64_t index)
{
  const json_t *item = json_array_get(json_object_get(film->json, list), (size_t)index);
  if (!item) fail_msg("no %s %lld", list, (long long)index);
  return item;
}

static inline int64_t film_size(const Film *film, const char *list)
{
  return (int64_t)json_array_size(json_object_get(film->json, list));
}

static inline json_t *film_json(const unsigned char *text, size_t size)
{
  json_error_t error;
  json_t *json = json_loadb((const char *)text, size, JSON_REJECT_DUPLICATES, &error);
  if (!json) fail_msg("%d:%d: %s", error.line, error.column, error.text);
  return json;
}

/* RFC 4648, without line breaks. */
static inline unsigned char *film_base64(const char *text, size_t *size)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t length = strlen(text), used = 0;
  assert_int_equal(length % 4, 0);
  unsigned char *bytes = malloc(length / 4 * 3 + 1);
  assert_non_null(bytes);
  for (size_t i = 0; i < length; i += 4) {
    uint32_t bits = 0;
    int padding = 0;
    for (size_t j = i; j < i + 4; j++) {
      const char *digit = strchr(digits, text[j]);
      if (text[j] == '=') padding++;
      assert_true(padding > 0 ? text[j] == '=' && j + 2 >= length : digit != NULL);
      bits = bits << 6 | (uint32_t)(padding > 0 ? 0 : digit - digits);
    }
    for (int j = 0; j < 3 - padding; j++)
      bytes[used++] = (unsigned char)(bits >> (16 - 8 * j) & 255);
  }
  *size = used;
  return bytes;
}

/* 4.4: the header, a chunk of JSON padded with blanks, a chunk of bytes padded with zeros. */
static inline Film film_container(const unsigned char *file, size_t size)
{
  Film film = {0};
  assert_int_equal(film_word(file), 0x46546C67);
  assert_int_equal(film_word(file + 4), 2);
  assert_int_equal(film_word(file + 8), size);
  size_t json_size = film_word(file + 12), at = 20 + json_size;
  assert_int_equal(json_size % 4, 0);
  assert_int_equal(film_word(file + 16), 0x4E4F534A);
  film.json = film_json(file + 20, json_size);
  film.size = film_word(file + at);
  assert_int_equal(film.size % 4, 0);
  assert_int_equal(film_word(file + at + 4), 0x004E4942);
  assert_int_equal(at + 8 + film.size, size);
  film.bytes = malloc(film.size);
  assert_non_null(film.bytes);
  memcpy(film.bytes, file + at + 8, film.size);
  return film;
}

static inline Film film_read(const char *path)
{
  size_t size = 0;
  unsigned char *file = film_file(path, &size);
  Film film = {0};
  bool binary = size > 4 && memcmp(file, "glTF", 4) == 0;
  if (binary)
    film = film_container(file, size);
  else
    film.json = film_json(file, size);
  assert_int_equal(film_size(&film, "buffers"), 1);
  const json_t *buffer = film_item(&film, "buffers", 0);
  if (binary) {
    assert_null(json_object_get(buffer, "uri"));
  } else {
    static const char start[] = "data:application/octet-stream;base64,";
    const char *uri = film_string(buffer, "uri");
    assert_memory_equal(uri, start, sizeof start - 1);
    film.bytes = film_base64(uri + sizeof start - 1, &film.size);
  }
  assert_int_equal(film_count(buffer, "byteLength"), film.size);
  free(file);
  return film;
}

static inline void film_free(Film *film)
{
  json_decref(film->json);
  free(film->bytes);
}

static inline int film_components(const json_t *accessor)
{
  static const struct {
    const char *type;
    int count;
  } types[] = {{"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  const char *type = film_string(accessor, "type");
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp(type, types[i].type) == 0) return types[i].count;
  fail_msg("type %s", type);
  return 0;
}

static inline int film_component_size(const json_t *accessor)
{
  int64_t type = film_count(accessor, "componentType");
  assert_true(type == 5121 || type == 5125 || type == 5126);
  return type == 5121 ? 1 : 4;
}

/* Distance from element to element in the buffer. */
static inline int64_t film_stride(const Film *film, const json_t *accessor)
{
  const json_t *view = film_item(film, "bufferViews", film_count(accessor, "bufferView"));
  if (json_object_get(view, "byteStride")) return film_count(view, "byteStride");
  return film_components(accessor) * film_component_size(accessor);
}

/* A number of an accessor. */
static inline double film_value(const Film *film, int64_t index, int64_t element, int component)
{
  const json_t *accessor = film_item(film, "accessors", index);
  const json_t *view = film_item(film, "bufferViews", film_count(accessor, "bufferView"));
  assert_true(element < film_count(accessor, "count") && component < film_components(accessor));
  int64_t at = film_count(view, "byteOffset") + film_count(accessor, "byteOffset") +
               element * film_stride(film, accessor) + component * film_component_size(accessor);
  const unsigned char *bytes = film->bytes + at;
  if (film_component_size(accessor) == 1) return bytes[0];
  uint32_t word = film_word(bytes);
  if (film_count(accessor, "componentType") == 5125) return word;
  float value;
  memcpy(&value, &word, sizeof value);
  return (double)value;
}

static inline int64_t film_elements(const Film *film, int64_t accessor)
{
  return film_count(film_item(film, "accessors", accessor), "count");
}

/* 3.6.2.5: bounds are the least and greatest number of each component, as floats. */
static inline void film_check_bounds(const Film *film, int64_t index)
{
  const json_t *accessor = film_item(film, "accessors", index);
  for (int j = 0; j < film_components(accessor); j++) {
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (int64_t i = 0; i < film_elements(film, index); i++) {
      least = fmin(least, film_value(film, index, i, j));
      most = fmax(most, film_value(film, index, i, j));
    }
    const json_t *min = json_array_get(json_object_get(accessor, "min"), (size_t)j);
    const json_t *max = json_array_get(json_object_get(accessor, "max"), (size_t)j);
    assert_true(json_is_number(min) && json_number_value(min) == least);
    assert_true(json_is_number(max) && json_number_value(max) == most);
  }
}

/* 3.6.2.4: inside its view, at multiples of its components' size; numbers are finite. */
static inline void film_check_accessor(const Film *film, int64_t index)
{
  const json_t *accessor = film_item(film, "accessors", index);
  const json_t *view = film_item(film, "bufferViews", film_count(accessor, "bufferView"));
  int64_t count = film_count(accessor, "count"), offset = film_count(accessor, "byteOffset");
  int size = film_component_size(accessor), components = film_components(accessor);
  assert_true(count > 0);
  assert_int_equal(offset % size, 0);
  assert_int_equal((film_count(view, "byteOffset") + offset) % size, 0);
  assert_int_equal(film_stride(film, accessor) % size, 0);
  assert_true(offset + (count - 1) * film_stride(film, accessor) + size * components <=
              film_count(view, "byteLength"));
  if (film_count(accessor, "componentType") == 5126)
    for (int64_t i = 0; i < count; i++)
      for (int j = 0; j < components; j++)
        assert_true(isfinite(film_value(film, index, i, j)));
  if (json_object_get(accessor, "min")) film_check_bounds(film, index);
}

/* Views follow each other and fill the buffer; accessors fill their views: no byte is unused. */
static inline void film_check_views(const Film *film)
{
  int64_t at = 0;
  for (int64_t i = 0; i < film_size(film, "bufferViews"); i++) {
    const json_t *view = film_item(film, "bufferViews", i);
    assert_int_equal(film_count(view, "buffer"), 0);
    assert_int_equal(film_count(view, "byteOffset"), at);
    at += film_count(view, "byteLength");
    int64_t filled = 0;
    for (int64_t j = 0; j < film_size(film, "accessors"); j++) {
      const json_t *accessor = film_item(film, "accessors", j);
      if (film_count(accessor, "bufferView") == i)
        filled += film_count(accessor, "count") * film_components(accessor) *
                  film_component_size(accessor);
    }
    assert_int_equal(filled, film_count(view, "byteLength"));
    if (json_object_get(view, "byteStride")) {
      assert_in_range(film_count(view, "byteStride"), 4, 252);
      assert_int_equal(film_count(view, "byteStride") % 4, 0);
      assert_int_equal(film_count(view, "target"), 34962);
    }
  }
  assert_int_equal(at, film->size);
}

/* Counts a use of an accessor and returns its number. */
static inline int64_t film_use(const Film *film, int *uses, const json_t *object, const char *key)
{
  int64_t index = film_count(object, key);
  film_item(film, "accessors", index);
  uses[index]++;
  return index;
}

static inline void film_expect(const Film *film, int64_t index, int component, const char *type,
                               int target)
{
  const json_t *accessor = film_item(film, "accessors", index);
  const json_t *view = film_item(film, "bufferViews", film_count(accessor, "bufferView"));
  assert_int_equal(film_count(accessor, "componentType"), component);
  assert_string_equal(film_string(accessor, "type"), type);
  const json_t *told = json_object_get(view, "target");
  assert_int_equal(told ? json_integer_value(told) : 0, target);
}

/* 3.7.3.3: weights are not negative and sum to 1; a bone has one; without weight it is bone 0. */
static inline void film_check_weights(const Film *film, int64_t joints, int64_t weights)
{
  int64_t bones = (int64_t)json_array_size(json_object_get(film_item(film, "skins", 0), "joints"));
  for (int64_t i = 0; i < film_elements(film, joints); i++) {
    double sum = 0;
    for (int j = 0; j < 4; j++) {
      double weight = film_value(film, weights, i, j), joint = film_value(film, joints, i, j);
      assert_true(weight >= 0 && joint < (double)bones);
      assert_true(weight > 0 || joint == 0);
      for (int k = 0; k < j; k++)
        assert_true(weight == 0 || joint != film_value(film, joints, i, k));
      sum += weight;
    }
    CHECK_NEAR(sum, 1, 2e-7);
  }
}

/* 3.7.2: one primitive; positions with bounds, unit normals, colours, indices of vertices. */
static inline void film_check_mesh(const Film *film, int64_t mesh, bool skinned, int *uses)
{
  const json_t *primitives = json_object_get(film_item(film, "meshes", mesh), "primitives");
  assert_int_equal(json_array_size(primitives), 1);
  const json_t *primitive = json_array_get(primitives, 0);
  const json_t *attributes = json_object_get(primitive, "attributes");
  assert_int_equal(json_object_size(attributes), skinned ? 5 : 3);
  int64_t position = film_use(film, uses, attributes, "POSITION");
  int64_t normal = film_use(film, uses, attributes, "NORMAL");
  int64_t color = film_use(film, uses, attributes, "COLOR_0");
  film_expect(film, position, 5126, "VEC3", 34962);
  film_expect(film, normal, 5126, "VEC3", 34962);
  film_expect(film, color, 5126, "VEC3", 34962);
  film_check_bounds(film, position);
  int64_t count = film_elements(film, position);
  assert_int_equal(film_elements(film, normal), count);
  assert_int_equal(film_elements(film, color), count);
  for (int64_t i = 0; i < count; i++) {
    double square = 0;
    for (int j = 0; j < 3; j++) {
      square += pow(film_value(film, normal, i, j), 2);
      assert_true(film_value(film, color, i, j) >= 0 && film_value(film, color, i, j) <= 1);
    }
    CHECK_NEAR(square, 1, 5e-7);
  }
  if (skinned) {
    int64_t joints = film_use(film, uses, attributes, "JOINTS_0");
    int64_t weights = film_use(film, uses, attributes, "WEIGHTS_0");
    film_expect(film, joints, 5121, "VEC4", 34962);
    film_expect(film, weights, 5126, "VEC4", 34962);
    assert_int_equal(film_elements(film, joints), count);
    assert_int_equal(film_elements(film, weights), count);
    film_check_weights(film, joints, weights);
  }
  int64_t indices = film_use(film, uses, primitive, "indices");
  film_expect(film, indices, 5125, "SCALAR", 34963);
  assert_int_equal(film_elements(film, indices) % 3, 0);
  bool *used = calloc((size_t)count, sizeof *used);
  assert_non_null(used);
  for (int64_t i = 0; i < film_elements(film, indices); i++) {
    assert_true(film_value(film, indices, i, 0) < (double)count);
    used[(int64_t)film_value(film, indices, i, 0)] = true;
  }
  for (int64_t i = 0; i < count; i++)
    assert_true(used[i]);
  free(used);
  film_item(film, "materials", film_count(primitive, "material"));
}

/* 3.7.3: affine matrices, one a joint; the skeleton's node is the ancestor of all. */
static inline void film_check_skin(const Film *film, const int64_t *parents, int *uses)
{
  const json_t *skin = film_item(film, "skins", 0), *joints = json_object_get(skin, "joints");
  int64_t matrices = film_use(film, uses, skin, "inverseBindMatrices");
  film_expect(film, matrices, 5126, "MAT4", 0);
  assert_int_equal(film_elements(film, matrices), json_array_size(joints));
  for (size_t i = 0; i < json_array_size(joints); i++) {
    for (int j = 0; j < 4; j++)
      assert_true(film_value(film, matrices, (int64_t)i, 4 * j + 3) == (j == 3 ? 1 : 0));
    int64_t node = json_integer_value(json_array_get(joints, i));
    film_item(film, "nodes", node);
    while (node != film_count(skin, "skeleton")) {
      node = parents[node];
      assert_true(node >= 0);
    }
  }
}

/* 3.5: every node has one parent or is in the scene, and names differ. Fills `parents` (-1: in the
 * scene). A skinned mesh is in the scene itself: its node's own place does not count. */
static inline void film_check_nodes(const Film *film, int64_t *parents)
{
  int64_t count = film_size(film, "nodes");
  for (int64_t i = 0; i < count; i++)
    parents[i] = -2;
  const json_t *scene = film_item(film, "scenes", film_count(film->json, "scene"));
  const json_t *roots = json_object_get(scene, "nodes");
  for (int64_t i = -1; i < count; i++) {
    const json_t *node = i < 0 ? NULL : film_item(film, "nodes", i);
    const json_t *children = i < 0 ? roots : json_object_get(node, "children");
    assert_true(!children || json_array_size(children) > 0);
    for (size_t j = 0; j < json_array_size(children); j++) {
      int64_t child = json_integer_value(json_array_get(children, j));
      assert_true(child < count && parents[child] == -2 && child != i);
      parents[child] = i;
    }
    for (int64_t j = 0; j < i; j++)
      assert_string_not_equal(film_string(node, "name"),
                              film_string(film_item(film, "nodes", j), "name"));
  }
  for (int64_t i = 0; i < count; i++) {
    int64_t root = i;
    for (int64_t steps = 0; root >= 0; steps++) {
      assert_true(steps <= count);
      root = parents[root];
    }
    assert_int_equal(root, -1);
    const json_t *node = film_item(film, "nodes", i);
    if (json_object_get(node, "mesh"))
      assert_true(film_count(node, "mesh") < film_size(film, "meshes"));
    if (json_object_get(node, "skin")) assert_int_equal(parents[i], -1);
  }
}

/* 3.11: times grow from 0 or later; as many values as times; rotations are unit, and of the two
 * signs the one nearer to the key before; no two channels move the same. */
static inline void film_check_motion(const Film *film, int *uses)
{
  const json_t *animation = film_item(film, "animations", 0);
  const json_t *samplers = json_object_get(animation, "samplers");
  const json_t *channels = json_object_get(animation, "channels");
  assert_int_equal(json_array_size(samplers), json_array_size(channels));
  for (size_t c = 0; c < json_array_size(channels); c++) {
    const json_t *channel = json_array_get(channels, c),
                 *target = json_object_get(channel, "target");
    assert_int_equal(film_count(channel, "sampler"), c);
    film_item(film, "nodes", film_count(target, "node"));
    for (size_t d = 0; d < c; d++)
      assert_false(json_equal(target, json_object_get(json_array_get(channels, d), "target")));
    const json_t *sampler = json_array_get(samplers, c);
    assert_string_equal(film_string(sampler, "interpolation"), "LINEAR");
    int64_t input = film_use(film, uses, sampler, "input");
    int64_t output = film_use(film, uses, sampler, "output");
    film_expect(film, input, 5126, "SCALAR", 0);
    film_check_bounds(film, input);
    assert_int_equal(film_elements(film, output), film_elements(film, input));
    bool turns = strcmp(film_string(target, "path"), "rotation") == 0;
    if (!turns) assert_string_equal(film_string(target, "path"), "translation");
    film_expect(film, output, 5126, turns ? "VEC4" : "VEC3", 0);
    for (int64_t i = 0; i < film_elements(film, input); i++) {
      double time_s = film_value(film, input, i, 0), square = 0, near = 0;
      assert_true(i > 0 ? time_s > film_value(film, input, i - 1, 0) : time_s >= 0);
      for (int j = 0; turns && j < 4; j++) {
        square += pow(film_value(film, output, i, j), 2);
        if (i > 0) near += film_value(film, output, i, j) * film_value(film, output, i - 1, j);
      }
      if (turns) CHECK_NEAR(square, 1, 5e-7);
      assert_true(near >= 0);
    }
  }
}

/* All of it; then no accessor, view, mesh or material is unused. */
static inline void film_check(const Film *film)
{
  enum { MOST = 64 };
  int uses[MOST] = {0};
  int64_t parents[MOST];
  assert_string_equal(film_string(json_object_get(film->json, "asset"), "version"), "2.0");
  assert_in_range(film_size(film, "accessors"), 1, MOST);
  assert_in_range(film_size(film, "nodes"), 1, MOST);
  film_check_views(film);
  for (int64_t i = 0; i < film_size(film, "accessors"); i++)
    film_check_accessor(film, i);
  film_check_nodes(film, parents);
  film_check_skin(film, parents, uses);
  int64_t meshes = 0;
  for (int64_t i = 0; i < film_size(film, "nodes"); i++) {
    const json_t *node = film_item(film, "nodes", i);
    if (!json_object_get(node, "mesh")) continue;
    film_check_mesh(film, film_count(node, "mesh"), json_object_get(node, "skin") != NULL, uses);
    meshes++;
  }
  assert_int_equal(meshes, film_size(film, "meshes"));
  assert_int_equal(film_size(film, "materials"), 1);
  if (json_object_get(film->json, "animations")) film_check_motion(film, uses);
  for (int64_t i = 0; i < film_size(film, "accessors"); i++)
    assert_true(uses[i] > 0);
}

#endif
