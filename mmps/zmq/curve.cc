#include "mmps/zmq/curve.h"

#include <zmq.h>

#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "mmps/base/check.h"
#include "mmps/zmq/parts.h"

namespace mentat::mmps::zeromq {
namespace {

constexpr int enforce_domain = 93;  // ZMQ_ZAP_ENFORCE_DOMAIN, not in the headers of a release
constexpr std::size_t z85_length = 40;

bool is_key(const std::string& z85) {
  std::array<std::uint8_t, 32> raw;
  return z85.size() == z85_length && zmq_z85_decode(raw.data(), z85.c_str()) != nullptr;
}

std::string raw_key(const std::string& z85) {
  std::array<std::uint8_t, 32> raw{};
  MENTAT_CHECK(zmq_z85_decode(raw.data(), z85.c_str()) != nullptr, "check_keys() has passed");
  return std::string(raw.begin(), raw.end());
}

}  // namespace

key_pair make_key_pair() {
  std::array<char, z85_length + 1> public_key{}, secret_key{};
  MENTAT_CHECK(zmq_curve_keypair(public_key.data(), secret_key.data()) == 0,
               "this libzmq has no CURVE");
  return {public_key.data(), secret_key.data()};
}

std::string check_keys(const curve_keys& keys) {
  if (!is_key(keys.own.public_key) || !is_key(keys.own.secret_key))
    return "our own keys are not two texts of 40 characters in Z85";
  std::array<char, z85_length + 1> derived{};
  if (zmq_curve_public(derived.data(), keys.own.secret_key.c_str()) != 0 ||
      keys.own.public_key != derived.data())
    return "our public key does not belong to our secret key";
  if (keys.shared) return {};
  std::set<std::string> seen;
  for (const auto& [host, key] : keys.hosts) {
    if (!is_key(key)) return "the key of host " + std::to_string(host) + " is not a key";
    if (!seen.insert(key).second)
      return "the key of host " + std::to_string(host) + " is also that of another host";
  }
  return {};
}

std::string make_server(zmq::socket_t& socket, const curve_keys& keys) {
  socket.set(zmq::sockopt::curve_server, 1);
  socket.set(zmq::sockopt::curve_secretkey, keys.own.secret_key);
  socket.set(zmq::sockopt::zap_domain, "mentat");
  const int on = 1;
  int is_on = 0;
  std::size_t size = sizeof is_on;
  if (zmq_setsockopt(socket.handle(), enforce_domain, &on, sizeof on) != 0 ||
      zmq_getsockopt(socket.handle(), enforce_domain, &is_on, &size) != 0 || is_on != 1)
    return "this libzmq cannot refuse strangers when its door is not answered (option 93)";
  return {};
}

void make_client(zmq::socket_t& socket, const key_pair& own, const std::string& server_key) {
  socket.set(zmq::sockopt::curve_serverkey, server_key);
  socket.set(zmq::sockopt::curve_publickey, own.public_key);
  socket.set(zmq::sockopt::curve_secretkey, own.secret_key);
}

door::door(zmq::context_t& context, const curve_keys* keys)
    : open_(keys == nullptr), socket_(context, zmq::socket_type::rep) {
  if (keys != nullptr && keys->shared)
    admit(keys->own.public_key, "0");
  else if (keys != nullptr)
    for (const auto& [host, key] : keys->hosts) admit(key, std::to_string(host));
  socket_.set(zmq::sockopt::linger, 0);
  socket_.bind("inproc://zeromq.zap.01");
}

void door::admit(const std::string& public_key, const std::string& user) {
  known_[raw_key(public_key)] = user;
}

void door::bar(const std::string& public_key) { known_.erase(raw_key(public_key)); }

void door::answer_all() {
  while (answer_one()) {
  }
}

// A request: version, its number, domain, address, identity, mechanism, credentials. An answer:
// version, the number, status, text, user, empty metadata.
bool door::answer_one() {
  std::vector<std::string> question;
  for (bool more = true; more;) {
    zmq::message_t part;
    if (!receive_part(socket_, part, ZMQ_DONTWAIT)) return false;
    more = part.more();
    question.push_back(part.to_string());
  }
  const bool complete = question.size() >= 6 && question[0] == "1.0";
  const bool is_curve = complete && question.size() == 7 && question[5] == "CURVE";
  const auto found = is_curve ? known_.find(question[6]) : known_.end();
  const bool allowed = open_ ? complete && question[5] == "NULL" : found != known_.end();
  if (!allowed) ++strangers_;
  const std::array<std::string, 6> answer{"1.0",
                                          question.size() > 1 ? question[1] : "",
                                          allowed ? "200" : "400",
                                          allowed ? "" : "a stranger",
                                          allowed && !open_ ? found->second : "",
                                          ""};
  for (std::size_t i = 0; i < answer.size(); ++i) {
    zmq::message_t part(answer[i]);
    if (!send_part(socket_, part, i + 1 < answer.size() ? ZMQ_SNDMORE : 0)) return false;
  }
  return true;
}

const char* proved_host(zmq::message_t& message) {
  return zmq_msg_gets(message.handle(), "User-Id");
}

}  // namespace mentat::mmps::zeromq
