/* Shared flow fields; see the header. */
#include "world/fields.h"

#include <assert.h>

#include "base/hash.h"

static size_t up64(size_t bytes)
{
  return (bytes + 63) & ~(size_t)63;
}

static HhField *field_at(HhFields *fields, int place)
{
  char *at = (char *)fields + fields->first + (size_t)place * fields->stride;
  return (HhField *)(void *)at;
}

size_t hh_fields_bytes(int tiles, int places)
{
  return up64(sizeof(HhFields)) + (size_t)places * up64(hh_field_bytes(tiles));
}

HhFields *hh_fields_start(HhFieldKind kind, int tiles, int places, void *memory)
{
  assert(places >= 1 && places <= HH_FIELDS);
  HhFields *fields = memory;
  *fields = (HhFields){.kind = kind, .tiles = tiles, .places = places};
  fields->first = up64(sizeof *fields);
  fields->stride = up64(hh_field_bytes(tiles));
  for (int i = 0; i < HH_FIELDS; i++)
    fields->asked[i] = fields->goals[i] = -1;
  for (int i = 0; i < places; i++)
    hh_field_start(kind, tiles, field_at(fields, i));
  return fields;
}

int hh_fields_find(const HhFields *fields, int goal)
{
  for (int i = 0; i < fields->places; i++)
    if (fields->goals[i] == goal) return i;
  return -1;
}

/* Notes a wish, in order and once. Of too many the last are forgotten. */
static void wish(HhFields *fields, int goal)
{
  int at = 0;
  while (at < fields->wish_count && fields->wishes[at] < goal)
    at++;
  if (at == HH_FIELDS || (at < fields->wish_count && fields->wishes[at] == goal)) return;
  if (fields->wish_count < HH_FIELDS) fields->wish_count++;
  for (int i = fields->wish_count - 1; i > at; i--)
    fields->wishes[i] = fields->wishes[i - 1];
  fields->wishes[at] = goal;
}

int hh_fields_ask(HhFields *fields, int goal)
{
  int place = hh_fields_find(fields, goal);
  if (place >= 0)
    fields->asked[place] = fields->tick;
  else
    wish(fields, goal);
  return place;
}

void hh_fields_move(const HhGround *ground, HhFields *fields, int place, int goal)
{
  fields->goals[place] = goal;
  hh_field_aim(ground, field_at(fields, place), goal);
}

/* Gives the wishes their places. */
static void seat(const HhGround *ground, HhFields *fields)
{
  for (int w = 0; w < fields->wish_count; w++) {
    int place = 0;
    for (int i = 1; i < fields->places; i++)
      if (fields->asked[i] < fields->asked[place]) place = i;
    if (fields->asked[place] == fields->tick) break;
    hh_field_start(fields->kind, fields->tiles, field_at(fields, place));
    hh_fields_move(ground, fields, place, fields->wishes[w]);
    fields->asked[place] = fields->tick;
  }
  fields->wish_count = 0;
}

int hh_fields_work(const HhGround *ground, HhFields *fields, int budget)
{
  int done = 0;
  seat(ground, fields);
  for (int looked = 0; looked < fields->places && done < budget; looked++) {
    HhField *field = field_at(fields, fields->turn);
    int finished = field->walked;
    done += hh_field_work(ground, field, budget - done);
    if (field->running && field->walked == finished) break;
    fields->turn = (fields->turn + 1) % fields->places;
  }
  fields->tick++;
  return done;
}

uint64_t hh_fields_hash(const HhFields *fields, uint64_t hash)
{
  hash = hh_hash_word(hash, (uint64_t)fields->tick);
  hash = hh_hash_word(hash, (uint64_t)fields->turn);
  for (int i = 0; i < fields->places; i++) {
    hash = hh_hash_word(hash, (uint64_t)fields->asked[i]);
    hash = hh_hash_word(hash, (uint64_t)fields->goals[i]);
    hash = hh_field_hash(hh_fields_at(fields, i), hash);
  }
  for (int i = 0; i < fields->wish_count; i++)
    hash = hh_hash_word(hash, (uint64_t)fields->wishes[i]);
  return hash;
}
