#include "tools/mentat/growth.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include "daemons/host/session/session_place.h"
#include "mmps/base/shown_text.h"
#include "mmps/trust/descriptor.h"
#include "mmps/trust/trusted_path.h"
#include "tools/mentat/files.h"
#include "tools/mentat/process.h"

namespace mentat::command {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds longest_answer{30'000};
constexpr std::size_t longest_invitation_text = 4096;
constexpr auto kept = std::chrono::hours(8 * 24);  // longer than an invitation is open

std::string job_name(const std::string& session) { return "mentat-" + session; }

// Of sessions that ended without end_growth().
void remove_old_folders(const fs::path& folder) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder.parent_path(), none)) {
    const auto written = fs::last_write_time(entry.path(), none);
    if (!none && fs::file_time_type::clock::now() - written > kept)
      fs::remove_all(entry.path(), none);
  }
}

expected<std::string> write_invitation(const std::string& folder, const std::string& invitation) {
  if (const auto made = mmps::trust::make_private_folder(folder); !made) return fail(made.error());
  std::random_device random;
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "/join-%08x", random());
  const std::string path = folder + name.data();
  const mmps::trust::descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.is_open()) return fail(path + ": " + std::strerror(errno));
  const std::string text = invitation + "\n";
  errno = ENOSPC;  // of a write that is short
  if (::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()))
    return path;
  const int why = errno;
  ::unlink(path.c_str());
  return fail(path + ": " + std::strerror(why));
}

}  // namespace

expected<std::string> growth_folder(const std::string& session) {
  const auto logs = host::logs_folder();
  if (!logs) return fail(logs.error());
  return fs::path(*logs).parent_path() / "grow" / session;
}

expected<void> can_grow() {
  if (in_path("sbatch")) return {};
  return fail(
      "there is no Slurm on this machine: no `sbatch` in PATH; a host joins in any other way with "
      "the line that `mentat invite` prints",
      127);
}

std::vector<std::string> growth_command(const growth_wish& wish, const std::string& folder) {
  std::vector<std::string> words{"sbatch", "--parsable", "--nodes=1", "--ntasks=1",
                                 "--output=" + folder + "/%j.log"};
  if (!wish.time.empty()) words.push_back("--time=" + wish.time);
  if (!wish.partition.empty()) words.push_back("--partition=" + wish.partition);
  words.insert(words.end(), wish.options.begin(), wish.options.end());
  words.push_back("--job-name=" + job_name(wish.session));  // end_growth() finds the jobs by it
  return words;
}

std::string growth_script(const installation& here, const std::string& join_file) {
  return "#!/bin/sh\nunset MENTAT_ENDS\nexec " +
         line_of({here.prefix / "bin/mentat", "start", "--lease", "job", "--join-file", join_file,
                  "--listen", "auto"}) +
         " --name \"$SLURMD_NODENAME\" --session \"grown-$SLURM_JOB_ID\"\n";
}

expected<std::string> submit_growth(const installation& here, const growth_wish& wish,
                                    const std::string& folder, const std::string& invitation) {
  const auto join_file = write_invitation(folder, invitation);
  if (!join_file) return tl::unexpected(join_file.error());
  remove_old_folders(folder);
  const auto work = temporary_folder::create("grow");
  if (!work) return tl::unexpected(work.error());
  const auto script = work->path() / "script";
  auto written = write_file(script, growth_script(here, *join_file));
  auto job = !written ? expected<std::string>(tl::unexpected(written.error()))
                      : output_of({.arguments = growth_command(wish, folder),
                                   .standard_input = script,
                                   .longest = longest_answer});
  if (!job) ::unlink(join_file->c_str());
  if (!job) return tl::unexpected(job.error());
  return base::shown_value(job->substr(0, job->find_first_of(";\n")));
}

expected<std::string> take_invitation(const std::string& join_file) {
  const mmps::trust::descriptor file(
      ::open(join_file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat facts{};
  if (!file.is_open() || ::fstat(file.get(), &facts) != 0)
    return fail("--join-file: " + join_file + ": " + std::strerror(errno), 2);
  if (!S_ISREG(facts.st_mode) || facts.st_uid != ::geteuid() || (facts.st_mode & 077) != 0)
    return fail("--join-file: " + join_file + " is not a file that only you can read (chmod 600)",
                2);
  std::string text(longest_invitation_text, '\0');
  const ssize_t count = ::read(file.get(), text.data(), text.size());
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  ::unlink(join_file.c_str());
  text = text.substr(0, text.find('\n'));
  if (text.empty()) return fail("--join-file: " + join_file + " has no invitation", 2);
  return text;
}

void end_growth(const std::string& session) {
  const auto folder = growth_folder(session);
  std::error_code none;
  if (!folder || !fs::is_directory(*folder, none)) return;
  static_cast<void>(
      output_of({.arguments = {"scancel", "--state=PENDING", "--name=" + job_name(session)},
                 .standard_error = "/dev/null",
                 .longest = std::chrono::milliseconds(5'000)}));
  fs::remove_all(*folder, none);
  fs::remove(fs::path(*folder).parent_path(), none);  // if it is empty
}

}  // namespace mentat::command
