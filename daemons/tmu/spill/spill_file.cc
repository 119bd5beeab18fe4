#include "daemons/tmu/spill/spill_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "mmps/base/check.h"
#include "mmps/wire/codec.h"
#include "mmps/wire/message_type.h"

namespace mentat::tmu {
namespace {

constexpr std::size_t buffer_size = std::size_t{256} << 10;
constexpr std::size_t window_size = std::size_t{256} << 10;

using kind = spill_open_error::kind;

tl::unexpected<spill_open_error> refused(kind what, const std::string& directory,
                                         const std::string& why) {
  return tl::unexpected(
      spill_open_error{what, "the folder for spilled tokens, " + directory + ", " + why});
}

std::string octal(mode_t mode) {
  std::string text = "0000";
  for (std::size_t digit = text.size(); digit > 0; --digit, mode >>= 3)
    text[digit - 1] = static_cast<char>('0' + (mode & 7));
  return text;
}

constexpr std::uint64_t place_of(std::uint32_t segment, std::uint64_t offset) {
  return (std::uint64_t{segment} << 32) | offset;
}

bool write_all(int file, std::span<const std::byte> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return true;
}

}  // namespace

tl::expected<std::unique_ptr<spill_file>, spill_open_error> spill_file::open(
    spill_options options) {
  MENTAT_CHECK(options.segment_bytes >= buffer_size &&
                   options.segment_bytes <= std::numeric_limits<std::uint32_t>::max(),
               "segments of this size are not supported");
  const std::string& path = options.directory;
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    return refused(kind::unwritable, path, std::string("cannot be made: ") + std::strerror(errno));
  mmps::trust::descriptor directory(
      ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory.is_open()) {
    struct stat link;
    if (lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode))
      return refused(kind::is_a_link, path, "is a symbolic link: name the folder itself");
    if (errno == ENOTDIR || errno == ELOOP)
      return refused(kind::not_a_directory, path, "is not a directory");
    return refused(kind::unwritable, path,
                   std::string("cannot be opened: ") + std::strerror(errno));
  }
  struct stat state;
  if (fstat(directory.get(), &state) != 0)
    return refused(kind::unwritable, path,
                   std::string("cannot be examined: ") + std::strerror(errno));
  if (state.st_uid != geteuid())
    return refused(
        kind::other_owner, path,
        "belongs to user " + std::to_string(state.st_uid) + ": choose a folder of your own");
  if ((state.st_mode & 07777) != 0700)
    return refused(kind::wrong_mode, path,
                   "has mode " + octal(state.st_mode & 07777) + ": chmod 0700 " + path);
  // Checks now, not when memory is used up, whether files can be made at all.
  const mmps::trust::descriptor probe(
      openat(directory.get(), ".", O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600));
  if (!probe.is_open())
    return refused(kind::unwritable, path, std::string("takes no files: ") + std::strerror(errno));
  return std::unique_ptr<spill_file>(new spill_file(std::move(options), std::move(directory)));
}

spill_file::spill_file(spill_options options, mmps::trust::descriptor directory)
    : options_(std::move(options)), directory_(std::move(directory)) {
  buffer_.reserve(buffer_size);
}

tl::expected<mmps::trust::descriptor, spill_fault> spill_file::make_file(std::uint64_t size) {
  if (bytes_on_disk_ + size > options_.max_bytes) return tl::unexpected(spill_fault::full);
  mmps::trust::descriptor file(
      openat(directory_.get(), ".", O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600));
  if (!file.is_open())
    return tl::unexpected(errno == ENOSPC || errno == EDQUOT ? spill_fault::full
                                                             : spill_fault::unwritable);
  while (fallocate(file.get(), 0, 0, static_cast<off_t>(size)) != 0) {
    if (errno == EINTR) continue;
    const bool no_space = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
    return tl::unexpected(no_space ? spill_fault::full : spill_fault::unwritable);
  }
  return file;
}

spill_fault spill_file::begin_segment(std::uint64_t record) {
  if (!segments_.empty()) {
    if (const spill_fault fault = flush(); fault != spill_fault::none) return fault;
  }
  const std::uint64_t size = std::max<std::uint64_t>(options_.segment_bytes, record);
  const bool has_spare = spare_.is_open() && size == options_.segment_bytes;
  tl::expected<mmps::trust::descriptor, spill_fault> file =
      has_spare ? std::exchange(spare_, {}) : make_file(size);
  if (!file) return file.error();
  if (!has_spare) bytes_on_disk_ += size;
  const bool had_one = !segments_.empty();
  const std::uint32_t before = current_;
  const auto free_one = std::ranges::find(segments_, std::uint64_t{0}, &segment::size);
  current_ = static_cast<std::uint32_t>(free_one - segments_.begin());
  if (free_one == segments_.end()) segments_.emplace_back();
  segments_[current_] = segment{std::move(*file), size};
  if (had_one && segments_[before].size != 0 && segments_[before].records == 0) free(before);
  return spill_fault::none;
}

