#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/host_list.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mentat::launch;

using hosts = std::vector<wanted_host>;

TEST_CASE("hosts stand in a list, with users and slots") {
  CHECK(parse_host_list("h2").value() == hosts{{"h2", "h2", 0}});
  CHECK(parse_host_list("h2,kim@h3,h4:8,fd74::4").value() ==
        hosts{{"h2", "h2", 0}, {"kim@h3", "h3", 0}, {"h4", "h4", 8}, {"fd74::4", "fd74__4", 0}});
}

TEST_CASE("an address of IPv6 has brackets where slots follow") {
  CHECK(parse_host_list("[fd74::1]:8,[fd74::2],kim@[fd74::3]:2,fe80::1%eth0").value() ==
        hosts{{"fd74::1", "fd74__1", 8},
              {"fd74::2", "fd74__2", 0},
              {"kim@fd74::3", "fd74__3", 2},
              {"fe80::1%eth0", "fe80__1_eth0", 0}});
  for (const std::string text : {"[fd74::1", "fd74::1]", "h2[1]", "[fd74::1]8", "[fd74::1]:", "[]",
                                 "[fd74::1]:0", "[[h2]]", "[h2]:1:2"})
    CHECK_FALSE(parse_host_list(text));
}

TEST_CASE("several colons are those of an address of IPv6") {
  for (const std::string address :
       {"::1", "1::", "::", "2001:db8:1:2:3:4:5:6", "kim@fd74::4", "::ffff:10.0.0.1",
        "1:2:3:4:5:6:10.0.0.1", "1::3:4:5:6:7:8", "fe80::1%eth0"})
    CHECK(parse_host_list(address));
  for (const std::string text :
       {"h2:4:5", "4:5:6", "kim@h2:4:5", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3",
        ":::", "12345::1", "::1:", ":1::2", "::10.0.0", "10.0.0.1:1:2", "fd74::1:x",
        "1:2:3:4:5:6:7::8", "1:2:3:4:5:6::10.0.0.1"}) {
    CHECK_FALSE(parse_host_list(text));
    const auto parsed = parse_host_file("h1\n" + text + "\n", "hosts.txt");
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().find("hosts.txt:2: expected a host") == 0);
  }
}

TEST_CASE("the host files of Open MPI, MPICH and charmrun are read") {
  CHECK(parse_host_file("# mine\n\nh2 slots=4 max_slots=8\nh3:2 # two\n  h4\n", "f").value() ==
        hosts{{"h2", "h2", 4}, {"h3", "h3", 2}, {"h4", "h4", 0}});
  CHECK(parse_host_file("group main ++shell ssh\nhost h2\nhost h3 ++cpus 4\n", "f").value() ==
        hosts{{"h2", "h2", 0}, {"h3", "h3", 4}});
}

TEST_CASE("the host file of Grid Engine is read") {
  CHECK(parse_host_file("h2.lab 4 all.q@h2.lab UNDEFINED\nh3.lab 2 all.q@h3.lab <NULL>\n", "f")
            .value() == hosts{{"h2.lab", "h2.lab", 4}, {"h3.lab", "h3.lab", 2}});
  for (const std::string text : {"h2 4", "h2 4 q", "h2 4 q UNDEFINED 5", "h2 0 q UNDEFINED"})
    CHECK_FALSE(parse_host_file(text, "f"));
}

TEST_CASE("a host is this machine by its name, with or without its domain") {
  for (const std::string name : {"h2", "h2.lab", "kim@h2"})
    CHECK(is_machine({name, "h2", 0}, "h2.lab"));
  CHECK(is_machine({"h2.lab", "h2", 0}, "h2"));
  for (const std::string name : {"h3", "h2.office", "h22", "h2@h3"})
    CHECK_FALSE(is_machine({name, "h2", 0}, "h2.lab"));
}

TEST_CASE("a host that is named again has more slots") {
  CHECK(parse_host_file("h2\nh2\nh3\nh2\n", "f").value() ==
        hosts{{"h2", "h2", 3}, {"h3", "h3", 0}});
  CHECK(parse_host_list("h2:2,h2:3").value() == hosts{{"h2", "h2", 5}});
}

TEST_CASE("what is no host is refused") {
  for (const std::string text :
       {"", ",", "h2,", "-oProxyCommand=x", "h2;ls", "h 2", "h2:0", "h2:x", "h2:99999", "$(ls)",
        "`ls`", "kim@", "@h2", "@", "@h2:4", "@[::1]", "h2\n", "a|b", "h'2"}) {
    const auto parsed = parse_host_list(text);
    CHECK_FALSE(parsed);
    if (!parsed) CHECK(parsed.error().find("--hosts") == 0);
  }
  for (const std::string text : {"h2 slots=0", "h2 slots=four", "h2 gpus=4", "host", "h2 ++cpus",
                                 "-v", "h2 h3", "h2 slots=", "@h2", "h2:4:5"}) {
    const auto parsed = parse_host_file("# a line\n" + text + "\n", "hosts.txt");
    CHECK_FALSE(parsed);
    if (!parsed) CHECK(parsed.error().find("hosts.txt:2: expected") == 0);
  }
  CHECK(parse_host_file("# nobody\n", "f").error() == "f names no host");
  std::string many;
  for (int i = 0; i < 256; ++i) many += "h" + std::to_string(i) + "\n";
  CHECK(parse_host_file(many, "f").error().find("fixed.hosts") != std::string::npos);
}
