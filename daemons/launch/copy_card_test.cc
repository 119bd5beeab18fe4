#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/copy_card.h"

#include <doctest/doctest.h>

namespace mentat::launch {
namespace {

std::string card_with(const std::string& name, const std::string& value) {
  std::string line =
      R"(MENTAT-COPY {"v":2,"build":"0.1.0","node":"n2","machine":"1f2e-4","process":7,"cores":"0-1","session":"mpi-1"})";
  const std::size_t at = line.find("\"" + name + "\":") + name.size() + 3;
  return line.replace(at, line.find_first_of(",}", at) - at, value);
}

}  // namespace

TEST_CASE("a card is read as it was written") {
  const copy_card card{"0.1.0", "n2.lab", "1f2e-4026531840", 77, {0, 1, 2, 7, 9, 10}, "mpi-1a2b"};
  CHECK(card.line().find(R"("cores":"0-2,7,9-10")") != std::string::npos);
  const auto read = copy_card::parse(card.line());
  REQUIRE(read);
  CHECK(read->build == card.build);
  CHECK(read->node == card.node);
  CHECK(read->machine == card.machine);
  CHECK(read->process == card.process);
  CHECK(read->cores == card.cores);
  CHECK(read->session == card.session);
  CHECK(copy_card::parse(copy_card{"0", "n", "m", 1, {}, ""}.line())->cores.empty());
}

TEST_CASE("cores that do not fit are left out") {
  copy_card card{"0", "n", "m", 1, {}, ""};
  for (unsigned core = 0; core < most_cores; core += 2) card.cores.push_back(core);
  const auto read = copy_card::parse(card.line());
  REQUIRE(read);
  CHECK(read->cores.size() > 40);
  CHECK(std::equal(read->cores.begin(), read->cores.end(), card.cores.begin()));
}

TEST_CASE("the longest card fits into any launcher") {
  const std::string name(64, 'n');
  copy_card card{std::string(60, '1'), name, name, 1 << 30, {}, "mpi-1a2b3c4d"};
  for (unsigned core = 0; core < most_cores; core += 2) card.cores.push_back(core);
  CHECK(card.line().size() <= longest_value);
  CHECK(copy_card::parse(card.line()));
}

TEST_CASE("cards of another form are errors") {
  REQUIRE(copy_card::parse(card_with("v", "2")));
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"v", "1"},
                                                        {"v", "\"2\""},
                                                        {"build", "\"\""},
                                                        {"build", "1"},
                                                        {"build", "\"\\u001b[31m\""},
                                                        {"node", "\"\""},
                                                        {"node", "\"a b\""},
                                                        {"node", "7"},
                                                        {"machine", "\"../x\""},
                                                        {"session", "\"/\""},
                                                        {"session", "\"a\\n\""},
                                                        {"cores", "\"3-1\""},
                                                        {"cores", "\"x\""},
                                                        {"cores", "\"1;\""},
                                                        {"cores", "\"0-4096\""},
                                                        {"cores", "\"-1\""},
                                                        {"cores", "\"1-\""}})
    CHECK_MESSAGE(!copy_card::parse(card_with(name, value)), name << " " << value);
  for (const char* line : {"", "MENTAT-COPY ", "MENTAT-COPY []", "MENTAT-HELLO {}"})
    CHECK(!copy_card::parse(line));
  CHECK(!copy_card::parse(card_with("node", "\"" + std::string(500, 'n') + "\"")));
}

namespace {
copy_card on(const char* node, const char* machine, std::vector<unsigned> cores = {}) {
  return {"0", node, machine, 1, std::move(cores), ""};
}
}  // namespace

TEST_CASE("the first copy on each node carries its host, and has the cores of all") {
  const std::vector<copy_card> cards{on("a", "m", {0}), on("b", "m", {4}), on("a", "m", {2, 3}),
                                     on("b", "m", {4, 5}), on("c", "m")};
  CHECK(carriers(cards, 8) == std::vector<std::size_t>{0, 1, 0, 1, 4});
  CHECK(carriers(cards, 2) == std::vector<std::size_t>{0, 1, 0, 1, 5});
  CHECK(cores_of_host(cards, 0) == std::vector<unsigned>{0, 2, 3});
  CHECK(cores_of_host(cards, 3) == std::vector<unsigned>{4, 5});
  CHECK(cores_of_host(cards, 4).empty());
}

TEST_CASE("nodes of one name on two machines are two hosts with two names") {
  const std::vector<copy_card> cards{on("a", "m", {0}), on("a", "k", {4}), on("a", "m", {2}),
                                     on("a-2", "j"),    on("a", "k", {5}), on("a", "i"),
                                     on("a-2", "h"),    on("a-2-2", "m")};
  CHECK(carriers(cards, 9) == std::vector<std::size_t>{0, 1, 0, 3, 1, 5, 6, 7});
  CHECK(cores_of_host(cards, 0) == std::vector<unsigned>{0, 2});
  CHECK(cores_of_host(cards, 4) == std::vector<unsigned>{4, 5});
  CHECK(host_names(cards) ==
        std::vector<std::string>{"a", "a-3", "a", "a-2", "a-3", "a-4", "a-2-3", "a-2-2"});
  const std::string longest(64, 'n');
  CHECK(host_names({on(longest.c_str(), "m"), on(longest.c_str(), "k")}).back() ==
        longest.substr(2) + "-2");
}

TEST_CASE("the first copy on another machine is found, if there is one") {
  const std::vector<copy_card> cards{on("a", "m"), on("b", "m"), on("c", "k"), on("d", "k")};
  CHECK(first_elsewhere(cards, {1, 2, 3}) == std::optional<std::size_t>(2));
  CHECK(first_elsewhere(cards, {1}) == std::nullopt);
  CHECK(first_elsewhere(cards, {}) == std::nullopt);
}

}  // namespace mentat::launch
