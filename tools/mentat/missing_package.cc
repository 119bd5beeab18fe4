#include "tools/mentat/missing_package.h"

#include <array>

namespace mentat::command {
namespace {

struct symptom {
  // One line of the messages holds `begins` and, later, `ends`.
  std::string_view begins;
  std::string_view ends;
  std::string_view package;
};

constexpr std::array<symptom, 6> symptoms{{
    {"fatal error: cereal/", "o such file", "libcereal-dev"},
    {"'cereal/", "file not found", "libcereal-dev"},
    {"loading shared libraries: libclang-cpp.so.19", "annot open shared object", "libclang-cpp19"},
    {"loading shared libraries: libLLVM", "annot open shared object", "libllvm19"},
    {"cannot find -l:libboost_context.a", "", "libboost-context-dev"},
    {"cannot find 'ld'", "", "binutils"},
}};

bool shows(std::string_view line, const symptom& one) {
  const std::size_t begin = line.find(one.begins);
  return begin != std::string_view::npos &&
         line.find(one.ends, begin + one.begins.size()) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> missing_package(std::string_view messages) {
  while (!messages.empty()) {
    const std::string_view line = messages.substr(0, messages.find('\n'));
    for (const symptom& one : symptoms)
      if (shows(line, one)) return std::string(one.package);
    messages.remove_prefix(line.size() < messages.size() ? line.size() + 1 : line.size());
  }
  return std::nullopt;
}

std::string what_to_install(std::string_view package) {
  return "install it with `apt-get install " + std::string(package) + "`";
}

}  // namespace mentat::command
