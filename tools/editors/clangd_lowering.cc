// Loaded into clangd by mentat-clangd: lowers Mentat sources before clangd parses them, as mplc
// does (see mplc/lower/lowering.h), so that clangd knows keywords, mselect and the members of
// Mentat variables. Line numbers are preserved.
//
// Debian's clangd is linked with libclang-cpp and libLLVM; the four functions below preempt theirs.
// A clangd built in another way ignores this library. Ownership and threads: as in the preempted
// functions; there is no state.
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/Utils.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "mplc/lower/lowering.h"

namespace {

bool is_mpl(llvm::StringRef path) { return path.ends_with(".mpl.cc") || path.ends_with(".mpl.h"); }

// Keeps programs started by clangd from loading this library.
[[gnu::constructor]] void forget_preload() { unsetenv("LD_PRELOAD"); }

// Returns the function `name` that this library preempts.
template <class Function>
Function original(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) std::abort();  // the loader has bound clangd to it
  return reinterpret_cast<Function>(found);
}

// `clangd --check` reads the tested file as it reads headers: the text is already lowered then.
bool is_lowered(llvm::StringRef text) {
  const bool told = text.contains("_Pragma(\"GCC error") && text.contains("[E0");
  return told || text.contains("template<class=void>") || text.contains("::mentat::mplc_only__::");
}

// Reports a lowering problem (an mselect without an entry, say) by a pragma at the start of its
// line, because the lowered text gives the parser nothing to report.
void tell(const mentat::mplc::lowering_problem& problem, std::string_view original,
          std::string& text) {
  std::size_t at = 0;
  for (auto lines = std::ranges::count(original.substr(0, problem.at), '\n'); lines > 0; --lines)
    at = text.find('\n', at) + 1;
  std::string words = problem.text + " [" + problem.code + "]";
  std::ranges::replace_if(words, [](char c) { return c == '"' || c == '\\' || c == '\n'; }, ' ');
  text.insert(at, "_Pragma(\"GCC error \\\"" + words + "\\\"\")");
}

// Returns the lowered text; empty if no lowering is needed.
std::string lowered(llvm::StringRef text) {
  if (is_lowered(text)) return {};
  const std::string_view view(text.data(), text.size());
  if (!mentat::mplc::may_contain_mpl(view)) return {};
  mentat::mplc::lowered_text made = mentat::mplc::lower(view);
  for (const auto& problem : made.problems) tell(problem, view, made.text);
  return made.changed || !made.problems.empty() ? std::move(made.text) : std::string();
}

using buffer = std::unique_ptr<llvm::MemoryBuffer>;

buffer copy_of(llvm::StringRef text, const llvm::Twine& name) {
  using copier = buffer (*)(llvm::StringRef, const llvm::Twine&);
  static const auto next =
      original<copier>("_ZN4llvm12MemoryBuffer16getMemBufferCopyENS_9StringRefERKNS_5TwineE");
  return next(text, name);
}

// A file not open in the editor: a header.
class lowered_file final : public llvm::vfs::File {
 public:
  lowered_file(llvm::vfs::Status status, std::string text)
      : status_(std::move(status)), text_(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<buffer> getBuffer(const llvm::Twine& name, std::int64_t, bool, bool) override {
    return copy_of(text_, name);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  std::string text_;
};

class lowering_files final : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    auto found = ProxyFileSystem::status(path);
    if (!found || !is_mpl(path.str())) return found;
    auto file = openFileForRead(path);
    return file ? (*file)->status() : found;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine& path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file || !is_mpl(path.str())) return file;
    auto status = (*file)->status();
    auto text = (*file)->getBuffer(path);
    if (!status) return status.getError();
    if (!text) return text.getError();
    std::string made = lowered((*text)->getBuffer());
    if (made.empty()) made = (*text)->getBuffer().str();
    // The parser requires that a file's status and its buffer agree in size.
    const auto sized = llvm::vfs::Status::copyWithNewSize(*status, made.size());
    return std::make_unique<lowered_file>(sized, std::move(made));
  }
};

}  // namespace

// Preempted: copies the text of the edited file for the parser.
buffer llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef text, const llvm::Twine& name) {
  const std::string path = name.str();
  const std::string made = is_mpl(path) ? lowered(text) : std::string();
  return copy_of(made.empty() ? text : llvm::StringRef(made), path);
}

// Preempted: the same without a copy, for the preamble and for completion.
buffer llvm::MemoryBuffer::getMemBuffer(llvm::StringRef text, llvm::StringRef name,
                                        bool terminated) {
  using borrower = buffer (*)(llvm::StringRef, llvm::StringRef, bool);
  static const auto next =
      original<borrower>("_ZN4llvm12MemoryBuffer12getMemBufferENS_9StringRefES1_b");
  if (is_mpl(name))
    if (const std::string made = lowered(text); !made.empty()) return copy_of(made, name);
  return next(text, name, terminated);
}

std::unique_ptr<llvm::vfs::FileSystem> llvm::vfs::createPhysicalFileSystem() {
  using maker = std::unique_ptr<llvm::vfs::FileSystem> (*)();
  static const auto next = original<maker>("_ZN4llvm3vfs24createPhysicalFileSystemEv");
  return std::make_unique<lowering_files>(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(next().release()));
}

// Preempted: adds the options with which mplc parses.
std::unique_ptr<clang::CompilerInvocation> clang::createInvocation(
    llvm::ArrayRef<const char*> arguments, clang::CreateInvocationOptions options) {
  using maker = std::unique_ptr<clang::CompilerInvocation> (*)(llvm::ArrayRef<const char*>,
                                                               clang::CreateInvocationOptions);
  static const auto next = original<maker>(
      "_ZN5clang16createInvocationEN4llvm8ArrayRefIPKcEENS_23CreateInvocationOptionsE");
  std::vector<const char*> all(arguments.begin(), arguments.end());
  if (std::any_of(all.begin(), all.end(), [](const char* word) { return is_mpl(word); })) {
    static constexpr const char* own[] = {"-D__MPLC__=1", "-Wno-return-type",
                                          "-Wno-return-mismatch", "-Wno-unknown-attributes"};
    all.insert(all.begin() + 1, std::begin(own), std::end(own));
  }
  return next(all, std::move(options));
}
