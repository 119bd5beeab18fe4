// The parts of a program on several hosts, with hosts that are only queues.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/programs/programs.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <vector>

using namespace mentat::host;
using mentat::base::instant;
using mentat::base::second;

namespace {

constexpr std::uint32_t number = 4711;
constexpr int driver_connection = 1, branch_connection = 9;

host_info host_numbered(std::uint32_t host) {
  return {host,
          1,
          "h" + std::to_string(host),
          "tcp://10.0.0.1:7411",
          std::string(key_length, 'k'),
          2,
          host_state::up,
          {},
          0,
          {}};
}

struct cluster;

// One host, which records the requests that it gets.
struct some_host final : program_environment {
  some_host(cluster& all_hosts, std::uint32_t its_number)
      : all(all_hosts), info(host_numbered(its_number)), carried(program_limits{}, *this) {}

  bool tell(int connection, const program_packet& packet) override {
    if (deaf.contains(connection)) return false;
    if (packet.kind == program_packet_kind::takes_part)
      hosts += packet.text.data() + std::string(" ");
    else
      heard.push_back(packet);
    return true;
  }
  void close(int connection) override { closed.insert(connection); }
  bool send(std::uint32_t host, host_message_kind kind, std::span<const std::byte> body) override;
  std::size_t backlog(std::uint32_t) override { return 0; }
  int start_branch(std::uint32_t, const std::string&, const executable& what) override {
    started_bytes = what.size;
    return can_start ? branch_connection : 0;
  }
  void end_branch(std::uint32_t) override { ended = true; }
  void log(const std::string&) override {}

  [[nodiscard]] std::string kinds() const {
    std::string text;
    for (const program_packet& one : heard) text += "bBrndw"[static_cast<int>(one.kind) - 1];
    return text;
  }

  cluster& all;
  host_info info;
  programs carried;
  std::vector<program_packet> heard;
  std::string hosts;  // hosts that take part, as it was told
  std::set<int> closed, deaf;
  std::uint64_t started_bytes = 0;
  bool can_start = true, ended = false;
};

descriptor file_of(const std::string& content) {
  descriptor file(memfd_create("test", MFD_CLOEXEC));
  REQUIRE(write(file.get(), content.data(), content.size()) ==
          static_cast<ssize_t>(content.size()));
  return file;
}

// The beginning of an executable for s390x, and so many bytes.
std::string for_s390x(std::size_t bytes) {
  std::string content(bytes, 'z');
  const char header[] =
      "\x7f"
      "ELF"
      "\x02\x02\x01";
  content.replace(0, 20, std::string(20, '\0'));
  content.replace(0, sizeof header - 1, header);
  content[17] = 2;   // ET_EXEC
  content[19] = 22;  // EM_S390
  return content;
}

struct cluster {
  struct message {
    std::uint32_t from, to;
    host_message_kind kind;
    std::vector<std::byte> body;
  };
  cluster() : hosts{{*this, 1}, {*this, 2}, {*this, 3}} {}

  some_host& host(std::uint32_t which) { return hosts[which - 1]; }

  std::string begin(std::size_t bytes) {
    std::vector<descriptor> files;
    files.push_back(file_of(std::string(bytes, 'x')));
    return begin_with(std::move(files));
  }
  std::string begin_with(std::vector<descriptor> files) {
    programs::wish wanted{number,
                          "prog",
                          "mode=cluster",
                          std::move(files),
                          {std::string(key_length, 'p'), std::string(key_length, 's')},
                          0};
    return host(1).carried.begin(now, {host(1).info, "tcp://10.0.0.1"}, driver_connection,
                                 std::move(wanted), {host(2).info, host(3).info});
  }

  // Runs until no message is in transit.
  void run() {
    for (bool busy = true; busy;) {
      busy = !way.empty();
      for (some_host& one : hosts) busy |= one.carried.has_work(), one.carried.work(now);
      if (way.empty()) continue;
      message next = std::move(way.front());
      way.pop_front();
      if (on_the_way) on_the_way(next);
      some_host& to = host(next.to);
      to.carried.take_message(now, {to.info, "tcp://10.0.0.1"}, next.from, 1, next.kind, next.body,
                              0);
    }
  }
  void start_branches() {
    for (const std::uint32_t which : {2u, 3u}) host(which).carried.branch_started(number, 100);
    run();
  }

