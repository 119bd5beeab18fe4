#include "mmps/wire/mentat_message.h"

#include <cstring>
#include <stdexcept>

#include "mmps/base/block_pool.h"
#include "mmps/base/check.h"

namespace mentat::mmps {

const message_header blank_header;

mentat_message::mentat_message(std::span<const std::byte> body) {
  if (body.size() > max_body) throw std::length_error("fixed.message: a message body above 1 GiB");
  header.body_length = static_cast<std::uint32_t>(body.size());
  if (body.size() > inline_body) large_ = std::make_shared_for_overwrite<std::byte[]>(body.size());
  if (!body.empty()) std::memcpy(this->body().data(), body.data(), body.size());
}

mentat_message::mentat_message(std::shared_ptr<std::byte[]> storage, std::size_t size)
    : large_(std::move(storage)) {
  MENTAT_CHECK(size <= max_body, "fixed.message: a message body above 1 GiB");
  header.body_length = static_cast<std::uint32_t>(size);
}

mentat_message mentat_message::of(base::byte_buffer&& body) {
  if (body.size() <= inline_body) return mentat_message(std::span<const std::byte>(body));
  const auto kept = std::make_shared<base::byte_buffer>(std::move(body));
  return {std::shared_ptr<std::byte[]>(kept, kept->data()), kept->size()};
}

mentat_message mentat_message::again() const {
  mentat_message copy;
  copy.header = header;
  copy.large_ = large_;
  copy.apart_ = apart_;
  if (!large_) std::memcpy(copy.inline_.data(), inline_.data(), header.body_length);
  return copy;
}

mentat_message mentat_message::part(std::size_t from, std::size_t size) const {
  MENTAT_CHECK(from <= header.body_length && size <= header.body_length - from, "a part of a body");
  mentat_message copy;
  copy.header = header;
  copy.header.body_length = static_cast<std::uint32_t>(size);
  if (large_)
    copy.large_ = std::shared_ptr<std::byte[]>(large_, large_.get() + from);
  else
    std::memcpy(copy.inline_.data(), inline_.data() + from, size);
  if (apart_) {
    base::blocks_apart within;
    for (const base::block_apart& one : *apart_)
      if (one.at >= from && one.at - from <= size)
        within.push_back({one.at - from, one.bytes, one.size});
    copy.set_apart(std::move(within));
  }
  return copy;
}

mentat_message mentat_message::in_one() const {
  if (!apart_) return again();
  MENTAT_CHECK(whole_length() <= max_body, "fixed.message: a message body above 1 GiB");
  base::byte_buffer whole;
  whole.reserve(whole_length());
  std::size_t done = 0;
  for (const base::block_apart& one : *apart_) {
    whole.append(body().data() + done, one.at - done);
    whole.append(one.bytes.get(), one.size);
    done = one.at;
  }
  whole.append(body().data() + done, header.body_length - done);
  mentat_message made = of(std::move(whole));
  made.set_header(header);
  return made;
}

mentat_message& mentat_message::operator=(mentat_message&& other) noexcept {
  if (this == &other) return *this;
  header = other.header;
  large_ = std::move(other.large_);
  apart_ = std::move(other.apart_);
  if (!large_) std::memcpy(inline_.data(), other.inline_.data(), header.body_length);
  other.header.body_length = 0;
  return *this;
}

std::span<const std::byte> mentat_message::body() const {
  return {large_ ? large_.get() : inline_.data(), header.body_length};
}

std::span<std::byte> mentat_message::body() {
  return {large_ ? large_.get() : inline_.data(), header.body_length};
}

void* mentat_message::operator new(std::size_t size) { return base::block_pool::take(size); }
void mentat_message::operator delete(void* block, std::size_t size) noexcept {
  base::block_pool::give_back(block, size);
}

}  // namespace mentat::mmps
