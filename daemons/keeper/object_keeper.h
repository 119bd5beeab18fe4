// Keeps the images of the durable objects that were made through one host, and has each made again
// in another process when its process ends (docs/durable.md). A machine: messages go in and come
// out. It runs no code of the program: members are bytes.
//
//   making --made--> active --its process ends--> restoring --made--> active
//      |-- its constructor throws, or its process ends three times: its creator gets the error
//   active --record that ends it--> gone        restoring --100 ends without an effect--> gone
//
// Invariants: 1. The image of an object has the effects that were in the ring of its process, in
// their order, without a gap: this machine gets the end of a process after all its messages.
// 2. An object has one activation at a time, and only the newest changes its image. 3. A creation
// and a question are answered once, when their answer is known.
//
// Takes: instantiate (flag durable; from a process), instantiated (the same flag), durable (record,
// locate), ended processes. Sends: instantiate, to the instantiation manager in whose process it
// is; instantiated; durable (located, and answers to calls of an object that was destroyed).
// Thread-safety: none. Ownership: the images. Errors: bytes that make no sense are counted and
// ignored. Cost: some look-ups for each message; linear in the objects when a process ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mmps/wire/hint.h"
#include "mmps/wire/mentat_message.h"
#include "rts/durable/creation.h"
#include "rts/durable/image.h"

namespace mentat::keeper {

class object_keeper {
 public:
  static constexpr std::uint32_t most_ends_in_constructor = 3;
  static constexpr std::uint32_t most_ends_without_effect = 100;

  // `self`: the instantiation manager.
  explicit object_keeper(const mmps::mmps_name& self) : self_(self) {}

  // A process asks for an object.
  void create(const mmps::mentat_message& request);
  // A process has made one, or its constructor has thrown.
  void made(const mmps::mentat_message& answer);
  // No process makes it; `by_end`: because one has ended.
  void refused(const mmps::mentat_message& answer, bool by_end);
  void step(const mmps::mentat_message& message);
  // A request for an ordinary object whose hints name durable ones: with the places of those that
  // are kept here, and the hosts of others. Nothing: they name none.
  [[nodiscard]] std::optional<mmps::mentat_message> with_places(
      const mmps::mentat_message& request) const;
  // Everything that the process had sent has been handled.
  void process_ended(const mmps::mmps_name& process, std::string_view cause);

  // Some object is being made, for which others may wait.
  [[nodiscard]] bool is_busy() const { return !open_.empty(); }
  // Requests to the instantiation manager.
  std::vector<mmps::mentat_message> take_requests() { return std::exchange(requests_, {}); }
  std::vector<mmps::mentat_message> take_output() { return std::exchange(output_, {}); }
  // Messages that made no sense, or came from an earlier activation.
  [[nodiscard]] std::uint64_t malformed() const { return malformed_; }
  [[nodiscard]] std::size_t objects() const { return objects_.size(); }
  [[nodiscard]] const durable::image* image_of(const mmps::mmps_name& object) const;

 private:
  enum class state : std::uint8_t { making, active, restoring, gone };
  struct kept_object {
    keeper::object_keeper::state state = state::making;
    mmps::message_header creation;  // the creator's request
    std::vector<std::byte> hints;
    durable::creation_request how;
    durable::image image;
    mmps::mmps_name place;  // of the object that is active
    std::uint32_t ends = 0;
    std::uint64_t effects_at_begin = 0;
    std::set<mmps::mmps_name> waiting;  // processes that ask where it is
    std::string why_gone;
    bool was_destroyed = false;
  };
  using object_entry = std::pair<const mmps::mmps_name, kept_object>;

  void ask_for_process(object_entry& of);
  void begin(object_entry& of, const mmps::mmps_name& place);
  void lose(object_entry& of, std::string_view why);
  void fail_creation(object_entry& of, const mmps::mmps_name& source,
                     std::span<const std::byte> error);
  void on_record(const mmps::mentat_message& message);
  void on_locate(const mmps::mentat_message& message);
  void tell_place(const object_entry& of, const mmps::mmps_name& to);
  void tell_answers(const object_entry& of, const mmps::mmps_name& to);
  [[nodiscard]] std::vector<mmps::hint> placed(const mmps::hints& wanted) const;
  object_entry* take_open(const mmps::message_header& answer);

  const mmps::mmps_name self_;
  std::map<mmps::mmps_name, kept_object> objects_;
  std::map<std::uint64_t, mmps::mmps_name> open_;  // requests, by the numbers of their tags
  std::uint32_t last_object_ = 0;
  std::uint64_t last_request_ = 0;
  std::vector<mmps::mentat_message> requests_, output_;
  std::uint64_t malformed_ = 0;
};

}  // namespace mentat::keeper
