#include "base_in_header.mpl.h"

namespace animals {

animal::~animal() = default;

std::string animal::sound(int times) const { rtf(std::string(static_cast<std::size_t>(times), '-')); }

int animal::feed(int n) {
  meals_ += n;
  rtf(meals_);
}

int feed_twice(animal& a, int n) {
  int x = a.feed(n);
  x = a.feed(x);
  return x;
}

}  // namespace animals
