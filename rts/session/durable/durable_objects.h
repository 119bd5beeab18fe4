// The durable objects that are in this process at the moment (docs/durable.md). Each call becomes a
// record of its effect for the keeper, and is answered once that record would survive this process:
// once it is in the ring to the keeper.
//
// A record has the members that the call has changed: they are compared with their last encodings.
// Thread-safety: all functions, from workers. Ownership: what the run-time system knows of the
// objects, not these themselves. Errors: as answers. Cost: a call encodes all members of its
// object, unless it is const.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mentat_message.h"
#include "rts/durable/activation.h"
#include "rts/durable/image.h"
#include "rts/executor/executor.h"
#include "rts/session/endpoint/outbox.h"

namespace mentat::node {

class durable_objects {
 public:
  durable_objects(const mmps::mmps_name& self, outbox& out, base::seeded_bug bug)
      : self_(self), out_(out), bug_(bug) {}
  void serve(executor& with) { runtime_ = &with; }

  // Makes an object, anew or from an image, for the keeper that asks for it.
  void on_instantiate(const mmps::message_header& header, std::span<const std::byte> body);
  void on_call(const mmps::message_header& header, std::span<const std::byte> body);
  // As in run_time_system.
  durable_call* begin(computation_instance& call);
  // All messages of the process have been handled.
  void process_ended(const mmps::mmps_name& process);

 private:
  friend class durable_creation;
  class running_call;
  class outcome;
  struct object_here;

  std::shared_ptr<object_here> find(const mmps::mmps_name& physical);
  void add(std::shared_ptr<object_here> made);
  void accept(const std::shared_ptr<object_here>& object, const mmps::message_header& header,
              const durable::activation::call& what, std::span<const std::byte> arguments);
  void finish(running_call& ended);
  void record(const std::shared_ptr<object_here>& object, const durable::effect& made);
  void answer(object_here& object, const durable::activation::release& one);
  void refuse(const mmps::message_header& call, const mmps::mmps_name& object,
              const std::exception_ptr& error);
  [[nodiscard]] durable::answer error_answer(const std::exception_ptr& error) const;
  [[nodiscard]] durable::answer answer_of(const computation_instance& ended,
                                          const method_description* method) const;

  const mmps::mmps_name self_;
  outbox& out_;
  const base::seeded_bug bug_;
  executor* runtime_ = nullptr;
  std::mutex lock_;
  std::map<mmps::mmps_name, std::shared_ptr<object_here>> objects_;  // by physical name
};

}  // namespace mentat::node
