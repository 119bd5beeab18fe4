// Units that this process sends straight to the process that executes them, and keeps until they
// are FINISHED.
#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "rts/api/buffers_leaving.h"
#include "rts/core/error_token.h"
#include "rts/core/program_graph.h"
#include "rts/executor/execute.h"
#include "rts/session/calls/outgoing_calls.h"
#include "rts/session/calls/outgoing_parts.h"
#include "rts/session/custody/exported_arc.h"

namespace mentat::node {

using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;
using mmps::shm::compact_header;

namespace {

// Behind the arguments: the cause of the death of the process that had the unit, and its length
// (token_matching_unit.h).
void append_cause(const std::string& cause, message_header& header, base::byte_buffer& body) {
  const std::string_view kept = std::string_view(cause).substr(0, mmps::max_cause_of_death);
  header.attempt = 1;
  body.append(std::as_bytes(std::span(kept)));
  const std::size_t end = body.size();
  body.resize(end + sizeof(std::uint32_t));
  mmps::put_little_endian(body.data() + end, static_cast<std::uint32_t>(kept.size()));
}

}  // namespace

void outgoing_calls::send_unit(spreading::choice to, computation_instance& call) {
  const described what(call);
  const lineage of = call.lineage();
  base::byte_buffer body;
  body.resize(mmps::compact_future_size);
  std::vector<borrowed_bytes> lent;
  if (!write_arguments(call, what.method, nullptr, body, lent, true)) {
    takers_.note_answered(to.taker, to.expected_time);
    return;
  }
  // Within a host a lent buffer is not copied.
  const bool copies = to.process.host != self_.host;
  const std::size_t bytes = body.size() + (copies ? size_of(lent) : 0);
  takers_.note_bytes(to, bytes);
  if (copies) takers_.note_size(what.name(), bytes);
  std::vector<std::byte> more_arcs;
  const std::uint64_t under = pending_.add_as([&](pending_call& noted, std::uint64_t number) {
    noted.call = &call;
    noted.method = what.method;
    noted.to = to.process;
    noted.takes_arcs = true;
    noted.keeping = unit_keeping::unanswered;
    noted.taker = to.taker;
    noted.expected_time = to.expected_time;
    call.note_sent(*this, number);
    if (call.future.arcs()) forward_with(noted, more_arcs);
  });
  if (copies && bytes >= spreading::least_measured) transfers_.begin(under, bytes);
  note_call_sent(call, under, to.process);
  const tag named = tag_of_unit(of, pending_.tag_of(under));
  bool is_sent = false;
  const bool is_short = lent.empty() && body.size() <= compact_header::max_body;
  if (more_arcs.empty() && is_short) [[likely]] {
    mmps::put_little_endian(body.data(), under);
    is_sent = out_.send(
        to.process,
        compact_header::of(compact_header::parts{.type = message_type::exec,
                                                 .function = what.function,
                                                 .depth = what.depth,
                                                 .argument_count = what.argument_count,
                                                 .future_length = mmps::compact_future_size,
                                                 .destination = to.process,
                                                 .class_hash = what.class_hash,
                                                 .tag = named}),
        body);
  } else {
    message_header header = header_for(message_type::exec, to.process);
    what.put_into(header);
    header.tag = named;
    write_future(header, pending_.tag_of(under), more_arcs, body, lent, mmps::compact_future_size);
    is_sent = out_.give(header, body, std::move(lent));
  }
  if (!is_sent || members_.broken()) [[unlikely]]
    hand_over(under, nullptr);
}

void outgoing_calls::on_finished(const mmps_name& process, std::span<const std::byte> numbers) {
  for (; numbers.size() >= sizeof(std::uint64_t); numbers = numbers.subspan(sizeof(std::uint64_t)))
    if (computation_instance* const call =
            pending_.finish(mmps::get_little_endian<std::uint64_t>(numbers.data()), process))
      let_go(*call, *runtime_);
}

// A unit that the process was not executing is not the cause of its end.
void outgoing_calls::hand_over_all_of(const ended_process& news) {
  for (const std::uint64_t under : pending_.kept_for(news.process)) {
    const bool is_suspect = !news.suspects || std::ranges::binary_search(
                                                  *news.suspects, unit_tag(pending_.tag_of(under)));
    hand_over(under, is_suspect ? &news.cause : nullptr);
  }
}

// Gives a unit that is kept here to the token-matching unit, because the process to which it was
// sent, and which executed it, has ended (`cause`); or, without an attempt, because that did not
// execute it, or cannot be reached (null). One that was answered goes, too: calls that it made may
// have been lost with the process. Its second answer finds nobody.
void outgoing_calls::hand_over(std::uint64_t under, const std::string* cause) {
  std::unique_lock one_at_a_time(handing_over_);
  computation_instance* call = nullptr;
  pending_.with(under, [&](pending_call& noted) {
    if (!noted.is_kept()) return;
    call = noted.call;
    call->retain();
  });
  if (!call) return;
  const described what(*call);
  base::byte_buffer body;
  body.resize(mmps::future_arc_size);
  std::vector<borrowed_bytes> lent;
  std::exception_ptr failed;
  try {
    // The arguments are read before another thread may drop them with the answer.
    const buffers_leaving shared(body, lent);
    if (what.method) what.method->wire.write_arguments(*call, body, nullptr);
  } catch (...) {
    failed = describe_exception(place_of(*call, *runtime_));
  }
  const mmps_name matching = out_.kept().living(token_matching_unit_of(self_));
  std::vector<std::byte> more_arcs;
  const auto unit = pending_.hand_over(under, matching, [&](pending_call& noted) {
    noted.messages = 0;
    noted.some_arcs = noted.abandoned = noted.withdrawn = false;
    for (arc* at = call->future.arcs(); at; at = at->next)
      if (exported_arc* one = exported_arc::from(*at)) one->batch = exported_arc::here;
    if (call->future.arcs()) forward_with(noted, more_arcs);
  });
  one_at_a_time.unlock();
  bool is_answered = false;
  if (unit) {
    transfers_.end(under);
    is_answered = unit->keeping == unit_keeping::answered;
    if (!is_answered) takers_.note_answered(unit->taker, unit->expected_time);
    const tag waiting = pending_.tag_of(under);
    if (failed) {
      if (!is_answered && pending_.take(waiting)) fail_call(*call, failed);
    } else {
      message_header header = header_for(message_type::exec, matching);
      what.put_into(header);
      const bool is_anew = bug_ == base::seeded_bug::handed_over_anew;
      header.tag = tag_of_unit(call->lineage() + (is_anew ? 1 : 0), waiting);
      write_future(header, waiting, more_arcs, body, lent, mmps::future_arc_size);
      if (cause) append_cause(*cause, header, body);
      transmit(header, waiting, matching, body, std::move(lent));
    }
  }
  call->release();
  if (is_answered) let_go(*call, *runtime_);
}

}  // namespace mentat::node
