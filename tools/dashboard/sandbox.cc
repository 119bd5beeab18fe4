#include "tools/dashboard/sandbox.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

namespace mentat::dashboard {
namespace {

constexpr rlim_t most_files = 256;

tl::unexpected<std::string> fault(const char* what) {
  return tl::unexpected(std::string(what) + ": " + std::strerror(errno));
}

std::vector<sock_filter> filter() {
  constexpr unsigned number = offsetof(seccomp_data, nr), argument = offsetof(seccomp_data, args);
  constexpr unsigned denied = SECCOMP_RET_ERRNO | EPERM;
  std::vector<sock_filter> made;
  const auto add = [&](sock_filter one) { made.push_back(one); };
#ifdef __x86_64__
  // The calls of another architecture have other numbers.
  add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)));
  add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
  add(BPF_STMT(BPF_RET | BPF_K, denied));
  add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number));
  add(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));  // x32
  add(BPF_STMT(BPF_RET | BPF_K, denied));
#else
  add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number));
#endif
  for (const unsigned call : {SYS_execve, SYS_execveat, SYS_ptrace, SYS_bind, SYS_listen}) {
    add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    add(BPF_STMT(BPF_RET | BPF_K, denied));
  }
  add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3));
  add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument));
  add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0));
  add(BPF_STMT(BPF_RET | BPF_K, denied));
  add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  return made;
}

}  // namespace

tl::expected<void, std::string> give_up_powers() {
  const rlimit none{0, 0}, files{most_files, most_files};
  if (setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_NOFILE, &files) != 0)
    return fault("setrlimit");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fault("no_new_privs");
  std::vector<sock_filter> calls = filter();
  const sock_fprog program{static_cast<unsigned short>(calls.size()), calls.data()};
  // A kernel or a container without filters: the other limits hold.
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0 &&
      errno != ENOSYS && errno != EINVAL)
    return fault("seccomp");
  return {};
}

}  // namespace mentat::dashboard
