#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/copy_card.h"

#include <doctest/doctest.h>

namespace mentat::launch {
namespace {

std::string card_with(const std::string& name, const std::string& value) {
  std::string line =
      R"(MENTAT-COPY {"v":1,"node":"n2","machine":"1f2e-4","process":7,"cores":"0-1","session":"mpi-1"})";
  const std::size_t at = line.find("\"" + name + "\":") + name.size() + 3;
  return line.replace(at, line.find_first_of(",}", at) - at, value);
}

}  // namespace

TEST_CASE("a card is read as it was written") {
  const copy_card card{"n2.lab", "1f2e-4026531840", 77, {0, 1, 2, 7, 9, 10}, "mpi-1a2b"};
  CHECK(card.line().find(R"("cores":"0-2,7,9-10")") != std::string::npos);
  const auto read = copy_card::parse(card.line());
  REQUIRE(read);
  CHECK(read->node == card.node);
  CHECK(read->machine == card.machine);
  CHECK(read->process == card.process);
  CHECK(read->cores == card.cores);
  CHECK(read->session == card.session);
  CHECK(copy_card::parse(copy_card{"n", "m", 1, {}, ""}.line())->cores.empty());
}

TEST_CASE("cores that do not fit are left out") {
  copy_card card{"n", "m", 1, {}, ""};
  for (unsigned core = 0; core < most_cores; core += 2) card.cores.push_back(core);
  const auto read = copy_card::parse(card.line());
  REQUIRE(read);
  CHECK(read->cores.size() > 40);
  CHECK(std::equal(read->cores.begin(), read->cores.end(), card.cores.begin()));
}

TEST_CASE("cards of another form are errors") {
  REQUIRE(copy_card::parse(card_with("v", "1")));
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"v", "2"},
                                                        {"v", "\"1\""},
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

TEST_CASE("the first copy on each node carries its host, and has the cores of all") {
  const std::vector<copy_card> cards{{"a", "m", 1, {0}, "s"},
                                     {"b", "m", 1, {4}, ""},
                                     {"a", "m", 1, {2, 3}, ""},
                                     {"b", "m", 1, {4, 5}, ""},
                                     {"c", "m", 1, {}, ""}};
  CHECK(carriers(cards, 8) == std::vector<std::size_t>{0, 1, 0, 1, 4});
  CHECK(carriers(cards, 2) == std::vector<std::size_t>{0, 1, 0, 1, 5});
  CHECK(cores_of_node(cards, 0) == std::vector<unsigned>{0, 2, 3});
  CHECK(cores_of_node(cards, 3) == std::vector<unsigned>{4, 5});
  CHECK(cores_of_node(cards, 4).empty());
}

}  // namespace mentat::launch
