// The home of replicated objects and a process that has copies of them, without the messages in
// between: the test hands the steps on.
#include <doctest/doctest.h>
#include <mentat/server.h>

#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "mmps/base/random.h"
#include "rts/executor/executor.h"
#include "rts/replica/replica_copies.h"
#include "rts/replica/replica_home.h"
#include "rts/session/replicas/update_message.h"

namespace {

using mentat::replica_copies;
using mentat::replica_table;
using mentat::replica_update;
using mentat::update_kind;
using mentat::mmps::mmps_name;
using mentat::node::decode;
using mentat::node::encode;
using mentat::node::update_message;

class cell_impl;
using cell = mentat::handle<cell_impl>;
class cell_impl {
 public:
  static constexpr bool mentat_replicated__ = true;
  using get_tag__ = mentat::method<cell_impl, 1, long()>;
  using set_tag__ = mentat::method<cell_impl, 2, long(long)>;
  using fail_tag__ = mentat::method<cell_impl, 3, long(long)>;
  using drift_tag__ = mentat::method<cell_impl, 4, long()>;

  void get_body__(mentat::rtf_sink<long>& rtf) const { rtf(value_); }
  void set_body__(mentat::rtf_sink<long>& rtf, long to) { rtf(value_ = to); }
  void fail_body__(mentat::rtf_sink<long>&, long to) {
    value_ = to;
    throw std::runtime_error("half way");
  }
  void drift_body__(mentat::rtf_sink<long>& rtf) {
    static long calls = 0;  // differs between copies
    rtf(value_ = ++calls);
  }
  long mentat_read__(get_tag__*) const { return value_; }
  template <class Archive>
  void mentat_state__(Archive& archive) {
    archive(value_);
  }
  struct mentat_stubs__ : mentat::mentat_object {
    long get(mentat::source_place at = mentat::source_place::current()) const {
      return this->template read__<get_tag__>(at);
    }
    long set(long to) const { return this->template call_fn__<set_tag__>(to); }
    long fail(long to) const { return this->template call_fn__<fail_tag__>(to); }
    long drift() const { return this->template call_fn__<drift_tag__>(); }
  };
  static const mentat::class_info& mentat_class__() { return mentat::class_info_of__<cell_impl>(); }
  [[nodiscard]] long value() const { return value_; }

 private:
  long value_ = 0;
};

}  // namespace

template <>
struct mentat::server__<cell_impl> {
  using impl = cell_impl;
  static void dispatch__(impl& self, mentat::work_unit& unit) {
    if (unit.function() == impl::get_tag__::number__) {
      mentat::accepted_call<impl::get_tag__> call(unit);
      return self.get_body__(call.rtf__());
    }
    if (unit.function() == impl::set_tag__::number__) {
      mentat::accepted_call<impl::set_tag__> call(unit);
      return self.set_body__(call.rtf__(), call.argument__<0>());
    }
    if (unit.function() == impl::drift_tag__::number__) {
      mentat::accepted_call<impl::drift_tag__> call(unit);
      return self.drift_body__(call.rtf__());
    }
    if (unit.function() != impl::fail_tag__::number__) mentat::no_such_function__(unit);
    mentat::accepted_call<impl::fail_tag__> call(unit);
    self.fail_body__(call.rtf__(), call.argument__<0>());
  }
  static constexpr mentat::class_description description__ =
      mentat::describe_instance__<impl>(mentat::kind::replicated, 0xce12, nullptr);
  static constexpr mentat::method_description methods__[] = {
      mentat::describe_read__<impl::get_tag__>("get"), mentat::describe__<impl::set_tag__>("set"),
      mentat::describe__<impl::fail_tag__>("fail"), mentat::describe__<impl::drift_tag__>("drift")};
};
static const bool is_registered = (cell_impl::mentat_class__(), true);

