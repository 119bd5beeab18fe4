#include "tools/dashboard/request_reader.h"

namespace mentat::dashboard {

request_head head_of(const head_parser& read) {
  const auto& message = read.get();
  request_head made;
  made.method = std::string(message.method_string());
  made.target = std::string(message.target());
  for (const auto& field : message) {
    std::string name(field.name_string());
    for (char& one : name)
      if (one >= 'A' && one <= 'Z') one = static_cast<char>(one - 'A' + 'a');
    made.fields.emplace_back(std::move(name), std::string(field.value()));
  }
  made.has_body = read.chunked() || read.content_length().value_or(0) != 0;
  return made;
}

}  // namespace mentat::dashboard
