/* Words for statuses; the list itself is in the header. */
#include "base/status.h"

const char *hh_status_name(HhStatus status)
{
  switch (status) {
#define HH_STATUS_NAME(id, value, name, meaning)                                                   \
  case HH_##id: return name;
    HH_STATUS(HH_STATUS_NAME)
#undef HH_STATUS_NAME
  }
  return "unknown";
}

const char *hh_status_meaning(HhStatus status)
{
  switch (status) {
#define HH_STATUS_MEANING(id, value, name, meaning)                                                \
  case HH_##id: return meaning;
    HH_STATUS(HH_STATUS_MEANING)
#undef HH_STATUS_MEANING
  }
  return "no such status";
}
