// The forms between hosts: encoded forms are decoded, other bytes are refused.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/wire/host_message.h"

#include <doctest/doctest.h>

#include <string>

#include "daemons/host/wire/body.h"
#include "daemons/host/wire/invite_line.h"
#include "mmps/base/random.h"

using namespace mentat::host;

namespace {

host_info some_host() {
  return {2,
          3,
          "b.example",
          "tcp://10.0.0.2:7411",
          std::string(key_length, 'k'),
          8,
          host_state::lost,
          "a cause",
          1'800'000'000,
          "s390x"};
}

// Every shorter text, and one byte more, are refused; changed bytes never harm.
template <class Form>
void check_bounds(const Form& form) {
  const std::vector<std::byte> whole = encode(form);
  REQUIRE(decode<Form>(whole));
  CHECK(encode(*decode<Form>(whole)) == whole);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::byte> shorter(whole.begin(),
                                         whole.begin() + static_cast<std::ptrdiff_t>(length));
    CHECK_FALSE(decode<Form>(shorter));
  }
  std::vector<std::byte> longer = whole;
  longer.push_back(std::byte{0});
  CHECK_FALSE(decode<Form>(longer));
  mentat::base::random random(1);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::byte> changed = whole;
    changed[random.below(changed.size())] = static_cast<std::byte>(random.below(256));
    if (const auto decoded = decode<Form>(changed)) CHECK(encode(*decoded) == changed);
  }
}

}  // namespace

TEST_CASE("each form is decoded whole or not at all") {
  check_bounds(join_form{some_host(), 9});
  check_bounds(members_form{4, {some_host(), some_host()}});
  check_bounds(joined_form{1, 2, 3, {4, {some_host()}}});
  check_bounds(text_form{"why"});
  check_bounds(beat_form{250});
  check_bounds(drain_form{60'000, "maintenance"});
  check_bounds(leave_form{true});
  check_bounds(draining_form{1'800'000'000, "maintenance"});
  check_bounds(suspect_form{2, 1, "unheard"});
  check_bounds(program_begin_form{5,
                                  "prog",
                                  {},
                                  1000,
                                  std::string(key_length, 'p'),
                                  std::string(key_length, 's'),
                                  "mode=cluster\n"});
  check_bounds(program_text_form{5, "no"});
  check_bounds(program_go_form{5, {{1, 1, "lisa"}, {3, 2, "bart@x"}}});
  check_bounds(program_news_form{5, 1, 3, 2, 4, 1, 0, 1, "tcp://10.0.0.2:999"});
  check_bounds(
      program_news_form{5, 2, 3, 2, 4, 1, 0, 1, "signal 9", std::vector<std::uint64_t>{7, 9}});
  CHECK(decode<program_news_form>(encode(program_news_form{.suspects = {{7, 9}}}))->suspects ==
        std::vector<std::uint64_t>{7, 9});
  CHECK(decode<program_news_form>(encode(program_news_form{.suspects = {{}}}))->suspects ==
        std::vector<std::uint64_t>{});
  CHECK_FALSE(decode<program_news_form>(encode(program_news_form{}))->suspects);
  CHECK_FALSE(decode<program_news_form>(
      encode(program_news_form{.suspects = std::vector<std::uint64_t>(65)})));
  check_bounds(program_host_down_form{5, 2, 1, "lost"});
}

TEST_CASE("a piece of an executable has bytes, and not more than a piece may") {
  CHECK(decode<program_piece_form>(encode(program_piece_form{1, 2, {std::byte{3}}})));
  CHECK_FALSE(decode<program_piece_form>(encode(program_piece_form{1, 2, {}})));
  CHECK_FALSE(decode<program_piece_form>(
      encode(program_piece_form{1, 2, std::vector<std::byte>(max_piece + 1)})));
}

TEST_CASE("names and addresses that would do something on a terminal or in a log are refused") {
  for (const char* name : {"", "two words", "esc\x1b[2J", "a/b", "new\nline"}) {
    host_info host = some_host();
    host.name = name;
    CHECK_FALSE(decode<join_form>(encode(join_form{host, 1})));
  }
  for (const char* address : {"ipc:///tmp/x", "tcp://a b:1", "http://x"}) {
    host_info host = some_host();
    host.address = address;
    CHECK_FALSE(decode<join_form>(encode(join_form{host, 1})));
  }
  CHECK(is_plain_name(plain_name("some\x1bthing with/all")));
}

TEST_CASE("a count larger than the list allocates nothing and is refused") {
  const auto body = body_writer().number(std::uint64_t{1}).number(std::uint32_t{0xffffffff}).take();
  CHECK_FALSE(decode<members_form>(body));
}

TEST_CASE("an invitation is one line and is read back from it; other lines are refused") {
  const std::string key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7";
  const invite_line line{"tcp://10.0.0.1:7411", key, key};
  const auto again = invite_line::parse(line.text());
  REQUIRE(again);
  CHECK(again->address == line.address);
  CHECK(again->founder_key == key);
  CHECK(again->guest_secret == key);
  for (const std::string& text :
       {std::string(), std::string("mentat://"), line.text() + "0", line.text().substr(1),
        std::string(1000, 'a'), "mentat://" + std::string(130, '/')})
    CHECK_FALSE(invite_line::parse(text));
}
