#include "daemons/host/programs/programs.h"

#include <algorithm>

#include "daemons/host/drain.h"
#include "daemons/host/programs/program_news.h"
#include "mmps/wire/little_endian.h"

namespace mentat::host {
namespace {

using base::instant;
using base::seeded_bug;
using node::notice;

}  // namespace

programs::program* programs::find(std::uint32_t number) {
  const auto found = programs_.find(number);
  return found == programs_.end() ? nullptr : &found->second;
}

programs::program* programs::find_by_connection(int connection) {
  const auto found = std::ranges::find_if(
      programs_, [&](const auto& one) { return one.second.connection == connection; });
  return found == programs_.end() ? nullptr : &found->second;
}

bool programs::has_branches() const {
  return std::ranges::any_of(programs_, [](const auto& one) {
    return one.second.is_branch() && one.second.connection != 0;
  });
}

std::vector<programs::row> programs::rows() const {
  std::vector<row> all;
  for (const auto& [number, of] : programs_) {
    const auto in = std::ranges::count_if(
        of.others, [](const auto& other) { return other.second.state == part::in; });
    all.push_back(
        {number, of.name, of.driver_host, static_cast<std::size_t>(in) + 1, of.since, of.begun});
  }
  return all;
}

std::vector<query_environment::part> programs::parts() const {
  std::vector<query_environment::part> all;
  for (const auto& [number, of] : programs_)
    if (of.begun && !of.over) all.push_back({number, of.name, of.connection});
  return all;
}

std::optional<std::uint32_t> programs::program_of(int connection) const {
  for (const auto& [number, of] : programs_)
    if (of.connection == connection) return number;
  return std::nullopt;
}

std::optional<programs::recorded> programs::recorded_at(int connection) const {
  for (const auto& [number, of] : programs_)
    if (of.connection == connection && of.begun && of.records >= record_wish::part)
      return recorded{number, of.driver_host, of.driver_incarnation, of.is_branch()};
  return std::nullopt;
}

std::optional<std::uint32_t> programs::driver_host_of(std::uint32_t branch) const {
  const auto found = programs_.find(branch);
  if (found == programs_.end() || !found->second.is_branch()) return std::nullopt;
  return found->second.driver_host;
}

// The packet, and one for each host.
void programs::tell_begun(program& of, const program_go_form& form) {
  program_packet packet = packet_of(program_packet_kind::begun, of.settings);
  packet.host = of.here.self.number;
  packet.incarnation = of.here.self.incarnation;
  packet.driver_host = of.driver_host;
  packet.driver_incarnation = of.driver_incarnation;
  packet.hosts = static_cast<std::uint32_t>(form.hosts.size());
  packet.mixed = form.are_mixed ? 1 : 0;
  packet.records = form.records;
  of.records = static_cast<record_wish>(form.records);
  packet.cluster = of.number;
  packet.cores = of.here.self.cores;
  set_text(packet.public_key, of.keys.public_key);
  set_text(packet.secret_key, of.keys.secret_key);
  set_text(packet.address, of.here.address);
  of.begun = true;
  around_.tell(of.connection, packet);
  for (const program_host& one : form.hosts) {
    packet = packet_of(program_packet_kind::takes_part, one.name);
    packet.host = one.number;
    packet.incarnation = one.incarnation;
    around_.tell(of.connection, packet);
  }
}

// A program that does not read is ended, so that it holds up no other.
void programs::tell(instant now, program& of, const program_packet& packet) {
  if (of.connection == 0 || around_.tell(of.connection, packet)) return;
  const std::string cause =
      "fixed.packets: its part on host " + of.here.self.name + " does not read its notices";
  if (!of.is_branch()) return end_program(of, cause);
  around_.send(of.driver_host, host_message_kind::program_end,
               encode(program_text_form{of.number, cause}));
  end_branch(now, of);
}

// ---- on the driver's host

std::string programs::begin(instant now, const place& here, int connection, wish wanted,
                            const std::vector<host_info>& others) {
  if (programs_.size() >= limits_.programs)
    return "fixed.programs: " + std::to_string(limits_.programs) + " programs run on this host";
  if (find_by_connection(connection)) return "this connection has begun a program already";
  program fresh;
  fresh.number = wanted.number;
  fresh.name = std::move(wanted.name);
  fresh.settings = std::move(wanted.settings);
  fresh.keys = std::move(wanted.keys);
  fresh.here = here;
  fresh.driver_host = here.self.number;
  fresh.driver_incarnation = here.self.incarnation;
  fresh.since = wanted.since;
  fresh.records = wanted.records;
  fresh.connection = connection;
  for (const host_info& other : others)
    fresh.others[other.number] = {other.incarnation, other.name, other.processor};
  if (std::string why = sort_files(fresh, std::move(wanted.files)); !why.empty()) return why;
  if (std::string why = begin_reading(fresh); !why.empty()) return why;
  program& of = programs_[fresh.number] = std::move(fresh);
  around_.log("program " + std::to_string(of.number) + " (" + of.name + ") begins here");
  leave_out_hosts(of);
  if (of.intake)
    read_file(now, of);
  else
    go_if_answered(of);
  return {};
}

void programs::go_if_answered(program& of) {
  if (of.begun || of.intake || !of.files.empty()) return;
  if (std::ranges::any_of(of.others,
                          [](const auto& other) { return other.second.state != part::ready; }))
    return;
  of.deadline = instant::never();
  program_go_form form{of.number, {{of.driver_host, of.driver_incarnation, of.here.self.name}}};
  form.records = static_cast<std::uint32_t>(of.records);
  for (const auto& [host, other] : of.others) {
    form.hosts.push_back({host, other.incarnation, other.name});
    form.are_mixed |= other.processor != of.here.self.processor;
  }
  if (of.records >= record_wish::part) around_.collect_parts(of.number, form.hosts);
  tell_begun(of, form);
  for (auto& [host, other] : of.others) {
    other.state = part::in;
    around_.send(host, host_message_kind::program_go, encode(form));
  }
  around_.log("program " + std::to_string(of.number) + " runs on " +
              std::to_string(form.hosts.size()) + " hosts");
}

void programs::warn(program& of, const std::string& text) {
  around_.log("program " + std::to_string(of.number) + ": " + text);
  around_.tell(of.connection, packet_of(program_packet_kind::warning, text));
}

// The host takes no part in this program any more.
void programs::drop_host(instant now, program& of, std::uint32_t host, const std::string& cause) {
  const auto found = of.others.find(host);
  if (found == of.others.end()) return;
  const participant gone = std::move(found->second);
  of.others.erase(found);
  if (gone.state != part::in) {
    warn(of, "host " + gone.name + " takes no part: " + cause);
    return go_if_answered(of);
  }
  const bool is_drained = cause.starts_with(cause_of_drain(gone.name, ""));
  const program_host_down_form form{of.number, host, gone.incarnation,
                                    is_drained ? cause : "host " + gone.name + " lost: " + cause};
  around_.log("program " + std::to_string(of.number) + ": " + form.cause);
  if (limits_.bug != seeded_bug::lost_hosts_not_told)
    for (const auto& [other, state] : of.others)
      around_.send(other, host_message_kind::program_host_down, encode(form));
  tell(now, of, host_down_packet(host, gone.incarnation, form.cause));
}

// A host that is too far behind to receive news is lost for the program.
void programs::spread(instant now, program& of, const program_news_form& news) {
  const auto body = encode(news);
  const std::uint32_t number = of.number;
  std::vector<std::uint32_t> behind;
  for (const auto& [host, other] : of.others)
    if ((host != news.host || limits_.bug == seeded_bug::news_sent_back) &&
        other.state == part::in && !around_.send(host, host_message_kind::program_news, body))
      behind.push_back(host);
  for (const std::uint32_t host : behind)
    if (program* still = find(number))
      drop_host(now, *still, host, "fixed.link_queue: it is too far behind");
}

// Its record is erased at once: later messages for it have no meaning.
void programs::end_program(program& of, const std::string& cause) {
  const std::uint32_t number = of.number;
  around_.log("program " + std::to_string(number) + " ends: " + cause);
  for (const auto& [host, other] : of.others)
    around_.send(host, host_message_kind::program_end, encode(program_text_form{number, cause}));
  if (of.connection != 0) {
    around_.tell(of.connection, packet_of(program_packet_kind::refused, cause));
    around_.close(of.connection);
  }
  programs_.erase(number);
  around_.program_over(number);
}

void programs::hear_from_branch(instant now, program& of, std::uint32_t from,
                                host_message_kind kind, std::span<const std::byte> body) {
  const auto found = of.others.find(from);
  if (found == of.others.end()) return;
  participant& other = found->second;
  if (kind == host_message_kind::program_news) {
    const auto news = decode<program_news_form>(body);
    if (!news || !is_news(*news) || other.state != part::in || news->host != from) return;
    tell(now, of, packet_of(*news));
    if (program* still = find(news->program)) spread(now, *still, *news);
    return;
  }
  const auto form = decode<program_text_form>(body);
  if (!form) return;
  const bool has_read = !of.intake && of.files.empty();
  if (kind == host_message_kind::program_wants && other.state == part::asked && has_read) {
    other.state = part::wants;
    send_pieces(of);
  } else if (kind == host_message_kind::program_ready &&
             (other.state == part::asked || other.state == part::wants)) {
    other.state = part::ready;
    go_if_answered(of);
  } else if (kind == host_message_kind::program_refused) {
    drop_host(now, of, from, form->text);
  } else if (kind == host_message_kind::program_end) {
    end_program(of, form->text);
  }
}

// ---- on another host

void programs::begin_branch(instant now, const place& here, std::uint32_t from,
                            std::uint32_t incarnation, const program_begin_form& form,
                            std::int64_t calendar) {
  if (programs_.contains(form.program))
    return refuse_branch(from, form.program, "its number is that of another program here");
  if (!cause_of_drain_.empty()) return refuse_branch(from, form.program, cause_of_drain_);
  if (programs_.size() >= limits_.programs)
    return refuse_branch(
        from, form.program,
        "fixed.programs: " + std::to_string(limits_.programs) + " programs run there");
  program& of = programs_[form.program];
  of.number = form.program;
  of.name = form.name;
  of.settings = form.settings;
  of.keys = {form.public_key, form.secret_key};
  of.here = here;
  of.driver_host = from;
  of.driver_incarnation = incarnation;
  of.since = calendar;
  of.hash = form.hash;
  of.deadline = now + limits_.answer_within;
  around_.log("program " + std::to_string(of.number) + " (" + of.name + ") of host " +
              std::to_string(from) + " wants a branch");
  if ((of.what = executables_.find(form.hash))) return start(now, of);
  auto intake = executable_intake::begin(form.size);
  if (!intake) {
    programs_.erase(form.program);
    return refuse_branch(from, form.program, intake.error());
  }
  of.intake = std::move(*intake);
  around_.send(from, host_message_kind::program_wants, encode(program_text_form{form.program, {}}));
}

void programs::refuse_branch(std::uint32_t driver_host, std::uint32_t number,
                             const std::string& cause) {
  around_.send(driver_host, host_message_kind::program_refused,
               encode(program_text_form{number, cause}));
}

void programs::take_piece(instant now, program& of, const program_piece_form& piece) {
  if (!of.intake) return;
  std::string why = of.intake->add(piece.offset, piece.bytes);
  if (why.empty() && !of.intake->whole()) return;
  if (why.empty()) {
    auto finished = of.intake->finish();
    if (!finished)
      why = finished.error();
    else if ((*finished)->hash != of.hash)
      why = "the executable that came is not the one that was announced";
    else
      of.what = std::move(*finished);
  }
  of.intake.reset();
  if (!why.empty()) {
    refuse_branch(of.driver_host, of.number, why);
    programs_.erase(of.number);
    return;
  }
  executables_.keep(of.what);
  start(now, of);
}

void programs::start(instant, program& of) {
  of.deadline = instant::never();
  of.connection = around_.start_branch(of.number, of.name, *of.what);
  of.what.reset();
  if (of.connection != 0) return;
  refuse_branch(of.driver_host, of.number, "no process can be started there");
  programs_.erase(of.number);
}

void programs::branch_started(std::uint32_t number, std::int32_t process) {
  program* of = find(number);
  if (!of || !of->is_branch()) return;
  of->started = true;
  around_.log("program " + std::to_string(number) + ": its branch is process " +
              std::to_string(process));
  if (!of->over)
    around_.send(of->driver_host, host_message_kind::program_ready,
                 encode(program_text_form{number, {}}));
}

void programs::branch_ended(instant, std::uint32_t number, const std::string& cause) {
  program* of = find(number);
  if (!of || !of->is_branch()) return;
  around_.log("program " + std::to_string(number) + ": its branch has ended: " + cause);
  if (!of->over && limits_.bug != seeded_bug::ended_branches_untold)
    refuse_branch(of->driver_host, number, cause_of_drain_.empty() ? cause : cause_of_drain_);
  if (of->connection != 0) around_.close(of->connection);
  programs_.erase(number);
}

// Closes the socket of a branch, and ends it if it does not end by itself.
void programs::end_branch(instant now, program& of) {
  of.over = true;
  if (of.connection == 0) {  // not even started
    programs_.erase(of.number);
    return;
  }
  around_.close(std::exchange(of.connection, -1));
  of.deadline = now + limits_.branch_grace;
}

void programs::hear_from_driver(instant now, program& of, host_message_kind kind,
                                std::span<const std::byte> body) {
  if (of.over) return;
  if (kind == host_message_kind::program_piece) {
    if (const auto piece = decode<program_piece_form>(body)) take_piece(now, of, *piece);
  } else if (kind == host_message_kind::program_go) {
    const auto form = decode<program_go_form>(body);
    const bool is_known = form && form->records <= static_cast<std::uint32_t>(last_record_wish);
    if (is_known && of.started && !of.begun) tell_begun(of, *form);
  } else if (kind == host_message_kind::program_news) {
    const auto news = decode<program_news_form>(body);
    if (news && is_news(*news)) tell(now, of, packet_of(*news));
  } else if (kind == host_message_kind::program_host_down) {
    if (const auto form = decode<program_host_down_form>(body))
      tell(now, of, host_down_packet(form->host, form->incarnation, form->cause));
  } else if (kind == host_message_kind::program_end) {
    end_branch(now, of);
  }
}

// ---- packets, messages, ends of hosts

void programs::take_packet(instant now, int connection, const program_packet& packet) {
  program* of = find_by_connection(connection);
  if (!of || !of->begun || packet.kind != program_packet_kind::news) return;
  const program_news_form news = form_of(of->number, packet.news);
  if (!is_news(news) || news.host != of->here.self.number) return;
  if (of->is_branch())
    around_.send(of->driver_host, host_message_kind::program_news, encode(news));
  else
    spread(now, *of, news);
}

void programs::take_close(instant now, int connection) {
  program* of = find_by_connection(connection);
  if (!of) return;
  around_.close(connection);
  if (of->is_branch()) {
    of->connection = -1;
    of->deadline = now + limits_.branch_grace;
  } else {
    of->connection = 0;
    end_program(*of, "its driver has ended");
  }
}

void programs::take_message(instant now, const place& here, std::uint32_t from,
                            std::uint32_t incarnation, host_message_kind kind,
                            std::span<const std::byte> body, std::int64_t calendar) {
  if (kind == host_message_kind::program_begin) {
    if (const auto form = decode<program_begin_form>(body); form && form->program != 0)
      begin_branch(now, here, from, incarnation, *form, calendar);
    return;
  }
  if (body.size() < sizeof(std::uint32_t)) return;
  program* of = find(mmps::get_little_endian<std::uint32_t>(body.data()));
  if (!of) return;
  if (!of->is_branch())
    hear_from_branch(now, *of, from, kind, body);
  else if (of->driver_host == from && of->driver_incarnation == incarnation)
    hear_from_driver(now, *of, kind, body);
}

void programs::host_down(instant now, std::uint32_t host, std::uint32_t incarnation,
                         const std::string& cause) {
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, of] : programs_) numbers.push_back(number);
  for (const std::uint32_t number : numbers) {
    program* of = find(number);
    if (!of) continue;
    if (!of->is_branch())
      drop_host(now, *of, host, cause);
    else if (of->driver_host == host && of->driver_incarnation == incarnation && !of->over &&
             limits_.bug != seeded_bug::branches_outlive_their_driver)
      end_branch(now, *of);
  }
}

