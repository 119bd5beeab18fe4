// A program in the simulated session of hosts: the part on the driver's host, and its branches. A
// part sends news of processes, and checks the news of the others. Thread-safety: none.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/wire/program_packet.h"
#include "mmps/base/instant.h"

namespace mentat::sim {

class hosts_world;

using host_incarnation = std::pair<std::uint32_t, std::uint32_t>;

struct simulated_program;

class program_part {
 public:
  program_part(hosts_world& around, simulated_program& of, std::uint32_t machine, bool drives)
      : world_(around), of_(of), machine_(machine), drives_(drives) {}

  void hear(const host::program_packet& packet);
  // The daemon has closed the connection, or has died.
  void hear_close() { connected_ = false; }
  // It can send news after it has begun and before its end.
  [[nodiscard]] bool can_tell() const { return connected_ && begun_; }
  // News of a process of this host. REQUIRES: can_tell().
  [[nodiscard]] host::program_packet next_news();

  [[nodiscard]] std::uint32_t machine() const { return machine_; }
  [[nodiscard]] bool drives() const { return drives_; }
  [[nodiscard]] bool connected() const { return connected_; }
  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] bool refused() const { return refused_; }
  [[nodiscard]] const host_incarnation& self() const { return self_; }
  [[nodiscard]] const std::set<host_incarnation>& members() const { return members_; }
  [[nodiscard]] const std::set<host_incarnation>& lost() const { return lost_; }
  [[nodiscard]] std::uint32_t told() const { return told_; }
  [[nodiscard]] std::uint32_t heard_of(const host_incarnation& other) const;
  [[nodiscard]] std::string name() const;

 private:
  void hear_news(const node::notice& news);
  // A branch ends when its work is done.
  void hear_drain(const host_incarnation& other);

  hosts_world& world_;
  simulated_program& of_;
  const std::uint32_t machine_;
  const bool drives_;
  bool connected_ = true, begun_ = false, refused_ = false;
  host_incarnation self_{};
  std::uint32_t expected_ = 0;  // hosts that take part
  std::set<host_incarnation> members_, lost_, drained_;
  std::map<host_incarnation, std::uint32_t> heard_;  // news
  std::uint32_t told_ = 0;
};

struct simulated_program {
  std::string name;
  std::uint32_t number = 0;  // once it has begun
  std::vector<std::shared_ptr<program_part>> parts;
};

}  // namespace mentat::sim
