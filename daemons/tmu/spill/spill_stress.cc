// More tokens than memory through a token-matching unit: spill_stress TOKENS_MIB MEMORY_MIB
// MOST_RESIDENT_MIB [TOKEN_BYTES]
//
// Every unit has two tokens. First all first ones come, then, in another order, all second ones;
// only then are the units delivered, in a third order, some to processes that die. Every delivered
// body is compared with the one that was sent. Succeeds if nothing is wrong, nothing is left, and
// the process never had more than MOST_RESIDENT_MIB in memory.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "daemons/tmu/spill/spill_file.h"
#include "daemons/tmu/token_matching_unit.h"
#include "mmps/base/random.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::uint64_t units_in_a_process = 1000;
const mmps_name self = mmps_name::of_process(1, 1, 2, 1),
                manager = mmps_name::of_process(1, 1, 1, 1);

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAILED: %s\n", what.c_str());
  std::exit(1);
}

// The i-th of `count` in an order that looks like chance: count and the step have no common factor.
std::uint64_t shuffled(std::uint64_t i, std::uint64_t count, std::uint64_t step) {
  while (count % step == 0) step += 2;
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(i) * step) % count);
}

void fill(std::vector<std::byte>& value, std::uint64_t unit, std::uint16_t argument) {
  base::random chance(unit * 2 + argument);
  for (std::size_t at = 0; at < value.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t bits = chance.next();
    std::memcpy(value.data() + at, &bits, std::min(sizeof bits, value.size() - at));
  }
}

class stress {
 public:
  stress(std::uint64_t units, std::size_t token_bytes, std::size_t memory, spill_file& store)
      : units_(units),
        value_(token_bytes),
        expected_(2 * token_bytes),
        store_(store),
        unit_({self, manager, "host", 1}, made(units, memory), &store) {}

  void run() {
    for (std::uint64_t i = 0; i < units_; ++i) give_token(i, 0);
    for (std::uint64_t i = 0; i < units_; ++i) give_token(shuffled(i, units_, 7919), 1);
    std::printf("%llu tokens are in; %llu were spilled, %.0f MiB are on disk, %.0f MiB in memory\n",
                static_cast<unsigned long long>(2 * units_),
                static_cast<unsigned long long>(unit_.database().spilled()),
                static_cast<double>(store_.bytes_on_disk()) / mebibyte,
                static_cast<double>(unit_.database().used()) / mebibyte);
    for (std::uint64_t i = 0; i < units_; i += units_in_a_process) run_process(i);
    if (unit_.database().units() != 0 || unit_.database().used() != 0) fail("units are left");
    if (store_.bytes_on_disk() > 128 * mebibyte) fail("segments are left");
  }

 private:
  static limits made(std::uint64_t units, std::size_t memory) {
    limits limits;
    limits.asked_at_first = limits.asked_at_once = units;
    limits.memory = memory;
    return limits;
  }

  static tag tag_of(std::uint64_t unit) { return {base::random(unit).next(), unit}; }

  std::vector<mentat_message> step(mentat_message&& message) {
    unit_.step(now_, std::move(message));
    return unit_.take_output();
  }

  void give_token(std::uint64_t unit, std::uint16_t argument) {
    fill(value_, unit, argument);
    mentat_message token{std::span<const std::byte>(value_)};
    token.header.type = static_cast<std::uint8_t>(message_type::token);
    token.header.tag = tag_of(unit);
    token.header.argument = argument;
    token.header.argument_count = 2;
    if (step(std::move(token)).size() != argument)
      fail("a token was not taken: " + std::string(text_of(unit_.database().last_fault())));
  }

