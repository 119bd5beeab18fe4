// By hand on UCX over TCP: active messages between two workers; the bytes one way, an integer back.
// A waiter arms its worker and sleeps; `raw_ucx spin ...`: it never sleeps.
//
// Whoever reaches the port of a worker can write the memory of its process (docs/adr/0049), so both
// run in a network of their own; where that is not permitted, nothing is measured.
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <ucp/api/ucp.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"
#include "bench/samples.h"

namespace mentat::bench {
namespace {

constexpr unsigned message_id = 1;

void leave_network() {
  ifreq loopback{};
  std::strcpy(loopback.ifr_name, "lo");
  loopback.ifr_flags = IFF_UP;
  const bool left = unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0;
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (!left || ioctl(any, SIOCSIFFLAGS, &loopback) != 0) {
    std::fprintf(stderr,
                 "no network of its own is permitted, and the port of UCX is open to all\n");
    std::exit(cannot_run);
  }
  close(any);
}

void must(const char* what, ucs_status_t status) {
  if (status == UCS_OK) return;
  std::fprintf(stderr, "raw_ucx: %s: %s\n", what, ucs_status_string(status));
  std::exit(1);
}

// One worker and its endpoint.
class side {
 public:
  explicit side(bool spins) : spins_(spins) {
    ucp_config_t* config = nullptr;
    must("configuration", ucp_config_read(nullptr, nullptr, &config));
    must("TLS", ucp_config_modify(config, "TLS", "tcp"));
    must("NET_DEVICES", ucp_config_modify(config, "NET_DEVICES", "lo"));
    ucp_params_t with{};
    with.field_mask = UCP_PARAM_FIELD_FEATURES;
    with.features = UCP_FEATURE_AM | (spins ? std::uint64_t{0} : std::uint64_t{UCP_FEATURE_WAKEUP});
    ucp_context_h context = nullptr;
    must("context", ucp_init(&with, config, &context));
    ucp_config_release(config);
    ucp_worker_params_t of_worker{};
    of_worker.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
    of_worker.thread_mode = UCS_THREAD_MODE_SINGLE;
    must("worker", ucp_worker_create(context, &of_worker, &worker_));
    if (!spins_) must("descriptor", ucp_worker_get_efd(worker_, &descriptor_));
    ucp_am_handler_param_t handler{};
    handler.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_CB |
                         UCP_AM_HANDLER_PARAM_FIELD_ARG;
    handler.id = message_id;
    handler.cb = arrives;
    handler.arg = this;
    must("handler", ucp_worker_set_am_recv_handler(worker_, &handler));
  }

  void introduce(int to) const {
    ucp_address_t* address = nullptr;
    std::size_t size = 0;
    must("address", ucp_worker_get_address(worker_, &address, &size));
    if (write(to, &size, sizeof size) < 0 || write(to, address, size) < 0) std::exit(1);
    ucp_worker_release_address(worker_, address);
  }
  void meet(int from) {
    std::size_t size = 0;
    if (read(from, &size, sizeof size) != sizeof size) std::exit(1);
    std::vector<char> address(size);
    if (read(from, address.data(), size) != static_cast<ssize_t>(size)) std::exit(1);
    ucp_ep_params_t with{};
    with.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
                      UCP_EP_PARAM_FIELD_ERR_HANDLER;
    with.address = reinterpret_cast<const ucp_address_t*>(address.data());
    with.err_mode = UCP_ERR_HANDLING_MODE_PEER;
    with.err_handler.cb = [](void*, ucp_ep_h, ucs_status_t) { _exit(1); };
    must("endpoint", ucp_ep_create(worker_, &with, &endpoint_));
  }

  void send(const void* from, std::size_t bytes) {
    ucp_request_param_t with{};
    with.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK;
    with.cb.send = [](void* request, ucs_status_t, void*) { ucp_request_free(request); };
    ucs_status_ptr_t sent = ucp_am_send_nbx(endpoint_, message_id, nullptr, 0, from, bytes, &with);
    if (UCS_PTR_IS_ERR(sent)) must("send", UCS_PTR_STATUS(sent));
  }

  // Waits for a message, and takes one.
  void receive() {
    while (arrived_ == 0) {
      if (ucp_worker_progress(worker_) != 0 || spins_) continue;
      const ucs_status_t armed = ucp_worker_arm(worker_);
      if (armed == UCS_ERR_BUSY) continue;
      must("arm", armed);
      pollfd arrival{descriptor_, POLLIN, 0};
      poll(&arrival, 1, -1);
    }
    --arrived_;
  }
  [[nodiscard]] const void* bytes() const { return bytes_.data(); }

 private:
  static ucs_status_t arrives(void* self, const void*, std::size_t, void* data, std::size_t size,
                              const ucp_am_recv_param_t* how) {
    side& here = *static_cast<side*>(self);
    if (here.bytes_.size() < size) here.bytes_.resize(size);
    if ((how->recv_attr & UCP_AM_RECV_ATTR_FLAG_RNDV) == 0) {
      std::memcpy(here.bytes_.data(), data, size);
      ++here.arrived_;
      return UCS_OK;
    }
    ucp_request_param_t with{};
    with.op_attr_mask =
        UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA | UCP_OP_ATTR_FLAG_NO_IMM_CMPL;
    with.user_data = self;
    with.cb.recv_am = [](void* request, ucs_status_t status, std::size_t, void* receiver) {
      must("rendezvous", status);
      ++static_cast<side*>(receiver)->arrived_;
      ucp_request_free(request);
    };
    ucs_status_ptr_t begun =
        ucp_am_recv_data_nbx(here.worker_, data, here.bytes_.data(), size, &with);
    if (UCS_PTR_IS_ERR(begun)) must("receive", UCS_PTR_STATUS(begun));
    return UCS_INPROGRESS;
  }

  const bool spins_;
  ucp_worker_h worker_ = nullptr;
  ucp_ep_h endpoint_ = nullptr;
  int descriptor_ = -1;
  std::vector<char> bytes_;
  std::uint64_t arrived_ = 0;
};

class raw_ucx final : public callee {
 public:
  explicit raw_ucx(bool spins) {
    leave_network();
    int to_client[2], to_server[2];
    if (pipe(to_client) != 0 || pipe(to_server) != 0) std::exit(1);
    start_server([&] {
      side here(spins);
      here.introduce(to_client[1]);
      here.meet(to_server[0]);
      for (;;) {
        here.receive();
        here.send(here.bytes(), sizeof(int));
      }
    });
    here_ = new side(spins);
    here_->introduce(to_server[1]);
    here_->meet(to_client[0]);
  }
  void start(std::size_t bytes) override {
    const std::vector<char>& argument = argument_of(bytes == 0 ? sizeof(int) : bytes);
    here_->send(argument.data(), argument.size());
  }
  void finish() override { here_->receive(); }

 private:
  side* here_ = nullptr;  // until the process ends
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  const bool spins = argc > 1 && std::string(argv[1]) == "spin";
  mentat::bench::raw_ucx system(spins);
  const int status =
      mentat::bench::measure_calls(spins ? argc - 1 : argc, spins ? argv + 1 : argv, system);
  std::fflush(nullptr);
  _exit(status);  // the threads of UCX are left where they are
}
