// The store of durable objects against the bare disk in the same minutes: store_bench FOLDER
// [ROUNDS [SCAN_MIB]]. Records of 200 bytes, one outstanding and in groups of 512; pwrite and
// fdatasync of as many bytes on a file that is full of zeros; a scan. FOLDER is made, and removed.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "daemons/keeper/folder/state_folder.h"
#include "daemons/keeper/store/log_scan.h"
#include "daemons/keeper/store/segment_log.h"

namespace {

using namespace mentat;
using clock_type = std::chrono::steady_clock;
using durable::record_header;
using durable::record_kind;

constexpr std::size_t record_size = 200;  // bytes
constexpr std::uint32_t objects = 100;

double seconds_since(clock_type::time_point begin) {
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "store_bench: %s\n", why.c_str());
  std::exit(1);
}

struct times {
  std::vector<double> all;  // seconds of each group

  double at(double share) {
    std::ranges::sort(all);
    return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
  }
  void print(const char* what, std::size_t records) {
    double sum = 0;
    for (const double each : all) sum += each;
    std::printf("%-28s %4zu a group: median %8.1f us, p99 %9.1f us, %10.0f records/s\n", what,
                records, 1e6 * at(0.5), 1e6 * at(0.99),
                static_cast<double>(records * all.size()) / sum);
  }
};

class bench {
 public:
  explicit bench(const std::string& path)
      : folder_(open(path)), log_(folder_.disk(), {}), body_(record_size - 40, std::byte{7}) {
    bare_ = ::open((path + "/bare").c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    const std::vector<char> zeros(1 << 20);
    for (int i = 0; i < 64; ++i)
      if (::write(bare_, zeros.data(), zeros.size()) < 0) fail("the bare file cannot be written");
    ::fsync(bare_);
    auto found = keeper::scan_log(folder_.disk(), {});
    if (!found) fail(found.error().text);
    if (const auto done = log_.start(std::move(*found), 1); !done) fail(done.error().text);
  }
  ~bench() { ::close(bare_); }

  void append(std::size_t records) {
    for (std::size_t i = 0; i < records; ++i) {
      const std::uint32_t object = next_ % objects;
      const std::uint64_t sequence = 1 + next_++ / objects;
      const record_header header{
          sequence == 1 ? record_kind::made : record_kind::effect, {{object, 1, 2}}, 1, sequence};
      if (!log_.append(header, body_)) fail("a record is refused");
    }
  }
  double group(std::size_t records) {
    const auto begin = clock_type::now();
    append(records);
    if (!log_.commit()) fail(log_.trouble()->text);
    return seconds_since(begin);
  }
  double bare(std::size_t bytes) {
    const std::vector<char> content(bytes, 7);
    if (bare_at_ + bytes > (std::uint64_t{64} << 20)) bare_at_ = 0;
    const auto begin = clock_type::now();
    if (::pwrite(bare_, content.data(), bytes, static_cast<off_t>(bare_at_)) < 0 ||
        ::fdatasync(bare_) != 0)
      fail("the bare file cannot be written");
    bare_at_ += bytes;
    return seconds_since(begin);
  }
  void fill(std::uint64_t bytes) {
    constexpr std::size_t many = 8192;
    const auto begin = clock_type::now();
    for (std::uint64_t done = 0; done < bytes; done += many * record_size) {
      append(many);
      if (!log_.commit()) fail(log_.trouble()->text);
    }
    std::printf("wrote %.0f MiB of records in groups of 8192 in %.2f s, new segments included\n",
                static_cast<double>(bytes) / (1 << 20), seconds_since(begin));
  }
  void scan() {
    std::uint64_t records = 0;
    const auto begin = clock_type::now();
    const auto found = keeper::scan_log(
        folder_.disk(), [&](const durable::record_view&, durable::record_place) { ++records; });
    const double took = seconds_since(begin);
    if (!found || !found->damages.empty()) fail("the scan finds damage");
    std::printf("scanned %.0f MiB, %llu records, in %.2f s\n",
                static_cast<double>(log_.bytes_on_disk()) / (1 << 20),
                static_cast<unsigned long long>(records), took);
  }

 private:
  static keeper::state_folder open(const std::string& path) {
    auto made = keeper::state_folder::make(path, "bench");
    if (!made) fail(made.error());
    return std::move(*made);
  }

  keeper::state_folder folder_;
  keeper::segment_log log_;
  std::vector<std::byte> body_;
  std::uint64_t next_ = 0, bare_at_ = 0;
  int bare_ = -1;
};

}  // namespace

int main(int count, char** words) {
  if (count < 2) fail("usage: store_bench FOLDER [ROUNDS [SCAN_MIB]]");
  const std::string path = std::filesystem::absolute(words[1]);
  if (std::filesystem::exists(path)) fail(path + " exists");
  const std::uint64_t rounds = count > 2 ? std::strtoull(words[2], nullptr, 10) : 2000;
  const std::uint64_t scan = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1024;
  {
    bench one(path);
    times single, grouped, bare_single, bare_grouped;
    constexpr std::size_t many = 512;
    // In turns: the disk has neighbours.
    for (std::uint64_t round = 0; round < rounds; ++round) {
      single.all.push_back(one.group(1));
      bare_single.all.push_back(one.bare(record_size));
      grouped.all.push_back(one.group(many));
      bare_grouped.all.push_back(one.bare(many * record_size));
    }
    single.print("store", 1);
    bare_single.print("pwrite and fdatasync", 1);
    grouped.print("store", many);
    bare_grouped.print("pwrite and fdatasync", many);
    one.fill(scan << 20);
    one.scan();
    one.scan();
  }
  std::filesystem::remove_all(path);
  return 0;
}
