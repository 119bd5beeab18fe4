#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/wire/session_question.h"

#include <doctest/doctest.h>

#include "daemons/host/wire/founder_line.h"

using namespace mentat::host;

TEST_CASE("a question is read as it was written") {
  const auto invite = invite_question::parse(invite_question{16, 3600}.text());
  REQUIRE(invite);
  CHECK(invite->hosts == 16);
  CHECK(invite->seconds == 3600);
  CHECK(invite->key.empty());
  const auto prepared = invite_question::parse(invite_question{2, 60, std::string(64, 'b')}.text());
  REQUIRE(prepared);
  CHECK(prepared->key == std::string(64, 'b'));
  const auto revoke = revoke_question::parse(revoke_question{7}.text());
  REQUIRE(revoke);
  CHECK(revoke->invitation == 7);
  const auto admit = admit_question::parse(admit_question{std::string(64, 'a'), 30, "n2"}.text());
  REQUIRE(admit);
  CHECK(admit->key == std::string(64, 'a'));
  CHECK(admit->seconds == 30);
  CHECK(admit->name == "n2");
  const auto drain = drain_question::parse(drain_question{0, "n3", "a new  kernel"}.text());
  REQUIRE(drain);
  const auto lost = lost_question::parse(lost_question{"n3", "Slurm: NODE_FAIL"}.text());
  REQUIRE(lost);
  CHECK(lost->host == "n3");
  CHECK(lost->why == "Slurm: NODE_FAIL");
  for (const auto& wrong :
       {std::string("lost n3"), std::string("lost n3 "), std::string("lost  why"),
        std::string("lost n3 a\nb"), "lost n3 " + std::string(201, 'w')})
    CHECK_FALSE(lost_question::parse(wrong));
  CHECK(drain->seconds == 0);
  CHECK(drain->host == "n3");
  CHECK(drain->why == "a new  kernel");
}

TEST_CASE("another text is no question") {
  for (const char* const text :
       {"", "invite", "invite ", "invite 0 600", "invite 257 600", "invite 1 0", "invite -1 600",
        "invite 1 604801", "invite 1 600 1", "invite  1 600", "invite 1x 600",
        "invite 99999999999 600", "revoke 1 1"})
    CHECK_FALSE(invite_question::parse(text));
  for (const std::string& key : {std::string(63, 'a'), std::string(64, 'A'), std::string(64, 'g'),
                                 std::string(64, 'a') + " x"})
    CHECK_FALSE(invite_question::parse("invite 1 600 " + key));
  for (const char* const text : {"revoke", "revoke 0", "revoke x", "revoke 4294967296"})
    CHECK_FALSE(revoke_question::parse(text));
  for (const std::string& text :
       {std::string("drain 60 n3"), std::string("drain 60 n3 "), std::string("drain n3 why"),
        std::string("drain 86401 n3 why"), std::string("drain 60  why"),
        std::string("drain 60 n3 a\nb"), "drain 60 n3 " + std::string(201, 'w')})
    CHECK_FALSE(drain_question::parse(text));
  const std::string key(64, '0');
  for (const std::string& text :
       {"admit " + key + " 60", "admit " + key + " 60 a b", "admit " + key + " 0 a",
        "admit " + key + "0 60 a", "admit " + key.substr(1) + "A 60 a",
        "admit " + key + " 60 " + std::string(65, 'n'), "admit " + key + " 60 a\tb"})
    CHECK_FALSE(admit_question::parse(text));
}

TEST_CASE("the founder's line is read as it was written, and no other text is one") {
  const founder_line line{std::string(64, 'a'), std::string(64, '0')};
  const auto read = founder_line::parse(line.text());
  REQUIRE(read);
  CHECK(read->secret == line.secret);
  CHECK(read->guests == line.guests);
  const std::string text = line.text();
  for (const std::string& other :
       {std::string(), text.substr(1), text + "0", text.substr(0, text.size() - 1),
        "mentat-founder://" + line.guests + line.secret + "/",
        founder_line{std::string(64, 'A'), line.guests}.text(),
        founder_line{line.secret, std::string(64, '\n')}.text()})
    CHECK_FALSE(founder_line::parse(other));
}
