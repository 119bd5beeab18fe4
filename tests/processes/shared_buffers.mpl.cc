// Large buffers that the processes of a host share: without a copy, read-only, and beyond the death
// of the process that made them. With MENTAT_PLACEMENT=elsewhere no call runs in the driver.
//
//   shared_buffers share        arguments and results of each kind are mapped, not copied
//   shared_buffers maker_dies   the process that made a buffer is killed
//   shared_buffers reader_dies FILE  a process that reads one is killed, the first time (FILE
//   records
//                               that it has happened)
//   shared_buffers write        a member function writes into a buffer that it got
//   shared_buffers write_own    the main program writes into a buffer that it made
//   shared_buffers many         more buffers than a process may share
//   shared_buffers again FILE   one buffer after the other; some are kept elsewhere, and a process
//                               that has some is killed (FILE as above)
#include <mentat/buffer.h>
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using values = mentat::buffer<double>;

namespace {

constexpr std::size_t count = 1 << 17;  // 1 MiB

// Whether the memory at that address is that of a block which other processes may have.
bool is_in_block(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    words >> std::hex >> first >> dash >> end;
    if (wanted >= first && wanted < end) return line.find("/memfd:mentat") != std::string::npos;
  }
  return false;
}

// Descriptors of blocks, which have at least 256 KiB and are smaller than the shared memory of
// messages by their number of bytes.
int open_blocks() {
  int found = 0;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    const std::string file = std::filesystem::read_symlink(entry, none).string();
    if (file.starts_with("/memfd:mentat") &&
        std::filesystem::file_size(entry, none) == count * sizeof(double))
      ++found;
  }
  return found;
}

values counting() {
  return values::make(count, [](std::span<double> to) { std::iota(to.begin(), to.end(), 0.0); });
}
double sum_of(const values& all) { return std::accumulate(all.begin(), all.end(), 0.0); }

}  // namespace

class [[mentat::persistent]] shelf {
 public:
  void keep(values one) { kept_.push_back(one); }
  values give(int k) { return kept_[static_cast<std::size_t>(k)]; }
  values make() { return counting(); }
  double sum(int k) { return sum_of(kept_[static_cast<std::size_t>(k)]); }
  bool is_shared(int k) { return is_in_block(kept_[static_cast<std::size_t>(k)].data()); }
  bool is_elsewhere(int driver) { return getpid() != driver; }
  // Of the same memory, although it came twice.
  bool is_the_same(int a, int b) {
    return kept_[static_cast<std::size_t>(a)].data() == kept_[static_cast<std::size_t>(b)].data();
  }
  void clear() { kept_.clear(); }
  // All those that were kept, each with its number in every element.
  int right(int step) {
    int found = 0;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      const double number = static_cast<double>(k) * step;
      found += std::ranges::all_of(kept_[k], [=](double one) { return one == number; });
    }
    return found;
  }
  int blocks() { return open_blocks(); }
  int overwrite(values one) {
    const_cast<double*>(one.data())[1] = 7;
    return 1;
  }
  void die() { kill(getpid(), SIGKILL); }

 private:
  std::vector<values> kept_;
};

class [[mentat::regular]] reader {
 public:
  double sum(values all) { return sum_of(all); }
  double sum_of_two(values first, values second) { return sum_of(first) - sum_of(second); }
  bool is_shared(values all) { return is_in_block(all.data()); }
  values half(values all) { return all.slice(0, count / 2); }
  // Returns the buffer, unless its elements change meanwhile.
  values back(values all, double number, const std::string& file) {
    if (number == 20 && open(file.c_str(), O_CREAT | O_EXCL, 0600) >= 0) kill(getpid(), SIGKILL);
    for (int round = 0; round < 3; ++round)
      for (double one : all)
        if (one != number) return {};
    return all;
  }
  double sum_once(values all, const std::string& file) {
    if (open(file.c_str(), O_CREAT | O_EXCL, 0600) >= 0) kill(getpid(), SIGKILL);
    return sum_of(all);
  }
};

