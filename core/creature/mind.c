/* Where to go; see the header. */
#include "creature/mind.h"

#include "creature/body.h"
#include "creature/den_paths.h"
#include "creature/locomotion.h"

enum {
  INTEREST = 400, /* ticks for which a sound is worth going to */
  ANEW = 20       /* ticks between two looks at where a sound is now */
};

#define AHEAD_T 1.6  /* tiles from the middle at which the aim runs on */
#define LOST_T  3.0  /* at which it begins anew */
#define THERE_T 0.9  /* from the goal: it is there */
#define MOVED_T 3.0  /* from the goal: a sound is somewhere else */
#define NEAREST 0.08 /* 1/tick: speed toward the end of the way for each tile that is left */
#define EAGER   10.0 /* push for each tile/tick that the velocity is not what is wanted */
#define WARY    0.25 /* of the speed wanted, at the least, however few tentacles hold */

static HhVec tile_middle(int x, int y)
{
  return hh_vec(x + 0.5, y + 0.5);
}

static void go_to(int x, int y, int place, int field, HhVec middle, HhDaddy *daddy)
{
  HhDaddyMind *mind = &daddy->mind;
  mind->goal_x = x;
  mind->goal_y = y;
  mind->place = place;
  mind->field = field;
  mind->going = true;
  mind->since = 0;
  mind->aim = tile_middle(hh_tile_of(middle.x), hh_tile_of(middle.y));
}

void hh_mind_go(const HhDen *den, int place, HhDaddy *daddy)
{
  const HhDenPlace *to = &den->places[place];
  go_to(to->x, to->y, place, to->field, hh_body_middle(&den->shape, &daddy->body), daddy);
}

/* To another place. */
static void wander(const HhDen *den, HhDaddy *daddy)
{
  if (den->place_count < 2) return;
  int here = daddy->mind.place, others = den->place_count - (here >= 0);
  int other = (int)hh_random_index(&daddy->random, (uint64_t)others);
  hh_mind_go(den, other + (here >= 0 && other >= here), daddy);
}

/* A sound to go to: its field is asked for when the den has a hand free (den.c). */
static void listen(const HhDenSettings *settings, const HhDen *den, HhVec middle, HhDaddy *daddy)
{
  HhDaddyMind *mind = &daddy->mind;
  int loudest = hh_sound_loudest(&den->sounds, middle, settings->daddy.hearing);
  if (loudest >= 0) {
    mind->heard = den->sounds.sound[loudest].at;
    mind->interest = INTEREST;
  }
  if (mind->interest > 0) mind->interest--;
  if (mind->interest == 0) {
    if (mind->place < 0) mind->going = false;
    if (!mind->going) wander(den, daddy);
    return;
  }
  HhVec goal = tile_middle(mind->goal_x, mind->goal_y);
  if (mind->going && (mind->since < ANEW || hh_vec_distance(goal, mind->heard) < MOVED_T)) return;
  int x = hh_tile_of(mind->heard.x), y = hh_tile_of(mind->heard.y);
  if (!hh_den_paths_near(den, &x, &y)) return;
  if (mind->going && x == mind->goal_x && y == mind->goal_y) return;
  go_to(x, y, -1, -1, middle, daddy);
}

static void arrive(const HhDenSettings *settings, const HhDen *den, HhDaddy *daddy,
                   HhDaddyRecord *record)
{
  HhDaddyMind *mind = &daddy->mind;
  if (settings->den.goal == HH_DEN_HUNT && mind->place < 0) return;
  record->goals++;
  record->goal_ticks += mind->since;
  mind->going = false;
  if (settings->den.goal == HH_DEN_WANDER) wander(den, daddy);
}

/* Runs the aim ahead along the field; begins it anew when it is far or out of sight, if a way
 * begins here. */
static void run_ahead(const HhRoom *room, const HhDen *den, HhVec middle, HhDaddy *daddy)
{
  HhDaddyMind *mind = &daddy->mind;
  bool look = (mind->since + (int)daddy->id) % 4 == 0;
  double far = hh_vec_distance(middle, mind->aim);
  if (far > LOST_T || (look && !hh_room_sees(room, middle, mind->aim))) {
    int x = hh_tile_of(middle.x), y = hh_tile_of(middle.y);
    if (hh_den_paths_next(den, mind->field, &x, &y) &&
        hh_room_sees(room, middle, tile_middle(x, y))) {
      mind->aim = tile_middle(x, y);
      return;
    }
  }
  if (far > AHEAD_T) return;
  int x = hh_tile_of(mind->aim.x), y = hh_tile_of(mind->aim.y);
  if (!hh_den_paths_next(den, mind->field, &x, &y)) return;
  if (hh_room_sees(room, middle, tile_middle(x, y))) mind->aim = tile_middle(x, y);
}

/* The push that gives a body the velocity to the aim, at most `speed`. */
static HhVec push_to(HhVec aim, HhVec middle, HhVec velocity, double speed, bool last)
{
  HhVec off = hh_vec_sub(aim, middle);
  double distance = hh_vec_length(off);
  if (last) speed = fmin(speed, NEAREST * distance);
  HhVec wanted = distance > 0 ? hh_vec_scale(off, speed / distance) : hh_vec(0, 0);
  HhVec push = hh_vec_scale(hh_vec_sub(wanted, velocity), EAGER);
  double length = hh_vec_length(push);
  return length > 1 ? hh_vec_scale(push, 1 / length) : push;
}

void hh_mind_step(const HhDenSettings *settings, const HhRoom *room, HhDen *den, int index)
{
  HhDaddy *daddy = hh_den_daddy(den, index);
  HhDaddyRecord *record = hh_den_record(den, index);
  HhDaddyMind *mind = &daddy->mind;
  HhVec middle = hh_body_middle(&den->shape, &daddy->body);
  HhVec velocity = hh_body_velocity(&den->shape, &daddy->body);
  if (settings->den.goal == HH_DEN_HUNT) listen(settings, den, middle, daddy);
  mind->since++;
  HhVec goal = tile_middle(mind->goal_x, mind->goal_y);
  if (mind->going && hh_vec_distance(middle, goal) < THERE_T) arrive(settings, den, daddy, record);
  bool known = hh_den_paths_leads(den, mind->field, mind->goal_x, mind->goal_y);
  if (mind->going && known) run_ahead(room, den, middle, daddy);
  bool last = !mind->going || hh_vec_distance(mind->aim, goal) < 0.1;
  double share = (double)daddy->holding / den->tentacles;
  double speed = settings->daddy.speed * (WARY + (1 - WARY) * share);
  mind->way = push_to(mind->aim, middle, velocity, speed, last);
  if (daddy->stuck > HH_STUCK_SHAKES) {
    double y = hh_random_range(&daddy->random, -1, 1);
    HhVec shake = hh_vec(hh_random_range(&daddy->random, -1, 1), y);
    mind->way = hh_vec_scale(hh_vec_add(mind->way, shake), 0.5);
    record->stuck_ticks++;
  }
}
