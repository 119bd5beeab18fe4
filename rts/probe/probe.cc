#include "rts/probe/probe.h"

#include "rts/core/class_registry.h"
#include "rts/core/computation_instance.h"

#if __has_include(<sys/sdt.h>)
#define _SDT_HAS_SEMAPHORES 1  // NOLINT: an option of that header
#include <sys/sdt.h>
#else
namespace {
void no_probe(const auto&...) {}
}  // namespace
#define DTRACE_PROBE4(provider, name, ...) no_probe(__VA_ARGS__)
#define DTRACE_PROBE5(provider, name, ...) no_probe(__VA_ARGS__)
#endif

extern "C" {
[[gnu::section(".probes")]] volatile unsigned short mentat_call_begin_semaphore = 0;
[[gnu::section(".probes")]] volatile unsigned short mentat_call_end_semaphore = 0;
[[gnu::section(".probes")]] volatile unsigned short mentat_park_semaphore = 0;
[[gnu::section(".probes")]] volatile unsigned short mentat_resume_semaphore = 0;
[[gnu::section(".probes")]] volatile unsigned short mentat_send_semaphore = 0;
[[gnu::section(".probes")]] volatile unsigned short mentat_receive_semaphore = 0;
}

// The notes of the probes name places in these functions, so the linker may leave none of them out.
#define KEPT [[gnu::used, gnu::retain]]

namespace mentat::probe::fired {
namespace {

struct named {
  const char* of_class;
  const char* function;
  const char* defined_at;
};

named names_of(const computation_instance& call) {
  const class_info& of_class = *call.of_class();
  const method_description* const method = find_function(of_class, call.function());
  return {of_class.description->name, method ? method->name : "", method ? method->defined_at : ""};
}

}  // namespace

KEPT void call_begins(const computation_instance& call) noexcept {
  const named what = names_of(call);
  DTRACE_PROBE4(mentat, call_begin, what.of_class, what.function, &call, what.defined_at);
}

KEPT void call_ends(const computation_instance& call, bool threw) noexcept {
  const named what = names_of(call);
  DTRACE_PROBE4(mentat, call_end, what.of_class, what.function, &call, int{threw});
}

KEPT void parks(const computation_instance& awaited, source_place at) noexcept {
  const named what = names_of(awaited);
  DTRACE_PROBE5(mentat, park, what.of_class, what.function, &awaited, at.file_name(),
                static_cast<unsigned>(at.line()));
}

KEPT void resumes(const computation_instance& awaited) noexcept {
  const named what = names_of(awaited);
  DTRACE_PROBE4(mentat, resume, what.of_class, what.function, &awaited, 0);
}

KEPT void sends(const mmps::mmps_name& to, unsigned type, unsigned long bytes) noexcept {
  DTRACE_PROBE4(mentat, send, to.host, to.process_number(), type, bytes);
}

KEPT void receives(const mmps::mmps_name& from, unsigned type, unsigned long bytes) noexcept {
  DTRACE_PROBE4(mentat, receive, from.host, from.process_number(), type, bytes);
}

}  // namespace mentat::probe::fired
