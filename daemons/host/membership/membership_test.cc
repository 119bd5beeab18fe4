// Membership of a session: numbers, incarnations, loss, and invitations.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/membership/membership.h"

#include <doctest/doctest.h>

#include <string>

#include "daemons/host/membership/invitations.h"

using namespace mentat::host;
using mentat::base::instant;
using mentat::base::second;

namespace {

constexpr std::uint32_t session = 77;

instant at(double seconds) { return {static_cast<std::int64_t>(seconds * second)}; }

host_info host_called(const std::string& name) {
  host_info host;
  host.name = name;
  host.address = "tcp://10.0.0.1:7411";
  host.public_key = std::string(key_length - name.size(), 'k') + name;
  host.cores = 2;
  return host;
}

membership founder() { return {membership_limits{}, at(0), host_called("a")}; }

joined_form must_join(membership& to, instant now, const std::string& name,
                      std::uint64_t nonce = 1) {
  const auto admitted = to.admit(now, {host_called(name), nonce}, session);
  REQUIRE(admitted.refused == "");
  return admitted.as;
}

std::string changes(membership& of) {
  std::string text;
  for (const auto& [host] : of.take_output().changes)
    text += host.name + std::to_string(host.incarnation) +
            (host.state == host_state::up     ? " up; "
             : host.state == host_state::lost ? " lost; "
                                              : " left; ");
  return text;
}

}  // namespace

TEST_CASE("the founder numbers the hosts and everybody has the same list") {
  membership a = founder();
  CHECK(must_join(a, at(1), "b").number == 2);
  CHECK(a.take_output().tell_list);
  const joined_form c_told = must_join(a, at(2), "c");
  CHECK(c_told.number == 3);
  membership c(membership_limits{}, at(2), c_told);
  CHECK(changes(c) == "a1 up; b1 up; ");
  CHECK(changes(a) == "c1 up; ");
  CHECK(c.list().hosts == a.list().hosts);
}

TEST_CASE(
    "a guest that asks again, because the answer was lost, is told the same; a second start is a "
    "new incarnation") {
  membership a = founder();
  const joined_form first = must_join(a, at(1), "b", 5), again = must_join(a, at(1.5), "b", 5);
  CHECK(first.number == again.number);
  CHECK(first.incarnation == again.incarnation);
  CHECK(changes(a) == "b1 up; ");
  const joined_form restarted = must_join(a, at(2), "b", 6);
  CHECK(restarted.number == first.number);
  CHECK(restarted.incarnation == first.incarnation + 1);
  CHECK(changes(a) == "b1 lost; b2 up; ");
  CHECK_FALSE(a.is_up(2, 1));
  CHECK(a.is_up(2, 2));
}

TEST_CASE(
    "a host that is not heard for five seconds is lost, not earlier, and never comes back as the "
    "same incarnation") {
  membership a = founder();
  const joined_form told = must_join(a, at(0), "b");
  static_cast<void>(a.take_output());
  a.hear(at(3), told.number, told.incarnation);
  a.tick(at(7.9));
  CHECK(changes(a) == "");
  CHECK(a.is_silent(at(7.9), told.number));
  a.tick(at(8));
  CHECK(changes(a) == "b1 lost; ");
  a.hear(at(8.1), told.number, told.incarnation);
  CHECK_FALSE(a.is_up(told.number, told.incarnation));
}

TEST_CASE("a host reports a silent host to the founder, once, and the founder's list decides") {
  membership a = founder();
  must_join(a, at(0), "b");
  membership c(membership_limits{}, at(0), must_join(a, at(0), "c"));
  static_cast<void>(c.take_output());
  static_cast<void>(a.take_output());
  c.hear(at(5), 1, 1);
  c.tick(at(5));
  c.tick(at(5.5));
  const membership_output said = c.take_output();
  CHECK(said.changes.empty());
  REQUIRE(said.suspicions.size() == 1);
  a.take_suspicion(at(5), said.suspicions[0]);
  CHECK(changes(a) == "b1 lost; ");
  c.take_list(at(6), a.list());
  CHECK(changes(c) == "b1 lost; ");
}

TEST_CASE("a host that its engine calls lost is lost sooner, with that cause, unless it is heard") {
  membership a = founder();
  must_join(a, at(1), "b");
  must_join(a, at(1), "c");
  static_cast<void>(a.take_output());
  a.take_word_of_loss(2, "Slurm: OUT_OF_MEMORY");
  a.take_word_of_loss(3, "Slurm: NODE_FAIL");
  a.take_word_of_loss(1, "nonsense");
  a.take_word_of_loss(9, "nonsense");
  a.hear(at(2.5), 3, 1);
  CHECK(a.next_deadline() <= at(3));
  a.tick(at(3.5));
  CHECK(a.find(2)->state == host_state::lost);
  CHECK(a.find(2)->cause.starts_with("Slurm: OUT_OF_MEMORY ("));
  CHECK(a.find(3)->state == host_state::up);
  const joined_form again = must_join(a, at(4), "b", 2);
  a.hear(at(4), 3, 1);
  a.tick(at(6.5));  // a loss reported of one incarnation does not count for the next
  CHECK(a.is_up(2, again.incarnation));
}

