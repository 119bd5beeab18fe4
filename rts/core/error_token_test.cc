#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/core/error_token.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace mentat;

namespace {

const error_place place{"bank", "pay", "north"};
const error_place other{"desk", "ask", "south"};

template <class Error>
Error there_and_back(const Error& error) {
  try {
    std::rethrow_exception(
        error_from_bytes(error_to_bytes(std::make_exception_ptr(error), other), other));
  } catch (const Error& back) {
    return back;
  } catch (...) {
    FAIL("another type");
  }
  return error;
}

template <class Error>
void check_same(const Error& error) {
  const Error back = there_and_back(error);
  CHECK(std::string(back.what()) == error.what());
  CHECK(back.class_name() == error.class_name());
  CHECK(back.function_name() == error.function_name());
  CHECK(back.host() == error.host());
  CHECK(back.type_name() == error.type_name());
  CHECK(back.called_at() == error.called_at());
  CHECK(back.explain() == error.explain());
}

}  // namespace

TEST_CASE("our errors come back with type, place and text") {
  check_same(remote_error(place, "std::out_of_range", "7 of 3"));
  check_same(broken_rtf(place));
  check_same(object_lost(place, "process 7 was ended by signal 9 (Killed)"));
  check_same(unbound_variable(place));
  check_same(deadlock(place));
  check_same(closed_entry(place));
  check_same(task_poisoned(place, "three processes died of it"));
  check_same(replica_divergence(place, "lower", 7));
  check_same(space_lost(place, "its process has ended"));
  check_same(limit_error(place, "limits.graph_depth", "more than 7 calls inside calls"));
  CHECK(there_and_back(limit_error(place, "limits.fibers", "x")).limit() == "limits.fibers");
}

TEST_CASE("any other exception is described where it is encoded") {
  try {
    std::rethrow_exception(error_from_bytes(
        error_to_bytes(std::make_exception_ptr(std::out_of_range("too far")), place), other));
  } catch (const remote_error& back) {
    CHECK(back.type_name() == "std::out_of_range");
    CHECK(std::string(back.what()) == "too far");
    CHECK(back.class_name() == "bank");
  }
}

TEST_CASE("a null pointer that is thrown as a text, or is one's text, is described too") {
  struct mute : std::exception {
    const char* what() const noexcept override { return nullptr; }
  };
  for (const std::exception_ptr& thrown :
       {std::make_exception_ptr(static_cast<const char*>(nullptr)),
        std::make_exception_ptr(nullptr), std::make_exception_ptr(mute())}) {
    try {
      std::rethrow_exception(error_from_bytes(error_to_bytes(thrown, place), other));
    } catch (const remote_error& back) {
      CHECK(std::string(back.what()) == "a null pointer");
    }
  }
}

TEST_CASE(
    "the caller, which knows the place of its call, adds it to errors of its own call and of no "
    "other") {
  const auto called_at = [](const error_place& failed, const error_place& called) -> std::string {
    try {
      std::rethrow_exception(error_from_bytes(
          error_to_bytes(std::make_exception_ptr(std::out_of_range("x")), failed), called));
    } catch (const remote_error& back) {
      return back.called_at();
    }
  };
  const error_place known{"bank", "take", "here", "bank.mpl.cc:7"};
  CHECK(called_at({"bank", "take", "there"}, known) == "bank.mpl.cc:7");
  CHECK(called_at({"vault", "open", "there"}, known) == "");
  CHECK(called_at({"vault", "open", "there", "vault.mpl.cc:2"}, known) == "vault.mpl.cc:2");
}

TEST_CASE("malformed bytes of an error are themselves an error") {
  for (std::size_t size : {0u, 1u, 2u, 30u, 300u}) {
    const std::vector<std::byte> nonsense(size, std::byte{0xee});
    try {
      std::rethrow_exception(error_from_bytes(nonsense, other));
    } catch (const remote_error& error) {
      CHECK(error.type_name() == "mentat::marshal_error");
    }
  }
}
