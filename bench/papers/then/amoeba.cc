#include "bench/papers/then/amoeba.h"

#include <utility>

namespace mentat::bench::then {

void amoeba::send(std::size_t from, std::size_t to, std::size_t bytes, std::function<void()> done,
                  duration extra) {
  count(bytes);
  on_.interrupt(from, extra + costs_.send + copy(bytes), [this, to, bytes, done = std::move(done)] {
    on_.transmit(on_wire(bytes), [this, to, bytes, done] {
      on_.interrupt(to, costs_.receive + copy(bytes), done);
    });
  });
}

void amoeba::broadcast(std::size_t from, std::size_t members, std::size_t bytes,
                       std::function<void(std::size_t)> done, duration extra) {
  auto to_all = [this, members, bytes, done = std::move(done)] {
    count(bytes);
    on_.transmit(on_wire(bytes), [this, members, bytes, done] {
      for (std::size_t p = 0; p < members; ++p)
        on_.interrupt(p, costs_.receive_broadcast + copy(bytes), [done, p] { done(p); });
    });
  };
  if (from == 0) {
    on_.interrupt(0, extra + costs_.sequence + copy(bytes), std::move(to_all));
    return;
  }
  count(bytes);
  on_.interrupt(from, extra + costs_.send + copy(bytes), [this, bytes, to_all] {
    on_.transmit(on_wire(bytes), [this, bytes, to_all] {
      on_.interrupt(0, costs_.sequence + copy(bytes), to_all);
    });
  });
}

}  // namespace mentat::bench::then
