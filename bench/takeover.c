/* Flights from the family of arcs, flown and ended by core itself; see the header. */
#include "takeover.h"

#include "base/angle.h"
#include "gibbon/gibbon.h"

enum { HOLDS = 24, HALVINGS = 60 };

const char *const hhb_takeover_names[HHB_TAKEOVER_COUNT] = {"sine", "matched", "grab", "search"};

const HhbFlights hhb_flights_study = {2.4, 3.6, 10 * HH_PI / 180, 4, 6.3};

/* The low arc that arrives at this speed; below a half turn of 45 degrees it is the slower, the
 * larger the turn. */
static bool arc_arriving_at(const HhArcProblem *problem, double speed_mps, HhArc *arc)
{
  double low = 0.001, high = HH_PI / 4;
  HhArc at;
  if (!hh_arc_at(problem, hh_unit_from_angle(low), &at) || at.grab_speed_mps < speed_mps)
    return false;
  if (!hh_arc_at(problem, hh_unit_from_angle(high), &at) || at.grab_speed_mps > speed_mps)
    return false;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (low + high);
    if (!hh_arc_at(problem, hh_unit_from_angle(middle), &at)) return false;
    if (at.grab_speed_mps > speed_mps)
      low = middle;
    else
      high = middle;
    *arc = at;
  }
  return true;
}

HhbFlight hhb_flight_draw(const HhbFlights *flights, const HhParams *params, HhRandom *random)
{
  double arm = params->gibbon.arm_length;
  HhbFlight flight;
  HhArcProblem problem;
  double speed;
  do {
    double distance = hh_random_range(random, flights->distance_min_m, flights->distance_max_m);
    double slope = hh_random_range(random, -flights->slope_rad, flights->slope_rad);
    speed = hh_random_range(random, flights->speed_min_mps, flights->speed_max_mps);
    flight.hold_to_hold = hh_vec_scale(hh_unit_from_angle(slope), distance);
    problem = (HhArcProblem){flight.hold_to_hold, arm, arm, params->world.gravity};
  } while (!arc_arriving_at(&problem, speed, &flight.arc));
  return flight;
}

/* Starts at the flight's launch, or for a wave at its end, where it jumps. */
static HhParams params_of(const HhParams *params, const HhbFlight *flight, HhbTakeover takeover)
{
  HhParams set = *params;
  bool waves = takeover == HHB_TAKEOVER_SINE || takeover == HHB_TAKEOVER_MATCHED;
  set.gibbon.start = HH_START_FLIGHT;
  set.gibbon.start_flight = waves ? 0 : flight->arc.flight_s;
  set.gibbon.start_speed = flight->arc.grab_speed_mps;
  set.gibbon.start_heading = hh_angle_of(flight->arc.grab_heading);
  if (takeover == HHB_TAKEOVER_MATCHED)
    set.gibbon.sine.cadence = flight->arc.horizontal_mps / flight->hold_to_hold.x;
  return set;
}

bool hhb_takeover_step(const HhParams *params, const HhbFlight *flight, HhbTakeover takeover,
                       uint64_t seed, HhbStep *step)
{
  static const HhMover movers[HHB_TAKEOVER_COUNT] = {HH_MOVER_SINE, HH_MOVER_SINE,
                                                     HH_MOVER_BALLISTIC, HH_MOVER_FREE_SWING};
  HhHold holds[HOLDS];
  for (int i = 0; i < HOLDS; i++)
    holds[i] = (HhHold){.at = hh_vec_scale(flight->hold_to_hold, i), .branch = i};
  HhWorld world = {.holds = holds, .count = HOLDS, .complete = true};
  HhParams set = params_of(params, flight, takeover);
  HhGibbon gibbon;
  HhRecord record;
  hh_gibbon_start(&set.gibbon, &set.grab, &set.world, &world, movers[takeover], seed, 0, &gibbon,
                  &record);
  const HhTransitions *grabs = &record.transitions[HH_WAY_FLIGHT][HH_WAY_SWING];
  double until = flight->arc.flight_s + 2 * set.episode.dt;
  while (grabs->count == 0 && record.falls == 0 && gibbon.time_s < until)
    hh_gibbon_step(&set.gibbon, &set.grab, &set.world, &world, &gibbon, &record, set.episode.dt);
  if (grabs->count == 0) return false;

  const double kinetic = 0.5 * flight->arc.grab_speed_mps * flight->arc.grab_speed_mps;
  bool waves = movers[takeover] == HH_MOVER_SINE;
  double lost = waves ? 0 : record.ledger.collision_Jpkg;
  *step = (HhbStep){.velocity_mps = grabs->velocity_step_max_mps + sqrt(2 * lost),
                    .energy_ratio = grabs->energy_step_max_ratio + lost / kinetic,
                    .position_m = grabs->position_step_max_m};
  return true;
}
