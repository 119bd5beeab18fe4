// Answers a question of the supervisor about the state of this process: a notice `query`, whose
// answer is a notice `query_answer` with a memory file. Thread-safety: as that of the line. Errors:
// without a descriptor for the file there is no answer, and the asker waits for a limited time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mmps_name.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {

// `rows`: of the subject, at most so many.
void answer_query(
    mmps::shm::unix_socket& line, const mmps::mmps_name& self, const notice& question,
    const std::function<std::string(const std::string& what, std::size_t most)>& rows);

}  // namespace mentat::node
