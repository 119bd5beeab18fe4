// What a launcher answers and what other copies have left there: any bytes are refused, or are read
// as what they say. The first byte says as what the rest is tried.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "daemons/launch/copy_card.h"
#include "daemons/launch/pmi1.h"

using namespace mentat::launch;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// A value that is read is written with the same digits.
void try_answer(std::string_view line, std::string_view command) {
  const auto words = pmi1::parse(line, command);
  if (!words) return require(words.error().size() < 1000);
  require(words->at("cmd") == command);
  static_cast<void>(pmi1::number_in(*words, "vallen_max"));
  const auto value = pmi1::value_in(*words);
  if (value) require(pmi1::put("s", "k", *value).ends_with(" value=" + words->at("value") + "\n"));
}

void try_value(const std::string& value) {
  const std::string request = pmi1::put("space", "key", value);
  require(request.find('\n') == request.size() - 1);
  const auto words = pmi1::parse(
      "cmd=get_result rc=0 " + request.substr(request.rfind(' ') + 1, 2 * value.size() + 6),
      "get_result");
  require(words && pmi1::value_in(*words) == value);
}

void try_card(std::string_view line) {
  const auto card = copy_card::parse(line);
  if (!card) return;
  const std::string again = card->line();
  require(again.size() <= longest_value && again.find('\n') == std::string::npos);
  const auto read = copy_card::parse(again);
  require(read && read->line() == again);
  const std::vector<copy_card> cards{*card, *read};
  require(carriers(cards, 2) == std::vector<std::size_t>{0, 0});
  require(host_names(cards).back() == card->node);
  require(cores_of_host(cards, 1) == card->cores);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of exactly this size: AddressSanitizer sees a read behind it.
  const std::vector<char> copy(data + 1, data + size);
  const std::string_view text(copy.data(), copy.size());
  switch (data[0] % 4) {
    case 0:
      try_answer(text, "get_result");
      break;
    case 1:
      try_answer("cmd=get_result value=" + std::string(text), "get_result");
      break;
    case 2:
      try_value(std::string(text));
      break;
    default:
      try_card(text);
      try_card("MENTAT-COPY {\"v\":2,\"build\":\"1\",\"node\":\"n\"," + std::string(text));
  }
  return 0;
}
