/* A root between two places; see the header. */
#include "base/bracket.h"

enum { QUESTIONS = 100 };

HhBracket hh_bracket(double hi, double at_lo, double at_hi)
{
  return (HhBracket){.hi = hi, .at_lo = at_lo, .at_hi = at_hi};
}

bool hh_bracket_ask(HhBracket *bracket, double *t)
{
  HhBracket *b = bracket;
  if (b->asked++ >= QUESTIONS || !(b->at_hi > 0)) return false;
  *t = b->lo + (b->hi - b->lo) * (b->at_lo / (b->at_lo - b->at_hi));
  if (!(*t > b->lo && *t < b->hi)) *t = 0.5 * (b->lo + b->hi);
  return *t != b->lo && *t != b->hi;
}

void hh_bracket_tell(HhBracket *bracket, double t, double value)
{
  if (value < 0) {
    bracket->lo = t;
    bracket->at_lo = value;
    if (bracket->side < 0) bracket->at_hi *= 0.5;
    bracket->side = -1;
  } else {
    bracket->hi = t;
    bracket->at_hi = value;
    if (bracket->side > 0) bracket->at_lo *= 0.5;
    bracket->side = 1;
  }
}
