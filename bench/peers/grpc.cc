// Calls over gRPC, asynchronous at the client, over a Unix socket: the server is a process of its
// own.
#include <grpcpp/grpcpp.h>

#include <memory>

#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"
#include "calls.grpc.pb.h"

namespace mentat::bench {
namespace {

constexpr int most_bytes = (64 << 20) + 1024;

class echo_service final : public mentat_bench::echo::Service {
  grpc::Status call(grpc::ServerContext*, const mentat_bench::argument* argument,
                    mentat_bench::result* result) override {
    result->set_number(argument->number() + static_cast<int>(argument->data().size()));
    return grpc::Status::OK;
  }
};

void serve(const std::string& address) {
  echo_service service;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  builder.SetMaxReceiveMessageSize(most_bytes);
  builder.BuildAndStart()->Wait();
}

class grpc_calls final : public callee {
 public:
  grpc_calls() {
    const std::string address = "unix:" + folder_.at("door");
    start_server([address] { serve(address); });  // before gRPC has a thread
    stub_ = mentat_bench::echo::NewStub(
        grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
    start(0);
    finish();
  }
  void start(std::size_t bytes) override {
    auto made = std::make_unique<pending>();
    made->context.set_wait_for_ready(true);
    mentat_bench::argument argument;
    argument.set_number(1);
    if (bytes > 0) argument.set_data(argument_of(bytes).data(), bytes);
    made->reader = stub_->Asynccall(&made->context, argument, &queue_);
    made->reader->Finish(&made->result, &made->status, made.get());
    made.release();  // its address is the tag with which it comes back
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
  [[noreturn]] static void fail(const std::string& why) {
    std::fprintf(stderr, "grpc: %s\n", why.c_str());
    std::exit(1);
  }

  socket_folder folder_;
  const std::string address_ = "unix:" + folder_.at("door");
  const pid_t server_ =
      start_server([this] { serve(address_); });  // before the queue: then gRPC has threads
  grpc::CompletionQueue queue_;
  std::unique_ptr<mentat_bench::echo::Stub> stub_;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  mentat::bench::grpc_calls system;
  return mentat::bench::measure_calls(argc, argv, system);
}
