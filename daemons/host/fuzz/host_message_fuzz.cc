// Any bytes are refused or are a form whose encoding is the same bytes. The first byte says which
// form is tried; an invitation and the rows of the command are read from the same bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "daemons/host/wire/host_message.h"
#include "daemons/host/wire/session_rows.h"

using namespace mentat::host;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

template <class Form>
void try_form(std::span<const std::byte> body) {
  const auto form = decode<Form>(body);
  if (!form) return;
  const std::vector<std::byte> again = encode(*form);
  require(again.size() == body.size() && std::equal(again.begin(), again.end(), body.begin()));
}

void try_rows(const std::string& text) {
  const std::string once = rows_as_text(rows_from_text(text));
  require(rows_as_text(rows_from_text(once)) == once);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of exactly this size: AddressSanitizer sees a read behind it.
  const std::vector<std::uint8_t> copy(data + 1, data + size);
  const auto body = std::as_bytes(std::span(copy));
  switch (data[0] % 15) {
    case 0:
      try_form<join_form>(body);
      break;
    case 1:
      try_form<members_form>(body);
      break;
    case 2:
      try_form<joined_form>(body);
      break;
    case 3:
      try_form<text_form>(body);
      break;
    case 4:
      try_form<beat_form>(body);
      break;
    case 5:
      try_form<suspect_form>(body);
      break;
    case 6:
      try_form<program_begin_form>(body);
      break;
    case 7:
      try_form<program_piece_form>(body);
      break;
    case 8:
      try_form<program_text_form>(body);
      break;
    case 9:
      try_form<program_go_form>(body);
      break;
    case 10:
      try_form<program_news_form>(body);
      break;
    case 11:
      try_form<program_host_down_form>(body);
      break;
    case 12:
      try_form<query_form>(body);
      break;
    case 13:
      try_form<query_answer_form>(body);
      break;
    default:
      try_rows(std::string(copy.begin(), copy.end()));
  }
  return 0;
}