  instant now{};
  std::deque<message> way;
  std::function<void(message&)> on_the_way;
  some_host hosts[3];
};

bool some_host::send(std::uint32_t host, host_message_kind kind, std::span<const std::byte> body) {
  all.way.push_back({info.number, host, kind, {body.begin(), body.end()}});
  return true;
}

program_packet news_from(std::uint32_t host) {
  program_packet packet;
  packet.kind = program_packet_kind::news;
  packet.news.kind = mentat::node::notice_kind::up;
  packet.news.process = mentat::mmps::mmps_name::of_process(host, 1, 4, 1);
  return packet;
}

}  // namespace

TEST_CASE(
    "a program begins when every host has started its branch, with the bytes of the driver's "
    "executable") {
  cluster all;
  REQUIRE(all.begin(5'000'000) == "");
  all.run();
  CHECK(all.host(2).started_bytes == 5'000'000);
  CHECK(all.host(1).kinds() == "");
  all.host(2).carried.branch_started(number, 100);
  all.run();
  CHECK(all.host(1).kinds() == "");
  all.host(3).carried.branch_started(number, 100);
  all.run();
  for (const std::uint32_t which : {1u, 2u, 3u}) {
    REQUIRE(all.host(which).kinds() == "B");
    CHECK(all.host(which).heard[0].hosts == 3);
    CHECK(all.host(which).hosts == "h1 h2 h3 ");
    CHECK(all.host(which).heard[0].host == which);
    CHECK(all.host(which).heard[0].cluster == number);
  }
}

TEST_CASE(
    "a host starts no content that does not have the hash that was announced, and keeps none of "
    "it") {
  cluster all;
  bool damaged = false;
  all.on_the_way = [&](cluster::message& one) {
    if (one.to != 2 || one.kind != host_message_kind::program_piece || damaged) return;
    one.body.back() ^= std::byte{1};
    damaged = true;
  };
  REQUIRE(all.begin(3'000'000) == "");
  all.run();
  REQUIRE(damaged);
  CHECK(all.host(2).started_bytes == 0);
  CHECK(all.host(2).carried.count() == 0);
  CHECK(all.host(3).started_bytes == 3'000'000);
  REQUIRE(all.host(1).kinds() == "w");
  CHECK(std::string(all.host(1).heard[0].text.data()) ==
        "host h2 takes no part: the executable that came is not the one that was announced");
  all.host(3).carried.branch_started(number, 100);
  all.run();
  CHECK(all.host(1).kinds() == "wB");
  CHECK(all.host(1).hosts == "h1 h3 ");
}

TEST_CASE("an executable that a host has is not sent again") {
  cluster all;
  REQUIRE(all.begin(3'000'000) == "");
  all.run();
  all.start_branches();
  all.host(1).carried.take_close(all.now, driver_connection);
  all.run();
  for (const std::uint32_t which : {2u, 3u})
    all.host(which).carried.branch_ended(all.now, number, "over");
  all.host(2).started_bytes = 0;
  std::size_t pieces = 0;
  REQUIRE(all.begin(3'000'000) == "");
  for (int i = 0; i < 100 && (!all.way.empty() || all.host(1).carried.has_work()); ++i) {
    for (const auto& one : all.way) pieces += one.kind == host_message_kind::program_piece;
    all.run();
  }
  CHECK(all.host(2).started_bytes == 3'000'000);
  CHECK(pieces == 0);
}

TEST_CASE("news of one part come to all others, not to itself, and not in another host's name") {
  cluster all;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.start_branches();
  all.host(2).carried.take_packet(all.now, branch_connection, news_from(2));
  all.host(2).carried.take_packet(all.now, branch_connection, news_from(3));
  all.run();
  CHECK(all.host(1).kinds() == "Bn");
  CHECK(all.host(2).kinds() == "B");
  CHECK(all.host(3).kinds() == "Bn");
  all.host(1).carried.take_packet(all.now, driver_connection, news_from(1));
  all.run();
  CHECK(all.host(2).kinds() == "Bn");
  CHECK(all.host(3).kinds() == "Bnn");
}