TEST_CASE("when the founder is gone each host judges for itself, and no host can join") {
  membership a = founder();
  must_join(a, at(0), "b");
  membership c(membership_limits{}, at(0), must_join(a, at(0), "c"));
  static_cast<void>(c.take_output());
  c.hear(at(4), 2, 1);
  c.tick(at(5));
  CHECK(changes(c) == "a1 lost; ");
  c.tick(at(9));
  CHECK(changes(c) == "b1 lost; ");
  CHECK(c.admit(at(9), {host_called("d"), 1}, session).refused != "");
}

TEST_CASE("a host that leaves is left, also when an older list still has it") {
  membership a = founder();
  must_join(a, at(0), "b");
  membership c(membership_limits{}, at(0), must_join(a, at(0), "c"));
  must_join(a, at(0), "d");
  const members_form older = a.list();
  static_cast<void>(c.take_output());
  c.take_leave(at(1), 2, 1);
  CHECK(changes(c) == "b1 left; ");
  c.take_list(at(1), older);
  CHECK(changes(c) == "d1 up; ");
  CHECK_FALSE(c.is_up(2, 1));
}

TEST_CASE("a living host that was declared lost is told") {
  membership a = founder();
  membership b(membership_limits{}, at(0), must_join(a, at(0), "b"));
  a.tick(at(6));
  b.take_list(at(6), a.list());
  CHECK(b.take_output().expelled == "");
  CHECK(b.is_cut_off());
}

TEST_CASE("a host of a launcher leaves when its founder is not reached for long") {
  membership a = founder();
  membership_limits leased;
  leased.forsaken_after = 60 * second;
  membership b(leased, at(0), must_join(a, at(0), "b"));
  membership c(membership_limits{}, at(0), must_join(a, at(0), "c"));
  for (int time = 1; time < 65; ++time)
    for (membership* one : {&b, &c}) {
      one->hear(at(time), one == &b ? 3 : 2, 1);
      one->tick(at(time));
      CHECK(one->is_cut_off() == (time >= 5));
      CHECK(one->take_output().expelled == "");
    }
  b.tick(at(65));
  c.tick(at(65));
  CHECK(b.take_output().expelled == "its founder was not reached for 60 s");
  CHECK(c.take_output().expelled == "");
}

TEST_CASE("the list has a limit that is named, and hosts that are gone make room") {
  membership_limits limits;
  limits.hosts = 3;
  membership a(limits, at(0), host_called("a"));
  must_join(a, at(0), "b");
  must_join(a, at(0), "c");
  CHECK(a.admit(at(0), {host_called("d"), 1}, session).refused.find("fixed.hosts") == 0);
  a.take_leave(at(1), 2, 1);
  CHECK(must_join(a, at(1), "d").number == 4);
}

TEST_CASE("two hosts never have the same name, and a host that comes back keeps its own") {
  membership a = founder();
  const auto join = [&](double when, const std::string& key, std::uint64_t nonce) {
    host_info host = host_called("a");
    host.public_key = std::string(key_length - 1, 'k') + key;
    const auto admitted = a.admit(at(when), {host, nonce}, session).as;
    return membership(membership_limits{}, at(when), admitted).self().name;
  };
  CHECK(join(1, "1", 1) == "a-2");
  CHECK(join(1, "2", 1) == "a-3");
  a.take_leave(at(2), 2, 1);
  CHECK(join(3, "2", 2) == "a-3");
  CHECK(join(3, "3", 1) == "a-2");
  CHECK(join(3, "1", 2) == "a-4");
}

TEST_CASE("a name that becomes too long by its number is cut") {
  membership a(membership_limits{}, at(0), host_called("a"));
  host_info host = host_called("b");
  for (const char key : {'1', '2'}) {
    host.name = std::string(longest_name, 'n');
    host.public_key = std::string(key_length, key);
    const auto admitted = a.admit(at(1), {host, 1}, session).as;
    const std::string name = membership(membership_limits{}, at(1), admitted).self().name;
    CHECK(name == (key == '1' ? host.name : std::string(longest_name - 2, 'n') + "-2"));
  }
}

TEST_CASE("every host sends a heartbeat each second") {
  membership a = founder();
  int beats = 0;
  for (instant now = at(0); now <= at(10); now = a.next_deadline()) {
    a.tick(now);
    beats += a.take_output().beat;
  }
  CHECK(beats == 11);
}

TEST_CASE("an invitation serves one host, for ten minutes") {
  invitations open;
  const auto guest = open.add(at(0), "key");
  REQUIRE(guest);
  CHECK(open.check(at(1), *guest, "b") == "");
  CHECK(open.check(at(1), *guest + 1, "b") != "");
  CHECK(open.use(*guest, "b") == "key");
  CHECK(open.check(at(2), *guest, "b") == "");
  CHECK(open.check(at(2), *guest, "c").find("used") != std::string::npos);
  CHECK(open.expire(at(599)).empty());
  CHECK(open.check(at(600), *guest, "b").find("too old") != std::string::npos);
  CHECK(open.expire(at(600)).empty());
  CHECK(open.next_deadline() == instant::never());
}

