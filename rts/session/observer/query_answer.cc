#include "rts/session/observer/query_answer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <span>
#include <sstream>

namespace mentat::node {

void answer_query(
    mmps::shm::unix_socket& line, const mmps::mmps_name& self, const notice& question,
    const std::function<std::string(const std::string& what, std::size_t most)>& rows) {
  std::istringstream asked(question.get_text());
  std::string what;
  std::size_t most = 0;
  asked >> what >> most;
  const std::string text = rows(what, most);
  notice answer;
  answer.kind = notice_kind::query_answer;
  answer.process = self;
  answer.cores = question.cores;
  const int file = memfd_create("mentat-query", MFD_CLOEXEC);
  if (file < 0) return;
  if (write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()))
    line.send(std::as_bytes(std::span(&answer, 1)), std::span(&file, 1));
  close(file);
}

}  // namespace mentat::node
