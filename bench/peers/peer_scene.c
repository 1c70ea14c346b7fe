/* Creatures out of an engine's circles and sticks. Their bodies are moved, as ours are: tentacles
 * do not pull them. */
#include "peer_scene.h"

#include <stdlib.h>

static const double TICK_S = 1.0 / 40, BODY_RADIUS = 0.5 /* tiles */;

static HhVec place_of(const HhbPeer *peer, const HhbPeerBody *body)
{
  double place[2];
  peer->where(body, place);
  return hh_vec(place[0], place[1]);
}

static HhVec off_body(int tentacle)
{
  return hh_vec_scale(hhb_strand_direction(tentacle), BODY_RADIUS);
}

/* Tiles side by side are one box. */
static void add_solids(HhbPeerScene *s, int creature)
{
  HhbTileAt cell = hhb_strand_cell(s->scene, creature);
  for (int first = 0, last; first < HHB_STRAND_SOLIDS; first = last + 1) {
    HhbTileAt from = hhb_strand_solids[first];
    for (last = first; last + 1 < HHB_STRAND_SOLIDS; last++)
      if (hhb_strand_solids[last + 1].x != from.x + last + 1 - first ||
          hhb_strand_solids[last + 1].y != from.y)
        break;
    double x = cell.x + from.x, y = cell.y + from.y;
    s->peer->box(s->world, x, y, x + last + 1 - first, y + 1);
  }
}

/* Upward, where nothing is in its way. */
static HhVec first_way(int tentacle)
{
  HhVec way = hhb_strand_direction(tentacle);
  return hh_vec(way.x, fabs(way.y));
}

static void add_creature(HhbPeerScene *s, int index)
{
  HhbPeerCreature *creature = &s->creatures[index];
  HhVec at = hhb_strand_body(s->scene, index, 0);
  creature->body = s->peer->circle(s->world, at.x, at.y, BODY_RADIUS);
  s->peer->hold(creature->body);
  for (int k = 0; k < HHB_STRAND_TENTACLES; k++) {
    HhVec off = off_body(k), root = hhb_strand_root(s->scene, index, k, 0);
    HhVec way = first_way(k);
    HhbPeerBody *before = creature->body;
    double from[2] = {off.x, off.y};
    for (int bead = 0; bead < HHB_STRAND_BEADS; bead++) {
      HhVec there = hh_vec_along(root, way, HHB_STRAND_STICK * (bead + 1));
      HhbPeerBody *next = s->peer->circle(s->world, there.x, there.y, s->scene->params.radius);
      s->peer->stick(s->world, before, from, next, HHB_STRAND_STICK);
      creature->beads[k][bead] = before = next;
      from[0] = from[1] = 0;
    }
  }
}

bool hhb_peer_scene_create(const HhbPeer *peer, const HhbPeerSettings *settings,
                           const HhbStrandScene *scene, HhbPeerScene *peer_scene)
{
  HhbPeerWorldNeeds needs = {.gravity_tileps2 = scene->params.gravity / (TICK_S * TICK_S),
                             .damping_ps = scene->params.damping / TICK_S,
                             .friction = scene->params.friction,
                             .circles =
                                 scene->creatures * (1 + HHB_STRAND_TENTACLES * HHB_STRAND_BEADS)};
  *peer_scene =
      (HhbPeerScene){.peer = peer,
                     .world = peer->create(settings, &needs),
                     .scene = scene,
                     .creatures = calloc((size_t)scene->creatures, sizeof *peer_scene->creatures)};
  if (!peer_scene->world || !peer_scene->creatures) return false;
  for (int i = 0; i < scene->creatures; i++) {
    add_solids(peer_scene, i);
    add_creature(peer_scene, i);
  }
  return true;
}

void hhb_peer_scene_ask(HhbPeerScene *peer_scene, int step)
{
  for (int i = 0; i < peer_scene->scene->creatures; i++)
    for (int k = 0; k < HHB_STRAND_TENTACLES; k++) {
      HhbPeerCreature *creature = &peer_scene->creatures[i];
      HhVec tip = place_of(peer_scene->peer, creature->beads[k][HHB_STRAND_BEADS - 1]);
      hhb_strand_hold(peer_scene->scene, i, k, step, tip, &creature->holds[k]);
    }
}

static void drive(const HhbPeerScene *s, int index, int step)
{
  HhbPeerCreature *creature = &s->creatures[index];
  for (int k = 0; k < HHB_STRAND_TENTACLES; k++) {
    bool holds = creature->holds[k].held;
    HhbPeerBody *tip = creature->beads[k][HHB_STRAND_BEADS - 1];
    if (holds && !creature->held[k]) s->peer->hold(tip);
    if (!holds && creature->held[k]) s->peer->release(tip);
    creature->held[k] = holds;
  }
  HhVec way = hh_vec_sub(hhb_strand_body(s->scene, index, step), place_of(s->peer, creature->body));
  s->peer->move(creature->body, way.x / TICK_S, way.y / TICK_S);
}

void hhb_peer_scene_step(HhbPeerScene *peer_scene, int step)
{
  for (int i = 0; i < peer_scene->scene->creatures; i++)
    drive(peer_scene, i, step);
  peer_scene->peer->step(peer_scene->world, TICK_S);
}

void hhb_peer_scene_places(const HhbPeerScene *peer_scene, HhVec *places)
{
  for (int i = 0; i < peer_scene->scene->creatures; i++)
    for (int k = 0; k < HHB_STRAND_TENTACLES; k++) {
      const HhbPeerCreature *creature = &peer_scene->creatures[i];
      *places++ = hh_vec_add(place_of(peer_scene->peer, creature->body), off_body(k));
      for (int bead = 0; bead < HHB_STRAND_BEADS; bead++)
        *places++ = place_of(peer_scene->peer, creature->beads[k][bead]);
    }
}
