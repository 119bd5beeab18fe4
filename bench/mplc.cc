// Time of mplc for one file, and for twenty. Clang spends nearly all of it reading the included
// headers: the first file with certain headers is slow, later ones use the precompiled preamble.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

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

struct translator {
  std::string mplc, prelude;
  fs::path folder;
};

// Starts mplc for the file worker<number>.mpl.cc; returns 0 on failure.
pid_t start(const translator& with, int number) {
  const std::string stem = (with.folder / ("worker" + std::to_string(number))).string();
  std::vector<std::string> words{
      with.mplc,    stem + ".mpl.cc", "-o",
      stem + ".cc", "--preambles",    (with.folder / "preambles").string(),
      "--",         "-std=c++20",     "-I" + with.prelude};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  return posix_spawn(&child, with.mplc.c_str(), nullptr, nullptr, arguments.data(), environ) == 0
             ? child
             : 0;
}

// Seconds for `files` files, one per core in parallel; negative if mplc failed.
double translate(const translator& with, int files) {
  const int at_a_time = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const auto begin = std::chrono::steady_clock::now();
  int started = 0, running = 0;
  bool good = true;
  while (started < files || running > 0) {
    if (started < files && running < at_a_time) {
      good = start(with, started++) != 0 && good;
      ++running;
      continue;
    }
    int status = 0;
    good = wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && good;
    --running;
  }
  return good ? std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()
              : -1;
}

std::string from_environment(const char* name, const char* below) {
  const char* value = std::getenv(name);
  return value ? (fs::path(value) / below).string() : "";
}

// One sample for each round; fewer if mplc failed. `is_first`: starts without cached preambles.
std::vector<double> sample(const translator& with, int files, int rounds, bool is_first) {
  std::vector<double> samples;
  for (int round = -1; round < rounds; ++round) {
    if (is_first) fs::remove_all(with.folder / "preambles");
    const double taken = translate(with, files);
    if (taken < 0) break;
    if (round >= 0) samples.push_back(taken);
  }
  return samples;
}

void print(const char* what, const row& of, double most) {
  std::printf("  %-58s %.3f s (%.3f to %.3f, %zu runs)", what, of.median, of.min, of.p99, of.n);
  if (most > 0) std::printf("; <= %g%s", most, of.median <= most ? "" : "  MISSED");
  std::printf("\n");
}

}  // namespace

int run_mplc(int argc, char** argv) {
  CLI::App line("How long mplc takes for a file that includes <vector> and <string>.", "mplc");
  std::string json, mplc = from_environment("MENTAT_BUILT", "mplc/mplc"),
                    prelude = from_environment("MENTAT_CHECKOUT", "rts/api/include");
  int rounds = 15;
  line.add_option("--json", json, "also write the figures to this file");
  line.add_option("--rounds", rounds, "samples; the median is shown")->check(CLI::Range(1, 1000));
  line.add_option("--mplc", mplc, "the translator")->check(CLI::ExistingFile);
  line.add_option("--prelude", prelude, "the folder that has mentat/mpl.h")
      ->check(CLI::ExistingDirectory);
  try {
    line.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.exit(e) == 0 ? 0 : 2;
  }
  const fs::path folder = fs::temp_directory_path() / ("mentat-mplc-" + std::to_string(getpid()));
  fs::create_directory(folder);
  constexpr int files = 20;
  for (int i = 0; i < files; ++i)
    std::ofstream(folder / ("worker" + std::to_string(i) + ".mpl.cc")) << program;
  const translator with{mplc, prelude, folder};
  const int few = std::min(rounds, 5);
  const auto first = sample(with, 1, rounds, true), later = sample(with, 1, rounds, false),
             all = sample(with, files, few, true);
  fs::remove_all(folder);
  if (std::min(first.size(), later.size()) < static_cast<std::size_t>(rounds) ||
      all.size() < static_cast<std::size_t>(few)) {
    std::fprintf(stderr,
                 "mplc: %s failed; run it as './mentat bench mplc', or give --mplc and --prelude\n",
                 mplc.c_str());
    return 1;
  }
  const machine here = this_machine();
  row cold{.bench = "mplc",
           .name = "vector_and_string_first",
           .system = "mentat",
           .mode = "",
           .unit = "s"};
  row warm{.bench = "mplc",
           .name = "vector_and_string_later",
           .system = "mentat",
           .mode = "",
           .unit = "s"};
  row twenty{.bench = "mplc", .name = "twenty_files", .system = "mentat", .mode = "", .unit = "s"};
  summarise(first, cold);
  summarise(later, warm);
  summarise(all, twenty);
  std::printf("translating files that include <vector> and <string>:\n");
  print("the first one, which precompiles them", cold, 0);
  print("later ones, which find them", warm, 0.35);
  print("twenty, nothing precompiled before, all cores", twenty, 4);
  return json.empty() ? 0 : write_json(json, here, {cold, warm, twenty});
}

}  // namespace mentat::bench

int main(int argc, char** argv) { return mentat::bench::run_mplc(argc, argv); }
