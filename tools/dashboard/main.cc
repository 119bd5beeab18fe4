// mentat-dashboard: pages about running programs, or about a recording, for the user's own browser.
// `mentat dashboard` and `mentat report` start it.
//   mentat-dashboard live PORT [SESSION [TOKEN_FILE]]
//   mentat-dashboard open PORT FILE
//   mentat-dashboard report FILE OUTPUT
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/shown_text.h"
#include "mplc/version.h"
#include "tools/dashboard/front_end.h"
#include "tools/dashboard/http_server.h"
#include "tools/dashboard/live_answers.h"
#include "tools/dashboard/recording_answers.h"
#include "tools/dashboard/report_page.h"
#include "tools/dashboard/sandbox.h"
#include "tools/dashboard/secret.h"
#include "tools/dashboard/token_file.h"
#include "tools/dashboard/watched_recording.h"
#include "tools/mentat/installation.h"
#include "tools/mentat/program_answers.h"
#include "tools/mentat/recording_file.h"

namespace mentat::dashboard {
namespace {

using words = std::vector<std::string>;

int fail(const std::string& text) { return command::report({text}); }

// Serves until the user, or the session, ends it.
// `token_file`: gets the token for metrics, or is empty.
int serve(unsigned short port, const front_end& pages, http_server::handlers by,
          const std::string& token_file = {}) {
  auto server = http_server::listen(port);
  if (!server) return fail(server.error());
  const std::string metrics_token = token_file.empty() ? "" : random_secret();
  if (!token_file.empty())
    if (const auto done = write_token(token_file, metrics_token); !done) return fail(done.error());
  if (const auto done = give_up_powers(); !done) return fail(done.error());
  by.page = [&pages](const std::string& path) { return pages.page(path); };
  const std::string token = random_secret();
  const request_guard guard(server->port(), token, random_secret(), metrics_token);
  std::printf("http://127.0.0.1:%u/#%s\n", static_cast<unsigned>(server->port()), token.c_str());
  if (std::fflush(stdout) != 0) return fail("the address cannot be printed");
  std::fputs(
      "mentat: open that address in a browser of this host; Ctrl-C ends the dashboard.\n"
      "mentat: from another host, forward the port first: ssh -L PORT:127.0.0.1:PORT HOST\n",
      stderr);
  server->serve(guard, by);
  return 0;
}

tl::expected<std::unique_ptr<recording_answers>, int> read(const std::string& file) {
  auto recorded = command::read_recording(file);
  if (!recorded) return tl::unexpected(command::report(recorded.error()));
  auto gaps = command::gaps_of(*recorded);
  return std::make_unique<recording_answers>(*std::move(recorded), base::shown(file),
                                             std::move(gaps));
}

int serve_recording(unsigned short port, const front_end& pages, const std::string& file) {
  const auto answers = watched_recording::open(file);
  if (!answers) return fail(answers.error());
  return serve(port, pages,
               {.page = {},
                .ask = [&](const question& asked) { return (*answers)->ask(asked); },
                .is_over = [] { return false; }});
}

int serve_live(unsigned short port, const front_end& pages, const std::string& session,
               const std::string& token_file) {
  const auto there = command::ask_all_programs("programs", session, command::all_programs, 1);
  if (!there) return command::report(there.error());
  live_answers answers(session);
  return serve(port, pages,
               {.page = {},
                .ask = [&](const question& asked) { return answers.ask(asked); },
                .is_over = [&] { return answers.is_over(); }},
               token_file);
}

int write_report(const front_end& pages, const std::string& file, const std::string& output) {
  auto answers = read(file);
  if (!answers) return answers.error();
  return command::write_result(report_page(pages, **answers), output);
}

int run(const words& given) {
  if (given == words{"--version"}) return std::puts(version_line("mentat-dashboard").c_str()) < 0;
  const auto here = command::find_installation();
  if (!here) return command::report(here.error());
  const auto pages = front_end::load(here->shared("dashboard"));
  if (!pages) return fail(pages.error());
  const std::string what = given.empty() ? "" : given[0];
  const auto port = [&] { return static_cast<unsigned short>(std::atoi(given[1].c_str())); };
  if (what == "live" && given.size() >= 2 && given.size() <= 4)
    return serve_live(port(), *pages, given.size() >= 3 ? given[2] : "",
                      given.size() == 4 ? given[3] : "");
  if (what == "open" && given.size() == 3) return serve_recording(port(), *pages, given[2]);
  if (what == "report" && given.size() == 3) return write_report(*pages, given[1], given[2]);
  return fail("use `mentat dashboard` or `mentat report`");
}

}  // namespace
}  // namespace mentat::dashboard

int main(int argc, char** argv) {
  return mentat::dashboard::run({argv + std::min(argc, 1), argv + argc});
}
