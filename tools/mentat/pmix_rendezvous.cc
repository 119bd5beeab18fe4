// PMIx without its headers: the few functions and types that are used have been the same since
// version 3, and a machine without Open MPI needs no library.
#include <dlfcn.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <utility>

#include "mmps/trust/descriptor.h"
#include "tools/mentat/rendezvous.h"

namespace mentat::command {
namespace {

// ---- pmix_common.h

constexpr std::uint16_t type_of_flag = 1, type_of_string = 3, type_of_int = 6;
constexpr std::uint8_t for_all = 3;            // PMIX_GLOBAL
constexpr int success = 0, is_done = -157;     // PMIX_OPERATION_SUCCEEDED
constexpr std::size_t longest_text = 1 << 16;  // of a value; checked because it is foreign

struct pmix_process {
  char name_space[256];
  std::uint32_t rank;
};

struct pmix_value {
  std::uint16_t type;
  union {
    bool flag;
    int number;
    const char* string;
    std::uint64_t largest[3];
  } data;
};

struct pmix_info {
  char key[512];
  std::uint32_t flags;
  pmix_value value;
};
static_assert(sizeof(pmix_process) == 260 && sizeof(pmix_value) == 32 && sizeof(pmix_info) == 552);

struct pmix_functions {
  int (*init)(pmix_process*, pmix_info*, std::size_t) = nullptr;
  int (*finalize)(const pmix_info*, std::size_t) = nullptr;
  int (*put)(std::uint8_t, const char*, pmix_value*) = nullptr;
  int (*commit)() = nullptr;
  int (*fence)(const pmix_process*, std::size_t, const pmix_info*, std::size_t,
               void (*)(int, void*), void*) = nullptr;
  int (*get)(const pmix_process*, const char*, const pmix_info*, std::size_t,
             pmix_value**) = nullptr;
  int (*abort)(int, const char*, pmix_process*, std::size_t) = nullptr;
  const char* (*text_of)(int) = nullptr;
};

// Null: the library has no such function.
template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

expected<pmix_functions> open_library() {
  void* const library = ::dlopen("libpmix.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return fail(
        "mpirun of Open MPI has started this program, and the copies find each other by its "
        "library libpmix.so.2, which cannot be opened (Debian: apt-get install libpmix2)");
  pmix_functions all;
  const bool has_all =
      find(library, "PMIx_Init", all.init) && find(library, "PMIx_Finalize", all.finalize) &&
      find(library, "PMIx_Put", all.put) && find(library, "PMIx_Commit", all.commit) &&
      find(library, "PMIx_Fence_nb", all.fence) && find(library, "PMIx_Get", all.get) &&
      find(library, "PMIx_Abort", all.abort) && find(library, "PMIx_Error_string", all.text_of);
  if (!has_all) return fail("libpmix.so.2 lacks a function of PMIx 3");
  return all;
}

// ---- how long a call of the library may take

// If the launcher ends in the midst of a call, PMIx 4.2 may wait for ever. Then this copy ends, and
// the host that it holds leaves. Such calls are made by one thread.
class call_limit {
 public:
  call_limit(const char* function, base::duration most) {
    running_ = function;
    struct sigaction at_end{};
    at_end.sa_handler = [](int) { give_up(); };
    ::sigaction(SIGALRM, &at_end, &before_);
    ::alarm(static_cast<unsigned>(std::max<std::int64_t>(1, most / base::second)));
  }
  call_limit(const call_limit&) = delete;
  call_limit& operator=(const call_limit&) = delete;
  ~call_limit() {
    ::alarm(0);
    ::sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  static void give_up() {
    say("mentat: mpirun (PMIx): ");
    say(running_);
    say(" does not return: mpirun has been killed or stopped\n");
    ::_exit(1);
  }
  static void say(const char* text) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
  }

  static inline const char* running_ = "";
  struct sigaction before_{};
};

// ---- the rendezvous

constexpr base::duration longest_local_call = 10 * base::second;
constexpr base::duration beyond_patience = 5 * base::second;

class pmix_rendezvous final : public rendezvous {
 public:
  pmix_rendezvous(const pmix_functions& library, std::string launcher, base::duration longest)
      : library_(library),
        launcher_(std::move(launcher)),
        longest_(longest + beyond_patience),
        over_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    std::strcpy(collects_.key, "pmix.collect");
    collects_.value = {type_of_flag, {.flag = true}};
    std::strcpy(ends_.key, "pmix.timeout");
    ends_.value = {type_of_int, {.number = static_cast<int>(longest / base::second)}};
  }

