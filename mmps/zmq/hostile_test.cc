// Messages of strangers, liars and broken programs are not delivered, each kind is counted, and
// good peers go on.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zmq.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mmps/transport/conformance.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"
#include "mmps/zmq/address.h"
#include "mmps/zmq/self_test.h"
#include "mmps/zmq/zmq_transport.h"

using namespace mentat::mmps;
using namespace mentat::mmps::zeromq;
using conformance::name_a;
using conformance::name_b;
using conformance::numbered;

namespace {

const mmps_name on_host_2 = mmps_name::of_process(2, 1, 1, 1);

zmq_opened try_open(const mmps_name& self, const std::string& listen,
                    std::optional<curve_keys> keys = {}, std::size_t max_body = 1 << 20) {
  return open_zmq({.self = self, .listen = listen, .keys = std::move(keys), .max_body = max_body});
}

std::unique_ptr<transport> must_open(const mmps_name& self, std::optional<curve_keys> keys = {}) {
  zmq_opened opened = try_open(self, "tcp://127.0.0.1:0", std::move(keys));
  REQUIRE(opened.error == "");
  return std::move(opened.endpoint);
}

std::size_t receive_nothing(transport& at) {
  return at.receive(1000, [](const mmps_name&, mentat_message&&) {});
}

// Waits until that many were refused for that reason; no message may be delivered meanwhile.
std::uint64_t refused(transport& at, refusal why, std::uint64_t expected) {
  std::uint64_t count = 0;
  for (int waits = 0; waits < 3000 && count < expected; ++waits) {
    at.wait(10 * mentat::base::millisecond);
    CHECK(receive_nothing(at) == 0);
    count = at.refused()[static_cast<std::size_t>(why)];
  }
  return count;
}

void still_works(transport& server, std::optional<curve_keys> keys = {}) {
  const auto good = must_open(name_b, std::move(keys));
  conformance::connect(*good, server);
  conformance::must_send(*good, server.self(), numbered(7));
  CHECK(conformance::receive_some(server, 1).size() == 1);
}

// A program that speaks ZeroMQ, but not Mentat.
class raw_peer {
 public:
  explicit raw_peer(const transport& to, const key_pair* own = nullptr,
                    const std::string& server_key = {}) {
    socket_.set(zmq::sockopt::linger, 1000);
    if (own != nullptr) make_client(socket_, *own, server_key);
    socket_.connect(to.address());
  }
  void send(const std::vector<std::string>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      socket_.send(zmq::buffer(parts[i]),
                   i + 1 < parts.size() ? zmq::send_flags::sndmore : zmq::send_flags::none);
  }

