#include "daemons/host/wire/host_message.h"

#include <algorithm>
#include <string_view>

#include "daemons/host/wire/body.h"

namespace mentat::host {
namespace {

constexpr std::size_t longest_notice_text = 227;
constexpr std::uint32_t most_suspects = 64;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_.+@").find(c) != std::string_view::npos;
}

// The characters of an address that another host will connect to.
bool is_address(const std::string& text) {
  return text.empty() || (text.starts_with("tcp://") && std::ranges::all_of(text, [](char c) {
                            return is_plain(c) || c == ':' || c == '/' || c == '[' || c == ']';
                          }));
}

bool is_key(const std::string& text) {
  return text.size() == key_length &&
         std::ranges::all_of(text, [](char c) { return c > 0x20 && c < 0x7f; });
}

bool is_printable(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
}

std::string_view cut(const std::string& text, std::size_t most) {
  return std::string_view(text).substr(0, most);
}

void put(body_writer& out, const host_info& of) {
  out.number(of.number).number(of.incarnation).text(of.name).text(of.address).text(of.public_key);
  out.number(of.cores)
      .number(static_cast<std::uint8_t>(of.state))
      .text(cut(of.cause, longest_cause))
      .number(of.drains_until)
      .text(of.processor);
}

bool get(body_reader& in, host_info& of) {
  of.number = in.number<std::uint32_t>();
  of.incarnation = in.number<std::uint32_t>();
  of.name = in.text(longest_name);
  of.address = in.text(longest_address);
  of.public_key = in.text(key_length);
  of.cores = in.number<std::uint32_t>();
  const auto state = in.number<std::uint8_t>();
  of.cause = in.text(longest_cause);
  of.drains_until = in.number<std::uint64_t>();
  of.processor = in.text(longest_processor);
  of.state = static_cast<host_state>(state);
  return !in.failed() && state <= static_cast<std::uint8_t>(host_state::lost) &&
         is_plain_name(of.name) && is_address(of.address) && is_key(of.public_key) &&
         is_printable(of.cause) && of.cores > 0 &&
         (of.processor.empty() || is_plain_name(of.processor));
}

void put(body_writer& out, const members_form& form) {
  out.number(form.version).number(static_cast<std::uint32_t>(form.hosts.size()));
  for (const host_info& one : form.hosts) put(out, one);
}

bool get(body_reader& in, members_form& form) {
  form.version = in.number<std::uint64_t>();
  const auto count = in.number<std::uint32_t>();
  if (in.failed() || count > max_hosts) return false;
  for (std::uint32_t i = 0; i < count; ++i)
    if (!get(in, form.hosts.emplace_back())) return false;
  return true;
}

template <class Form>
std::optional<Form> if_complete(const body_reader& in, Form&& form, bool right = true) {
  return right && in.complete() ? std::optional<Form>(std::move(form)) : std::nullopt;
}

}  // namespace

bool is_plain_name(const std::string& text) {
  return !text.empty() && text.size() <= longest_name && std::ranges::all_of(text, is_plain);
}

std::string plain_name(const std::string& text) {
  std::string plain(cut(text, longest_name));
  std::ranges::replace_if(plain, [](char c) { return !is_plain(c); }, '_');
  return plain.empty() ? "unnamed" : plain;
}

std::vector<std::byte> encode(const join_form& form) {
  body_writer out;
  put(out, form.who);
  return out.number(form.nonce).take();
}
template <>
std::optional<join_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  join_form form;
  const bool right = get(in, form.who);
  form.nonce = in.number<std::uint64_t>();
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const members_form& form) {
  body_writer out;
  put(out, form);
  return out.take();
}
template <>
std::optional<members_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  members_form form;
  const bool right = get(in, form);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const joined_form& form) {
  body_writer out;
  out.number(form.session).number(form.number).number(form.incarnation);
  put(out, form.members);
  return out.take();
}
template <>
std::optional<joined_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  joined_form form;
  form.session = in.number<std::uint32_t>();
  form.number = in.number<std::uint32_t>();
  form.incarnation = in.number<std::uint32_t>();
  const bool right = get(in, form.members);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const text_form& form) {
  return body_writer().text(cut(form.text, longest_cause)).take();
}
template <>
std::optional<text_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  text_form form{in.text(longest_cause)};
  const bool right = is_printable(form.text);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const beat_form& form) {
  return body_writer().number(form.load).take();
}
template <>
std::optional<beat_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  return if_complete(in, beat_form{in.number<std::uint32_t>()});
}

