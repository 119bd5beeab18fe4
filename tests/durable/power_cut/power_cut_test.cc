// Power cuts of the real store, without privileges: the writes of a real program are recorded; for
// many moments a disk is computed that a power cut may leave; the real `mentat state` reads it, and
// every record that the program had called safe must be there.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "daemons/keeper/store/virtual_disk.h"
#include "mmps/base/random.h"
#include "tests/durable/power_cut/write_trace.h"

namespace mentat::durable_test {
namespace {

namespace fs = std::filesystem;

std::string recorder, writer, command;  // absolute
int cuts = 500;

struct traced {
  traced_header header;
  std::string bytes;
};

std::vector<traced> read_trace(const fs::path& path) {
  std::vector<traced> all;
  std::ifstream file(path, std::ios::binary);
  for (traced one; file.read(reinterpret_cast<char*>(&one.header), sizeof one.header);) {
    one.bytes.resize(one.header.size);
    file.read(one.bytes.data(), one.header.size);
    all.push_back(one);
  }
  return all;
}

struct outcome {
  int status = -1;
  std::string out;
};

outcome run(const std::string& words) {
  outcome made;
  FILE* const pipe = popen((words + " 2>&1").c_str(), "r");
  REQUIRE(pipe);
  for (char buffer[4096]; const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe);)
    made.out.append(buffer, got);
  const int status = pclose(pipe);
  made.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  return made;
}

// Repeats recorded calls on a virtual disk.
class replay {
 public:
  replay(std::string folder, std::uint64_t seed) : folder_(std::move(folder)), disk_(seed) {}

  void take(const traced& one) {
    const traced_header& of = one.header;
    switch (of.call) {
      case traced_call::open:
        return open(path_of(of.file, one.bytes), of.result);
      case traced_call::close:
        paths_.erase(of.file);
        files_.erase(of.file);
        return;
      case traced_call::write:
        REQUIRE_MESSAGE(paths_.contains(of.file), "the recorder has missed an open");
        if (const auto at = files_.find(of.file); at != files_.end())
          REQUIRE(disk_.write(at->second, of.offset, std::as_bytes(std::span(one.bytes))));
        return;
      case traced_call::sync:
        return sync(of.file);
      case traced_call::remove:
        REQUIRE(disk_.remove(within(path_of(of.file, one.bytes))));
        return;
      case traced_call::make_folder:
        return;
      case traced_call::tell:
        return tell(one.bytes);
    }
  }

  void cut() { disk_.cut(); }
  [[nodiscard]] const std::map<std::string, std::uint64_t>& safe() const { return safe_; }

  void write_to(const fs::path& folder) const {
    fs::remove_all(folder);
    fs::create_directories(folder / "log");
    fs::permissions(folder, fs::perms::owner_all);
    for (const std::string& name : disk_.names()) {
      const auto content = *disk_.content_of(name);
      std::ofstream(folder / name, std::ios::binary)
          .write(reinterpret_cast<const char*>(content.data()),
                 static_cast<std::streamsize>(content.size()));
    }
  }

 private:
  [[nodiscard]] std::string path_of(int folder, const std::string& name) const {
    if (name.starts_with('/')) return name;
    const auto above = paths_.find(folder);
    return fs::path((above == paths_.end() ? "" : above->second) + "/" + name).lexically_normal();
  }
  [[nodiscard]] bool is_within(const std::string& path) const {
    return path.starts_with(folder_ + "/");
  }
  [[nodiscard]] std::string within(const std::string& path) const {
    return path.substr(folder_.size() + 1);
  }

  void open(const std::string& path, int file) {
    paths_[file] = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
    files_.erase(file);
    if (!is_within(path) || paths_[file] == folder_ || path == folder_ + "/log") return;
    auto opened = disk_.open(within(path));
    if (!opened) opened = disk_.create(within(path));
    files_[file] = *opened;
  }

  void sync(int file) {
    REQUIRE_MESSAGE(paths_.contains(file), "the recorder has missed an open");
    if (const auto at = files_.find(file); at != files_.end())
      REQUIRE(disk_.sync(at->second));
    else if (paths_[file] == folder_)
      REQUIRE(disk_.sync_folder(""));
    else if (paths_[file] == folder_ + "/log")
      REQUIRE(disk_.sync_folder("log"));
  }

  void tell(const std::string& lines) {
    std::istringstream words(lines);
    std::string safe, name;
    for (std::uint64_t sequence = 0; words >> safe >> name >> sequence;) safe_[name] = sequence;
  }

