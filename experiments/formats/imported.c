/* Clips through libassimp. See the header. */
#include "imported.h"

#ifndef HHX_HAS_ASSIMP

HhxClip *hhx_imported_read(const char *path, const char *name, double frame_s, HhxError *error)
{
  (void)name;
  (void)frame_s;
  hhx_error_at(error, path, 0, 0, NULL,
               "this build reads only BVH; convert the file, or install libassimp-dev and "
               "build anew");
  return NULL;
}

#else

#include <assert.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/angle.h"

/* assimp's name for an unknown rate, as its documentation has it. */
static const double ticks_per_s_unknown = 25;

/* What assimp puts between a joint's name and the part of its transformation. */
static const char helper_mark[] = "_$AssimpFbx$_";

/* v' = linear v + move; the columns of `linear` are the images of x, y and z. */
typedef struct Affine {
  HhVec3 x, y, z, move;
} Affine;

typedef struct Node {
  const struct aiNode *node;
  int parent;                       /* -1: none */
  int joint;                        /* -1: none */
  const struct aiNodeAnim *channel; /* null: does not move */
  bool moves;                       /* itself or a helper of it, or a bone */
  bool above, below;                /* one that moves */
  Affine world;
} Node;

typedef struct Import {
  const char *path;
  const struct aiScene *scene;
  const struct aiAnimation *animation;
  Node *nodes; /* parents first */
  int node_count, joint_count;
  HhxError *error;
} Import;

static bool refuse_node(Import *import, const char *name, const char *what)
{
  return hhx_error_at(import->error, import->path, 0, 0, name, "%s", what);
}

static HhVec3 vec3(struct aiVector3D v)
{
  return (HhVec3){(double)v.x, (double)v.y, (double)v.z};
}

static HhVec3 linear(const Affine *a, HhVec3 v)
{
  return hh_vec3_add(hh_vec3_add(hh_vec3_scale(a->x, v.x), hh_vec3_scale(a->y, v.y)),
                     hh_vec3_scale(a->z, v.z));
}

static Affine within(const Affine *parent, const Affine *child)
{
  return (Affine){linear(parent, child->x), linear(parent, child->y), linear(parent, child->z),
                  hh_vec3_add(linear(parent, child->move), parent->move)};
}

static Affine of_matrix(const struct aiMatrix4x4 *m)
{
  return (Affine){{(double)m->a1, (double)m->b1, (double)m->c1},
                  {(double)m->a2, (double)m->b2, (double)m->c2},
                  {(double)m->a3, (double)m->b3, (double)m->c3},
                  {(double)m->a4, (double)m->b4, (double)m->c4}};
}

/* The rotation that is nearest in x, then in the plane of x and y. */
static HhQuat turn_of(const Affine *a)
{
  HhVec3 x = hh_vec3_unit(a->x, (HhVec3){1, 0, 0});
  HhVec3 y = hh_vec3_unit(hh_vec3_along(a->y, x, -hh_vec3_dot(x, a->y)), (HhVec3){0, 1, 0});
  return hh_quat_unit(hh_quat_of_axes((HhAxes){x, y, hh_vec3_cross(x, y)}));
}

/* An even turn from a (share 0) to b (share 1), the shorter way. */
static HhQuat turn_between(HhQuat a, HhQuat b, double share)
{
  HhQuat step = hh_quat_mul(hh_quat_conj(a), b);
  double sign = step.w < 0 ? -1 : 1;
  HhVec3 axis = {sign * step.x, sign * step.y, sign * step.z};
  double rad = 2 * hh_angle_of((HhVec){sign * step.w, hh_vec3_length(axis)});
  return hh_quat_mul(a, hh_quat_about(hh_vec3_unit(axis, (HhVec3){1, 0, 0}), rad * share));
}

/* Key at or before `tick` of `count` > 0 keys whose times lie `stride` bytes apart, and the share
 * of the way to the next. */
static unsigned find_key(const double *times, size_t stride, unsigned count, double tick,
                         double *share)
{
  unsigned low = 0, high = count; /* time of low <= tick < time of high, as far as there are any */
  while (high - low > 1) {
    unsigned middle = low + (high - low) / 2;
    double time = *(const double *)((const char *)times + middle * stride);
    if (time <= tick)
      low = middle;
    else
      high = middle;
  }
  *share = 0;
  if (high == count) return low;
  double from = *(const double *)((const char *)times + low * stride);
  double to = *(const double *)((const char *)times + high * stride);
  if (tick > from && to > from) *share = (tick - from) / (to - from);
  return low;
}