TEST_CASE("of a host that is being drained all parts hear, and its branch ends with the reason") {
  cluster all;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.start_branches();
  const std::string cause = "host h2 was drained: maintenance";
  all.host(2).carried.drain(all.now, "maintenance", cause);
  all.host(2).carried.drain(all.now, "again", "again");
  all.run();
  for (const std::uint32_t which : {1u, 2u, 3u}) {
    REQUIRE(all.host(which).kinds() == "Bn");
    const auto& told = all.host(which).heard[1].news;
    CHECK(told.kind == mentat::node::notice_kind::drains);
    CHECK(told.process.host == 2);
    CHECK(told.get_text() == "maintenance");
  }
  all.host(2).carried.branch_ended(all.now, number, "process 100 ended with status 0");
  all.run();
  CHECK(all.host(2).carried.count() == 0);
  CHECK(all.host(3).kinds() == "Bnd");
  CHECK(std::string(all.host(3).heard[2].text.data()) == cause);
}

TEST_CASE("a program that begins has no branch on a host that is being drained") {
  cluster all;
  all.host(2).carried.drain(all.now, "maintenance", "host h2 was drained: maintenance");
  REQUIRE(all.begin(10) == "");
  all.run();
  CHECK(all.host(2).carried.count() == 0);
  REQUIRE(all.host(1).kinds() == "w");
  CHECK(std::string(all.host(1).heard[0].text.data()) ==
        "host h2 takes no part: host h2 was drained: maintenance");
  all.host(3).carried.branch_started(number, 100);
  all.run();
  CHECK(all.host(1).hosts == "h1 h3 ");
}

TEST_CASE("a host that cannot start its branch takes no part, with a warning") {
  cluster all;
  all.host(3).can_start = false;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.host(2).carried.branch_started(number, 100);
  all.run();
  CHECK(all.host(1).kinds() == "wB");
  CHECK(all.host(1).heard[1].hosts == 2);
  CHECK(all.host(3).carried.count() == 0);
}

TEST_CASE("a branch that ends, and a host that is lost, are told to all others once") {
  cluster all;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.start_branches();
  all.host(3).carried.branch_ended(all.now, number, "process 100 was ended by signal 9");
  all.run();
  CHECK(all.host(1).kinds() == "Bd");
  CHECK(all.host(2).kinds() == "Bd");
  CHECK(std::string(all.host(2).heard[1].text.data()).find("host h3 lost") == 0);
  all.host(1).carried.host_down(all.now, 3, 1, "unheard");
  all.run();
  CHECK(all.host(1).kinds() == "Bd");
}

TEST_CASE("the end of the driver ends every branch, and one that does not end by itself is ended") {
  cluster all;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.start_branches();
  all.host(1).carried.take_close(all.now, driver_connection);
  all.run();
  CHECK(all.host(1).carried.count() == 0);
  CHECK(all.host(2).closed.contains(branch_connection));
  CHECK_FALSE(all.host(2).ended);
  all.host(2).carried.tick(all.host(2).carried.next_deadline());
  CHECK(all.host(2).ended);
  all.host(2).carried.branch_ended(all.now, number, "killed");
  CHECK(all.host(2).carried.count() == 0);
}

TEST_CASE("when the driver's host is lost its branches end") {
  cluster all;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.start_branches();
  all.host(2).carried.host_down(all.now, 1, 1, "unheard");
  CHECK(all.host(2).closed.contains(branch_connection));
}

TEST_CASE("a host that does not answer in time takes no part") {
  cluster all;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.host(2).carried.branch_started(number, 100);
  all.run();
  all.now = all.host(1).carried.next_deadline();
  all.host(1).carried.tick(all.now);
  all.run();
  CHECK(all.host(1).kinds() == "wB");
  CHECK(all.host(3).closed.contains(branch_connection));
}

TEST_CASE("a part that does not read its packets ends the program, and the limit is named") {
  cluster all;
  REQUIRE(all.begin(10) == "");
  all.run();
  all.start_branches();
  all.host(3).deaf.insert(branch_connection);
  all.host(1).carried.take_packet(all.now, driver_connection, news_from(1));
  all.run();
  REQUIRE(all.host(1).kinds() == "Br");
  CHECK(std::string(all.host(1).heard[1].text.data()).find("fixed.packets") == 0);
  CHECK(all.host(2).closed.contains(branch_connection));
}