namespace {

constexpr mmps_name follower = mmps_name::of_process(1, 1, 4, 1);

// Keeps what the home tells.
class kept_steps final : public mentat::replica_followers {
 public:
  std::vector<mmps_name> reachable() override { return {follower}; }
  std::vector<mmps_name> send(std::span<const mmps_name> to, const replica_update& what) override {
    if (is_full) return {to.begin(), to.end()};
    for (std::size_t i = 0; i < to.size(); ++i) sent.push_back(encode(what));
    return {};
  }
  void note_position(std::uint64_t number, std::span<const mmps_name>) override {
    position = number;
  }

  std::deque<update_message> sent;
  bool is_full = false;
  std::uint64_t position = 0;
};

// A process with copies.
struct process {
  explicit process(mentat::run_time_system& on) : copies(on, table, true) {}
  bool take(kept_steps& from) {
    if (from.sent.empty()) return false;
    const update_message next = std::move(from.sent.front());
    from.sent.pop_front();
    const auto what = decode(next.header, next.body);
    REQUIRE(what);
    copies.apply(*what, [this](std::uint64_t number) { position = number; });
    return true;
  }
  void take_all(kept_steps& from) {
    while (take(from)) {
    }
  }
  // -1: there is no copy that can be read.
  [[nodiscard]] long read(const cell& one) const {
    const replica_table::reading now(table);
    const void* self = now.find(one.name());
    return self ? static_cast<const cell_impl*>(self)->value() : -1;
  }
  replica_table table;
  replica_copies copies;
  std::uint64_t position = 0;
};

template <class Program>
void with_home(Program&& program, unsigned check_every = 0) {
  mentat::executor::options options;
  options.host = "here";
  options.warn = [](const std::string&) {};
  options.self = mmps_name::of_process(1, 1, 0, 1);
  options.check_replicas_every = check_every;
  mentat::executor runs(options);
  kept_steps steps;
  runs.home_of_replicas()->tell(steps);
  runs.run([&] {
    process there(runs);
    program(runs, steps, there);
  });
}

}  // namespace

TEST_CASE("a copy has the effects of the writes that arrived") {
  with_home([](auto&, kept_steps& steps, process& there) {
    cell one, two;
    mentat::create(one);
    one.set(5);
    CHECK(there.read(one) == -1);
    there.take_all(steps);
    CHECK(there.read(one) == 5);
    mentat::create(two);
    one.set(6);
    two.set(7);
    CHECK_THROWS_AS(one.fail(8), std::exception);  // its changes stay
    CHECK(there.read(one) == 5);
    there.take_all(steps);
    CHECK(there.read(one) == 8);
    CHECK(there.read(two) == 7);
    CHECK(there.copies.size() == 2);
    CHECK(there.position == steps.position);
    const cell name = one;
    mentat::destroy(one);
    CHECK(there.read(name) == 8);
    there.take_all(steps);
    CHECK(there.read(name) == -1);
    CHECK(there.copies.size() == 1);
  });
}

TEST_CASE("who has heard of a write does not read an older state") {
  with_home([](auto&, kept_steps& steps, process& there) {
    cell one, two;
    mentat::create(one);
    mentat::create(two);
    there.take_all(steps);
    CHECK(there.read(one) == 0);
    one.set(1);
    two.set(1);
    there.copies.note_known(steps.position);
    CHECK(there.read(one) == -1);
    CHECK(there.read(two) == -1);
    there.take(steps);
    CHECK(there.read(one) == -1);
    there.take(steps);
    CHECK(there.read(one) == 1);
    CHECK(there.read(two) == 1);
    there.copies.note_known(steps.position);
    CHECK(there.read(one) == 1);
  });
}