static HhVec3 vector_at(const struct aiVectorKey *keys, unsigned count, double tick,
                        HhVec3 otherwise)
{
  if (count == 0) return otherwise;
  double share;
  unsigned key = find_key(&keys->mTime, sizeof *keys, count, tick, &share);
  HhVec3 value = vec3(keys[key].mValue);
  return share > 0 ? hh_vec3_mix(value, vec3(keys[key + 1].mValue), share) : value;
}

static HhQuat quat(struct aiQuaternion q)
{
  return hh_quat_unit((HhQuat){(double)q.w, (double)q.x, (double)q.y, (double)q.z});
}

static HhQuat turn_at(const struct aiQuatKey *keys, unsigned count, double tick, HhQuat otherwise)
{
  if (count == 0) return otherwise;
  double share;
  unsigned key = find_key(&keys->mTime, sizeof *keys, count, tick, &share);
  HhQuat value = quat(keys[key].mValue);
  return share > 0 ? turn_between(value, quat(keys[key + 1].mValue), share) : value;
}

static Affine channel_at(const struct aiNodeAnim *channel, const struct aiNode *node, double tick)
{
  struct aiVector3D scale, move;
  struct aiQuaternion turn;
  aiDecomposeMatrix(&node->mTransformation, &scale, &turn, &move);
  HhVec3 at = vector_at(channel->mPositionKeys, channel->mNumPositionKeys, tick, vec3(move));
  HhVec3 size = vector_at(channel->mScalingKeys, channel->mNumScalingKeys, tick, vec3(scale));
  HhAxes axes =
      hh_quat_axes(turn_at(channel->mRotationKeys, channel->mNumRotationKeys, tick, quat(turn)));
  return (Affine){hh_vec3_scale(axes.x, size.x), hh_vec3_scale(axes.y, size.y),
                  hh_vec3_scale(axes.z, size.z), at};
}

/* Places of all joints in the frames of their parents, at rest or at a time of the animation. */
static void pose(Import *import, bool at_rest, double tick, HhxPlace *local, const int *parents)
{
  for (int i = 0; i < import->node_count; i++) {
    Node *node = import->nodes + i;
    Affine own = node->channel && !at_rest ? channel_at(node->channel, node->node, tick)
                                           : of_matrix(&node->node->mTransformation);
    node->world = node->parent < 0 ? own : within(&import->nodes[node->parent].world, &own);
    if (node->joint < 0) continue;
    HhxPlace world = {turn_of(&node->world), node->world.move};
    local[node->joint] = world;
  }
  /* From the world into the parents' frames, children first. */
  for (int i = import->joint_count; i-- > 0;) {
    if (parents[i] < 0) continue;
    HhxPlace parent = local[parents[i]];
    HhQuat back = hh_quat_conj(parent.turn);
    local[i] = (HhxPlace){hh_quat_mul(back, local[i].turn),
                          hh_quat_rotate(back, hh_vec3_sub(local[i].at, parent.at))};
  }
}

static bool list_nodes(Import *import)
{
  import->nodes = malloc(HHX_CLIP_JOINTS_MOST * sizeof *import->nodes);
  if (!import->nodes) {
    hhx_error_at(import->error, import->path, 0, 0, NULL, "memory ran out");
    return false;
  }
  import->nodes[0] = (Node){.node = import->scene->mRootNode, .parent = -1, .joint = -1};
  import->node_count = 1;
  for (int i = 0; i < import->node_count; i++) {
    const struct aiNode *node = import->nodes[i].node;
    for (unsigned k = 0; k < node->mNumChildren; k++) {
      if (import->node_count == HHX_CLIP_JOINTS_MOST)
        return hhx_error_at(import->error, import->path, 0, 0, NULL,
                            "has more than %d nodes; leave some out", HHX_CLIP_JOINTS_MOST);
      import->nodes[import->node_count++] =
          (Node){.node = node->mChildren[k], .parent = i, .joint = -1};
    }
  }
  return true;
}

/* Whether `name` is that of a node or of one of its helpers. */
static bool names_joint(const char *name, const struct aiNode *node)
{
  const char *mark = strstr(name, helper_mark);
  size_t length = mark ? (size_t)(mark - name) : strlen(name);
  return node->mName.length == length && memcmp(node->mName.data, name, length) == 0;
}

