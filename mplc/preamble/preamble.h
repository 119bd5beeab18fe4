// The precompiled preamble: the declarations of the headers at the beginning of a file, parsed once
// and kept for the files that begin alike.
//
// Model: the preamble of a file is the run of `#include <name>` that its text begins
// with, quoted includes followed; so it holds the very tokens that the parser would see first. The
// file itself is then parsed whole, and its includes are passed over because their guards are set.
// Invariants: (1) all that is in a preamble are system headers, reached by absolute paths, and the
// prelude; each include is guarded, so that nothing is declared twice; none contains MPL. (2) A
// preamble is used only while every name that was looked up for it leads to the files that it led
// to then, unchanged, in every folder of the search path. (3) Flags and Clang are those that it was
// made with. Ownership: borrows the files. Thread-safety: none. Errors: without a preamble the
// translation takes longer and is otherwise the same.
#pragma once

#include <string>

#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "mplc/lower/source_files.h"

namespace mentat::mplc {

enum class preamble_use { none, found, made };

class preamble {
 public:
  // `folder` as for preamble_folder::open().
  preamble(source_files& files, std::string folder);

  // The file system through which Clang sees the preamble.
  [[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system() const {
    return overlay_;
  }

  // Makes the invocation begin with its file's preamble. The manager is over file_system().
  preamble_use use_in(clang::CompilerInvocation&, clang::FileManager&);

  // Drops the preamble: it was used and Clang rejected it.
  void forget() const;

  // The path by which Clang knows the prelude of a preamble; else empty.
  [[nodiscard]] const std::string& prelude() const { return prelude_; }

 private:
  source_files& files_;
  std::string folder_, key_, prelude_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay_;
};

}  // namespace mentat::mplc
