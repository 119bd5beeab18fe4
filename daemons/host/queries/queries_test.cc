// Questions about programs, with hosts and processes that are only lists.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/queries/queries.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

using namespace mentat::host;
using mentat::base::instant;
using mentat::base::second;
using mentat::mmps::mmps_name;

namespace {

constexpr int command = 5, supervisor = 9;
constexpr std::uint32_t program = 77;

struct world final : query_environment {
  std::vector<part> parts() override { return running; }
  std::string host_name() override { return "lisa"; }
  std::vector<host_info> others_up() override { return others; }
  bool tell(int connection, const program_packet& packet) override {
    told.emplace_back(connection, packet);
    return true;
  }
  bool send(std::uint32_t host, host_message_kind kind, std::span<const std::byte> body) override {
    sent.push_back({host, kind, {body.begin(), body.end()}});
    return true;
  }
  void answer(int connection, const std::vector<session_row>& rows) override {
    answers.emplace_back(connection, rows);
  }
  void refuse(int connection, const std::string& why) override {
    refused.emplace_back(connection, why);
  }

  void add_host(std::uint32_t number, const std::string& name) {
    host_info info;
    info.number = number;
    info.name = name;
    others.push_back(info);
  }
  [[nodiscard]] std::string kinds() const {  // of the last answer
    std::string all;
    for (const session_row& row : answers.back().second) all += row.kind + " ";
    return all;
  }

  struct message {
    std::uint32_t host;
    host_message_kind kind;
    std::vector<std::byte> body;
  };
  std::vector<part> running{{program, "prog", supervisor}};
  std::vector<host_info> others;
  std::vector<std::pair<int, program_packet>> told;
  std::vector<message> sent;
  std::vector<std::pair<int, std::vector<session_row>>> answers;
  std::vector<std::pair<int, std::string>> refused;
};

mmps_name process(std::uint32_t number) { return mmps_name::of_process(1, 1, number, 1); }

program_packet packet_of(program_packet_kind kind, std::uint32_t question, const mmps_name& about) {
  program_packet packet;
  packet.kind = kind;
  packet.question = question;
  packet.news.process = about;
  packet.news.role = mentat::node::role::worker;
  packet.process = 4242;
  return packet;
}

// The supervisor names the processes that it asks.
std::uint32_t asked(queries& all, world& around, std::initializer_list<std::uint32_t> processes) {
  const std::uint32_t question = around.told.back().second.question;
  for (const std::uint32_t number : processes)
    all.take_asked({}, program, packet_of(program_packet_kind::asked, question, process(number)));
  all.take_asked({}, program, packet_of(program_packet_kind::asked, question, {}));
  return question;
}
void answered(queries& all, std::uint32_t question, std::uint32_t number, const std::string& rows) {
  all.take_rows({}, program,
                packet_of(program_packet_kind::query_answer, question, process(number)), rows);
}

}  // namespace

TEST_CASE("the rows of all processes are one answer") {
  world around;
  queries all({}, around);
  all.ask({}, command, "list objects 0 100");
  REQUIRE(around.told.size() == 1);
  CHECK(around.told[0].first == supervisor);
  CHECK(std::string(around.told[0].second.text.data()) == "objects 100");
  const std::uint32_t question = asked(all, around, {3, 4});
  answered(all, question, 3, "object\tname=a\n");
  CHECK(around.answers.empty());
  answered(all, question, 4, "object\tname=b\tpid=1\nstranger\tx=1\n");
  REQUIRE(around.answers.size() == 1);
  CHECK(around.kinds() == "program object object ");
  const session_row& row = around.answers[0].second[2];
  CHECK(row.get("name") == "b");
  CHECK(row.get("host") == "lisa");
  CHECK(row.get("process") == "1.4");
  CHECK(row.get("pid") == "4242");  // from the supervisor, not from the process
  CHECK(all.count() == 0);
}