namespace {

constexpr double whole = static_cast<double>(count) * (count - 1) / 2;

int share() {
  shelf far;
  mentat::create(far);
  reader near;
  const values made = counting();
  const values kept(std::vector<double>(made.begin(), made.end()));
  bool elsewhere = far.is_elsewhere(getpid());
  std::printf("elsewhere: %d; in blocks: %d %d\n", elsewhere, is_in_block(made.data()),
              is_in_block(kept.data()));
  far.keep(made);
  far.keep(kept);
  far.keep(kept);
  far.keep(made.slice(5, count / 2));
  bool first = far.is_shared(0), second = far.is_shared(1), part = far.is_shared(3);
  bool same = far.is_the_same(1, 2);
  std::printf("argument of an object: %d %d %d, once: %d\n", first, second, part, same);
  double sums[] = {far.sum(0), far.sum(1), far.sum(3)};
  std::printf("sums: %d %d %g\n", sums[0] == whole, sums[1] == whole, sums[2]);
  bool of_call = near.is_shared(made), of_vector = near.is_shared(kept);
  std::printf("argument of a regular class: %d %d\n", of_call, of_vector);
  double difference = near.sum_of_two(made, kept);
  std::printf("two arguments: %g\n", difference);
  const values back = far.give(0), fresh = far.make(), half = near.half(made);
  std::printf("results: %d %d %d, %d %d %d\n", is_in_block(back.data()), is_in_block(fresh.data()),
              is_in_block(half.data()), back == made, fresh == made,
              half == made.slice(0, count / 2));
  return 0;
}

int maker_dies() {
  const int before = open_blocks();
  {
    shelf far;
    mentat::create(far);
    values made = far.make();
    std::printf("shared: %d\n", is_in_block(made.data()));
    far.die();
    try {
      double lost = far.sum(0);
      std::printf("%g\n", lost);
    } catch (const mentat::object_lost&) {
      std::printf("object_lost\n");
    }
    shelf other;
    mentat::create(other);
    other.keep(made);  // handed on by a process that did not make it
    double sum = other.sum(0);
    bool shared = other.is_shared(0);
    std::printf("sums: %d %d, handed on: %d\n", sum_of(made) == whole, sum == whole, shared);
    other.clear();
    int there = other.blocks();
    std::printf("left there: %d\n", there);
  }
  std::printf("left: %d\n", open_blocks() - before);
  return 0;
}

int reader_dies(const std::string& file) {
  const int before = open_blocks();
  {
    const values made = counting();
    reader r;
    std::vector<double> sums(6);
    for (double& one : sums) one = r.sum_once(made, file);
    int right = 0;
    for (double one : sums) right += one == whole;
    std::printf("sums: %d\n", right);
  }
  // The calls keep their arguments until the news that they are over arrive.
  for (reader r; open_blocks() > before;) {
    double none = r.sum(values());
    if (none != 0) return 1;
  }
  std::printf("left: 0\n");
  return 0;
}

int write() {
  const values made = counting();
  shelf far;
  mentat::create(far);
  try {
    int written = far.overwrite(made);
    std::printf("written %d\n", written);
  } catch (const mentat::object_lost& error) {
    std::printf("%s\n", error.what());
  }
  std::printf("unchanged: %d\n", made[1] == 1);
  return 0;
}

int write_own() {
  const values made = counting();
  const_cast<double*>(made.data())[1] = 7;
  std::printf("written\n");
  return 0;
}

// The number of the file in which the block with that address is; 0: in none.
std::uint64_t file_of(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    std::string rights, offset, device;
    std::uint64_t file = 0;
    words >> std::hex >> first >> dash >> end >> rights >> offset >> device >> std::dec >> file;
    if (wanted >= first && wanted < end) return file;
  }
  return 0;
}

int again(const std::string& file) {
  constexpr int number = 96, step = 8;
  shelf far;
  mentat::create(far);
  reader near;
  std::set<std::uint64_t> files;
  int right = 0;
  for (int k = 0; k < number; k += 2) {
    std::vector<values> back(2);
    for (int each = 0; each < 2; ++each) {
      const values made = values::make(count, [&](std::span<double> to) {
        right += std::ranges::all_of(to, [](double one) { return one == 0; });
        std::ranges::fill(to, k + each);
      });
      files.insert(file_of(made.data()));
      if ((k + each) % step == 0) far.keep(made);
      back[static_cast<std::size_t>(each)] = near.back(made, k + each, file);
    }
    for (const values& one : back) right += one.size() == count;
  }
  int kept = far.right(step);
  std::printf("right: %d, kept: %d, files: %s\n", right == 2 * number, kept == number / step,
              files.size() < number ? "fewer" : "all");
  return 0;
}

int many() {
  shelf far;
  mentat::create(far);
  std::vector<values> all;
  for (int k = 0; k < 300; ++k) all.push_back(counting());
  for (const values& one : all) far.keep(one);
  int shared = 0;
  double sum = 0;
  for (int k = 0; k < 300; ++k) {
    double one = far.sum(k);
    bool is = far.is_shared(k);
    sum += one;
    shared += is;
  }
  std::printf("right: %d, shared: %s\n", sum == 300 * whole,
              shared == 0    ? "none"
              : shared < 300 ? "some"
                             : "all");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "share") return share();
  if (what == "maker_dies") return maker_dies();
  if (what == "reader_dies" && argc > 2) return reader_dies(argv[2]);
  if (what == "write") return write();
  if (what == "write_own") return write_own();
  if (what == "many") return many();
  if (what == "again" && argc > 2) return again(argv[2]);
  return 2;
}
