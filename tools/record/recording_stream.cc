#include "tools/record/recording_stream.h"

namespace mentat::command {

bool recording_stream::feed(std::string_view more) {
  bytes_.erase(0, taken_);
  taken_ = 0;
  bytes_ += more;
  while (state_ != state::cut && state_ != state::no_recording) {
    const bool is_any_taken = state_ == state::beginning ? take_beginning()
                              : state_ == state::header  ? take_header()
                                                         : take_block();
    if (!is_any_taken) break;
  }
  return state_ != state::cut && state_ != state::no_recording;
}

bool recording_stream::refuse(const char* why) {
  fault_ = why;
  state_ = state::no_recording;
  return false;
}

bool recording_stream::take_beginning() {
  const std::string_view magic = record::trace_magic;
  if (left().size() < magic.size() + 8) return false;
  if (!left().starts_with(magic)) return refuse("it begins otherwise");
  version_ = record::read_u32(left().substr(magic.size()));
  header_size_ = record::read_u32(left().substr(magic.size() + 4));
  if (version_ == 0) return refuse("there is no version 0 of the format");
  if (version_ > record::trace_version) {
    newer_version_ = version_;
    return refuse("it is of a newer version");
  }
  if (header_size_ > record::max_header) return refuse("its header is too large");
  taken_ += magic.size() + 8;
  state_ = state::header;
  return true;
}

bool recording_stream::take_header() {
  if (left().size() < header_size_) return false;
  if (!to_.header(version_, std::string(left().substr(0, header_size_))))
    return refuse("its header is damaged");
  taken_ += header_size_;
  state_ = state::blocks;
  return true;
}

bool recording_stream::take_block() {
  if (left().size() < record::block_frame::bytes) return false;
  const auto frame = record::decode_frame(left().substr(0, record::block_frame::bytes));
  if (frame && left().size() - record::block_frame::bytes < frame->size) return false;
  const auto block =
      frame ? record::decode(*frame, left().substr(record::block_frame::bytes, frame->size))
            : std::nullopt;
  if (!block) {
    state_ = state::cut;
    return false;
  }
  taken_ += record::block_frame::bytes + frame->size;
  to_.block(*block);
  return true;
}

std::string recording_stream::fault() const {
  if (fault_) return fault_;
  return state_ == state::beginning ? "it begins otherwise"
         : state_ == state::header  ? "its header is damaged"
                                    : "";
}

}  // namespace mentat::command
