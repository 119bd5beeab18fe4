#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/zmq/zmq_transport.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "mmps/transport/conformance.h"

using namespace mentat::mmps;
using namespace mentat::mmps::zeromq;
using conformance::name_a;
using conformance::name_b;

namespace {

class directory {
 public:
  directory() {
    const char* const parent = getenv("TEST_TMPDIR");
    // The path of a socket must be short: uses /tmp if the test's own directory is deep.
    std::string pattern = parent != nullptr && std::string(parent).size() < 60 ? parent : "/tmp";
    pattern += "/mmps.XXXXXX";
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~directory() { std::filesystem::remove_all(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::unique_ptr<transport> must_open(const zmq_options& options) {
  zmq_opened opened = open_zmq(options);
  REQUIRE(opened.error == "");
  return std::move(opened.endpoint);
}

struct ipc_world {
  static constexpr bool threads = true;
  directory place;
  std::unique_ptr<transport> open(const mmps_name& self) {
    return must_open(
        {.self = self,
         .listen = "ipc://" + place.path() + "/" + std::to_string(self.process_number()),
         .keys = {}});
  }
};

struct tcp_world {
  static constexpr bool threads = true;
  std::map<mmps_name, std::string> addresses;
  std::optional<curve_keys> keys;
  std::unique_ptr<transport> open(const mmps_name& self) {
    std::string& address = addresses[self];
    auto made = must_open(
        {.self = self, .listen = address.empty() ? "tcp://127.0.0.1:0" : address, .keys = keys});
    address = made->address();
    return made;
  }
};

struct curve_world : tcp_world {
  curve_world() {
    keys.emplace();
    keys->own = make_key_pair();
    keys->hosts[1] = keys->own.public_key;
  }
};

}  // namespace

MENTAT_TRANSPORT_CONFORMS(ipc_world);
MENTAT_TRANSPORT_CONFORMS(tcp_world);
MENTAT_TRANSPORT_CONFORMS(curve_world);

TEST_CASE("signals that interrupt the system's calls are not noticed") {
  struct sigaction act{};
  act.sa_handler = [](int) {};  // without SA_RESTART
  REQUIRE(sigaction(SIGALRM, &act, nullptr) == 0);
  conformance::pair<ipc_world> both;
  const itimerval often{{0, 200}, {0, 200}}, never{};
  REQUIRE(setitimer(ITIMER_REAL, &often, nullptr) == 0);
  std::uint64_t got = 0;
  for (std::uint64_t i = 1; i <= 3000; ++i) {
    conformance::must_send(*both.a, name_b, conformance::numbered(i));
    got += conformance::receive_some(*both.b, 1).size();
  }
  setitimer(ITIMER_REAL, &never, nullptr);
  CHECK(got == 3000);
}
