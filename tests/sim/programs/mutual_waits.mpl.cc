// Objects that wait for each other, in circles: exactly one call of a circle fails, and no call
// both fails and takes effect.
#include <mentat/mpl.h>

#include <string>

#include "tests/conformance/object_circles.mpl.h"
#include "tests/sim/programs/programs.h"

namespace {

constexpr int pairs = 3;

// Whether a circle of two arises depends on the order of the calls; then one of the two fails, and
// the other one takes effect.
std::string crossed(circles::half* ones, circles::other_half* others) {
  std::string all;
  for (int times = 0; times < 2; ++times) {
    int before[pairs], done[pairs], also[pairs];
    for (int i = 0; i < pairs; ++i) {
      int here = ones[i].answered();
      int there = others[i].answered();
      before[i] = here + there;
    }
    for (int i = 0; i < pairs; ++i) {
      done[i] = ones[i].cross();
      also[i] = others[i].cross();
    }
    for (int i = 0; i < pairs; ++i) {
      const int both = done[i] + also[i];
      int here = ones[i].answered();
      int there = others[i].answered();
      const int effects = here + there - before[i];
      const bool is_sound = (both == 2 && effects == 2) || (both == 101 && effects == 1);
      all += is_sound ? "." : "(" + std::to_string(both) + ", " + std::to_string(effects) + ")";
    }
  }
  return all;
}

}  // namespace

std::string mentat::sim::mutual_waits() {
  circles::half ones[pairs];
  circles::other_half others[pairs];
  for (int i = 0; i < pairs; ++i) {
    mentat::create(ones[i]);
    mentat::create(others[i], mentat::apart_from(ones[i]));
    ones[i].meet(others[i]);
    others[i].meet(ones[i]);
  }
  std::string all;
  int closed[pairs];
  for (int i = 0; i < pairs; ++i) closed[i] = ones[i].begin_circle(ones[i]);
  for (int i = 0; i < pairs; ++i) {
    all += std::to_string(closed[i]) + " ";
    int answered = ones[i].answered();
    all += std::to_string(answered) + " ";
  }
  return all + crossed(ones, others);
}