  expected<void> begin(unsigned rank) {
    if (!over_.is_open()) return fail("cannot make an event (eventfd)");
    const auto met =
        within("PMIx_Init", longest_, [&] { return library_.init(&self_, nullptr, 0); });
    if (!met) return met;
    if (self_.rank == rank) return {};
    return fail(launcher_ + " (PMIx): this is copy " + std::to_string(self_.rank) +
                ", and its environment says " + std::to_string(rank));
  }

  expected<void> put(const std::string& name, const std::string& value) override {
    pmix_value given{type_of_string, {.string = value.c_str()}};
    const auto done = within("PMIx_Put", longest_local_call,
                             [&] { return library_.put(for_all, key(name).c_str(), &given); });
    if (!done) return done;
    return within("PMIx_Commit", longest_local_call, [&] { return library_.commit(); });
  }
  expected<void> enter_fence() override {
    const auto note = [](int status, void* self) {
      static_cast<pmix_rendezvous*>(self)->note_end_of_fence(status);
    };
    const int status = library_.fence(nullptr, 0, &collects_, 1, note, this);
    if (status == is_done) note_end_of_fence(success);
    return status == is_done ? expected<void>() : check(status, "PMIx_Fence");
  }
  int events() const override { return over_.get(); }
  expected<bool> is_fence_over() override {
    std::uint64_t count = 0;
    if (::read(over_.get(), &count, sizeof count) != sizeof count) return false;
    if (const auto met = check(status_.load(), "PMIx_Fence"); !met)
      return tl::unexpected(met.error());
    return true;
  }
  expected<std::string> get(unsigned copy, const std::string& name) override {
    pmix_process from = self_;
    from.rank = copy;
    pmix_value* found = nullptr;
    const auto got = within("PMIx_Get", longest_, [&] {
      return library_.get(&from, key(name).c_str(), &ends_, 1, &found);
    });
    if (!got) return tl::unexpected(got.error());
    if (found == nullptr || found->type != type_of_string || found->data.string == nullptr)
      return fail(launcher_ + " (PMIx): a value is not ours");
    return std::string(found->data.string, ::strnlen(found->data.string, longest_text));
  }
  void end() override {
    const call_limit limit("PMIx_Finalize", longest_local_call);
    library_.finalize(nullptr, 0);
  }
  void abort(int status) override {
    const call_limit limit("PMIx_Abort", longest_local_call);
    library_.abort(status, "", nullptr, 0);
  }

 private:
  static std::string key(const std::string& name) { return "mentat-" + name; }

  // In a thread of the library.
  void note_end_of_fence(int status) {
    status_.store(status);
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(over_.get(), &one, sizeof one);
  }

  template <class Call>
  expected<void> within(const char* function, base::duration most, Call call) const {
    const call_limit limit(function, most);
    return check(call(), function);
  }
  expected<void> check(int status, const char* function) const {
    if (status == success) return {};
    const char* const why = library_.text_of(status);
    return fail(launcher_ + " (PMIx): " + function + ": " +
                (why ? why : std::to_string(status).c_str()));
  }

  const pmix_functions library_;
  const std::string launcher_;
  const base::duration longest_;
  // The library's thread uses these until the fence is over.
  pmix_info collects_{};
  mmps::trust::descriptor over_;
  std::atomic<int> status_ = success;
  pmix_info ends_{};  // PMIx_Get, where a copy has not put the value
  pmix_process self_{};
};

}  // namespace

expected<std::unique_ptr<rendezvous>> meet_by_pmix(const launch::launched_copy& self,
                                                   base::duration longest) {
  const auto library = open_library();
  if (!library) return tl::unexpected(library.error());
  auto met = std::make_unique<pmix_rendezvous>(*library, self.launcher, longest);
  if (const auto begun = met->begin(self.rank); !begun) return tl::unexpected(begun.error());
  return met;
}

std::string why_no_pmix() {
  const auto library = open_library();
  return library ? std::string() : library.error().text;
}

}  // namespace mentat::command
