// Calls over Cap'n Proto on a Unix socket; the server is a separate process.
#include <capnp/ez-rpc.h>
#include <capnp/message.h>

#include <deque>
#include <memory>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"
#include "calls.capnp.h"

namespace mentat::bench {
namespace {

// Raises the limit: by default, messages above 64 MiB are refused.
capnp::ReaderOptions long_messages() {
  capnp::ReaderOptions made;
  made.traversalLimitInWords = std::uint64_t{1} << 30;
  return made;
}

class echo_server final : public Echo::Server {
  kj::Promise<void> call(CallContext context) override {
    context.getResults().setResult(context.getParams().getNumber() +
                                   static_cast<int>(context.getParams().getData().size()));
    return kj::READY_NOW;
  }
};

void serve(const std::string& address, int tell) {
  capnp::EzRpcServer server(kj::heap<echo_server>(), address.c_str(), 0, long_messages());
  server.getPort().wait(server.getWaitScope());  // it listens
  if (write(tell, "", 1) != 1) std::exit(1);
  kj::NEVER_DONE.wait(server.getWaitScope());
}

class capnp_calls final : public callee {
 public:
  capnp_calls() {
    const std::string address = "unix:" + folder_.at("door");
    int told[2];
    char ready = 0;
    if (pipe(told) != 0) std::exit(1);
    start_server([&] { serve(address, told[1]); });
    if (read(told[0], &ready, 1) != 1) std::exit(1);
    client_ = std::make_unique<capnp::EzRpcClient>(address.c_str(), 0, long_messages());
    echo_ = std::make_unique<Echo::Client>(client_->getMain<Echo>());
  }
  void start(std::size_t bytes) override {
    auto request = echo_->callRequest();
    request.setNumber(1);
    if (bytes > 0)
      request.setData({reinterpret_cast<const kj::byte*>(argument_of(bytes).data()), bytes});
    calls_.push_back(request.send());
  }
  void finish() override {
    calls_.front().wait(client_->getWaitScope());
    calls_.pop_front();
  }

 private:
  socket_folder folder_;
  std::unique_ptr<capnp::EzRpcClient> client_;
  std::unique_ptr<Echo::Client> echo_;
  std::deque<capnp::RemotePromise<Echo::CallResults>> calls_;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  mentat::bench::capnp_calls system;
  return mentat::bench::measure_calls(argc, argv, system);
}
