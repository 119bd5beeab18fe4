// Calls over gRPC, asynchronous in the client; the server is a separate process. `grpc tcp ...`
// uses loopback, else a Unix socket.
#include <grpcpp/grpcpp.h>

#include <cstdio>
#include <memory>
#include <string>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"
#include "calls.grpc.pb.h"

namespace mentat::bench {
namespace {

constexpr int max_bytes = (64 << 20) + 1024;

class echo_service final : public mentat_bench::echo::Service {
  grpc::Status call(grpc::ServerContext*, const mentat_bench::argument* argument,
                    mentat_bench::result* result) override {
    result->set_number(argument->number() + static_cast<int>(argument->data().size()));
    return grpc::Status::OK;
  }
};

// Reports readiness by printing the port; for a Unix socket, 1.
int serve(const std::string& address) {
  take_core(party::callee);
  echo_service service;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  builder.SetMaxReceiveMessageSize(max_bytes);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server) return 1;
  std::printf("%d\n", port);
  std::fflush(stdout);
  server->Wait();
  return 0;
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "grpc: %s\n", why.c_str());
  std::exit(1);
}

// Starts the server by executing this program anew before the client begins, because gRPC does not
// survive a fork. Returns the server's address.
std::string start_echo(const std::string& address, bool tcp) {
  int told[2];
  if (pipe(told) != 0) fail("no pipe");
  start_server([&] {
    dup2(told[1], STDOUT_FILENO);
    execl("/proc/self/exe", "grpc", "serve", address.c_str(), nullptr);
  });
  close(told[1]);
  std::string port;
  for (char c; read(told[0], &c, 1) == 1 && c != '\n';) port += c;
  close(told[0]);
  if (port.empty() || port == "0") fail("the server does not listen");
  return tcp ? "127.0.0.1:" + port : address;
}

class grpc_calls final : public callee {
 public:
  explicit grpc_calls(bool tcp)
      : address_(start_echo(tcp ? "127.0.0.1:0" : "unix:" + folder_.at("door"), tcp)),
        stub_(mentat_bench::echo::NewStub(
            grpc::CreateChannel(address_, grpc::InsecureChannelCredentials()))) {}

  void start(std::size_t bytes) override {
    auto made = std::make_unique<pending>();
    made->context.set_wait_for_ready(true);
    mentat_bench::argument argument;
    argument.set_number(1);
    if (bytes > 0) argument.set_data(argument_of(bytes).data(), bytes);
    made->reader = stub_->Asynccall(&made->context, argument, &queue_);
    made->reader->Finish(&made->result, &made->status, made.get());
    made.release();  // its address is the tag of its completion
  }
  void finish() override {
    void* tag = nullptr;
    bool good = false;
    if (!queue_.Next(&tag, &good)) fail("the queue was closed");
    const std::unique_ptr<pending> done(static_cast<pending*>(tag));
    if (!good || !done->status.ok()) fail(done->status.error_message());
  }

 private:
  struct pending {
    grpc::ClientContext context;
    grpc::Status status;
    mentat_bench::result result;
    std::unique_ptr<grpc::ClientAsyncResponseReader<mentat_bench::result>> reader;
  };

  socket_folder folder_;
  const std::string address_;
  std::unique_ptr<mentat_bench::echo::Stub> stub_;
  grpc::CompletionQueue queue_;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  using namespace mentat::bench;
  if (argc == 3 && std::string(argv[1]) == "serve") return serve(argv[2]);
  const bool tcp = argc > 1 && std::string(argv[1]) == "tcp";
  grpc_calls system(tcp);
  return measure_calls(argc - tcp, argv + tcp, system);
}
