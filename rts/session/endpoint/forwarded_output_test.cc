#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/endpoint/forwarded_output.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

using mentat::node::forwarded_output;

namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("printed text is taken once, in its order, in every way of printing") {
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  std::string first, second, third, large;
  {
    forwarded_output kept;
    std::printf("one\n");
    std::cout << "two\n";
    first = text_of(kept.take());
    second = text_of(kept.take());
    std::fflush(stdout);
    CHECK(write(STDOUT_FILENO, "three\n", 6) == 6);
    third = text_of(kept.take());
    const std::string much(forwarded_output::most * 2 + 5, 'x');
    std::fputs(much.c_str(), stdout);
    for (std::string part = text_of(kept.take()); !part.empty(); part = text_of(kept.take())) {
      CHECK(part.size() <= forwarded_output::most);
      large += part;
    }
    CHECK(large == much);
  }
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  CHECK(first == "one\ntwo\n");
  CHECK(second.empty());
  CHECK(third == "three\n");
}
