#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/executor/fiber.h"

#include <doctest/doctest.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

namespace mentat {
namespace {

constexpr std::size_t stack_size = std::size_t{256} << 10;

// A fiber that begins on one thread and goes on upon another one.
struct traveller {
  fiber here;  // the thread on which it begins, or that takes it over
  fiber* thread = &here;
  activation own;
  const activation* before = nullptr;
  const activation* behind = nullptr;
  fiber standing{stack_size, &traveller::run, this};

  static void run(void* argument) {
    auto& self = *static_cast<traveller*>(argument);
    self.travel();
    for (;;) self.standing.switch_to(*self.thread);
  }
  // One function, in which a compiler could keep the address of the thread's variable.
  void travel() {
    set_current_activation(&own);
    before = current_activation;
    standing.switch_to(*thread);
    behind = current_activation;
    set_current_activation(&detail::no_activation);
  }
};

}  // namespace

TEST_CASE("a function that goes on upon another thread reads the variables of that thread") {
  traveller one;
  activation of_first, of_second;
  const activation* left_to_first = nullptr;
  const activation* left_to_second = nullptr;
  set_current_activation(&of_first);
  one.here.switch_to(one.standing);
  left_to_first = current_activation;
  std::thread([&] {
    set_current_activation(&of_second);
    fiber second;
    one.thread = &second;
    second.switch_to(one.standing);
    left_to_second = current_activation;
    set_current_activation(&detail::no_activation);
  }).join();
  set_current_activation(&detail::no_activation);
  CHECK(one.before == &one.own);
  CHECK(one.behind == &one.own);
  CHECK(left_to_first == &of_first);
  CHECK(left_to_second == &of_second);
}

TEST_CASE("a fiber that handles an exception keeps it across a switch") {
  struct handler {
    fiber main;
    bool is_same = false;
    fiber standing{stack_size, &handler::run, this};

    static void run(void* argument) {
      auto& self = *static_cast<handler*>(argument);
      try {
        throw std::runtime_error("first");
      } catch (const std::runtime_error& error) {
        self.standing.switch_to(self.main);
        self.is_same = std::current_exception() != nullptr && std::string("first") == error.what();
      }
      for (;;) self.standing.switch_to(self.main);
    }
  } one;
  one.main.switch_to(one.standing);
  CHECK(std::current_exception() == nullptr);
  try {
    throw std::logic_error("second");
  } catch (const std::logic_error&) {
    one.main.switch_to(one.standing);
    CHECK(std::uncaught_exceptions() == 0);
  }
  CHECK(one.is_same);
}

TEST_CASE("the memory below a stack is guarded, and the stack is as large as it says") {
  const fiber_stack stack(stack_size);
  CHECK(stack.size() >= stack_size);
  CHECK(stack.guards(stack.low() - 1));
  CHECK(!stack.guards(stack.low()));
  *stack.low() = 1;  // the lowest byte can be written, whatever the size of a page
  *(stack.low() + stack.size() - 1) = 1;
}

}  // namespace mentat