spill_fault spill_file::flush() {
  segment& to = segments_[current_];
  if (buffer_.empty()) return spill_fault::none;
  if (!write_all(to.file.get(), buffer_, to.written)) return spill_fault::unwritable;
  to.written = to.end;
  buffer_.clear();
  return spill_fault::none;
}

spill_fault spill_file::append(mmps::mentat_message& message, spill_handle& handle) {
  const std::uint64_t length = mmps::header_size + message.body().size();
  if (segments_.empty() || segments_[current_].end + length > segments_[current_].size) {
    if (const spill_fault fault = begin_segment(length); fault != spill_fault::none) return fault;
  }
  if (!buffer_.empty() && buffer_.size() + length > buffer_size) {
    if (const spill_fault fault = flush(); fault != spill_fault::none) return fault;
  }
  mmps::protect_body(message);
  segment& to = segments_[current_];
  const std::size_t at = buffer_.size();
  buffer_.resize(at + mmps::header_size);
  mmps::encode_header(message.header, std::span(buffer_).subspan(at).first<mmps::header_size>());
  buffer_.insert(buffer_.end(), message.body().begin(), message.body().end());
  handle = {place_of(current_, to.end), static_cast<std::uint32_t>(length)};
  to.end += length;
  ++to.records;
  if (buffer_.size() <= buffer_size) return spill_fault::none;
  // A record larger than the buffer leaves it at once, unless it cannot be written.
  if (flush() == spill_fault::none) {
    buffer_.shrink_to_fit();
    buffer_.reserve(buffer_size);
  }
  return spill_fault::none;
}

bool spill_file::fill(std::span<std::byte> into, const segment& from, std::uint64_t offset) {
  while (!into.empty()) {
    const ssize_t got =
        pread(from.file.get(), into.data(), into.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return true;
}

std::span<const std::byte> spill_file::bytes_at_hand(std::uint32_t number, std::uint64_t offset,
                                                     std::uint32_t length) {
  const segment& from = segments_[number];
  if (number == current_ && offset >= from.written)
    return std::span(std::as_const(buffer_)).subspan(offset - from.written, length);
  const std::uint64_t place = place_of(number, offset);
  const bool in_order = place == std::exchange(next_in_order_, place + length);
  const auto is_in_window = [&] {
    return window_.segment == number && offset >= window_.begin &&
           offset + length <= window_.begin + window_.bytes.size();
  };
  if (!is_in_window() && in_order && length <= window_size) {
    // Not beyond the written bytes: later bytes will change.
    window_.bytes.resize(std::min<std::uint64_t>(window_size, from.written - offset));
    if (!fill(window_.bytes, from, offset)) window_.bytes.clear();
    window_.segment = number;
    window_.begin = offset;
  }
  if (!is_in_window()) return {};
  return std::span(std::as_const(window_.bytes)).subspan(offset - window_.begin, length);
}

spill_fault spill_file::read(const spill_handle& handle, mmps::mentat_message& message) {
  const auto number = static_cast<std::uint32_t>(handle.place >> 32);
  const std::uint64_t offset = handle.place & std::numeric_limits<std::uint32_t>::max();
  MENTAT_CHECK(number < segments_.size() && handle.length >= mmps::header_size &&
                   offset + handle.length <= segments_[number].end,
               "a handle of no record");
  std::array<std::byte, mmps::header_size> header;
  const std::size_t length = handle.length - mmps::header_size;
  if (const std::span<const std::byte> bytes = bytes_at_hand(number, offset, handle.length);
      !bytes.empty()) {
    std::ranges::copy(bytes.first<mmps::header_size>(), header.begin());
    message = mmps::mentat_message{bytes.subspan(mmps::header_size)};
  } else {
    message = mmps::mentat_message(std::make_shared_for_overwrite<std::byte[]>(length), length);
    if (!fill(header, segments_[number], offset) ||
        !fill(message.body(), segments_[number], offset + header.size()))
      return spill_fault::corrupt;
  }
  const mmps::decode_result decoded = mmps::decode_header(header);
  if (!decoded || mmps::check_body(decoded.header, message.body()) != mmps::decode_error::none)
    return spill_fault::corrupt;
  message.header = decoded.header;
  return spill_fault::none;
}

void spill_file::release(const spill_handle& handle) {
  const auto number = static_cast<std::uint32_t>(handle.place >> 32);
  MENTAT_CHECK(number < segments_.size() && segments_[number].records > 0, "a handle of no record");
  segment& of = segments_[number];
  if (--of.records > 0) return;
  if (number != current_) return free(number);
  // No record in it is needed: it is reused from its beginning.
  of.end = of.written = 0;
  buffer_.clear();
  if (window_.segment == number) window_.bytes.clear();
  if (of.size > options_.segment_bytes) {
    free(number);  // the segment of a huge record
  }
}

void spill_file::free(std::uint32_t number) {
  segment& gone = segments_[number];
  if (gone.size == options_.segment_bytes && !spare_.is_open())
    spare_ = std::move(gone.file);
  else
    bytes_on_disk_ -= gone.size;
  gone = {};
  if (window_.segment == number) window_.bytes.clear();
}

}  // namespace mentat::tmu