std::vector<std::byte> encode(const drain_form& form) {
  return body_writer().number(form.within_ms).text(cut(form.why, longest_cause)).take();
}
template <>
std::optional<drain_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  drain_form form;
  form.within_ms = in.number<std::uint32_t>();
  form.why = in.text(longest_cause);
  const bool right = is_printable(form.why);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const leave_form& form) {
  return body_writer().number(static_cast<std::uint8_t>(form.is_cut_short)).take();
}
template <>
std::optional<leave_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  const auto is_cut_short = in.number<std::uint8_t>();
  return if_complete(in, leave_form{is_cut_short == 1}, is_cut_short <= 1);
}

std::vector<std::byte> encode(const draining_form& form) {
  return body_writer().number(form.until).text(cut(form.why, longest_cause)).take();
}
template <>
std::optional<draining_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  draining_form form;
  form.until = in.number<std::uint64_t>();
  form.why = in.text(longest_cause);
  const bool right = is_printable(form.why) && form.until > 0;
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const suspect_form& form) {
  return body_writer()
      .number(form.number)
      .number(form.incarnation)
      .text(cut(form.cause, longest_cause))
      .take();
}
template <>
std::optional<suspect_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  suspect_form form;
  form.number = in.number<std::uint32_t>();
  form.incarnation = in.number<std::uint32_t>();
  form.cause = in.text(longest_cause);
  const bool right = is_printable(form.cause);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const program_begin_form& form) {
  body_writer out;
  out.number(form.program)
      .text(form.name)
      .raw(form.hash)
      .number(form.size)
      .text(form.public_key)
      .text(form.secret_key);
  return out.text(form.settings).take();
}
template <>
std::optional<program_begin_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  program_begin_form form;
  form.program = in.number<std::uint32_t>();
  form.name = in.text(longest_name);
  std::ranges::copy(in.raw(form.hash.size()), form.hash.begin());
  form.size = in.number<std::uint64_t>();
  form.public_key = in.text(key_length);
  form.secret_key = in.text(key_length);
  form.settings = in.text(longest_settings);
  const bool right = is_plain_name(form.name) && is_key(form.public_key) && is_key(form.secret_key);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const program_piece_form& form) {
  return body_writer().number(form.program).number(form.offset).raw(form.bytes).take();
}
template <>
std::optional<program_piece_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  program_piece_form form;
  form.program = in.number<std::uint32_t>();
  form.offset = in.number<std::uint64_t>();
  const auto bytes = in.rest();
  if (in.failed() || bytes.empty() || bytes.size() > max_piece) return std::nullopt;
  form.bytes.assign(bytes.begin(), bytes.end());
  return form;
}

std::vector<std::byte> encode(const program_text_form& form) {
  return body_writer().number(form.program).text(cut(form.text, longest_cause)).take();
}
template <>
std::optional<program_text_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  program_text_form form;
  form.program = in.number<std::uint32_t>();
  form.text = in.text(longest_cause);
  const bool right = is_printable(form.text);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const query_form& form) {
  return body_writer()
      .number(form.question)
      .number(form.program)
      .number(form.most)
      .text(cut(form.what, longest_query))
      .take();
}
template <>
std::optional<query_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  query_form form;
  form.question = in.number<std::uint32_t>();
  form.program = in.number<std::uint32_t>();
  form.most = in.number<std::uint32_t>();
  form.what = in.text(longest_query);
  const bool right = is_plain_name(form.what);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const query_answer_form& form) {
  return body_writer().number(form.question).text(cut(form.rows, longest_rows)).take();
}
template <>
std::optional<query_answer_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  query_answer_form form;
  form.question = in.number<std::uint32_t>();
  form.rows = in.text(longest_rows);
  return if_complete(in, std::move(form));
}

