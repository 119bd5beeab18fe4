// The way of one file through the stages: lower, parse, analyse, emit. The text at its beginning
// may have been parsed before (mplc/preamble/preamble.h).
//
// Ownership: borrows the reports. Thread-safety: one translation at a time (Clang's attribute
// registry is global). Errors: are reported; the result is then empty and nothing may be written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mplc/emit/explanation.h"
#include "mplc/facts/call_profile.h"
#include "mplc/facts/space_uses.h"
#include "mplc/text/diagnostics.h"

namespace mentat::mplc {

struct translation_request {
  std::string input;            // path of the file
  std::string line_name;        // its name in #line
  std::string output_name;      // the generated file's name in #line
  std::string header_name;      // the header's name as the server file includes it
  std::string first_line = {};  // of each generated file: a comment
  bool is_header = false;
  bool readable = false;                   // make readable text, see mplc/emit/readable.h
  bool explain = false;                    // fill translation::explained
  bool binds_python = false;               // fill translation::python
  std::string resource_directory;          // Clang's folder with its builtin headers
  std::vector<std::string> compiler_line;  // flags as for a compiler, without the input
  bool use_preamble = true;
  std::vector<std::string> inputs;        // files that might be read; see translation::unused
  const call_profile* profile = nullptr;  // of a run of the program, if there is one
  std::string preambles;                  // folder of precompiled preambles; empty: the user's
  // frees Clang's memory, for translations of many files in one process
  bool frees_memory = false;
};

struct translation {
  std::string text;    // the generated source or header
  std::string server;  // the server sections of a header; else empty
  std::string python;  // the binding of its classes (mplc/emit/python_binding.h)
  explanation explained;
  std::vector<space_use> space_uses;
  std::vector<std::string> unused;  // the inputs on which the translation does not depend
};

struct stage_times {
  double preamble = 0, lowering = 0, parsing = 0, analysis = 0;  // milliseconds
  std::string preamble_use;                                      // "found", "made" or "not used"
};

[[nodiscard]] std::optional<translation> translate(const translation_request&, diagnostics&,
                                                   stage_times&);

// Clang's builtin headers, found beside the Clang library that this program runs with; empty when
// they are not there.
[[nodiscard]] std::string find_resource_directory();

}  // namespace mentat::mplc
