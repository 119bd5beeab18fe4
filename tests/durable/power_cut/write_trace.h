// What a program has done to a disk, call by call, as write_recorder.cc writes it.
#pragma once

#include <cstdint>

namespace mentat::durable_test {

enum class traced_call : std::uint32_t { open, close, write, sync, make_folder, remove, tell };

// Before its bytes: those written, a name, or what the program has told the world.
struct traced_header {
  traced_call call;
  std::int32_t file;    // the descriptor, or the folder's of a name
  std::int32_t result;  // of open: the new descriptor
  std::uint32_t size;   // of the bytes
  std::uint64_t offset;
};

// Names the file of the trace.
inline constexpr char trace_variable[] = "MENTAT_WRITE_TRACE";

}  // namespace mentat::durable_test
