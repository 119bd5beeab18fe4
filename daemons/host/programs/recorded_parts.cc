#include "daemons/host/programs/recorded_parts.h"

#include <algorithm>
#include <utility>

#include "mmps/wire/little_endian.h"

namespace mentat::host {

using base::instant;

// ---- on the driver's host

void recorded_parts::collect(std::uint32_t program, std::vector<program_host> hosts) {
  if (hosts.empty()) return;
  collection& of = collections_[program];
  of.own = hosts.front();
  for (std::size_t i = 1; i < hosts.size(); ++i)
    of.parts[hosts[i].number] = {hosts[i].incarnation, hosts[i].name};
}

void recorded_parts::take_sink(instant now, std::uint32_t program) {
  const auto found = collections_.find(program);
  if (found == collections_.end() || found->second.has_sink) return around_.end_sink(program);
  collection& of = found->second;
  // Pieces that came before their recorder stand behind the names of the hosts.
  auto early = std::exchange(of.queue, {});
  put_text(program, of, record_packet_kind::own_host, of.own.number, of.own.name);
  for (const auto& [host, one] : of.parts)
    put_text(program, of, record_packet_kind::other_host, host, one.name);
  of.queue.insert(of.queue.end(), std::make_move_iterator(early.begin()),
                  std::make_move_iterator(early.end()));
  of.has_sink = true;
  of.ask_at = now;
  pass_on(now, program);
}

void recorded_parts::put(std::uint32_t, collection& to, record_packet about,
                         std::span<const std::byte> bytes) {
  about.size = static_cast<std::uint32_t>(bytes.size());
  to.queue.push_back({about, {bytes.begin(), bytes.end()}});
}

void recorded_parts::put_text(std::uint32_t program, collection& to, record_packet_kind kind,
                              std::uint32_t host, const std::string& text) {
  record_packet about;
  about.kind = kind;
  about.host = host;
  put(program, to, about, std::as_bytes(std::span(text)));
}

void recorded_parts::pass_on(instant now, std::uint32_t program) {
  const auto found = collections_.find(program);
  if (found == collections_.end() || !found->second.has_sink) return;
  collection& of = found->second;
  while (!of.queue.empty()) {
    const waiting_packet& first = of.queue.front();
    if (!around_.pass(program, first.about, first.bytes)) break;
    if (first.about.kind == record_packet_kind::piece) {
      const std::uint32_t host = first.about.host;
      --of.parts[host].waiting;
      around_.send(host, host_message_kind::record_room, encode(record_room_form{program, 1}));
      if (of.is_program_over) of.end_at = now + limits_.end_within;
    }
    of.queue.pop_front();
  }
  const bool are_all_over =
      std::ranges::all_of(of.parts, [](const auto& one) { return one.second.is_over; });
  if (!of.is_program_over || !are_all_over || !of.queue.empty()) return;
  collections_.erase(found);
  around_.end_sink(program);
}

void recorded_parts::sink_is_free(instant now, std::uint32_t program) { pass_on(now, program); }

// Nobody records any more.
void recorded_parts::sink_closed(std::uint32_t program) {
  const auto found = collections_.find(program);
  if (found == collections_.end()) return;
  for (const auto& [host, one] : found->second.parts)
    if (!one.is_over)
      around_.send(host, host_message_kind::record_end, encode(program_text_form{program, {}}));
  collections_.erase(found);
}

void recorded_parts::program_over(instant now, std::uint32_t program) {
  const auto found = collections_.find(program);
  if (found == collections_.end() || found->second.is_program_over) return;
  if (!found->second.has_sink) return sink_closed(program);
  collection& of = found->second;
  of.is_program_over = true;
  of.end_at = now + limits_.end_within;
  ask_clocks(now, program, of);
  of.ask_at = instant::never();
  pass_on(now, program);
}

void recorded_parts::end_part(std::uint32_t program, collection& of, std::uint32_t host,
                              const std::string& why) {
  part& ended = of.parts.at(host);
  if (ended.is_over) return;
  ended.is_over = true;
  put_text(program, of, record_packet_kind::end, host, why);
}

recorded_parts::collection* recorded_parts::with_part(std::uint32_t program, std::uint32_t host) {
  const auto found = collections_.find(program);
  if (found == collections_.end()) return nullptr;
  const auto of_host = found->second.parts.find(host);
  return of_host == found->second.parts.end() || of_host->second.is_over ? nullptr : &found->second;
}

void recorded_parts::take_piece(instant now, std::uint32_t from, const program_piece_form& piece) {
  collection* const of = with_part(piece.program, from);
  if (!of) return;
  part& one = of->parts.at(from);
  if (piece.offset != one.bytes || piece.bytes.size() > record_packet::most_bytes ||
      one.waiting >= limits_.pieces_ahead) {
    end_part(piece.program, *of, from, "what came from there does not fit together");
    around_.send(from, host_message_kind::record_end, encode(program_text_form{piece.program, {}}));
    return pass_on(now, piece.program);
  }
  one.bytes += piece.bytes.size();
  ++one.waiting;
  record_packet about;
  about.kind = record_packet_kind::piece;
  about.host = from;
  put(piece.program, *of, about, piece.bytes);
  pass_on(now, piece.program);
}

void recorded_parts::take_clock(std::uint32_t from, const clock_form& form) {
  collection* const of = with_part(form.program, from);
  const auto heard = static_cast<std::uint64_t>(around_.clock_now().ns);
  const bool has_room = of && of->has_sink && of->queue.size() <= limits_.most_backlog;
  if (!has_room || form.asked > heard) return;
  record_packet about;
  about.kind = record_packet_kind::clock;
  about.host = from;
  about.asked = form.asked;
  about.told = form.told;
  about.heard = heard;
  put(form.program, *of, about, {});
}

// Not while the recorder is behind: its queue is bounded.
void recorded_parts::ask_clocks(instant now, std::uint32_t program, collection& of) {
  const bool is_behind = of.queue.size() > limits_.most_backlog;
  bool is_any_new = false;
  for (auto& [host, one] : of.parts) {
    if (one.is_over || is_behind) continue;
    if (one.clocks < limits_.quick_clocks) ++one.clocks, is_any_new = true;
    const auto asked = static_cast<std::uint64_t>(around_.clock_now().ns);
    around_.send(host, host_message_kind::clock_ask, encode(clock_form{program, asked, 0}));
  }
  of.ask_at = now + (is_any_new ? limits_.between_quick_clocks : limits_.between_clocks);
}

// ---- on another host

void recorded_parts::take_source(std::uint32_t program, std::uint32_t driver_host,
                                 std::uint32_t incarnation) {
  sources_.try_emplace(program, source{driver_host, incarnation, limits_.pieces_ahead});
}

bool recorded_parts::wants_input(std::uint32_t program) const {
  const auto found = sources_.find(program);
  return found != sources_.end() && found->second.room > 0 &&
         around_.backlog(found->second.driver_host) < limits_.most_backlog;
}

void recorded_parts::source_has_input(std::uint32_t program) {
  while (wants_input(program)) {
    source& from = sources_.at(program);
    auto bytes = around_.read_source(program, record_packet::most_bytes);
    if (!bytes) return;
    if (bytes->empty()) {
      around_.send(from.driver_host, host_message_kind::record_end,
                   encode(program_text_form{program, {}}));
      return end_source(program);
    }
    const program_piece_form piece{program, from.bytes, std::move(*bytes)};
    from.bytes += piece.bytes.size();
    --from.room;
    if (!around_.send(from.driver_host, host_message_kind::record_piece, encode(piece)))
      return end_source(program);
  }
}

void recorded_parts::end_source(std::uint32_t program) {
  if (sources_.erase(program) != 0) around_.close_source(program);
}

void recorded_parts::branch_ended(std::uint32_t program, std::uint32_t driver_host) {
  if (sources_.contains(program)) return;  // its last bytes may not have been read yet
  around_.send(driver_host, host_message_kind::record_end,
               encode(program_text_form{program, "nothing was recorded there"}));
}

// ---- on both

void recorded_parts::take_message(instant now, std::uint32_t from, std::uint32_t incarnation,
                                  host_message_kind kind, std::span<const std::byte> body) {
  if (kind == host_message_kind::clock_ask) {
    auto form = decode<clock_form>(body);
    if (!form) return;
    form->told = static_cast<std::uint64_t>(around_.clock_now().ns);
    around_.send(from, host_message_kind::clock_told, encode(*form));
    return;
  }
  if (body.size() < sizeof(std::uint32_t)) return;
  const auto program = mmps::get_little_endian<std::uint32_t>(body.data());
  if (const auto source = sources_.find(program); source != sources_.end()) {
    if (source->second.driver_host != from || source->second.driver_incarnation != incarnation)
      return;
    if (kind == host_message_kind::record_end) return end_source(program);
    const auto form = decode<record_room_form>(body);
    if (kind != host_message_kind::record_room || !form) return;
    source->second.room = std::min(source->second.room + form->pieces, limits_.pieces_ahead);
    return source_has_input(program);
  }
  collection* const of = with_part(program, from);
  if (!of || of->parts.at(from).incarnation != incarnation) return;
  if (kind == host_message_kind::record_piece) {
    if (const auto piece = decode<program_piece_form>(body)) take_piece(now, from, *piece);
  } else if (kind == host_message_kind::clock_told) {
    if (const auto form = decode<clock_form>(body)) take_clock(from, *form);
    pass_on(now, program);
  } else if (kind == host_message_kind::record_end) {
    const auto form = decode<program_text_form>(body);
    end_part(program, *of, from, form ? form->text : "");
    pass_on(now, program);
  }
}

void recorded_parts::host_down(instant now, std::uint32_t host, std::uint32_t incarnation,
                               const std::string& cause) {
  std::vector<std::uint32_t> concerned;
  for (const auto& [program, of] : collections_) concerned.push_back(program);
  for (const std::uint32_t program : concerned) {
    collection* const of = with_part(program, host);
    if (!of || of->parts.at(host).incarnation != incarnation) continue;
    end_part(program, *of, host, cause);
    pass_on(now, program);
  }
  concerned.clear();
  for (const auto& [program, from] : sources_)
    if (from.driver_host == host && from.driver_incarnation == incarnation)
      concerned.push_back(program);
  for (const std::uint32_t program : concerned) end_source(program);
}

void recorded_parts::tick(instant now) {
  std::vector<std::uint32_t> late;
  for (auto& [program, of] : collections_) {
    if (of.ask_at <= now) {
      of.ask_at = instant::never();
      if (of.has_sink && !of.is_program_over) ask_clocks(now, program, of);
    }
    if (of.end_at <= now) late.push_back(program);
  }
  for (const std::uint32_t program : late) {
    collection& of = collections_.at(program);
    for (const auto& [host, one] : of.parts)
      end_part(program, of, host, "it did not come in time after the end of the program");
    of.end_at = instant::never();
    pass_on(now, program);
  }
}

instant recorded_parts::next_deadline() const {
  instant next = instant::never();
  for (const auto& [program, of] : collections_) next = std::min({next, of.ask_at, of.end_at});
  return next;
}

}  // namespace mentat::host