  std::string folder_;
  keeper::virtual_disk disk_;
  std::map<int, std::string> paths_;
  std::map<int, keeper::disk::file> files_;
  std::map<std::string, std::uint64_t> safe_;
};

std::string words_of_writer(const std::string& folder, const fs::path& trace) {
  return std::string(trace_variable) + "=" + trace.string() + " LD_PRELOAD=" + recorder +
         " ASAN_OPTIONS=verify_asan_link_order=0 " + writer + " " + folder;
}

fs::path work() {
  const char* const folder = std::getenv("TEST_TMPDIR");
  return fs::canonical(folder ? folder : "/tmp");
}

// What is wrong with the folder, for a program that was told `safe`.
std::string fault_of(const fs::path& folder, const std::map<std::string, std::uint64_t>& safe) {
  const outcome verified = run(command + " state verify --deep --state=" + folder.string());
  if (verified.status > 1) return "verify ends with " + std::to_string(verified.status);
  if (safe.empty()) return "";
  if (verified.status != 0) return "verify: " + verified.out;
  const outcome listed = run(command + " state list --json --state=" + folder.string());
  if (listed.status != 0) return "list: " + listed.out;
  std::map<std::string, std::uint64_t> there;
  const auto read = nlohmann::json::parse(listed.out);
  for (const auto& each : read["objects"])
    if (each.contains("name")) there[each["name"].get<std::string>()] = each["records"];
  for (const auto& [name, sequence] : safe)
    if (there[name] < sequence)
      return name + ": record " + std::to_string(sequence) + " was safe, there are " +
             std::to_string(there[name]);
  return "";
}

std::vector<traced> recorded_run(const std::string& folder) {
  const fs::path trace = work() / "trace";
  fs::remove(trace);
  fs::remove_all(folder);
  // The second one goes on with what the first one has left.
  for (const char* const how : {" 7 700 5 65536", " 7 400 1 65536", " 300 900 40 65536 400"}) {
    const outcome ran = run(words_of_writer(folder, trace) + how);
    INFO(ran.out);
    REQUIRE(ran.status == 0);
  }
  return read_trace(trace);
}

}  // namespace

TEST_CASE("after each of 500 power cuts every record that was safe is there") {
  const std::string folder = (work() / "state").string();
  const std::vector<traced> all = recorded_run(folder);
  REQUIRE(all.size() > 1000);
  std::uint64_t told = 0, removed = 0;
  for (const traced& each : all) {
    told += each.header.call == traced_call::tell;
    removed += each.header.call == traced_call::remove;
  }
  CHECK(told > 500);
  CHECK(removed > 3);  // segments were cleaned
  base::random random(1);
  for (int cut = 0; cut < cuts; ++cut) {
    const std::size_t moment = random.below(all.size() + 1);
    replay disk(folder, random.next());
    for (std::size_t i = 0; i < moment; ++i) disk.take(all[i]);
    disk.cut();
    const fs::path left = work() / "left";
    disk.write_to(left);
    const std::string fault = fault_of(left, disk.safe());
    INFO("cut ", cut, " behind call ", moment);
    REQUIRE_MESSAGE(fault.empty(), fault);
  }
}

TEST_CASE("a program that lets records leave before they are safe is found") {
  // As if each fdatasync had been left out: the recorded calls without them.
  const std::string folder = (work() / "state").string();
  const std::vector<traced> all = recorded_run(folder);
  base::random random(1);
  int found = 0;
  for (int cut = 0; cut < 40 && found == 0; ++cut) {
    const std::size_t moment = random.below(all.size() + 1);
    replay disk(folder, random.next());
    for (std::size_t i = 0; i < moment; ++i)
      if (all[i].header.call != traced_call::sync || i < 50) disk.take(all[i]);
    disk.cut();
    const fs::path left = work() / "left";
    disk.write_to(left);
    found += !fault_of(left, disk.safe()).empty();
  }
  CHECK(found > 0);
}

}  // namespace mentat::durable_test

// power_cut_test RECORDER WRITER COMMAND [CUTS]
int main(int count, char** words) {
  using namespace mentat::durable_test;
  if (count < 4) return 2;
  recorder = std::filesystem::absolute(words[1]);
  writer = std::filesystem::absolute(words[2]);
  command = std::filesystem::absolute(words[3]);
  if (count > 4) cuts = std::atoi(words[4]);
  doctest::Context context(count, words);
  return context.run();
}
