// Constructors whose objects another process may make: the choice of create(), and their arguments
// as bytes.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <mentat/server.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rts/api/marshal_error.h"

namespace {

// It cannot be copied, so no call can hold it.
struct settings {
  settings() = default;
  settings(const settings&) = delete;
};

}  // namespace

class shop_impl {
 public:
  explicit shop_impl(int size) : how("int " + std::to_string(size)) {}
  shop_impl(std::string name, const std::vector<int>& sizes)
      : how(name + " " + std::to_string(sizes.size())) {}
  explicit shop_impl(const char* text) : how(text) {}
  explicit shop_impl(const settings&) : how("settings") {}
  explicit shop_impl(std::function<int()> size) : how(std::to_string(size())) {}

  std::string how;

  using mentat_constructor_0 = mentat::constructor<shop_impl, 0, int>;
  using mentat_constructor_1 =
      mentat::constructor<shop_impl, 1, std::string, const std::vector<int>&>;
  using mentat_constructor_2 = mentat::constructor<shop_impl, 2, const settings&>;
  using mentat_constructor_3 = mentat::constructor<shop_impl, 3, std::function<int()>>;
  static mentat::construction<mentat_constructor_0> mentat_constructor__(int size) {
    return mentat::construction<mentat_constructor_0>::of__(size);
  }
  static mentat::construction<mentat_constructor_1> mentat_constructor__(
      std::string name, const std::vector<int>& sizes = {1, 2}) {
    return mentat::construction<mentat_constructor_1>::of__(std::move(name), sizes);
  }
  static void mentat_constructor__(const char*);
  static mentat::construction<mentat_constructor_2> mentat_constructor__(const settings& by) {
    return mentat::construction<mentat_constructor_2>::of__(by);
  }
  struct mentat_stubs__ : mentat::mentat_object {};
  static const mentat::class_info& mentat_class__();
};

// A base's constructors are not those of the class.
class branch_impl : public shop_impl {
 public:
  using shop_impl::shop_impl;
  struct mentat_stubs__ : mentat::handle<shop_impl> {};
  static const mentat::class_info& mentat_class__();
};

template <>
struct mentat::server__<shop_impl> {
  static void dispatch__(shop_impl&, mentat::work_unit& unit) { mentat::no_such_function__(unit); }
  static constexpr mentat::class_description description__{"shop", mentat::kind::persistent, 0x51,
                                                           nullptr};
  static constexpr std::span<const mentat::method_description> methods__{};
  static constexpr mentat::constructor_description constructors__[] = {
      mentat::describe_constructor__<shop_impl::mentat_constructor_0>(),
      mentat::describe_constructor__<shop_impl::mentat_constructor_1>(),
      mentat::describe_constructor__<shop_impl::mentat_constructor_2>(),
      mentat::describe_constructor__<shop_impl::mentat_constructor_3>(),
  };
};
// A section as it was written before there were lists of constructors.
template <>
struct mentat::server__<branch_impl> {
  static void dispatch__(branch_impl& self, mentat::work_unit& unit) {
    mentat::server__<shop_impl>::dispatch__(self, unit);
  }
  static constexpr mentat::class_description description__{
      "branch", mentat::kind::persistent, 0x52, &mentat::server__<shop_impl>::description__};
  static constexpr std::span<const mentat::method_description> methods__{};
};
const mentat::class_info& shop_impl::mentat_class__() {
  return mentat::class_info_of__<shop_impl>();
}
const mentat::class_info& branch_impl::mentat_class__() {
  return mentat::class_info_of__<branch_impl>();
}

namespace {

const mentat::class_info& info = shop_impl::mentat_class__();

std::unique_ptr<shop_impl> made(unsigned constructor, std::span<const std::byte> arguments) {
  return std::unique_ptr<shop_impl>(
      static_cast<shop_impl*>(info.constructors[constructor].construct(arguments, false, {})));
}
template <class... A>
mentat::base::byte_buffer bytes_of(A&&... arguments) {
  using chosen =
      typename decltype(shop_impl::mentat_constructor__(std::forward<A>(arguments)...))::what;
  const auto creation = shop_impl::mentat_constructor__(std::forward<A>(arguments)...);
  mentat::base::byte_buffer bytes;
  info.constructors[chosen::index].write_arguments(*creation, bytes, nullptr);
  return bytes;
}

}  // namespace

TEST_CASE(
    "an object is made from the bytes of its constructor's arguments, defaults and conversions "
    "included") {
  CHECK(made(0, bytes_of(7))->how == "int 7");
  CHECK(made(1, bytes_of(std::string("corner"), std::vector<int>(5)))->how == "corner 5");
  CHECK(made(1, bytes_of(std::string("corner")))->how == "corner 2");
}

TEST_CASE("bytes that are cut, or more than the arguments, are refused") {
  mentat::base::byte_buffer bytes = bytes_of(std::string("corner"), std::vector<int>{1, 2, 3});
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK_THROWS_AS(made(1, std::span(bytes).first(length)), mentat::marshal_error);
  bytes.append("", 1);
  CHECK_THROWS_AS(made(1, bytes), mentat::marshal_error);
}

TEST_CASE("a constructor can be called elsewhere if its arguments can be held, written and read") {
  CHECK(info.constructs_elsewhere(0));
  CHECK(info.constructs_elsewhere(1));
  CHECK_FALSE(info.constructs_elsewhere(2));
  CHECK_FALSE(info.constructs_elsewhere(3));
  CHECK_FALSE(info.constructs_elsewhere(4));
  CHECK_FALSE(info.constructs_elsewhere(mentat::no_constructor));
  CHECK(branch_impl::mentat_class__().constructors.empty());
}

TEST_CASE("create() chooses among the constructors of the class itself as C++ does") {
  using mentat::detail::constructible_elsewhere;
  CHECK(constructible_elsewhere<shop_impl, int>);
  CHECK(constructible_elsewhere<shop_impl, std::string>);
  CHECK_FALSE(constructible_elsewhere<shop_impl, const char(&)[3]>);
  CHECK_FALSE(constructible_elsewhere<shop_impl, settings&>);
  CHECK_FALSE(constructible_elsewhere<shop_impl>);
  CHECK_FALSE(constructible_elsewhere<branch_impl, int>);
}
