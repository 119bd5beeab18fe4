// Spilling against LMDB, the embedded store that a program would otherwise use: microseconds for
// one token written, read in the order of writing, and removed, and for all three in steady flow;
// 64 bytes and 4 KiB; rounds interleaved, medians.
//
// LMDB without sync, in transactions of 1000 tokens, spared the checksums that the records of a
// spill file have, in three ways:
//  - tags: as the token database would use it; a full disk is an error;
//  - numbers: consecutive keys, MDB_APPEND: an index of tags is kept elsewhere, as with a spill
//    file; a full disk is an error;
//  - numbers, mapped: also MDB_WRITEMAP: the fastest it can be, but a full disk kills the process
//    with SIGBUS.
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
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace {

using namespace mentat;
using mmps::mentat_message;

constexpr std::size_t batch = 1000;

struct times {
  double write, read,
      remove;   // microseconds a token, of many that are written, then read, then removed
  double flow;  // all three of one token, while as many as in `in_flow` are stored
};

std::size_t in_flow(std::size_t length) { return (std::size_t{48} << 20) / (length + 128); }

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

  const std::size_t stored = in_flow(length), flow = 3 * stored;
  handles.assign(flow, {});
  for (std::size_t i = 0; i < flow; ++i) {
    if (i == stored) watch.lap(1);
    MENTAT_CHECK((*store)->append(token, handles[i]) == tmu::spill_fault::none, "append");
    if (i < stored) continue;
    MENTAT_CHECK((*store)->read(handles[i - stored], read) == tmu::spill_fault::none, "read");
    (*store)->release(handles[i - stored]);
  }
  taken.flow = watch.lap(flow - stored);
  store->reset();
  std::filesystem::remove_all(folder);
  return taken;
}

void lmdb_ok(int result) { MENTAT_CHECK(result == 0, mdb_strerror(result)); }

struct environment {
  explicit environment(unsigned flags) {
    lmdb_ok(mdb_env_create(&env));
    lmdb_ok(mdb_env_set_mapsize(env, std::size_t{8} << 30));
    lmdb_ok(
        mdb_env_open(env, folder.c_str(), MDB_NOSYNC | MDB_NOMETASYNC | MDB_NOLOCK | flags, 0600));
  }
  ~environment() {
    mdb_env_close(env);
    std::filesystem::remove_all(folder);
  }

  std::string folder = new_folder();
  MDB_env* env = nullptr;
};

class lmdb_rounds {
 public:
  lmdb_rounds(std::size_t length, bool by_tag, bool mapped)
      : store_(mapped ? MDB_WRITEMAP | MDB_MAPASYNC : 0),
        token_(token_of(length)),
        by_tag_(by_tag) {}

  times run(std::size_t tokens) {
    const std::size_t stored = in_flow(token_.body().size()), flow = 3 * stored;
    make_keys(std::max(tokens, flow));
    times taken;
    stopwatch watch;
    for_all(0, tokens, 0, &lmdb_rounds::put);
    taken.write = watch.lap(tokens);
    for_all(0, tokens, MDB_RDONLY, &lmdb_rounds::get);
    taken.read = watch.lap(tokens);
    for_all(0, tokens, 0, &lmdb_rounds::remove);
    taken.remove = watch.lap(tokens);

    for_all(0, stored, 0, &lmdb_rounds::put);
    watch.lap(1);
    for (std::size_t i = stored; i < flow; i += batch) {
      for_all(i, std::min(i + batch, flow), 0, &lmdb_rounds::put);
      const std::size_t old = i - stored;
      for_all(old, old + batch, 0, &lmdb_rounds::take);
    }
    taken.flow = watch.lap(flow - stored);
    return taken;
  }

 private:
  using step = void (lmdb_rounds::*)(MDB_txn*, MDB_dbi, MDB_val key);

  void make_keys(std::size_t count) {
    keys_.resize(count);
    base::random chance(1);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t high =
          by_tag_ ? chance.next() : __builtin_bswap64(i);  // keys are compared byte by byte
      std::memcpy(keys_[i].data(), &high, 8);
      std::memcpy(keys_[i].data() + 8, &i, 8);
    }
  }

  // In transactions of a batch.
  void for_all(std::size_t begin, std::size_t end, unsigned flags, step step) {
    for (std::size_t first = begin; first < end; first += batch) {
      MDB_txn* transaction;
      MDB_dbi table;
      lmdb_ok(mdb_txn_begin(store_.env, nullptr, flags, &transaction));
      lmdb_ok(mdb_dbi_open(transaction, nullptr, 0, &table));
      for (std::size_t i = first; i < std::min(first + batch, end); ++i)
        (this->*step)(transaction, table, MDB_val{keys_[i].size(), keys_[i].data()});
      lmdb_ok(mdb_txn_commit(transaction));
    }
  }

  void put(MDB_txn* transaction, MDB_dbi table, MDB_val key) {
    MDB_val value{mmps::header_size + token_.body().size(), nullptr};
    lmdb_ok(mdb_put(transaction, table, &key, &value, MDB_RESERVE | (by_tag_ ? 0 : MDB_APPEND)));
    std::memcpy(value.mv_data, &token_.header, mmps::header_size);
    std::memcpy(static_cast<std::byte*>(value.mv_data) + mmps::header_size, token_.body().data(),
                token_.body().size());
  }
  void get(MDB_txn* transaction, MDB_dbi table, MDB_val key) {
    MDB_val value;
    lmdb_ok(mdb_get(transaction, table, &key, &value));
    const std::span record(static_cast<const std::byte*>(value.mv_data), value.mv_size);
    read_ = mentat_message{record.subspan(mmps::header_size)};
  }
  void remove(MDB_txn* transaction, MDB_dbi table, MDB_val key) {
    lmdb_ok(mdb_del(transaction, table, &key, nullptr));
  }
  void take(MDB_txn* transaction, MDB_dbi table, MDB_val key) {
    get(transaction, table, key);
    remove(transaction, table, key);
  }

  environment store_;
  mentat_message token_, read_;
  bool by_tag_;
  std::vector<std::array<std::byte, 16>> keys_;
};

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return of[of.size() / 2];
}

void compare(std::size_t tokens, std::size_t length, int rounds) {
  std::vector<times> all[4];
  for (int round = 0; round < rounds; ++round) {
    all[0].push_back(spill(tokens, length));
    all[1].push_back(lmdb_rounds(length, true, false).run(tokens));
    all[2].push_back(lmdb_rounds(length, false, false).run(tokens));
    all[3].push_back(lmdb_rounds(length, false, true).run(tokens));
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
  // Every sample for `mentat bench parts` (bench/samples.h).
  const char* rows[] = {"spill_file", "lmdb_tags", "lmdb_numbers", "lmdb_mapped"};
  for (int which = 0; which < 4; ++which)
    for (const times& each : all[which])
      std::printf("sample\t%s_write_%zu\tus\t%.9g\n", rows[which], length, each.write);
  const char* names[] = {"spill file", "LMDB, tags", "LMDB, numbers", "LMDB, numbers, mapped"};
  for (int which = 0; which < 4; ++which) {
    std::printf("  %-22s", names[which]);
    for (const auto& [name, part] :
         {std::pair{"write", &times::write}, std::pair{"read", &times::read},
          std::pair{"remove", &times::remove}, std::pair{"flow", &times::flow}})
      std::printf("  %s %7.3f (%5.1f)", name, middle(which, part),
                  middle(which, part) / middle(0, part));
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  compare(400'000, 64, rounds);
  compare(50'000, 4096, rounds);
}