static bool find_channels(Import *import)
{
  for (unsigned k = 0; k < import->animation->mNumChannels; k++) {
    const struct aiNodeAnim *channel = import->animation->mChannels[k];
    int found = 0;
    for (int i = 0; i < import->node_count; i++) {
      Node *node = import->nodes + i;
      node->moves |= names_joint(channel->mNodeName.data, node->node);
      if (strcmp(node->node->mName.data, channel->mNodeName.data) != 0) continue;
      node->channel = channel;
      found++;
    }
    if (found > 1)
      return refuse_node(import, channel->mNodeName.data,
                         "is the name of two nodes, of which one moves; give each its own");
  }
  return true;
}

static void find_bones(Import *import)
{
  for (unsigned m = 0; m < import->scene->mNumMeshes; m++) {
    const struct aiMesh *mesh = import->scene->mMeshes[m];
    for (unsigned b = 0; b < mesh->mNumBones; b++)
      for (int i = 0; i < import->node_count; i++)
        import->nodes[i].moves |=
            strcmp(import->nodes[i].node->mName.data, mesh->mBones[b]->mName.data) == 0;
  }
}

static void choose_joints(Import *import)
{
  Node *nodes = import->nodes;
  for (int i = 1; i < import->node_count; i++)
    nodes[i].below = nodes[nodes[i].parent].below || nodes[nodes[i].parent].moves;
  for (int i = import->node_count; i-- > 1;)
    nodes[nodes[i].parent].above |= nodes[i].above || nodes[i].moves;
  for (int i = 0; i < import->node_count; i++) {
    bool bare = nodes[i].node->mNumMeshes == 0 && i > 0;
    bool helper = strstr(nodes[i].node->mName.data, helper_mark) != NULL;
    if (!helper && (nodes[i].moves || (bare && (nodes[i].above || nodes[i].below))))
      nodes[i].joint = import->joint_count++;
  }
}

/* Adds the names of all animations to a list for an error. */
static void list_animations(const struct aiScene *scene, char *text, size_t size)
{
  size_t used = 0;
  for (unsigned i = 0; i < scene->mNumAnimations && used < size; i++) {
    HhxShown shown = hhx_shown(scene->mAnimations[i]->mName.data);
    used += (size_t)snprintf(text + used, size - used, "%s'%s'", i > 0 ? ", " : "", shown.text);
  }
}

static bool choose_animation(Import *import, const char *name)
{
  const struct aiScene *scene = import->scene;
  if (scene->mNumAnimations == 0) {
    hhx_error_at(import->error, import->path, 0, 0, NULL,
                 "has no animation; export one with the skeleton");
    return false;
  }
  for (unsigned i = 0; i < scene->mNumAnimations && !import->animation; i++)
    if (!name || strcmp(scene->mAnimations[i]->mName.data, name) == 0)
      import->animation = scene->mAnimations[i];
  if (import->animation) return true;
  char text[200] = "";
  list_animations(scene, text, sizeof text);
  hhx_error_at(import->error, import->path, 0, 0, NULL, "has no animation '%s'; there are %s",
               hhx_shown(name).text, text);
  return false;
}

static void widen(double from, double to, double *first, double *last)
{
  *first = fmin(*first, from);
  *last = fmax(*last, to);
}

/* When the animation begins and ends, in ticks. A list of one key is no motion. */
static void find_span(const struct aiAnimation *animation, double *first, double *last)
{
  *first = (double)INFINITY;
  *last = -(double)INFINITY;
  for (unsigned i = 0; i < animation->mNumChannels; i++) {
    const struct aiNodeAnim *channel = animation->mChannels[i];
    unsigned at = channel->mNumPositionKeys, turn = channel->mNumRotationKeys,
             size = channel->mNumScalingKeys;
    const struct aiVectorKey *ats = channel->mPositionKeys, *sizes = channel->mScalingKeys;
    const struct aiQuatKey *turns = channel->mRotationKeys;
    if (at > 1) widen(ats[0].mTime, ats[at - 1].mTime, first, last);
    if (turn > 1) widen(turns[0].mTime, turns[turn - 1].mTime, first, last);
    if (size > 1) widen(sizes[0].mTime, sizes[size - 1].mTime, first, last);
  }
  if (!(*first <= *last)) *first = *last = 0;
}

/* Metres: FBX tells centimetres, glTF and what assimp makes of Collada are metres. */
static double unit_m(const struct aiScene *scene, const char *path)
{
  const struct aiMetadata *data = scene->mMetaData;
  for (unsigned i = 0; data && i < data->mNumProperties; i++) {
    if (strcmp(data->mKeys[i].data, "UnitScaleFactor") != 0) continue;
    if (data->mValues[i].mType == AI_FLOAT) return (double)*(float *)data->mValues[i].mData / 100;
    if (data->mValues[i].mType == AI_DOUBLE) return *(double *)data->mValues[i].mData / 100;
  }
  const char *dot = strrchr(path, '.');
  return dot && (strcasecmp(dot, ".dae") == 0 || strcasecmp(dot, ".glb") == 0 ||
                 strcasecmp(dot, ".gltf") == 0);
}

