// The executables of a program on the host of its driver: reads them, one for each processor that
// another host has, and sends them there.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "daemons/host/programs/programs.h"
#include "mmps/machine/processor_name.h"

namespace mentat::host {
namespace {

using base::instant;

constexpr std::size_t read_at_once = std::size_t{4} << 20;

}  // namespace

// The first file is of this host's processor. Keeps those for which there is a host. Returns the
// reason why they cannot be executables, else an empty text.
std::string programs::sort_files(program& of, std::vector<descriptor> files) {
  for (descriptor& file : files) {
    struct stat about{};
    const bool is_own = &file == &files.front();
    const bool is_file = fstat(file.get(), &about) == 0 && S_ISREG(about.st_mode);
    if (is_own && !is_file) break;
    std::string processor = of.here.self.processor;
    if (!is_own && is_file) {
      std::array<std::byte, machine::executable_header> header{};
      const ssize_t count = pread(file.get(), header.data(), header.size(), 0);
      processor =
          machine::processor_of(std::span(header).first(count > 0 ? std::size_t(count) : 0));
    }
    if (!is_own && (!is_file || processor.empty()))
      return "a file for another processor is no executable";
    const bool is_new = of.files.emplace(processor, std::move(file)).second;
    if (!is_new) return "there are two executables for " + processor;
  }
  if (of.files.empty()) return "no executable came with the request";
  std::erase_if(of.files, [&](const auto& one) {
    return std::ranges::none_of(
        of.others, [&](const auto& other) { return other.second.processor == one.first; });
  });
  return {};
}

// Hosts whose processor has no executable take no part.
void programs::leave_out_hosts(program& of) {
  std::erase_if(of.others, [&](const auto& entry) {
    const participant& other = entry.second;
    if (of.files.contains(other.processor)) return false;
    const std::string is = other.processor.empty() ? "unknown" : other.processor;
    warn(of, "host " + other.name + " takes no part: it is " + is +
                 "; no executable for it (mentat run --also " + is + "=FILE)");
    return true;
  });
}

// The next of the files, if there is one. Returns the reason if it can never be read.
std::string programs::begin_reading(program& of) {
  if (of.files.empty()) return {};
  struct stat about{};
  if (fstat(of.files.begin()->second.get(), &about) != 0) return "the executable cannot be read";
  auto intake = executable_intake::begin(static_cast<std::uint64_t>(about.st_size));
  if (!intake) return intake.error();
  of.intake = std::move(*intake);
  return {};
}

void programs::read_file(instant now, program& of) {
  std::vector<std::byte> piece(std::min<std::uint64_t>(read_at_once, executables::max_bytes));
  ssize_t count = 0;
  do
    count = pread(of.files.begin()->second.get(), piece.data(), piece.size(),
                  static_cast<off_t>(of.intake->have()));
  while (count < 0 && errno == EINTR);
  const std::string why =
      count <= 0 ? "the executable cannot be read"
                 : of.intake->add(of.intake->have(),
                                  std::span(piece).first(static_cast<std::size_t>(count)));
  if (!why.empty()) return end_program(of, why);
  if (!of.intake->whole()) return;
  auto finished = of.intake->finish();
  of.intake.reset();
  if (!finished) return end_program(of, finished.error());
  executables_.keep(*finished);
  of.executables[of.files.begin()->first] = std::move(*finished);
  of.files.erase(of.files.begin());
  if (const std::string next = begin_reading(of); !next.empty()) return end_program(of, next);
  if (!of.intake) ask_hosts(now, of);
}

void programs::ask_hosts(instant now, program& of) {
  of.deadline = now + limits_.answer_within;
  std::erase_if(of.others, [&](const auto& other) {
    const executable& what = *of.executables.at(other.second.processor);
    const auto body =
        encode(program_begin_form{of.number, of.name, what.hash, what.size, of.keys.public_key,
                                  of.keys.secret_key, of.settings});
    return !around_.send(other.first, host_message_kind::program_begin, body);
  });
  go_if_answered(of);
}

void programs::send_pieces(program& of) {
  for (auto& [host, other] : of.others) {
    const executable& what = *of.executables.at(other.processor);
    while (other.state == part::wants && other.sent < what.size &&
           around_.backlog(host) < limits_.pieces_ahead) {
      program_piece_form piece{
          of.number, other.sent,
          std::vector<std::byte>(std::min<std::uint64_t>(max_piece, what.size - other.sent))};
      if (pread(what.content.get(), piece.bytes.data(), piece.bytes.size(),
                static_cast<off_t>(other.sent)) != static_cast<ssize_t>(piece.bytes.size()))
        return;
      if (!around_.send(host, host_message_kind::program_piece, encode(piece))) return;
      other.sent += piece.bytes.size();
    }
  }
}

}  // namespace mentat::host
