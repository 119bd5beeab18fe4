// A token-matching unit whose time and messages a test gives by hand.
#pragma once

#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "daemons/tmu/test_messages.h"
#include "daemons/tmu/token_matching_unit.h"

namespace mentat::tmu::test {

using messages = std::vector<mentat_message>;

struct bench {
  explicit bench(tmu::limits limits = {}, bool with_store = true)
      : unit({self, manager, "host1", 42}, limits, with_store ? &store : nullptr) {}

  messages give(mentat_message&& message) {
    unit.step(now, std::move(message));
    return take_output();
  }
  messages wait(base::duration time) {
    now = now + time;
    unit.tick(now);
    return take_output();
  }
  // Without what is said to the senders of done units (takeover_test.cc).
  messages take_output() {
    messages all = unit.take_output();
    std::erase_if(all, [](const auto& one) { return type_of(one) == message_type::settled; });
    return all;
  }
  [[nodiscard]] bool is_empty() const {
    return unit.database().units() == 0 && unit.database().used() == 0 && store.records() == 0;
  }
  // Gives the tokens of a unit of one argument and a process for it.
  mentat_message run(tag tag, const mmps_name& process) {
    give(token(tag, 0, 1, "value"));
    messages out = give(instantiated(tag, process));
    REQUIRE(out.size() == 1);
    return std::move(out[0]);
  }

  memory_store store;
  token_matching_unit unit;
  base::instant now{1000};
};

}  // namespace mentat::tmu::test
