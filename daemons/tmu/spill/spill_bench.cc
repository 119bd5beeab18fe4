// Spilling against LMDB, the embedded store that a program would otherwise use: microseconds for
// one token written, read in the order of writing, and removed; 64 bytes and 4 KiB; rounds
// interleaved, medians.
//
// LMDB as fast as it goes: no sync, writable map, transactions of 1000 tokens. Once with
// consecutive numbers as keys and MDB_APPEND, and once with tags. It is spared the checksums that
// the records of a spill file have.
#include <lmdb.h>

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
#include "mmps/base/check.h"
#include "mmps/base/random.h"
#include "mmps/wire/message_type.h"

namespace {

using namespace mentat;
using mmps::mentat_message;

constexpr std::size_t batch = 1000;

struct times {
  double write, read, remove;  // microseconds a token
};

class stopwatch {
 public:
  double lap(std::size_t tokens) {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double, std::micro> elapsed = now - begin_;
    begin_ = now;
    return elapsed.count() / static_cast<double>(tokens);
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

std::string new_folder() {
  const char* where = std::getenv("TEST_TMPDIR");
  std::string folder = std::string(where ? where : "/tmp") + "/spill_bench.XXXXXX";
  MENTAT_CHECK(mkdtemp(folder.data()), "no temporary folder");
  return folder;
}

mentat_message token_of(std::size_t length) {
  const std::vector<std::byte> body(length, std::byte{7});
  mentat_message token{std::span<const std::byte>(body)};
  token.header.type = static_cast<std::uint8_t>(mmps::message_type::token);
  token.header.argument_count = 1;
  return token;
}

times spill(std::size_t tokens, std::size_t length) {
  const std::string folder = new_folder();
  auto store = tmu::spill_file::open({.directory = folder});
  MENTAT_CHECK(store.has_value(), "the folder is not usable");
  std::vector<tmu::spill_handle> handles(tokens);
  mentat_message token = token_of(length), read;
  times taken;
  stopwatch watch;
  for (tmu::spill_handle& handle : handles) {
    token.header.link_sequence = static_cast<std::uint64_t>(&handle - handles.data());
    MENTAT_CHECK((*store)->append(token, handle) == tmu::spill_fault::none, "append");
  }
  taken.write = watch.lap(tokens);
  for (const tmu::spill_handle& handle : handles)
    MENTAT_CHECK((*store)->read(handle, read) == tmu::spill_fault::none, "read");
  taken.read = watch.lap(tokens);
  for (const tmu::spill_handle& handle : handles) (*store)->release(handle);
  taken.remove = watch.lap(tokens);
  store->reset();
  std::filesystem::remove_all(folder);
  return taken;
}

void lmdb_ok(int result) { MENTAT_CHECK(result == 0, mdb_strerror(result)); }

struct environment {
  environment() {
    lmdb_ok(mdb_env_create(&env));
    lmdb_ok(mdb_env_set_mapsize(env, std::size_t{8} << 30));
    lmdb_ok(mdb_env_open(env, folder.c_str(),
                         MDB_NOSYNC | MDB_NOMETASYNC | MDB_WRITEMAP | MDB_MAPASYNC | MDB_NOLOCK,
                         0600));
  }
  ~environment() {
    mdb_env_close(env);
    std::filesystem::remove_all(folder);
  }

  // Calls body(transaction, table, i) for every i, in transactions of a batch.
  template <class Body>
  void for_all(std::size_t tokens, unsigned flags, Body body) {
    for (std::size_t first = 0; first < tokens; first += batch) {
      MDB_txn* transaction;
      MDB_dbi table;
      lmdb_ok(mdb_txn_begin(env, nullptr, flags, &transaction));
      lmdb_ok(mdb_dbi_open(transaction, nullptr, 0, &table));
      for (std::size_t i = first; i < std::min(first + batch, tokens); ++i)
        body(transaction, table, i);
      lmdb_ok(mdb_txn_commit(transaction));
    }
  }

  std::string folder = new_folder();
  MDB_env* env = nullptr;
};

times lmdb(std::size_t tokens, std::size_t length, bool by_tag) {
  environment store;
  std::vector<std::array<std::byte, 16>> keys(tokens);
  base::random chance(1);
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::uint64_t high = by_tag ? chance.next() : __builtin_bswap64(i),
                        low = i;  // keys are compared byte by byte
    std::memcpy(keys[i].data(), &high, 8);
    std::memcpy(keys[i].data() + 8, &low, 8);
  }
  const auto key_of = [&](std::size_t i) { return MDB_val{keys[i].size(), keys[i].data()}; };
  const std::vector<std::byte> body(length, std::byte{7});
  const mentat_message token = token_of(length);
  mentat_message read;
  times taken;
  stopwatch watch;
  store.for_all(tokens, 0, [&](MDB_txn* transaction, MDB_dbi table, std::size_t i) {
    MDB_val key = key_of(i), value{mmps::header_size + length, nullptr};
    lmdb_ok(mdb_put(transaction, table, &key, &value, MDB_RESERVE | (by_tag ? 0 : MDB_APPEND)));
    std::memcpy(value.mv_data, &token.header, mmps::header_size);
    std::memcpy(static_cast<std::byte*>(value.mv_data) + mmps::header_size, body.data(), length);
  });
  taken.write = watch.lap(tokens);
  store.for_all(tokens, MDB_RDONLY, [&](MDB_txn* transaction, MDB_dbi table, std::size_t i) {
    MDB_val key = key_of(i), value;
    lmdb_ok(mdb_get(transaction, table, &key, &value));
    read = mentat_message{std::span(static_cast<const std::byte*>(value.mv_data), value.mv_size)
                              .subspan(mmps::header_size)};
  });
  taken.read = watch.lap(tokens);
  store.for_all(tokens, 0, [&](MDB_txn* transaction, MDB_dbi table, std::size_t i) {
    MDB_val key = key_of(i);
    lmdb_ok(mdb_del(transaction, table, &key, nullptr));
  });
  taken.remove = watch.lap(tokens);
  return taken;
}

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return of[of.size() / 2];
}

void compare(std::size_t tokens, std::size_t length, int rounds) {
  std::vector<times> all[3];
  for (int round = 0; round < rounds; ++round) {
    all[0].push_back(spill(tokens, length));
    all[1].push_back(lmdb(tokens, length, false));
    all[2].push_back(lmdb(tokens, length, true));
  }
  std::printf(
      "%zu tokens of %zu bytes, median of %d rounds; us a token (times as long as the spill "
      "file)\n",
      tokens, length, rounds);
  const auto middle = [&](int which, double times::* part) {
    std::vector<double> of;
    for (const times& each : all[which]) of.push_back(each.*part);
    return median(of);
  };
  const char* names[] = {"spill file", "LMDB, numbers, MDB_APPEND", "LMDB, tags"};
  for (int which = 0; which < 3; ++which) {
    std::printf("  %-27s", names[which]);
    for (const auto& [name, part] :
         {std::pair{"write", &times::write}, std::pair{"read", &times::read},
          std::pair{"remove", &times::remove}})
      std::printf("  %s %7.3f (%5.1f)", name, middle(which, part),
                  middle(which, part) / middle(0, part));
    const auto sum = [&](int of) {
      return middle(of, &times::write) + middle(of, &times::read) + middle(of, &times::remove);
    };
    std::printf("  all %7.3f (%5.1f)\n", sum(which), sum(which) / sum(0));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  compare(400'000, 64, rounds);
  compare(50'000, 4096, rounds);
}