std::vector<std::byte> encode(const program_go_form& form) {
  body_writer out;
  out.number(form.program).number(static_cast<std::uint32_t>(form.hosts.size()));
  for (const program_host& one : form.hosts)
    out.number(one.number).number(one.incarnation).text(one.name);
  return out.number(static_cast<std::uint8_t>(form.are_mixed)).number(form.records).take();
}
template <>
std::optional<program_go_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  program_go_form form;
  form.program = in.number<std::uint32_t>();
  const auto count = in.number<std::uint32_t>();
  if (in.failed() || count == 0 || count > max_hosts) return std::nullopt;
  bool right = true;
  for (std::uint32_t i = 0; i < count && right; ++i) {
    program_host& one = form.hosts.emplace_back();
    one.number = in.number<std::uint32_t>();
    one.incarnation = in.number<std::uint32_t>();
    one.name = in.text(longest_name);
    right = !in.failed() && is_plain_name(one.name);
  }
  const auto are_mixed = in.number<std::uint8_t>();
  right = right && are_mixed <= 1;
  form.are_mixed = are_mixed == 1;
  form.records = in.number<std::uint32_t>();
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const program_news_form& form) {
  body_writer out;
  out.number(form.program).number(form.kind).number(form.role).number(form.cores);
  out.number(form.host).number(form.incarnation).number(form.slot).number(form.generation);
  out.text(cut(form.text, longest_notice_text));
  out.number(static_cast<std::uint8_t>(form.suspects.has_value()));
  const std::vector<std::uint64_t> suspects = form.suspects.value_or(std::vector<std::uint64_t>{});
  out.number(static_cast<std::uint32_t>(suspects.size()));
  for (const std::uint64_t one : suspects) out.number(one);
  return out.take();
}
template <>
std::optional<program_news_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  program_news_form form;
  for (std::uint32_t* field : {&form.program, &form.kind, &form.role, &form.cores, &form.host,
                               &form.incarnation, &form.slot, &form.generation})
    *field = in.number<std::uint32_t>();
  form.text = in.text(longest_notice_text);
  const auto knows_suspects = in.number<std::uint8_t>();
  const auto count = in.number<std::uint32_t>();
  if (in.failed() || knows_suspects > 1 || count > most_suspects ||
      (knows_suspects == 0 && count != 0))
    return std::nullopt;
  std::vector<std::uint64_t> suspects(count);
  for (std::uint64_t& one : suspects) one = in.number<std::uint64_t>();
  if (knows_suspects == 1) form.suspects = std::move(suspects);
  return if_complete(in, std::move(form));
}

std::vector<std::byte> encode(const program_host_down_form& form) {
  return body_writer()
      .number(form.program)
      .number(form.host)
      .number(form.incarnation)
      .text(cut(form.cause, longest_cause))
      .take();
}
template <>
std::optional<program_host_down_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  program_host_down_form form;
  form.program = in.number<std::uint32_t>();
  form.host = in.number<std::uint32_t>();
  form.incarnation = in.number<std::uint32_t>();
  form.cause = in.text(longest_cause);
  const bool right = is_printable(form.cause);
  return if_complete(in, std::move(form), right);
}

std::vector<std::byte> encode(const record_room_form& form) {
  return body_writer().number(form.program).number(form.pieces).take();
}
template <>
std::optional<record_room_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  record_room_form form;
  form.program = in.number<std::uint32_t>();
  form.pieces = in.number<std::uint32_t>();
  return if_complete(in, std::move(form));
}

std::vector<std::byte> encode(const clock_form& form) {
  return body_writer().number(form.program).number(form.asked).number(form.told).take();
}
template <>
std::optional<clock_form> decode(std::span<const std::byte> body) {
  body_reader in(body);
  clock_form form;
  form.program = in.number<std::uint32_t>();
  form.asked = in.number<std::uint64_t>();
  form.told = in.number<std::uint64_t>();
  return if_complete(in, std::move(form));
}

}  // namespace mentat::host
