#pragma once

#include <string>
#include <vector>

#include "tools/mentat/installation.h"
#include "tools/mentat/problem.h"

namespace mentat::command {

/// What `mentat launch --bring` copies to a host without Mentat: the commands `mentat` and
/// `mentat-host` of this installation, and the shared libraries that they need, without those of
/// the C library. Owns its bytes. Immutable, so thread-safe.
struct brought_copy {
  std::string archive;  // a compressed tar, the same for the same installation
  std::string name;     // VERSION-HASH, of the archive

  /// Runs `mentat` of the copy there, with the words that follow as its arguments: `sh` and its
  /// script, which says MENTAT-BRING and reads the archive from its standard input if the copy is
  /// not in ~/.cache/mentat yet.
  std::vector<std::string> words() const;
};

/// Errors: no `tar`, no room in the folder for temporary files.
expected<brought_copy> make_brought_copy(const installation& here);

}  // namespace mentat::command
