// Executables of programs, in memory, identified by the hash of their content. A host runs exactly
// the bytes of the driver's host, from a sealed memory file that nobody can change. A complete
// executable with the right hash is kept for later runs. Limits: `kept` executables of `max_bytes`
// together, evicted least recently used first; one of at most `max_bytes`. Ownership: of the memory
// files. Thread-safety: none. Errors: texts.
#pragma once

#include <sodium.h>

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "daemons/host/session/session_place.h"
#include "daemons/host/wire/host_message.h"
#include "mmps/base/fixed_limits.h"
#include "mmps/trust/descriptor.h"

namespace mentat::host {

using mmps::trust::descriptor;

struct executable {
  content_hash hash{};
  std::uint64_t size = 0;
  descriptor content;  // sealed
};

// Receives an executable piece by piece, in order, from a file of this host or from another host.
class executable_intake {
 public:
  [[nodiscard]] static expected<executable_intake> begin(std::uint64_t size);
  // Returns the reason why it can never be complete, else an empty text.
  [[nodiscard]] std::string add(std::uint64_t offset, std::span<const std::byte> bytes);
  [[nodiscard]] bool whole() const { return have_ == size_; }
  [[nodiscard]] std::uint64_t have() const { return have_; }
  // REQUIRES: whole(). Seals it.
  [[nodiscard]] expected<std::shared_ptr<const executable>> finish();

 private:
  executable_intake(std::uint64_t size, descriptor content);
  std::uint64_t size_, have_ = 0;
  descriptor content_;
  crypto_generichash_state hash_;
};

class executables {
 public:
  static constexpr std::size_t kept = 16;
  static constexpr std::uint64_t max_bytes = fixed::executable.value;

  void keep(std::shared_ptr<const executable> fresh);
  [[nodiscard]] std::shared_ptr<const executable> find(const content_hash& hash);  // null: not here

 private:
  std::list<std::shared_ptr<const executable>> newest_first_;
};

}  // namespace mentat::host
