// libFuzzer's target for a whole translation, in the process. Programs include <mentat/mpl.h>
// alone, so that one takes milliseconds.
//
// Invariants: 1. No crash, and no more than 1 s for 64 KiB. 2. Nothing is made after an error.
// 3. A refused text has an error with its place. 4. No fault of mplc's own, such as edits
// that overlap. 5. The output has every line of the user's.
// Guidance: Clang's libraries are not instrumented; the reports and the kinds of text that were
// made stand in for coverage. The folder of the input is $TEST_TMPDIR, the prelude's
// $MENTAT_PRELUDE; $MENTAT_STANDARD is a stand-in for the standard library.

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "mplc/fuzz/lowered_checks.h"
#include "mplc/fuzz/token_mutator.h"
#include "mplc/parse/frontend.h"
#include "mplc/text/hashes.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using mentat::mplc::must;

// libFuzzer counts each non-zero counter as a feature that the input reached.
__attribute__((section("__libfuzzer_extra_counters"), used)) std::uint8_t reached[1 << 14];

void reach(std::string_view what) {
  reached[mentat::mplc::fnv1a_32(what) % std::size(reached)] = 1;
}

// The messages without their quotations.
void reach_reports(const std::string& said) {
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find(": ");
    if (begin == std::string::npos || line.find(".mpl.cc") == std::string::npos) continue;
    std::string kind;
    bool quoted = false;
    for (const char c : line.substr(begin)) {
      if (c == '\'') quoted = !quoted;
      if (!quoted && std::isdigit(static_cast<unsigned char>(c)) == 0) kind += c;
    }
    reach(kind);
  }
}

// Names of the run-time system, with the one before.
void reach_names(const std::string& text) {
  std::string last;
  for (auto at = text.find("mentat"); at != std::string::npos;) {
    std::size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                 text[end] == '_' || text[end] == ':'))
      ++end;
    const std::string name = text.substr(at, end - at);
    reach(name.substr(0, 20));
    reach(last + name.substr(0, 20));
    last = name.substr(0, 20);
    at = text.find("mentat", end);
  }
}

class input_file {
 public:
  input_file() {
    const char* folder = std::getenv("TEST_TMPDIR");
    path_ = (std::filesystem::path(folder != nullptr ? folder : "/tmp") /
             ("fuzz" + std::to_string(getpid()) + ".mpl.cc"))
                .string();
  }
  ~input_file() { std::filesystem::remove(path_); }
  void write(std::string_view text) const { std::ofstream(path_, std::ios::binary) << text; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

mentat::mplc::translation_request request_for(const std::string& path) {
  static const std::string resources = mentat::mplc::find_resource_directory();
  const char *prelude = std::getenv("MENTAT_PRELUDE"), *standard = std::getenv("MENTAT_STANDARD");
  must(prelude != nullptr && standard != nullptr, "MENTAT_PRELUDE or MENTAT_STANDARD is not set");
  mentat::mplc::translation_request made;
  made.input = path;
  made.line_name = "in.mpl.cc";
  made.output_name = "out.cc";
  made.header_name = "out.h";
  made.resource_directory = resources;
  made.compiler_line = {"-std=c++20", "-nostdinc++", "-I", prelude, "-include", standard};
  made.use_preamble = false;
  made.frees_memory = true;
  return made;
}

// mplc works on a deep stack, and reports its overflow. Here the run ends with status 99.
void on_fault(int, siginfo_t* fault, void* context) {
  const auto stack =
      static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  const auto at = reinterpret_cast<std::uintptr_t>(fault->si_addr);
  if (at + 65536 > stack && at < stack + 65536) _exit(99);
  signal(SIGSEGV, SIG_DFL);
}

}  // namespace

// Replaces libFuzzer's handler, which has no stack of its own: to be run with -handle_segv=0.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  static std::array<char, 65536> memory;
  stack_t stack{};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = &on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (seed % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text =
      mentat::mplc::token_mutator({reinterpret_cast<const char*>(data), size}, seed).run();
  const std::size_t kept = std::min(text.size(), most);
  std::copy_n(text.begin(), kept, data);
  return kept;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Other files of the machine do not concern the fuzzer, and they take long.
  for (auto at = text.find("include"); at != std::string_view::npos;
       at = text.find("include", at + 1))
    if (!text.substr(at + 7).starts_with(" <mentat/mpl.h>")) return -1;
  static const input_file file;
  file.write(text);
  std::ostringstream said;
  std::streambuf* const before = std::cerr.rdbuf(said.rdbuf());
  mentat::mplc::diagnostics reports({true, true, false});
  mentat::mplc::stage_times times;
  std::optional<mentat::mplc::translation> made;
  {
    const mentat::mplc::time_limit limit(size);
    made = mentat::mplc::translate(request_for(file.path()), reports, times);
  }
  reports.print();
  std::cerr.rdbuf(before);
  const std::string messages = said.str();
  must(messages.find("fault of mplc") == std::string::npos, messages.c_str());
  must(!made || !reports.failed(), "a translation in spite of an error");
  must(made || reports.failed(), "neither a translation nor an error");
  must((messages.find(" error: ") != std::string::npos) == reports.failed(),
       "an error without a message, or not counted");
  if (made)
    must(std::ranges::count(made->text, '\n') >= std::ranges::count(text, '\n') &&
             !made->text.empty(),
         "lines of the user's are missing");
  reach_reports(messages);
  if (made) reach_names(made->text);
  return 0;
}