TEST_CASE("a process that comes later reads nothing before it has all states") {
  with_home([](auto& runs, kept_steps& steps, process& there) {
    cell one, two;
    mentat::create(one);
    mentat::create(two);
    one.set(1);
    two.set(2);
    process late(runs);
    there.take_all(steps);
    runs.home_of_replicas()->forget(follower);
    runs.home_of_replicas()->admit();
    one.set(3);
    late.take(steps);
    CHECK(late.read(one) == -1);
    late.take(steps);
    CHECK(late.read(two) == -1);
    late.take(steps);
    CHECK(late.read(one) == 1);
    CHECK(late.read(two) == 2);
    late.take(steps);
    CHECK(late.read(one) == 3);
    CHECK(late.position == steps.position);
  });
}

TEST_CASE("a process that has missed a step joins anew with the next one") {
  with_home([](auto&, kept_steps& steps, process& there) {
    cell one;
    mentat::create(one);
    one.set(1);
    there.take_all(steps);
    steps.is_full = true;
    one.set(2);
    steps.is_full = false;
    CHECK(there.read(one) == 1);
    one.set(3);
    there.take_all(steps);
    CHECK(there.read(one) == 3);
  });
}

TEST_CASE("behind a gap there are no copies") {
  with_home([](auto&, kept_steps& steps, process& there) {
    cell one;
    mentat::create(one);
    there.take_all(steps);
    one.set(1);
    one.set(2);
    steps.sent.pop_front();
    there.take_all(steps);
    CHECK(there.read(one) == -1);
    CHECK(there.copies.size() == 0);
  });
}

TEST_CASE("a copy that differs from the home's is poisoned at the next check") {
  with_home(
      [](auto&, kept_steps& steps, process& there) {
        cell one, two;
        mentat::create(one);
        mentat::create(two);
        two.set(5);
        one.drift();
        there.take_all(steps);
        CHECK(there.read(one) > 0);  // checked after the second write
        const std::uint64_t last = steps.position + 1;
        one.drift();
        there.take_all(steps);
        CHECK(there.read(one) == -1);
        CHECK(there.read(two) == 5);
        REQUIRE(there.table.poison_of(one.name()));
        CHECK(there.table.poison_of(one.name())->function == "drift");
        CHECK(there.table.poison_of(one.name())->update == last);
        CHECK_FALSE(there.table.poison_of(two.name()));
      },
      2);
}

TEST_CASE("copies that are equal pass each check") {
  with_home(
      [](auto&, kept_steps& steps, process& there) {
        cell one;
        mentat::create(one);
        there.take_all(steps);
        for (long k = 1; k <= 10; ++k) {
          if (k % 3 == 0)
            CHECK_THROWS_AS(one.fail(k), std::exception);
          else
            one.set(k);
          there.take_all(steps);
          CHECK(there.read(one) == k);
        }
        CHECK_FALSE(there.table.poison_of(one.name()));
        CHECK(steps.position == 21);  // one to make it, and two for each write
      },
      1);
}

TEST_CASE("hostile steps do no harm") {
  const auto spoil = [](auto& runs, kept_steps& steps, process&) {
    cell one;
    mentat::create(one);
    one.set(1);
    mentat::base::random chance(7);
    std::vector<update_message> sound(steps.sent.begin(), steps.sent.end());
    for (int round = 0; round < 20'000; ++round) {
      process there(runs);
      for (update_message next : sound) {
        for (std::uint64_t changes = chance.below(4); changes > 0 && !next.body.empty(); --changes)
          next.body[chance.below(next.body.size())] = static_cast<std::byte>(chance.below(256));
        if (chance.below(8) == 0) next.body.resize(chance.below(next.body.size() + 1));
        if (chance.below(8) == 0)
          next.header.function = static_cast<std::uint16_t>(chance.below(10));
        if (chance.below(8) == 0) next.header.argument_count = 0;
        if (chance.below(8) == 0) next.header.set_class_hash(chance.below(2) * 0xce12);
        if (const auto what = decode(next.header, next.body))
          there.copies.apply(*what, [](std::uint64_t) {});
      }
      CHECK(there.copies.size() <= sound.size());
    }
  };
  with_home(spoil);
  with_home(spoil, 1);
}