 private:
  zmq::context_t context_{1};
  zmq::socket_t socket_{context_, zmq::socket_type::dealer};
};

std::string frame(const std::function<void(message_header&)>& fill) {
  message_header header;
  header.type = static_cast<std::uint8_t>(message_type::hello);
  fill(header);
  std::array<std::byte, header_size> raw;
  encode_header(header, raw);
  return {reinterpret_cast<const char*>(raw.data()), raw.size()};
}

std::string greeting(const mmps_name& from, const mmps_name& to) {
  return frame([&](message_header& header) { header.source = from, header.destination = to; });
}

// A TCP connection without any library.
class connection {
 public:
  explicit connection(const transport& to)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    REQUIRE(socket_ >= 0);
    const std::string address = to.address();
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port =
        htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0);
    const timeval longest{20, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { ::close(socket_); }

  void send(std::string_view bytes) {
    static_cast<void>(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
  }
  // Whether the other side closes it.
  bool is_ended() {
    std::array<char, 4096> ignored;
    for (;;) {
      const ssize_t count = ::recv(socket_, ignored.data(), ignored.size(), 0);
      if (count <= 0) return count == 0 || errno == ECONNRESET;
    }
  }

 private:
  int socket_;
};

curve_keys keys_of(std::uint32_t host, const key_pair& own) {
  return {own, {{host, own.public_key}}};
}

}  // namespace

TEST_CASE("addresses that other hosts reach are refused without keys, to listen and to connect") {
  for (const char* text :
       {"tcp://0.0.0.0:0", "tcp://10.1.2.3:0", "tcp://[::]:0", "tcp://128.0.0.1:0"}) {
    const zmq_opened opened = try_open(name_a, text);
    CHECK(opened.endpoint == nullptr);
    CHECK(opened.error.find("no keys") != std::string::npos);
  }
  const auto a = must_open(name_a);
  CHECK(a->connect(name_b, "tcp://10.1.2.3:7077").find("no keys") != std::string::npos);
}

TEST_CASE("an address is a path, or numbers: no name that another service resolves") {
  for (const char* text :
       {"tcp://127.0.0.1:1", "tcp://127.9.9.9:1", "tcp://[::1]:1", "ipc:///tmp/x"})
    CHECK(parse_address(text).stays_on_host);
  for (const char* text : {"tcp://10.0.0.1:1", "tcp://[fe80::1]:1"}) {
    CHECK(parse_address(text).error == "");
    CHECK_FALSE(parse_address(text).stays_on_host);
  }
  for (const char* text :
       {"", "tcp", "tcp://localhost:1", "tcp://127.evil.example:1", "tcp://127.0.0.1",
        "tcp://127.0.0.1:", "tcp://127.0.0.1:65536", "tcp://127.0.0.1:-1", "tcp://127.0.0.1:1x",
        "tcp://*:1", "tcp://eth0:1", "tcp://127.0.0.1;10.0.0.1:1", "tcp://::1:1", "ipc://",
        "ipc://relative", "ipc://*", "udp://127.0.0.1:1"}) {
    CAPTURE(text);
    CHECK(parse_address(text).error != "");
  }
  CHECK(parse_address("ipc:///" + std::string(200, 'x')).error != "");
  CHECK(parse_address(std::string_view("ipc:///a\0b", 10)).error != "");
}

TEST_CASE("malformed keys are refused") {
  const key_pair good = make_key_pair(), other = make_key_pair();
  CHECK(check_keys(keys_of(1, good)) == "");
  CHECK(check_keys({{good.public_key, other.secret_key}, {}}) != "");
  CHECK(check_keys({{"short", good.secret_key}, {}}) != "");
  CHECK(check_keys({good, {{1, "short"}}}) != "");
  CHECK(check_keys({good, {{1, other.public_key}, {2, other.public_key}}}) != "");
  CHECK(try_open(name_a, "tcp://127.0.0.1:0", curve_keys{{"", ""}, {}}).error != "");
}

TEST_CASE("a stranger's key is refused, and the stranger is told") {
  const key_pair own = make_key_pair(), unknown = make_key_pair();
  const auto server = must_open(name_a, keys_of(1, own));
  CHECK(server->refused()[static_cast<std::size_t>(refusal::stranger)] == 1);  // the self-test
  raw_peer raw(*server, &unknown, own.public_key);
  raw.send({greeting(name_b, name_a)});
  raw.send({greeting(name_b, name_a)});
  CHECK(refused(*server, refusal::stranger, 2) >= 2);

  const auto stranger = must_open(on_host_2, curve_keys{unknown, {{1, own.public_key}}});
  REQUIRE(stranger->connect(name_a, server->address()) == "");
  const std::string cause = conformance::wait_for(*stranger, peer_event::kind::down, name_a);
  CHECK(cause.find("does not know our key") != std::string::npos);
  mentat_message message = numbered(1);
  CHECK(stranger->try_send(name_a, message) == sent::gone);
  still_works(*server, keys_of(1, own));
}

TEST_CASE("a peer without keys is refused by a process that has keys") {
  const key_pair own = make_key_pair();
  const auto server = must_open(name_a, keys_of(1, own));
  raw_peer raw(*server);
  raw.send({greeting(name_b, name_a)});
  CHECK(refused(*server, refusal::unfinished, 2) >= 2);  // the self-test, and this
  still_works(*server, keys_of(1, own));
}

TEST_CASE("a server that cannot prove that it is the host is not sent anything") {
  const key_pair own = make_key_pair(), impostor = make_key_pair();
  const auto server = must_open(name_a, curve_keys{impostor, {{2, own.public_key}}});
  const auto client = must_open(on_host_2, curve_keys{own, {{1, make_key_pair().public_key}}});
  REQUIRE(client->connect(name_a, server->address()) == "");
  CHECK(conformance::wait_for(*client, peer_event::kind::down, name_a) != "none came");
  // There is no key of host 3.
  CHECK(client->connect(mmps_name::of_process(3, 1, 1, 1), server->address()) != "");
}

TEST_CASE("a host that is known may not speak for another") {
  const key_pair own = make_key_pair(), second = make_key_pair();
  const auto server =
      must_open(name_a, curve_keys{own, {{1, own.public_key}, {2, second.public_key}}});
  raw_peer raw(*server, &second, own.public_key);
  raw.send({greeting(name_b, name_a)});  // host 1, with the key of host 2
  CHECK(refused(*server, refusal::misled, 1) == 1);
  raw.send({greeting(on_host_2, name_a)});
  raw.send({frame([](message_header&) {})});
  CHECK(conformance::receive_some(*server, 1).at(0).from == on_host_2);
}

TEST_CASE(
    "the self-test passes where strangers are refused, and finds a server that lets everybody in") {
  const key_pair own = make_key_pair();
  const auto server = must_open(name_a, keys_of(1, own));
  CHECK(self_test(server->address(), own.public_key) == "");

  zmq::context_t context(1);
  zmq::socket_t open_door(context, zmq::socket_type::router);  // CURVE, and no handler of ZAP
  open_door.set(zmq::sockopt::curve_server, 1);
  open_door.set(zmq::sockopt::curve_secretkey, own.secret_key);
  open_door.bind("tcp://127.0.0.1:0");
  CHECK(self_test(open_door.get(zmq::sockopt::last_endpoint), own.public_key).find("was let in") !=
        std::string::npos);
}

TEST_CASE("messages of other protocols are counted and dropped") {
  const auto server = must_open(name_a);
  raw_peer raw(*server);
  const std::string good = greeting(name_b, name_a);
  std::string wrong_crc = good;
  wrong_crc[50] ^= 1;
  const std::vector<std::vector<std::string>> malformed = {
      {""},
      {good.substr(0, 127)},
      {good + "x"},  // a body that the header does not mention
      {good, "x"},
      {good, "", ""},
      {"x", good},
      {wrong_crc},
      {std::string(128, '\0')},
      {"GET / HTTP/1.1\r\n\r\n"},
      {frame([](message_header& header) { header.body_length = 10; }), "short"},
      {frame([](message_header& header) { header.body_length = 10; })},
      std::vector<std::string>(100, "x"),
  };
  for (const auto& parts : malformed) raw.send(parts);
  CHECK(refused(*server, refusal::malformed, malformed.size()) == malformed.size());

  raw.send({frame([](message_header& header) { header.body_length = 2 << 20; }), "lie"});
  raw.send({frame([](message_header& header) { header.body_length = 0xffffffff; })});
  CHECK(refused(*server, refusal::too_long, 2) == 2);

  const std::vector<std::string> misled = {
      greeting(name_b, name_b),                             // for another process
      greeting(name_b, mmps_name::of_process(1, 1, 1, 2)),  // for our next life
      greeting(mmps_name{}, name_a),                        // unbound sender
      greeting(mmps_name{1, 1, 5, 1}, name_a),              // from an object
      frame([](message_header& header) {                    // from another cluster
        header.source = name_b, header.destination = name_a, header.cluster = 9;
      }),
      frame([](message_header& header) {  // no greeting
        header.type = 3, header.source = name_b, header.destination = name_a;
      }),
  };
  for (const auto& one : misled) raw.send({one});
  CHECK(refused(*server, refusal::misled, misled.size()) == misled.size());

  raw.send({good});
  raw.send({frame([](message_header& header) { header.type = 3; })});
  CHECK(conformance::receive_some(*server, 1).at(0).from == name_b);
  still_works(*server);
}

TEST_CASE("bytes of other protocols on the port are shut out") {
  const key_pair own = make_key_pair();
  for (const bool with_keys : {false, true}) {
    std::optional<curve_keys> keys;
    if (with_keys) keys = keys_of(1, own);
    const auto server = must_open(name_a, keys);
    std::string garbage(4096, '\0');
    mentat::base::random chance(20245);
    for (char& byte : garbage) byte = static_cast<char>(chance.next());
    // Frames of ZMTP 1.0.
    const std::string old_frames = std::string("\x01\x00", 2) + std::string("\x02\x00x", 3);
    for (const std::string& bytes :
         {std::string("GET / HTTP/1.1\r\nHost: x\r\n\r\n") + std::string(200, 'x'),
          std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11), old_frames, garbage}) {
      connection stranger(*server);
      stranger.send(bytes);
      CHECK(stranger.is_ended());
    }
    CHECK(refused(*server, refusal::unfinished, 4) >= 4);
    still_works(*server, keys);
    // It does not even arrive as a message to drop.
    CHECK(server->refused()[static_cast<std::size_t>(refusal::malformed)] == 0);
  }
}

