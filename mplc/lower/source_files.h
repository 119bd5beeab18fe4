// The files of one translation as Clang reads them: MPL text lowered, everything else as it is on
// disk.
//
// Model: a proxy for the real file system, and the way back from places in lowered
// text to the user's text. Invariants: a file is lowered once, however it is reached; status() and
// the opened file report the same size. Ownership: owns the texts; must outlive the file system
// that it hands out. Thread-safety: none. Errors: a file that cannot be read is an error of the
// underlying file system.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "mplc/lower/lowering.h"
#include "mplc/text/diagnostics.h"
#include "mplc/text/line_table.h"

namespace mentat::mplc {

struct source_file {
  std::string path;  // as it was first opened
  std::string original;
  lowered_text lowered;
};

class source_files {
 public:
  source_files();
  ~source_files();

  [[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system() const {
    return file_system_;
  }

  // The lowered file behind a FileID; null for a file without MPL.
  [[nodiscard]] const source_file* find(const clang::SourceManager&, clang::FileID) const;
  [[nodiscard]] std::string_view original(const clang::SourceManager&, clang::FileID) const;

  // Offset in the user's text of a place inside a file (not a macro); empty for text that lowering
  // inserted.
  [[nodiscard]] std::optional<text_offset> offset(const clang::SourceManager&,
                                                  clang::SourceLocation) const;

  // Whether lowering inserted a place for Clang alone.
  [[nodiscard]] bool is_silent(const clang::SourceManager&, clang::SourceLocation) const;

  // The place that the user sees: macros at their expansion or at the argument, inserted text at
  // its anchor.
  [[nodiscard]] position place(const clang::SourceManager&, clang::SourceLocation) const;

  // Whether Clang asked for the file, by any name.
  [[nodiscard]] bool has_seen(const std::string& path) const;
  [[nodiscard]] position place(const source_file&, text_offset in_original) const;

  [[nodiscard]] double lowering_milliseconds() const;

 private:
  class proxy;
  const line_table& lines_of(std::string_view text) const;

  // For texts with reports, by address: thousands of reports may be about one text.
  mutable std::map<const char*, line_table> lines_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system_;
  proxy* files_;  // the same
};

// Line, column and text of the line at an offset of a text.
[[nodiscard]] position position_in(std::string_view file, std::string_view text,
                                   const line_table& lines, text_offset offset);

}  // namespace mentat::mplc