  // The units from `first` on run in one process; every sixth one dies and they run in another.
  void run_process(std::uint64_t first) {
    const std::uint64_t end = std::min(first + units_in_a_process, units_);
    const auto number = static_cast<std::uint32_t>(3 + (first / units_in_a_process) % 1000);
    mmps_name process = mmps_name::of_process(1, 1, number, 1);
    std::uint8_t attempt = 1;
    for (std::uint64_t i = first; i < end; ++i) deliver(i, process, attempt);
    if ((first / units_in_a_process) % 6 == 5) {
      mentat_message down;
      down.header.type = static_cast<std::uint8_t>(message_type::down);
      down.header.source = process;
      step(std::move(down));
      process = mmps_name::of_process(2, 1, number, 1);
      ++attempt;
      for (std::uint64_t i = first; i < end; ++i) deliver(i, process, attempt);
    }
    for (std::uint64_t i = first; i < end; ++i) finish(i, process, attempt);
  }

  void deliver(std::uint64_t i, const mmps_name& process, std::uint8_t attempt) {
    const std::uint64_t unit = shuffled(i, units_, 104'729);
    std::array<std::byte, sizeof(mmps_name)> name;
    mmps::put_name(name.data(), process);
    mentat_message answer{std::span<const std::byte>(name)};
    answer.header.type = static_cast<std::uint8_t>(message_type::instantiated);
    answer.header.source = manager;
    answer.header.tag = tag_of(unit);
    answer.header.attempt = attempt;
    const std::vector<mentat_message> out = step(std::move(answer));
    if (out.size() != 1 || out[0].body().size() != expected_.size())
      fail("a unit was not delivered");
    fill(value_, unit, 0);
    std::ranges::copy(value_, expected_.begin());
    fill(value_, unit, 1);
    std::ranges::copy(value_, expected_.begin() + static_cast<std::ptrdiff_t>(value_.size()));
    if (std::memcmp(out[0].body().data(), expected_.data(), expected_.size()) != 0)
      fail("a value is wrong");
  }

  void finish(std::uint64_t i, const mmps_name& process, std::uint8_t attempt) {
    mentat_message done;
    done.header.type = static_cast<std::uint8_t>(message_type::finished);
    done.header.source = process;
    done.header.tag = tag_of(shuffled(i, units_, 104'729));
    done.header.attempt = attempt;
    step(std::move(done));
  }

  std::uint64_t units_;
  std::vector<std::byte> value_, expected_;
  spill_file& store_;
  token_matching_unit unit_;
  base::instant now_{1};
};

double resident_mebibytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::string folder;  // removed at the exit

int run(std::size_t tokens, std::size_t memory, std::size_t max_resident, std::size_t token_bytes) {
  const char* where = std::getenv("TEST_TMPDIR");
  folder = std::string(where ? where : "/tmp") + "/spill_stress.XXXXXX";
  if (!mkdtemp(folder.data())) fail("no temporary folder");
  std::atexit([] { std::filesystem::remove_all(folder); });
  auto store = spill_file::open({.directory = folder});
  if (!store) fail(store.error().text);
  const auto begin = std::chrono::steady_clock::now();
  stress(std::max<std::uint64_t>(tokens / (2 * token_bytes), 1), token_bytes, memory, **store)
      .run();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const double resident = resident_mebibytes();
  std::printf("%.1f s, at most %.0f MiB resident, every value right, nothing left\n",
              elapsed.count(), resident);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (resident > static_cast<double>(max_resident))
    fail("more than " + std::to_string(max_resident) + " MiB resident");
#else
  (void)max_resident;  // sanitizers take memory of their own
#endif
  return 0;
}

}  // namespace
}  // namespace mentat::tmu

int main(int argc, char** argv) {
  if (argc < 4) {
    std::printf("usage: spill_stress TOKENS_MIB MEMORY_MIB MOST_RESIDENT_MIB [TOKEN_BYTES]\n");
    return 2;
  }
  const auto number = [&](int index) {
    return static_cast<std::size_t>(std::strtoull(argv[index], nullptr, 10));
  };
  return mentat::tmu::run(number(1) << 20, number(2) << 20, number(3), argc > 4 ? number(4) : 4096);
}