TEST_CASE("no more invitations are open than the limit") {
  invitations open({.open = 2});
  const auto first = open.add(at(0), "1");
  REQUIRE(first);
  CHECK(open.add(at(0), "2"));
  CHECK_FALSE(open.add(at(0), "3"));
  CHECK(open.use(*first, "b") == "1");
  CHECK(open.add(at(0), "3"));
}

TEST_CASE("an invitation for several hosts counts each once, and expires with its key") {
  invitations open;
  const auto guest = open.add(at(0), "key", {.hosts = 2, .lasts = 3600 * second});
  REQUIRE(guest);
  CHECK_FALSE(open.use(*guest, "b"));
  CHECK_FALSE(open.use(*guest, "b"));
  REQUIRE(open.rows(at(10)).size() == 1);
  CHECK(open.rows(at(10))[0].joined == 1);
  CHECK(open.rows(at(10))[0].left == 3590 * second);
  CHECK(open.check(at(700), *guest, "c") == "");
  CHECK(open.use(*guest, "c") == "key");
  CHECK(open.rows(at(10)).empty());
  CHECK(open.check(at(700), *guest, "b") == "");
  CHECK(open.check(at(700), *guest, "d").find("used by 2 hosts") != std::string::npos);
  const auto other = open.add(at(0), "other", {.hosts = 3});
  REQUIRE(other);
  CHECK_FALSE(open.use(*other, "b"));
  CHECK(open.expire(at(600)) == std::vector<std::string>{"other"});
}

TEST_CASE("an invitation can be revoked") {
  invitations open;
  const auto guest = open.add(at(0), "key", {.hosts = 2});
  REQUIRE(guest);
  CHECK_FALSE(open.revoke(*guest + 1));
  CHECK(open.revoke(*guest) == "key");
  CHECK_FALSE(open.revoke(*guest));
  CHECK(open.check(at(1), *guest, "b").find("revoked") != std::string::npos);
}

TEST_CASE("an invitation for one host is for its key, has its name, and never bars its key") {
  invitations open;
  const auto guest = open.add(at(0), "b", {.only_for = "b", .host_name = "n2"});
  REQUIRE(guest);
  CHECK(open.check(at(1), *guest, "c").find("another host") != std::string::npos);
  CHECK(open.check(at(1), *guest, "b") == "");
  CHECK(open.name_for(*guest) == "n2");
  CHECK_FALSE(open.use(*guest, "b"));
  CHECK_FALSE(open.use(*guest, "b"));
  CHECK(open.expire(at(600)).empty());
}

TEST_CASE("a host that is being drained is up, gets no work, and leaves with the reason") {
  membership a = founder();
  const joined_form b_told = must_join(a, at(1), "b");
  membership c(membership_limits{}, at(2), must_join(a, at(2), "c"));
  membership b(membership_limits{}, at(1), b_told);
  static_cast<void>(changes(a));
  a.take_draining(2, 1, 1000, "maintenance");
  CHECK(a.take_output().tell_list);
  CHECK(a.is_up(2, 1));
  CHECK(a.others_up().size() == 2);
  REQUIRE(a.others_for_work().size() == 1);
  CHECK(a.others_for_work()[0].name == "c");
  c.take_list(at(3), a.list());
  REQUIRE(c.find(2));
  CHECK(c.find(2)->drains_until == 1000);
  CHECK(c.find(2)->cause == "maintenance");
  b.take_draining(2, 1, 1000, "maintenance");
  CHECK(b.self().drains_until == 1000);

  a.take_draining(2, 1, 2000, "later");
  a.take_draining(2, 2, 500, "of another incarnation");
  CHECK_FALSE(a.take_output().tell_list);
  a.take_draining(2, 1, 900, "sooner");
  CHECK(a.find(2)->drains_until == 900);
  a.take_leave(at(4), 2, 1);
  CHECK(a.find(2)->cause == "host b was drained: sooner");
  CHECK(a.find(2)->drains_until == 0);
}

TEST_CASE("all hosts know that a draining was cut short") {
  membership a = founder();
  must_join(a, at(1), "b");
  membership c(membership_limits{}, at(2), must_join(a, at(2), "c"));
  a.take_draining(2, 1, 1000, "maintenance");
  a.take_leave(at(4), 2, 1, true);
  CHECK(a.find(2)->drains_until == 1000);
  CHECK(a.others_for_work().size() == 1);
  c.take_list(at(4), a.list());
  CHECK(c.find(2)->state == host_state::left);
  CHECK(c.find(2)->drains_until == 1000);
}

TEST_CASE("a host that was drained comes back as one that is not") {
  membership a = founder();
  REQUIRE(must_join(a, at(1), "b", 1).number == 2);
  a.take_draining(2, 1, 1000, "maintenance");
  REQUIRE(must_join(a, at(2), "b", 2).number == 2);
  CHECK(a.find(2)->drains_until == 0);
  CHECK(a.others_for_work().size() == 1);
}
