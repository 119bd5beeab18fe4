#include "mmps/zmq/library.h"

#include <dlfcn.h>
#include <zmq.h>

#include "mmps/base/check.h"

namespace {

void* library() {
  static void* const opened = dlopen("libzmq.so.5", RTLD_NOW | RTLD_LOCAL);
  return opened;
}

void* entry(const char* name) {
  MENTAT_CHECK(library() != nullptr, "open_library() has reported that there is no libzmq");
  void* const found = dlsym(library(), name);
  MENTAT_CHECK(found != nullptr, "a libzmq without one of its functions");
  return found;
}

}  // namespace

std::string mentat::mmps::zeromq::open_library() {
  if (library() != nullptr) return {};
  return "libzmq.so.5 cannot be opened (Debian: apt-get install libzmq5)";
}

// The functions of zmq.h that this folder and cppzmq call; each forwards its call.
#define PASS_ON(result, name, parameters, arguments)                          \
  extern "C" result name parameters {                                         \
    static const auto real = reinterpret_cast<decltype(&name)>(entry(#name)); \
    return real arguments;                                                    \
  }

PASS_ON(int, zmq_bind, (void* socket, const char* address), (socket, address))
PASS_ON(int, zmq_close, (void* socket), (socket))
PASS_ON(int, zmq_connect, (void* socket, const char* address), (socket, address))
PASS_ON(void*, zmq_ctx_new, (), ())
PASS_ON(int, zmq_ctx_set, (void* context, int option, int value), (context, option, value))
PASS_ON(int, zmq_ctx_term, (void* context), (context))
PASS_ON(int, zmq_curve_keypair, (char* open, char* secret), (open, secret))
PASS_ON(int, zmq_curve_public, (char* open, const char* secret), (open, secret))
PASS_ON(int, zmq_errno, (), ())
PASS_ON(int, zmq_getsockopt, (void* socket, int option, void* value, size_t* size),
        (socket, option, value, size))
PASS_ON(int, zmq_msg_close, (zmq_msg_t * message), (message))
PASS_ON(void*, zmq_msg_data, (zmq_msg_t * message), (message))
PASS_ON(const char*, zmq_msg_gets, (const zmq_msg_t* message, const char* name), (message, name))
PASS_ON(int, zmq_msg_init, (zmq_msg_t * message), (message))
PASS_ON(int, zmq_msg_init_data,
        (zmq_msg_t * message, void* data, size_t size, zmq_free_fn* give_back, void* hint),
        (message, data, size, give_back, hint))
PASS_ON(int, zmq_msg_init_size, (zmq_msg_t * message, size_t size), (message, size))
PASS_ON(int, zmq_msg_more, (const zmq_msg_t* message), (message))
PASS_ON(int, zmq_msg_move, (zmq_msg_t * to, zmq_msg_t* from), (to, from))
PASS_ON(int, zmq_msg_recv, (zmq_msg_t * message, void* socket, int flags), (message, socket, flags))
PASS_ON(int, zmq_msg_send, (zmq_msg_t * message, void* socket, int flags), (message, socket, flags))
PASS_ON(size_t, zmq_msg_size, (const zmq_msg_t* message), (message))
PASS_ON(int, zmq_poll, (zmq_pollitem_t * items, int count, long longest), (items, count, longest))
PASS_ON(int, zmq_send, (void* socket, const void* data, size_t size, int flags),
        (socket, data, size, flags))
PASS_ON(int, zmq_setsockopt, (void* socket, int option, const void* value, size_t size),
        (socket, option, value, size))
PASS_ON(void*, zmq_socket, (void* context, int type), (context, type))
PASS_ON(int, zmq_socket_monitor, (void* socket, const char* address, int events),
        (socket, address, events))
PASS_ON(const char*, zmq_strerror, (int error), (error))
PASS_ON(uint8_t*, zmq_z85_decode, (uint8_t* to, const char* text), (to, text))