TEST_CASE("limits are named, and a file that is not an executable is refused") {
  cluster all;
  programs::wish nothing{number, "prog", "", {}, {}, 0};
  CHECK(all.host(1).carried.begin(all.now, {all.host(1).info, ""}, 1, std::move(nothing), {}) !=
        "");
  REQUIRE(all.begin(10) == "");
  CHECK(all.begin(10) != "");  // the same connection
  CHECK(all.host(1).carried.count() == 1);
}

TEST_CASE("each host gets the executable for its processor") {
  cluster all;
  for (some_host& one : all.hosts) one.info.processor = "x86_64";
  all.host(3).info.processor = "s390x";
  std::vector<descriptor> files;
  files.push_back(file_of(std::string(1000, 'x')));
  files.push_back(file_of(for_s390x(3'000'000)));
  REQUIRE(all.begin_with(std::move(files)) == "");
  all.run();
  CHECK(all.host(2).started_bytes == 1000);
  CHECK(all.host(3).started_bytes == 3'000'000);
  all.start_branches();
  for (const std::uint32_t which : {1u, 2u, 3u}) {
    REQUIRE(all.host(which).kinds() == "B");
    CHECK(all.host(which).heard[0].hosts == 3);
    CHECK(all.host(which).heard[0].mixed == 1);
  }
}

TEST_CASE("a host for whose processor there is no executable takes no part, and a line says so") {
  cluster all;
  for (some_host& one : all.hosts) one.info.processor = "x86_64";
  all.host(3).info.processor = "s390x";
  REQUIRE(all.begin(1000) == "");
  all.run();
  CHECK(all.host(3).carried.count() == 0);
  REQUIRE(all.host(1).kinds() == "w");
  CHECK(std::string(all.host(1).heard[0].text.data()) ==
        "host h3 takes no part: it is s390x; no executable for it (mentat run --also s390x=FILE)");
  all.host(2).carried.branch_started(number, 100);
  all.run();
  CHECK(all.host(1).kinds() == "wB");
  CHECK(all.host(1).hosts == "h1 h2 ");
  CHECK(all.host(1).heard[1].mixed == 0);
}

TEST_CASE("a program whose processor no other host has begins alone at once") {
  cluster all;
  all.host(1).info.processor = "x86_64";
  for (const std::uint32_t which : {2u, 3u}) all.host(which).info.processor = "s390x";
  REQUIRE(all.begin(1000) == "");
  REQUIRE(all.host(1).kinds() == "wwB");
  CHECK(all.host(1).heard[2].hosts == 1);
  CHECK_FALSE(all.host(1).carried.has_work());
}

TEST_CASE("other executables alone run on hosts of their processor") {
  cluster all;
  all.host(1).info.processor = "x86_64";
  for (const std::uint32_t which : {2u, 3u}) all.host(which).info.processor = "s390x";
  std::vector<descriptor> files;
  files.push_back(file_of(std::string(1000, 'x')));
  files.push_back(file_of(for_s390x(5000)));
  REQUIRE(all.begin_with(std::move(files)) == "");
  all.run();
  all.start_branches();
  CHECK(all.host(2).started_bytes == 5000);
  REQUIRE(all.host(1).kinds() == "B");
  CHECK(all.host(1).hosts == "h1 h2 h3 ");
}

TEST_CASE("files for other processors that are none, or two for one processor, are refused") {
  cluster all;
  for (some_host& one : all.hosts) one.info.processor = "x86_64";
  const auto refusal = [&](const std::string& one, const std::string& two) {
    std::vector<descriptor> files;
    files.push_back(file_of(std::string(1000, 'x')));
    files.push_back(file_of(one));
    files.push_back(file_of(two));
    return all.begin_with(std::move(files));
  };
  CHECK(refusal(for_s390x(100), "#!/bin/sh\n") == "a file for another processor is no executable");
  CHECK(refusal(for_s390x(100), "") == "a file for another processor is no executable");
  CHECK(refusal(for_s390x(100), for_s390x(200)) == "there are two executables for s390x");
  CHECK(all.host(1).carried.count() == 0);
  std::vector<descriptor> files;
  files.push_back(file_of(std::string(1000, 'x')));
  files.emplace_back(open("/dev/zero", O_RDONLY | O_CLOEXEC));
  CHECK(all.begin_with(std::move(files)) == "a file for another processor is no executable");
}
