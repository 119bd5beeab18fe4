// How long mplc takes for one file: nearly all of it is Clang reading the headers that the file includes, so the first file
// that begins with certain headers takes long, and later ones find these precompiled.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bench/rows.h"

extern char** environ;

namespace mentat::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* program = R"(#include <mentat/mpl.h>
#include <string>
#include <vector>
class [[mentat::regular]] worker {
 public:
  std::vector<std::string> split(std::string text, char at) {
    std::vector<std::string> parts(1);
    for (char c : text)
      if (c == at) parts.emplace_back();
      else parts.back() += c;
    return parts;
  }
};
int main() {
  worker w;
  std::vector<std::string> parts = w.split("a,b", ',');
  return parts.size() == 2 ? 0 : 1;
}
)";

// Seconds, or a negative number if mplc failed.
double translate(const std::string& mplc, const fs::path& folder, const std::string& prelude) {
  std::vector<std::string> words{mplc, (folder / "worker.mpl.cc").string(), "-o", (folder / "worker.cc").string(), "--preambles",
                                 (folder / "preambles").string(), "--", "-std=c++20", "-I" + prelude};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  if (posix_spawn(&child, mplc.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  waitpid(child, &status, 0);
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? taken : -1;
}

std::string from_environment(const char* name, const char* below) {
  const char* value = std::getenv(name);
  return value ? (fs::path(value) / below).string() : "";
}

// One sample for each round; fewer if mplc failed. `is_first`: with an empty folder of preambles.
std::vector<double> sample(const std::string& mplc, const fs::path& folder, const std::string& prelude, int rounds, bool is_first) {
  std::vector<double> samples;
  for (int round = -1; round < rounds; ++round) {
    if (is_first) fs::remove_all(folder / "preambles");
    const double taken = translate(mplc, folder, prelude);
    if (taken < 0) break;
    if (round >= 0) samples.push_back(taken);
  }
  return samples;
}

}  // namespace

int run_translation(int argc, char** argv) {
  CLI::App line("How long mplc takes for a file that includes <vector> and <string>.", "translation");
  std::string json, mplc = from_environment("MENTAT_BUILT", "mplc/mplc"),
                    prelude = from_environment("MENTAT_CHECKOUT", "rts/api/include");
  int rounds = 15;
  line.add_option("--json", json, "also write the figures to this file");
  line.add_option("--rounds", rounds, "samples; the median is shown")->check(CLI::Range(1, 1000));
  line.add_option("--mplc", mplc, "the translator")->check(CLI::ExistingFile);
  line.add_option("--prelude", prelude, "the folder that has mentat/mpl.h")->check(CLI::ExistingDirectory);
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  const fs::path folder = fs::temp_directory_path() / ("mentat-translation-" + std::to_string(getpid()));
  fs::create_directory(folder);
  std::ofstream(folder / "worker.mpl.cc") << program;
  const auto first = sample(mplc, folder, prelude, rounds, true);
  const auto later = sample(mplc, folder, prelude, rounds, false);
  fs::remove_all(folder);
  if (std::min(first.size(), later.size()) < static_cast<std::size_t>(rounds)) {
    std::fprintf(stderr, "translation: %s failed; run it as './mentat bench translation', or give --mplc and --prelude\n", mplc.c_str());
    return 1;
  }
  const machine here = this_machine();
  row cold{.bench = "translation", .name = "vector_and_string_first", .system = "mentat", .mode = "", .unit = "s"};
  row warm{.bench = "translation", .name = "vector_and_string_later", .system = "mentat", .mode = "", .unit = "s"};
  summarise(first, cold);
  summarise(later, warm);
  std::printf("translating a file that includes <vector> and <string>:\n");
  std::printf("  the first, which precompiles them: %.3f s (%.3f to %.3f, %zu runs)\n", cold.median, cold.min, cold.p99, cold.n);
  std::printf("  later ones, which find them:       %.3f s (%.3f to %.3f, %zu runs); <= 0.35%s\n", warm.median, warm.min, warm.p99,
              warm.n, warm.median <= 0.35 ? "" : "  MISSED");
  return json.empty() ? 0 : write_json(json, here, {cold, warm});
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_translation(argc, argv); }
