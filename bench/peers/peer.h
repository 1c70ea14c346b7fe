/* A physics engine behind the few verbs that the strand scene needs, so that what drives the
 * creatures is the same code for each. Tiles and seconds, y upward. Circles weigh 1, do not
 * turn, and collide with boxes and not with each other. Worlds live until the program ends. */
#ifndef HHB_PEERS_PEER_H
#define HHB_PEERS_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct HhbPeerSettings {
  const char *words;
  int iterations;          /* of velocities */
  int position_iterations; /* Box2D */
  int continuous;          /* Box2D: swept against boxes, its default */
  double hash_tile;        /* Chipmunk: side of a spatial hash's cell; 0: its default, a tree */
  int corrects_all;        /* Chipmunk: all of a joint's error a step, not a tenth in 1/60 s */
} HhbPeerSettings;

typedef struct HhbPeerBody HhbPeerBody; /* the engine's own */

/* What a world is made for. */
typedef struct HhbPeerWorldNeeds {
  double gravity_tileps2; /* downward */
  double damping_ps;      /* of circles' velocities */
  double friction;
  int circles;
} HhbPeerWorldNeeds;

typedef struct HhbPeer {
  const char *name;
  void *(*create)(const HhbPeerSettings *settings, const HhbPeerWorldNeeds *needs);
  void (*box)(void *world, double x0, double y0, double x1, double y1);
  HhbPeerBody *(*circle)(void *world, double x, double y, double radius);
  /* A rigid one between a point of `a`, given by its place off the middle, and the middle of b. */
  void (*stick)(void *world, HhbPeerBody *a, const double off[2], HhbPeerBody *b, double length);
  /* From here on it goes nowhere but by `move`, whatever pulls. */
  void (*hold)(HhbPeerBody *body);
  void (*release)(HhbPeerBody *held);
  void (*move)(HhbPeerBody *held, double x_tileps, double y_tileps); /* its velocity */
  void (*where)(const HhbPeerBody *body, double place[2]);
  void (*step)(void *world, double dt_s);
} HhbPeer;

extern const HhbPeer hhb_chipmunk;
extern const HhbPeer hhb_box2d;

#ifdef __cplusplus
}
#endif

#endif