void programs::drain(instant now, const std::string& why, const std::string& cause) {
  if (!cause_of_drain_.empty()) return;
  cause_of_drain_ = cause;
  std::vector<std::uint32_t> branches;
  for (const auto& [number, of] : programs_)
    if (of.is_branch() && !of.over) branches.push_back(number);
  for (const std::uint32_t number : branches) {
    program& of = programs_.at(number);
    if (!of.begun) {
      refuse_branch(of.driver_host, number, cause);
      end_branch(now, of);
      continue;
    }
    const program_news_form news =
        drain_of(number, of.here.self.number, of.here.self.incarnation, why);
    around_.send(of.driver_host, host_message_kind::program_news, encode(news));
    tell(now, of, packet_of(news));
  }
}

void programs::end_all(instant now, const std::string& cause) {
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, of] : programs_) numbers.push_back(number);
  for (const std::uint32_t number : numbers) {
    program* of = find(number);
    if (of && !of->is_branch()) {
      end_program(*of, cause);
    } else if (of && !of->over) {
      refuse_branch(of->driver_host, number, cause);
      end_branch(now, *of);
    }
  }
}

// ---- time

bool programs::has_work() const {
  return std::ranges::any_of(
      programs_, [](const auto& one) { return !one.second.is_branch() && one.second.intake; });
}

