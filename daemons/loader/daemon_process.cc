#include "daemons/loader/daemon_process.h"

#include <unistd.h>

#include <cstring>
#include <utility>

#include "mmps/wire/message_type.h"
#include "rts/node/log.h"
#include "rts/node/quiet_check.h"

namespace mentat::loader {
namespace {

using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;

constexpr unsigned only_thread = 0;
constexpr base::duration looks_on = 20 * base::microsecond;  // before it sleeps

constexpr base::duration until_room = 10 * base::millisecond;  // it looks again then

mentat_message down_message(const node::notice& news) {
  const std::string cause = news.get_text();
  mentat_message down(std::as_bytes(std::span(cause.data(), cause.size())));
  down.header.type = static_cast<std::uint8_t>(message_type::down);
  down.header.source = news.process;
  return down;
}

}  // namespace

daemon_process::daemon_process(node::member& self, const base::clock& clock)
    : self_(self), clock_(clock), authority_(self.self, self.driver), endpoint_(self) {
  node::notice here;
  here.kind = node::notice_kind::ready;
  here.process = self.self;
  here.set_text(endpoint_.address());
  self.control.send(std::as_bytes(std::span(&here, 1)));
  listener_ = std::thread([this] { hear(); });
}

daemon_process::~daemon_process() {
  self_.control.stop_receiving();
  listener_.join();
}

void daemon_process::hear() {
  node::notice packet;
  std::vector<int> descriptors;
  while (self_.control.receive(std::as_writable_bytes(std::span(&packet, 1)), descriptors) ==
         sizeof packet) {
    for (int one : descriptors) close(one);
    descriptors.clear();
    if (packet.kind == node::notice_kind::up) endpoint_.announce(packet.process, packet.number);
    {
      std::lock_guard guard(lock_);
      news_.push_back(packet);
      has_news_.store(true, std::memory_order_seq_cst);
    }
    endpoint_.bell().ring();
  }
  unlink(mmps::shm::shm_transport::path_of(self_.folder, self_.self).c_str());
  _exit(0);
}

// What a process wrote before it ended is taken in before its end is.
void daemon_process::take_news(machine& of) {
  std::vector<node::notice> ripe;
  {
    std::lock_guard guard(lock_);
    std::erase_if(news_, [&](const node::notice& one) {
      if (one.kind == node::notice_kind::down && endpoint_.has_mail_from(one.process)) return false;
      ripe.push_back(one);
      return true;
    });
    has_news_.store(!news_.empty(), std::memory_order_seq_cst);
  }
  for (const node::notice& one : ripe) {
    if (one.kind == node::notice_kind::up) {
      endpoint_.note_up(one.process, one.get_text());
      living_.insert(one.process);
      of.process_up(clock_.now(), one);
    }
    if (one.kind == node::notice_kind::refused) of.start_refused(clock_.now(), one);
    if (one.kind != node::notice_kind::down) continue;
    endpoint_.forget(one.process);
    living_.erase(one.process);
    of.step(clock_.now(), down_message(one));
  }
}

void daemon_process::send(std::vector<mentat_message> messages) {
  for (mentat_message& message : messages) {
    // Tokens without a destination go to the token-matching unit of this host.
    if (!message.header.destination.bound())
      message.header.destination = node::token_matching_unit_of(self_.self);
    held_.push_back(std::move(message));
  }
  send_held();
}

// In their order: what cannot be sent holds back what follows to the same process, until that has
// room, or the supervisor has told that it has ended.
void daemon_process::send_held() {
  std::set<mmps::mmps_name> full;
  std::erase_if(held_, [&](mentat_message& message) {
    const mmps::mmps_name to = message.header.destination.process();
    if (full.contains(to)) return false;
    const auto result = endpoint_.send(message.header, message.body());
    if (result != node::endpoint::sent::yes && living_.contains(to)) {
      full.insert(to);
      return false;
    }
    if (result == node::endpoint::sent::yes) ++sent_;
    return true;
  });
}

void daemon_process::answer_query(const message_header& query, std::span<const std::byte> body,
                                  machine& of) {
  // The end of a process that the driver has heard of and this one has not may still lead to
  // messages.
  const bool news_to_come = living_.contains(node::last_ended_in(body));
  const bool runs = of.busy() || endpoint_.has_mail() || endpoint_.has_to_send() ||
                    !held_.empty() || news_to_come;
  const node::activity here{sent_, received_, 0, runs ? 1u : 0u};
  message_header reply;
  reply.type = static_cast<std::uint8_t>(message_type::pong);
  reply.destination = query.source;
  reply.tag = query.tag;
  endpoint_.send(reply, std::as_bytes(std::span(&here, 1)));
}

void daemon_process::run(machine& of) {
  const auto take = [&](const message_header& header, std::span<const std::byte> body) {
    if (static_cast<message_type>(header.type) == message_type::past)
      return endpoint_.take_past(header, body);
    if (!authority_.allows(header)) return;
    if (static_cast<message_type>(header.type) == message_type::query)
      return answer_query(header, body, of);
    // That a process has ended the supervisor says, nobody else; of an object its own process does.
    if (static_cast<message_type>(header.type) == message_type::down && header.source.is_process())
      return;
    ++received_;
    mentat_message message(body);
    const std::uint32_t size = message.header.body_length;
    message.header = header;
    message.header.body_length = size;
    of.step(clock_.now(), std::move(message));
    send(of.take_output());
  };
  auto& bell = endpoint_.bell();
  auto idle_since = clock_.now();
  for (;;) {
    // News first: who asks because a process has ended is not to be sent to that process again.
    const bool news = has_news_.load(std::memory_order_relaxed);
    if (news) take_news(of);
    const bool any = endpoint_.receive(take) || news;
    for (const message_header& one : endpoint_.take_undelivered()) {
      const auto type = static_cast<message_type>(one.type);
      if (type != message_type::pong && type != message_type::past) --sent_;
    }
    const base::instant at = clock_.now();
    if (of.next_deadline() <= at) of.tick(at);
    send(of.take_output());
    if (any) {
      idle_since = clock_.now();
      continue;
    }
    if (clock_.now() - idle_since < looks_on) {
      sched_yield();
      continue;
    }
    const std::uint32_t before = bell.words[only_thread].load(std::memory_order_seq_cst);
    bell.listen(only_thread);
    if (!endpoint_.has_mail() && !has_news_.load(std::memory_order_seq_cst)) {
      const base::instant until = of.next_deadline();
      const base::duration longest = !held_.empty() ? until_room
                                     : until == base::instant::never()
                                         ? 0
                                         : std::max<base::duration>(until - clock_.now(), 1);
      endpoint_.sleep(only_thread, before, longest);
    }
    bell.stop_listening(only_thread);
    idle_since = clock_.now();
  }
}

}  // namespace mentat::loader