TEST_CASE("a frame that says it is 4 EiB long ends its connection, and nothing is allocated") {
  const auto server = must_open(name_a);
  connection liar(*server);
  std::string hello("\xff\0\0\0\0\0\0\0\1\x7f\3\0NULL", 16);
  hello.resize(64, '\0');
  const std::string property =
      std::string("\x0bSocket-Type", 12) + std::string("\0\0\0\6DEALER", 10);
  const std::string ready = std::string("\5READY", 6) + property;
  liar.send(hello);
  liar.send(std::string("\4", 1) + static_cast<char>(ready.size()) + ready);
  liar.send(std::string("\2\x40\0\0\0\0\0\0\0", 9) + std::string(1000, 'x'));
  CHECK(liar.is_ended());
  CHECK(receive_nothing(*server) == 0);
  still_works(*server);
}

TEST_CASE(
    "a message above the receiver's limit does not arrive; above the sender's it is not sent") {
  const auto server = must_open(name_a);
  raw_peer raw(*server);
  raw.send({greeting(name_b, name_a)});
  raw.send({frame([](message_header& header) { header.type = 3, header.body_length = 3 << 20; }),
            std::string(3 << 20, 'x')});
  still_works(*server);
  // libzmq never took it.
  CHECK(server->refused()[static_cast<std::size_t>(refusal::too_long)] == 0);
  const auto client = must_open(name_b);
  conformance::connect(*client, *server);
  mentat_message large = numbered(1, (1 << 20) + 1);
  CHECK(client->try_send(name_a, large) == sent::too_long);
  CHECK(large.body().size() == (1 << 20) + 1);
}