void programs::work(instant now) {
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, of] : programs_)
    if (!of.is_branch()) numbers.push_back(number);
  for (const std::uint32_t number : numbers) {
    program& of = programs_.at(number);
    if (of.intake)
      read_file(now, of);
    else if (!of.executables.empty())
      send_pieces(of);
  }
}

void programs::tick(instant now) {
  std::vector<std::uint32_t> due;
  for (const auto& [number, of] : programs_)
    if (of.deadline <= now) due.push_back(number);
  for (const std::uint32_t number : due) {
    program& of = programs_.at(number);
    of.deadline = instant::never();
    if (!of.is_branch()) {
      std::vector<std::uint32_t> late;
      for (const auto& [host, other] : of.others)
        if (other.state != part::ready) late.push_back(host);
      for (const std::uint32_t host : late) {
        around_.send(host, host_message_kind::program_end,
                     encode(program_text_form{number, "it answered too late"}));
        drop_host(now, of, host,
                  "it has not answered within " +
                      std::to_string(limits_.answer_within / base::second) + " s");
      }
    } else if (of.connection == 0) {
      refuse_branch(of.driver_host, number, "the executable has not come in time");
      programs_.erase(number);
    } else {
      around_.end_branch(number);
    }
  }
}

instant programs::next_deadline() const {
  instant next = instant::never();
  for (const auto& [number, of] : programs_) next = std::min(next, of.deadline);
  return next;
}

}  // namespace mentat::host
