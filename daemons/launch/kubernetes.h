// The manifests with which Kubernetes runs a program in mode cluster: a job for the driver, which
// is the founder of the session, an indexed job for the other hosts, a service by whose name these
// find the founder, and a secret with the keys of the session (docs/engines/kubernetes.md). Pure;
// thread-safe. Errors: texts that name the option at fault and what is expected. Every text of the
// user stands between quotes in which nothing can end them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "mmps/base/fixed_limits.h"

namespace mentat::launch {

inline constexpr unsigned most_host_pods = fixed::hosts.value - 1;  // that of the driver is another
inline constexpr std::size_t longest_pod_program = 64 << 10;        // bytes, of all its words
inline constexpr int founder_port = 7411;
inline constexpr int longest_jobs = 365 * 24 * 3600;  // seconds
inline constexpr std::string_view keys_mount = "/run/mentat-keys";

struct kubernetes_wish {
  std::string name;     // of the objects; the founder is found by it
  std::string space{};  // the namespace; empty: that of kubectl's context
  std::string image;
  std::string mentat = "mentat";  // the command in the image
  unsigned hosts = 1;             // pods beside that of the driver
  std::string cpu = "1";          // of each pod
  std::string memory = "1Gi";
  std::string queue{};     // of Kueue; empty: none
  unsigned within = 300;   // seconds until a host is late
  unsigned longest = 0;    // seconds until Kubernetes ends the jobs; 0: never
  bool all_hosts = false;  // the program does not begin without one
  std::vector<std::string> program;
  std::string founder_line;  // daemons/host/wire/founder_line.h
  std::string invitation;
};

// A name for the objects, made of that of the program: `Search_1` becomes `search-1`. Empty: no
// letter of it can begin a name.
[[nodiscard]] std::string name_of_objects(std::string_view program);

// Empty, or the first fault.
[[nodiscard]] std::string why_not(const kubernetes_wish& wish);

// Where the hosts find the founder: tcp://search:7411.
[[nodiscard]] std::string founder_address(const kubernetes_wish& wish);

// YAML, of several documents.
[[nodiscard]] tl::expected<std::string, std::string> manifests(const kubernetes_wish& wish);

// A text as a value of YAML, on one line. Error: it is not UTF-8.
[[nodiscard]] tl::expected<std::string, std::string> yaml_value(std::string_view text);

}  // namespace mentat::launch
