#include "daemons/host/programs/executables.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace mentat::host {

executable_intake::executable_intake(std::uint64_t size, descriptor content)
    : size_(size), content_(std::move(content)) {
  crypto_generichash_init(&hash_, nullptr, 0, sizeof(content_hash));
}

expected<executable_intake> executable_intake::begin(std::uint64_t size) {
  if (size == 0 || size > executables::max_bytes)
    return tl::unexpected("fixed.executable: it has " + std::to_string(size) +
                          " bytes, and may have " + std::to_string(executables::max_bytes));
  descriptor content(memfd_create("mentat-program", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!content.is_open())
    return tl::unexpected(std::string("no memory for an executable: ") + std::strerror(errno));
  fchmod(content.get(), 0500);
  return executable_intake(size, std::move(content));
}

std::string executable_intake::add(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (offset != have_ || bytes.size() > size_ - have_)
    return "a piece of the executable does not follow the one before";
  for (std::span<const std::byte> left = bytes; !left.empty();) {
    const ssize_t count = write(content_.get(), left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::string("no memory for an executable: ") + std::strerror(errno);
    left = left.subspan(static_cast<std::size_t>(count));
  }
  crypto_generichash_update(&hash_, reinterpret_cast<const unsigned char*>(bytes.data()),
                            bytes.size());
  have_ += bytes.size();
  return {};
}

namespace {

// Nobody has mapped the file, thus to forbid writing from now on is to forbid it at all.
// F_SEAL_WRITE fails while the system holds a page, as it does on a busy host.
bool seal(int file) {
  constexpr int of_size = F_SEAL_GROW | F_SEAL_SHRINK;
  const bool done = fcntl(file, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | of_size) == 0 ||
                    fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | of_size) == 0;  // before Linux 5.1
  return done && fcntl(file, F_ADD_SEALS, F_SEAL_SEAL) == 0;
}

}  // namespace

expected<std::shared_ptr<const executable>> executable_intake::finish() {
  auto made = std::make_shared<executable>();
  crypto_generichash_final(&hash_, reinterpret_cast<unsigned char*>(made->hash.data()),
                           made->hash.size());
  made->size = size_;
  if (!seal(content_.get()))
    return tl::unexpected(std::string("an executable cannot be sealed: ") + std::strerror(errno));
  made->content = std::move(content_);
  return made;
}

void executables::keep(std::shared_ptr<const executable> fresh) {
  if (find(fresh->hash)) return;
  newest_first_.push_front(std::move(fresh));
  std::uint64_t bytes = 0;
  std::size_t count = 0;
  std::erase_if(newest_first_, [&](const auto& one) {
    bytes += one->size;
    return ++count > kept || (count > 1 && bytes > max_bytes);
  });
}

std::shared_ptr<const executable> executables::find(const content_hash& hash) {
  const auto found =
      std::ranges::find_if(newest_first_, [&](const auto& one) { return one->hash == hash; });
  if (found == newest_first_.end()) return nullptr;
  newest_first_.splice(newest_first_.begin(), newest_first_, found);
  return newest_first_.front();
}

}  // namespace mentat::host