static bool finite(const HhxPlace *places, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!hh_vec3_finite(places[i].at) || !isfinite(hh_quat_dot(places[i].turn, places[i].turn)))
      return false;
  return true;
}

static bool fill(Import *import, double first_tick, double ticks_per_s, HhxClip *clip)
{
  for (int i = 0; i < import->node_count; i++) {
    const Node *node = import->nodes + i;
    if (node->joint < 0) continue;
    int parent = node->parent;
    while (parent >= 0 && import->nodes[parent].joint < 0)
      parent = import->nodes[parent].parent;
    clip->parents[node->joint] = parent < 0 ? -1 : import->nodes[parent].joint;
    if (!hhx_clip_name(clip, node->joint, node->node->mName.data, node->node->mName.length))
      return hhx_error_at(import->error, import->path, 0, 0, NULL, "memory ran out");
  }
  pose(import, true, 0, clip->rest, clip->parents);
  for (int frame = 0; frame < clip->frames; frame++)
    pose(import, false, first_tick + frame * clip->frame_s * ticks_per_s,
         clip->local + (size_t)frame * (size_t)clip->joints, clip->parents);
  if (finite(clip->rest, (size_t)clip->joints) &&
      finite(clip->local, (size_t)clip->joints * (size_t)clip->frames))
    return true;
  return hhx_error_at(import->error, import->path, 0, 0, NULL,
                      "holds numbers that are not finite; export it anew");
}

static HhxClip *make_clip(Import *import, const char *name, double frame_s)
{
  if (!choose_animation(import, name) || !list_nodes(import) || !find_channels(import)) return NULL;
  find_bones(import);
  choose_joints(import);
  double first, last, ticks_per_s = import->animation->mTicksPerSecond;
  if (!(ticks_per_s > 0)) ticks_per_s = ticks_per_s_unknown;
  find_span(import->animation, &first, &last);
  /* Single precision may put the last frame beyond the last key. */
  double frames = floor((last - first) / ticks_per_s / frame_s + 1e-3) + 1;
  if (import->joint_count == 0) {
    hhx_error_at(import->error, import->path, 0, 0, NULL,
                 "has no node that moves; export the skeleton with the animation");
    return NULL;
  }
  if (!(frames <= HHX_CLIP_PLACES_MOST) || !hhx_clip_fits(import->joint_count, (long)frames)) {
    hhx_error_at(import->error, import->path, 0, 0, NULL,
                 "%.0f frames of %d joints are more than memory is meant for (%d in all); cut the "
                 "clip",
                 frames, import->joint_count, HHX_CLIP_PLACES_MOST);
    return NULL;
  }
  HhxClip *clip = hhx_clip_create(import->joint_count, (int)frames);
  if (!clip) {
    hhx_error_at(import->error, import->path, 0, 0, NULL, "memory ran out");
    return NULL;
  }
  clip->frame_s = frame_s;
  clip->unit_m = unit_m(import->scene, import->path);
  if (fill(import, first, ticks_per_s, clip)) return clip;
  hhx_clip_destroy(clip);
  return NULL;
}

HhxClip *hhx_imported_read(const char *path, const char *name, double frame_s, HhxError *error)
{
  assert(frame_s > 0);
  FILE *file = fopen(path, "rb"); /* assimp does not say why it cannot */
  if (!file) {
    hhx_error_at(error, path, 0, 0, NULL, "cannot be opened: %s; check the path and its rights",
                 strerror(errno));
    return NULL;
  }
  fclose(file);

  struct aiPropertyStore *wishes = aiCreatePropertyStore();
  aiSetImportPropertyInteger(wishes, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
  Import import = {.path = path, .error = error};
  import.scene = aiImportFileExWithProperties(path, 0, NULL, wishes);
  aiReleasePropertyStore(wishes);
  if (!import.scene || !import.scene->mRootNode) {
    hhx_error_at(error, path, 0, 0, NULL, "cannot be read (%s); export it anew, or as BVH or glTF",
                 hhx_shown(aiGetErrorString()).text);
    if (import.scene) aiReleaseImport(import.scene);
    return NULL;
  }
  HhxClip *clip = make_clip(&import, name, frame_s);
  free(import.nodes);
  aiReleaseImport(import.scene);
  return clip;
}

#endif