TEST_CASE("a process that does not answer in time is named, and the other answers are there") {
  world around;
  around.add_host(2, "bart");
  queries all({}, around);
  all.ask({}, command, "list objects 0 100");
  const std::uint32_t question = asked(all, around, {3, 4});
  answered(all, question, 3, "object\tname=a\n");
  all.tick({1 * second});
  CHECK(around.answers.empty());
  CHECK(all.next_deadline() < instant{2 * second});
  all.tick(all.next_deadline());
  REQUIRE(around.answers.size() == 1);
  CHECK(around.kinds() == "program object silent silent ");
  CHECK(around.answers[0].second[3].get("host") == "bart");
  CHECK(around.answers[0].second[2].get("pid") == "4242");
  answered(all, question, 4, "object\tname=late\n");  // has no meaning any more
  CHECK(around.answers.size() == 1);
}

TEST_CASE("a host asks its own processes for another host, with less patience") {
  world around;
  queries all({}, around);
  all.take_query({}, 2, {9, 0, 100, "calls"});
  const std::uint32_t question = asked(all, around, {3});
  CHECK(all.next_deadline() < instant{query_limits{}.patience});
  answered(all, question, 3, "call\tkey=1\n");
  REQUIRE(around.sent.size() == 1);
  CHECK(around.sent[0].host == 2);
  const auto form = decode<query_answer_form>(around.sent[0].body);
  REQUIRE(form);
  CHECK(form->question == 9);
  CHECK(rows_from_text(form->rows).size() == 2);
}

TEST_CASE(
    "the answers of other hosts are part of the answer; of one that was not asked they are not") {
  world around;
  around.add_host(2, "bart");
  around.running.clear();
  queries all({}, around);
  all.ask({}, command, "list calls 77 100");
  REQUIRE(around.sent.size() == 1);
  const auto form = decode<query_form>(around.sent[0].body);
  REQUIRE(form);
  CHECK(form->program == 77);
  all.take_answer({}, 3, {form->question, "object\tname=false\n"});
  CHECK(around.answers.empty());
  all.take_answer({}, 2, {form->question, "program\tnumber=77\ncall\tkey=1\nhost\tname=x\n"});
  REQUIRE(around.answers.size() == 1);
  CHECK(around.kinds() == "program call ");
}

TEST_CASE("rows beyond the limit are counted") {
  world around;
  queries all({}, around);
  all.ask({}, command, "list objects 0 2");
  const std::uint32_t question = asked(all, around, {3, 4});
  answered(all, question, 3, "object\tname=a\nleft_out\tcount=5\n");
  answered(all, question, 4, "object\tname=b\nobject\tname=c\n");
  REQUIRE(around.answers.size() == 1);
  CHECK(around.kinds() == "program object object left_out ");
  CHECK(around.answers[0].second.back().get("count") == "6");
}

TEST_CASE("a program that does not run, an unknown word, and too many questions are refused") {
  world around;
  queries all({}, around);
  all.ask({}, command, "list objects 78 100");
  REQUIRE(around.refused.size() == 1);
  CHECK(around.refused[0].second.find("no program 78") != std::string::npos);
  all.ask({}, command, "list secrets 0 100");
  CHECK(around.refused.size() == 2);
  for (std::size_t i = 0; i <= query_limits{}.questions; ++i)
    all.ask({}, command, "list objects 0 100");
  CHECK(all.count() == query_limits{}.questions);
  CHECK(around.refused.back().second.find("fixed.questions") != std::string::npos);
}

TEST_CASE("a process that ends while it is asked is not waited for") {
  world around;
  around.add_host(2, "bart");
  queries all({}, around);
  all.ask({}, command, "list objects 0 100");
  asked(all, around, {3});
  all.host_down({}, 2);
  CHECK(around.answers.empty());
  all.program_over({}, program);
  REQUIRE(around.answers.size() == 1);
  CHECK(around.kinds() == "program ");
}
