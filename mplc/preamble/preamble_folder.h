// The folder where precompiled preambles wait for the next translation.
//
// Model: two kinds of file. KEY.list is the record of a preamble: which
// precompiled file it has, and the dependences of that file. CONTENT.pch is a precompiled file,
// named by the hash of its contents. Invariants: (1) a file appears whole, by renaming, and is
// never changed, so that translations that run at once cannot disturb one another; (2) load()
// returns bytes whose hash is their name; (3) there are at most `capacity` files of each kind, and
// those that were used last stay. Thread-safety: as that of the file system. Errors: all are
// silent, because a preamble only saves time: a file that cannot be read counts as missing, one
// that cannot be written is not kept.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/Support/MemoryBuffer.h"

namespace mentat::mplc {

[[nodiscard]] std::string hash_128(std::string_view bytes);  // 32 hexadecimal digits

struct preamble_entry {
  std::string content;                 // names the precompiled file; empty: there is none
  std::size_t usable = 0;              // how many of the run's includes can be precompiled
  std::string state;                   // hash of the files behind `looked_up`
  std::vector<std::string> looked_up;  // every name that an #include or __has_include asked for
};

class preamble_folder {
 public:
  static constexpr std::size_t capacity = 32;

  // Opens a folder that can be written: the chosen one; without a choice MENTAT_PREAMBLES, or the
  // first usable one of $XDG_CACHE_HOME/mentat/preambles, ~/.cache/mentat/preambles and
  // /tmp/mentat-UID/preambles, which must belong to the user alone.
  [[nodiscard]] static std::optional<preamble_folder> open(const std::string& chosen);

  [[nodiscard]] std::optional<preamble_entry> find(const std::string& key) const;
  [[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> load(const preamble_entry&) const;
  void keep(const std::string& key, preamble_entry, std::string_view bytes) const;
  void forget(const std::string& key) const;

 private:
  explicit preamble_folder(std::filesystem::path path) : path_(std::move(path)) {}
  [[nodiscard]] std::filesystem::path list(const std::string& key) const;
  [[nodiscard]] std::filesystem::path precompiled(const std::string& content) const;
  bool write(const std::filesystem::path& path, std::string_view bytes) const;
  void trim(std::string_view extension) const;

  std::filesystem::path path_;
};

}  // namespace mentat::mplc
