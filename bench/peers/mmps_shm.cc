// The messages of the run-time system through shared memory, without the run-time system:
// `message_transport` of Table I between two processes of a host [TOCS96 4.3.1].
#include <cstring>
#include <memory>
#include <span>
#include <thread>

#include "bench/pause.h"
#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"
#include "bench/samples.h"
#include "mmps/futex/futex.h"
#include "mmps/shm/shm_transport.h"
#include "mmps/wire/message_type.h"

namespace mentat::bench {
namespace {

using mmps::message_header;
using mmps::mmps_name;
using mmps::shm::doorbell;
using mmps::shm::shm_transport;

const mmps_name client_name = mmps_name::of_process(1, 1, 1, 1);
const mmps_name server_name = mmps_name::of_process(1, 1, 2, 1);

shm_transport::options options_of(const std::string& folder, const mmps_name& self) {
  shm_transport::options made;
  made.folder = folder;
  made.self = self;
  return made;
}

// Waits like the workers of the run-time system: polls, yields for 50 microseconds, then sleeps.
void await_mail(shm_transport& from) {
  constexpr int polls = 50;
  constexpr double yielding = 50;
  for (int i = 0; i < polls; ++i) {
    if (from.has_mail()) return;
    pause_core();
  }
  for (const double end = now_us() + yielding; now_us() < end; sched_yield())
    if (from.has_mail()) return;
  doorbell& bell = from.bell();
  const std::uint32_t seen = bell.words[0].load();
  bell.listen(0);
  if (!from.has_mail()) base::futex_wait(bell.words[0], seen, 10 * base::millisecond, true);
  bell.stop_listening(0);
}

bool send(shm_transport& from, const mmps_name& to, std::span<const std::byte> body) {
  message_header header;
  header.type = static_cast<std::uint8_t>(mmps::message_type::token);
  header.argument_count = 1;
  header.destination = to;
  return from.send(header, body) == shm_transport::sent::yes;
}

void serve(const std::string& folder) {
  shm_transport here(options_of(folder, server_name));
  for (;;) {
    await_mail(here);
    here.receive([&](const message_header&, std::span<const std::byte> body) {
      send(here, client_name, body.first(sizeof(int)));
    });
  }
}

class mmps_shm final : public callee {
 public:
  mmps_shm() {
    start_server([this] { serve(folder_.at("")); });
    here_ = std::make_unique<shm_transport>(options_of(folder_.at(""), client_name));
    int first = 0;
    while (!send(*here_, server_name, std::as_bytes(std::span(&first, 1))))
      std::this_thread::yield();
    finish();
  }
  void start(std::size_t bytes) override {
    send(*here_, server_name,
         std::as_bytes(std::span(argument_of(bytes == 0 ? sizeof(int) : bytes))));
  }
  void finish() override {
    while (results_ == 0) {
      await_mail(*here_);
      here_->receive([&](const message_header&, std::span<const std::byte>) { ++results_; });
    }
    --results_;
  }

 private:
  socket_folder folder_;
  std::unique_ptr<shm_transport> here_;  // has a thread, so it is made after the fork
  std::size_t results_ = 0;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  mentat::bench::mmps_shm system;
  return mentat::bench::measure_calls(argc, argv, system);
}
