// Messages for the tests of the token-matching unit, and a spill store in memory that can fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "daemons/tmu/spill_store.h"
#include "daemons/tmu/unit.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/message_type.h"
#include "mmps/wire/unit_claims.h"

namespace mentat::tmu::test {

using byte_vector = std::vector<std::byte>;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;

inline const mmps_name self = mmps_name::of_process(1, 1, 2, 1);
inline const mmps_name manager = mmps_name::of_process(1, 1, 1, 1);
inline const mmps_name caller = mmps_name::of_process(1, 1, 9, 1);
inline mmps_name worker(std::uint32_t number, std::uint32_t life = 1) {
  return mmps_name::of_process(1, 1, number, life);
}

inline byte_vector bytes_of(std::string_view text) {
  byte_vector bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

inline mmps::future_arc to_caller(std::uint64_t tag) {
  mmps::future_arc arc;
  arc.destination = caller;
  arc.tag = {tag, 77};
  arc.argument = mmps::to_waiting_caller;
  return arc;
}

inline byte_vector future_to_caller(std::uint64_t tag) {
  mmps::future_writer writer;
  writer.add(to_caller(tag));
  return {writer.bytes().begin(), writer.bytes().end()};
}

inline mentat_message message(message_type type, const byte_vector& body = {}) {
  mentat_message made{std::span<const std::byte>(body)};
  made.header.type = static_cast<std::uint8_t>(type);
  return made;
}

inline mentat_message of_call(message_type type, tmu::tag tag, std::uint16_t argument,
                              std::uint16_t count, const byte_vector& future,
                              const byte_vector& value) {
  byte_vector body = future;
  body.insert(body.end(), value.begin(), value.end());
  mentat_message made = message(type, body);
  made.header.future_length = static_cast<std::uint32_t>(future.size());
  made.header.tag = tag;
  made.header.class_id = 0x11;
  made.header.interface_hash = 0x22;
  made.header.function = 3;
  made.header.argument = argument;
  made.header.argument_count = count;
  made.header.depth = 4;
  return made;
}

inline mentat_message token(tmu::tag tag, std::uint16_t argument, std::uint16_t count,
                            std::string_view value) {
  return of_call(message_type::token, tag, argument, count, future_to_caller(tag.number),
                 bytes_of(value));
}

inline mentat_message error_token(tmu::tag tag, std::uint16_t argument, std::uint16_t count,
                                  std::string_view error) {
  mentat_message made = token(tag, argument, count, error);
  made.header.flags |= mmps::flag::error;
  return made;
}

inline mentat_message exec(tmu::tag tag, std::uint16_t count, std::string_view values) {
  return of_call(message_type::exec, tag, 0, count, future_to_caller(tag.number), bytes_of(values));
}

// A unit whose caller had sent it straight to a process that has ended, for that cause.
inline mentat_message handed_over(tmu::tag tag, std::uint16_t count, std::string_view values,
                                  std::string_view cause) {
  byte_vector all = bytes_of(values);
  const byte_vector text = bytes_of(cause);
  all.insert(all.end(), text.begin(), text.end());
  all.resize(all.size() + sizeof(std::uint32_t));
  mmps::put_little_endian(all.data() + all.size() - sizeof(std::uint32_t),
                          static_cast<std::uint32_t>(cause.size()));
  mentat_message made =
      of_call(message_type::exec, tag, 0, count, future_to_caller(tag.number), all);
  made.header.attempt = 1;
  return made;
}

// The caller's n-th message with arcs: one arc, or none and flag::abandoned.
inline mentat_message arcs(tmu::tag tag, std::uint16_t count, std::uint16_t number,
                           const byte_vector& future, std::uint16_t flags = 0) {
  mentat_message made = of_call(message_type::arcs, tag, 0, count, future, {});
  made.header.source = caller;
  made.header.set_arcs_number(number);
  made.header.flags = flags;
  return made;
}

inline mentat_message instantiated(tmu::tag tag, const mmps_name& process,
                                   std::uint8_t attempt = 1) {
  byte_vector name(sizeof(mmps_name));
  mmps::put_name(name.data(), process);
  mentat_message made = message(message_type::instantiated, name);
  made.header.source = manager;
  made.header.tag = tag;
  made.header.attempt = attempt;
  return made;
}

inline mentat_message finished(tmu::tag tag, const mmps_name& process, std::uint8_t attempt = 1) {
  mentat_message made = message(message_type::finished);
  made.header.source = process;
  made.header.tag = tag;
  made.header.attempt = attempt;
  return made;
}

inline mentat_message down(const mmps_name& process, std::string_view cause) {
  mentat_message made = message(message_type::down, bytes_of(cause));
  made.header.source = process;
  return made;
}

inline mentat_message copy_of(const mentat_message& original) {
  mentat_message made{original.body()};
  made.header = original.header;
  return made;
}

inline mentat_message claims(const mmps_name& process, std::span<const mmps::unit_claim> all) {
  mentat_message made = message(message_type::claims, mmps::write_claims(all));
  made.header.source = process;
  return made;
}

inline message_type type_of(const mentat_message& message) {
  return static_cast<message_type>(message.header.type);
}

inline base::block_apart block_of(std::string_view text, std::size_t at) {
  std::shared_ptr<std::byte[]> made(new std::byte[text.size()]);
  std::memcpy(made.get(), text.data(), text.size());
  return {at, std::move(made), text.size()};
}

// The value behind the future.
inline byte_vector value_of(const mentat_message& message) {
  const auto value = message.body().subspan(message.header.future_length);
  return {value.begin(), value.end()};
}

class memory_store : public spill_store {
 public:
  spill_fault append(mentat_message& message, spill_handle& handle) override {
    if (fault != spill_fault::none) return fault;
    handle = {++last_, 128 + message.header.body_length};
    records_.emplace(last_, copy_of(message));
    return spill_fault::none;
  }
  spill_fault read(const spill_handle& handle, mentat_message& message) override {
    if (damaged) return spill_fault::corrupt;
    message = copy_of(records_.at(handle.place));
    ++reads;
    return spill_fault::none;
  }
  void release(const spill_handle& handle) override { records_.erase(handle.place); }

  [[nodiscard]] std::size_t records() const { return records_.size(); }

  spill_fault fault = spill_fault::none;  // of append
  bool damaged = false;
  std::uint64_t reads = 0;

 private:
  std::map<std::uint64_t, mentat_message> records_;
  std::uint64_t last_ = 0;
};

}  // namespace mentat::tmu::test
