/* A root between two places, by regula falsi with the Illinois rule (Dowell, Jarratt 1971, BIT
 * 11:168), asked and told in turn so that the function stays with who wants the root:
 *   HhBracket bracket = hh_bracket(hi, at_lo, at_hi);   at 0 below zero, at hi above
 *   for (double t; hh_bracket_ask(&bracket, &t);) hh_bracket_tell(&bracket, t, value at t);
 *   bracket.hi   the later side of the root, to round-off
 * A value that is not above zero at hi ends it at once, and so do 100 questions. */
#ifndef HH_BASE_BRACKET_H
#define HH_BASE_BRACKET_H

#include <stdbool.h>

typedef struct HhBracket {
  double lo, hi, at_lo, at_hi;
  int side; /* that moved last: -1 lo, 1 hi */
  int asked;
} HhBracket;

HhBracket hh_bracket(double hi, double at_lo, double at_hi);
bool hh_bracket_ask(HhBracket *bracket, double *t);
void hh_bracket_tell(HhBracket *bracket, double t, double value);

#endif
