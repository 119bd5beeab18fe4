#include "daemons/host/membership/host_keys.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zmq.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace mentat::host {
namespace {

using mmps::zeromq::key_pair;

constexpr std::size_t key_bytes = 32, z85_length = 40, hex_length = 64;
constexpr std::size_t file_length =
    2 * (z85_length + 1);  // two lines: the public key, the secret key

tl::unexpected<std::string> failed(const std::string& path) {
  return tl::unexpected(path + ": " + std::strerror(errno));
}

expected<key_pair> read_keys(int descriptor, const std::string& path) {
  struct stat about{};
  if (fstat(descriptor, &about) != 0) return failed(path);
  if (!S_ISREG(about.st_mode) || about.st_uid != geteuid() || (about.st_mode & 077) != 0)
    return tl::unexpected(path +
                          " can be read by others; its key is not secret any more: remove the "
                          "file, and a new one is made");
  std::array<char, file_length + 1> text{};
  const ssize_t size = read(descriptor, text.data(), text.size());
  key_pair keys;
  if (size == file_length)
    keys = {std::string(text.data(), z85_length),
            std::string(text.data() + z85_length + 1, z85_length)};
  if (const std::string why = mmps::zeromq::check_keys({keys, {}}); !why.empty())
    return tl::unexpected(path + " holds no pair of keys (" + why +
                          "); remove it, and a new one is made");
  return keys;
}

// Written beside it and linked to its name, so that two processes that make it at once read the
// same key.
expected<void> make_keys(const std::string& path) {
  const std::string fresh = path + "." + std::to_string(getpid());
  const int descriptor =
      open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) return failed(fresh);
  const key_pair keys = mmps::zeromq::make_key_pair();
  const std::string text = keys.public_key + "\n" + keys.secret_key + "\n";
  const bool written =
      write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      fsync(descriptor) == 0;
  const bool linked = written && (link(fresh.c_str(), path.c_str()) == 0 || errno == EEXIST);
  const int why = errno;
  close(descriptor);
  unlink(fresh.c_str());
  errno = why;
  if (!linked) return failed(path);
  return {};
}

}  // namespace

expected<key_pair> load_keys(const std::string& folder, const std::string& name) {
  if (auto made = make_private_folder(folder); !made) return tl::unexpected(made.error());
  const std::string path = folder + "/" + name + ".key";
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0 && errno == ENOENT) {
    if (auto made = make_keys(path); !made) return tl::unexpected(made.error());
    descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  }
  if (descriptor < 0) return failed(path);
  auto keys = read_keys(descriptor, path);
  close(descriptor);
  return keys;
}

std::optional<key_pair> pair_of(const std::string& secret_hex) {
  key_pair keys{{}, key_from_hex(secret_hex)};
  std::array<char, z85_length + 1> derived{};
  if (keys.secret_key.empty() || zmq_curve_public(derived.data(), keys.secret_key.c_str()) != 0)
    return std::nullopt;
  keys.public_key = derived.data();
  return keys;
}

std::string key_as_hex(const std::string& z85) {
  std::array<std::uint8_t, key_bytes> raw{};
  std::array<char, hex_length + 1> hex{};
  if (z85.size() != z85_length || !zmq_z85_decode(raw.data(), z85.c_str())) return {};
  return sodium_bin2hex(hex.data(), hex.size(), raw.data(), raw.size());
}

std::string key_from_hex(const std::string& hex) {
  std::array<std::uint8_t, key_bytes> raw{};
  std::array<char, z85_length + 1> z85{};
  std::size_t length = 0;
  if (hex.size() != hex_length ||
      sodium_hex2bin(raw.data(), raw.size(), hex.data(), hex.size(), nullptr, &length, nullptr) !=
          0 ||
      length != key_bytes)
    return {};
  return zmq_z85_encode(z85.data(), raw.data(), raw.size());
}

}  // namespace mentat::host