TEST_CASE("a thousand silent connections block no peer") {
  const auto server = must_open(name_a);
  std::vector<std::unique_ptr<connection>> silent;
  for (int i = 0; i < 1000; ++i) silent.push_back(std::make_unique<connection>(*server));
  for (int i = 0; i < 1000; i += 2) silent[i]->send("\xff");
  still_works(*server);
  CHECK(silent.front()->is_ended());  // after the handshake's five seconds
}

TEST_CASE("a peer that comes and goes leaves nothing behind") {
  const auto server = must_open(name_a);
  const auto client = must_open(name_b);
  const auto descriptors = [] {
    int count = 0;
    for (int fd = 0; fd < 4096; ++fd)
      count += ::lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF ? 1 : 0;
    return count;
  };
  const auto come_and_go = [&] {
    conformance::connect(*client, *server);
    conformance::must_send(*client, name_a, numbered(1));
    CHECK(conformance::receive_some(*server, 1).size() == 1);
    client->disconnect(name_a);
  };
  come_and_go();
  const int before = descriptors();
  for (int i = 0; i < 50; ++i) come_and_go();
  int after = descriptors();
  for (int waits = 0; after > before + 10 && waits < 1000; ++waits) {
    client->wait(10 * mentat::base::millisecond);
    after = descriptors();
  }
  CHECK(after <= before + 10);
}
