#include "daemons/loader/remote_creations.h"

#include <string>

#include "mmps/wire/message_type.h"

namespace mentat::loader {

using mmps::mentat_message;
using mmps::message_type;

void remote_creations::note(const mmps::mmps_name& self, const mmps::message_header& sent) {
  if (sent.type != static_cast<std::uint8_t>(message_type::instantiate) ||
      (sent.flags & mmps::flag::persistent) == 0 || sent.destination.host == self.host)
    return;
  if (passed_on_.size() >= max_kept_) passed_on_.pop_front();
  passed_on_.push_back(sent);
}

void remote_creations::note_returned(const mmps::message_header& request) {
  if (request.hops == 0) return;
  std::erase_if(passed_on_, [&](const mmps::message_header& one) {
    return one.tag == request.tag && one.source == request.source;
  });
}

std::vector<mentat_message> remote_creations::host_lost(const mmps::mmps_name& manager,
                                                        const mmps::mmps_name& self,
                                                        std::span<const std::byte> cause) {
  std::vector<mentat_message> answers;
  std::string why = "the host on which the object was being made is gone: ";
  why.append(reinterpret_cast<const char*>(cause.data()), cause.size());
  std::erase_if(passed_on_, [&](const mmps::message_header& request) {
    if (request.destination != manager) return false;
    mentat_message answer(request, std::as_bytes(std::span(why)));
    answer.header.type = static_cast<std::uint8_t>(message_type::instantiated);
    answer.header.flags = mmps::flag::persistent | mmps::flag::error;
    answer.header.future_length = 0;
    answer.header.source = self;
    answer.header.destination = request.source;
    answers.push_back(std::move(answer));
    return true;
  });
  return answers;
}

}  // namespace mentat::loader
