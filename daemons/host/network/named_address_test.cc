#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/host/network/named_address.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mentat::host {

TEST_CASE("numbers and invalid addresses stay as they are") {
  for (const std::string text :
       {"tcp://10.0.0.1:7411", "tcp://[::1]:7411", "tcp://[::1]", "tcp://*:1", "ipc:///a", "",
        "tcp://", "tcp://a b:1", "tcp://\x1b:1"}) {
    CHECK(resolve(text).value() == std::vector{text});
    CHECK(resolve_for_others(text).value() == text);
  }
}

TEST_CASE("where no host can listen is known without the system") {
  for (const std::string text :
       {"tcp://10.0.0.1", "tcp://10.0.0.1:0", "tcp://[::1]:7411", "tcp://[::1]",
        "tcp://no-such-host.invalid", "tcp://localhost:65535"})
    CHECK(why_not_to_listen_at(text) == "");
  for (const std::string text :
       {"nonsense", "ipc:///a", "tcp://", "tcp://*", "tcp://0.0.0.0:1", "tcp://[::]",
        "tcp://localhost:65536", "tcp://10.0.0.1:x", "tcp://a b", "tcp://fd74::1"})
    CHECK(why_not_to_listen_at(text).find(text + ": ") == 0);
}

TEST_CASE("a name becomes numbers with the same port") {
  const auto found = resolve("tcp://localhost:7411");
  REQUIRE(found);
  CHECK(std::ranges::all_of(*found, [](const std::string& one) {
    return one == "tcp://127.0.0.1:7411" || one == "tcp://[::1]:7411";
  }));
  CHECK(resolve_for_others("tcp://localhost").value().find(':', 6) != 6);
}

TEST_CASE("a name without an address is an error") {
  const auto found = resolve("tcp://no-such-host.invalid:7411");
  REQUIRE(!found);
  CHECK(found.error().find("the name no-such-host.invalid has no address") == 0);
}

TEST_CASE("an IPv6 address without brackets is not a name") {
  for (const std::string text : {"tcp://fd77::4", "tcp://::1", "tcp://fd77::4:7411"}) {
    const auto found = resolve(text);
    REQUIRE(!found);
    CHECK(found.error().find("written in brackets") != std::string::npos);
  }
}

TEST_CASE("a host listens where the way to the founder begins, or on an interface") {
  const std::string founder = "tcp://127.0.0.1:7411";
  CHECK(address_to_listen_at("auto", founder).value() == "tcp://127.0.0.1");
  CHECK(address_to_listen_at("auto:7500", founder).value() == "tcp://127.0.0.1:7500");
  CHECK(address_to_listen_at("lo", {}).value() == "tcp://127.0.0.1");
  CHECK(address_to_listen_at("lo:0", {}).value() == "tcp://127.0.0.1:0");
  CHECK(address_to_listen_at("tcp://10.0.0.1", founder).value() == "tcp://10.0.0.1");
  const auto own = address_to_listen_at("auto", {});  // a sandbox may have no network
  CHECK((own ? *own : own.error()).find(own ? "tcp://" : "no address") != std::string::npos);
  for (const std::string text : {"auto", "lo", "auto:7500", "lo:0"})
    CHECK(why_not_to_listen_at(text) == "");
  for (const std::string text : {"auto:", "auto:x", "lo:70000", "no-such-interface", "Auto"})
    CHECK(why_not_to_listen_at(text) != "");
}

TEST_CASE("hosts of other machines do not reach the loopback of this one") {
  const std::string far = "tcp://192.0.2.1:7411", far_six = "tcp://[2001:db8::1]:7411";
  for (const std::string own : {"tcp://127.0.0.1:7411", "tcp://[::1]:7411", "tcp://127.1.2.3:1"}) {
    CHECK(why_unreachable(own, far).find("founded at " + far) != std::string::npos);
    CHECK(why_unreachable(own, far_six).find(own) != std::string::npos);
    CHECK(why_unreachable(own, "tcp://127.0.0.1:7411").empty());
    CHECK(why_unreachable(own, "tcp://[::1]:7411").empty());
  }
  CHECK(why_unreachable("tcp://192.0.2.2:7411", far).empty());
  CHECK(why_unreachable("tcp://192.0.2.2:7411", "tcp://127.0.0.1:7411").empty());
}

}  // namespace mentat::host
