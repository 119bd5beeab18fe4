#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "daemons/launch/pmi1.h"
#include "mmps/base/clock.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/rendezvous.h"

namespace mentat::command {
namespace {

namespace pmi1 = launch::pmi1;

// As the specification of PMI-1 asks of every launcher, at least.
constexpr std::size_t least_value = 64;

class pmi1_rendezvous final : public rendezvous {
 public:
  pmi1_rendezvous(const launch::launched_copy& self, base::duration longest)
      : to_(self.descriptor), launcher_(self.launcher), self_(self.rank), longest_(longest) {}

  expected<void> begin() {
    ::fcntl(to_.get(), F_SETFD, FD_CLOEXEC);
    if (const auto met = ask(pmi1::init, "response_to_init"); !met) return pass(met.error());
    const auto limits = ask(pmi1::ask_limits, "maxes");
    if (!limits) return pass(limits.error());
    longest_value_ = pmi1::number_in(*limits, "vallen_max");
    if (longest_value_ < least_value) return wrong("it takes no values (vallen_max)");
    auto space = ask(pmi1::ask_space, "my_kvsname");
    if (!space) return pass(space.error());
    space_ = (*space)["kvsname"];
    if (space_.empty()) return wrong("it has no place for values (kvsname)");
    return {};
  }

  expected<void> put(const std::string& name, const std::string& value) override {
    // Two digits a byte, and the end of a text in C.
    if (2 * value.size() >= longest_value_)
      return wrong("it takes values of " + std::to_string(longest_value_) + " bytes only");
    const auto done = ask(pmi1::put(space_, key(name, self_), value), "put_result");
    return done ? expected<void>() : pass(done.error());
  }
  expected<void> enter_fence() override { return write(pmi1::enter_barrier); }
  int events() const override { return to_.get(); }
  expected<bool> is_fence_over() override {
    if (const auto more = read_some(0); !more) return tl::unexpected(more.error());
    const auto line = take_line();
    if (!line) return false;
    const auto words = pmi1::parse(*line, "barrier_out");
    if (!words) return wrong(words.error());
    return true;
  }
  expected<std::string> get(unsigned copy, const std::string& name) override {
    const auto words = ask(pmi1::get(space_, key(name, copy)), "get_result");
    if (!words) return tl::unexpected(words.error());
    auto value = pmi1::value_in(*words);
    if (!value) return wrong(value.error());
    return std::move(*value);
  }
  void end() override { static_cast<void>(ask(pmi1::finalize, "finalize_ack")); }
  void abort(int status) override { static_cast<void>(write(pmi1::abort(status))); }

 private:
  static std::string key(const std::string& name, unsigned copy) {
    return "mentat-" + name + "-" + std::to_string(copy);
  }
  static tl::unexpected<problem> pass(const problem& why) { return tl::unexpected(why); }
  tl::unexpected<problem> wrong(const std::string& what) const {
    return fail(launcher_ + " (PMI_FD): " + what);
  }

  expected<void> write(std::string_view request) {
    while (!request.empty()) {
      const ssize_t count = ::send(to_.get(), request.data(), request.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return wrong(std::string("it takes no request: ") + std::strerror(errno));
      request.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }

  std::optional<std::string> take_line() {
    const std::size_t end = read_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = read_.substr(0, end);
    read_.erase(0, end + 1);
    return line;
  }

  // Nothing: the time is over.
  expected<bool> read_some(int milliseconds) {
    pollfd item{to_.get(), POLLIN, 0};
    const int polled = ::poll(&item, 1, milliseconds);
    if (polled == 0 || (polled < 0 && errno == EINTR)) return polled != 0;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(to_.get(), bytes.data(), bytes.size());
    if (count == 0) return wrong("it has ended the connection");
    if (count < 0) return wrong(std::string("it gives no answer: ") + std::strerror(errno));
    read_.append(bytes.data(), static_cast<std::size_t>(count));
    if (read_.size() > pmi1::longest_line && read_.find('\n') == std::string::npos)
      return wrong("its answer has no end");
    return true;
  }

  expected<pmi1::answer> ask(std::string_view request, std::string_view command) {
    if (const auto written = write(request); !written) return tl::unexpected(written.error());
    const base::instant last = base::machine_clock().now() + longest_;
    for (;;) {
      if (const auto line = take_line()) {
        auto words = pmi1::parse(*line, command);
        if (!words) return wrong(words.error());
        return std::move(*words);
      }
      const base::duration left = last - base::machine_clock().now();
      if (left <= 0) return wrong("it does not answer");
      const auto more = read_some(static_cast<int>(left / base::millisecond) + 1);
      if (!more) return tl::unexpected(more.error());
    }
  }

  mmps::trust::descriptor to_;
  std::string launcher_;
  unsigned self_;
  base::duration longest_;
  std::size_t longest_value_ = 0;
  std::string space_, read_;
};

}  // namespace

expected<std::unique_ptr<rendezvous>> meet_by_pmi1(const launch::launched_copy& self,
                                                   base::duration longest) {
  if (!mmps::trust::is_socket(self.descriptor))
    return fail("PMI_FD=" + std::to_string(self.descriptor) + " is not a connection to " +
                self.launcher + ": a script in front of the program has closed it");
  auto met = std::make_unique<pmi1_rendezvous>(self, longest);
  if (const auto begun = met->begin(); !begun) return tl::unexpected(begun.error());
  return met;
}

}  // namespace mentat::command
