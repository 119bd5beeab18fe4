#include "mplc/preamble/preamble.h"

#include <ctime>
#include <filesystem>
#include <set>

#include "clang/Basic/Version.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/Path.h"
#include "mplc/preamble/preamble_folder.h"
#include "mplc/preamble/preamble_maker.h"
#include "mplc/preamble/preamble_run.h"

namespace mentat::mplc {
namespace {

constexpr const char* header_name = "/mplc-preamble/preamble.h";
constexpr const char* precompiled_name = "/mplc-preamble/preamble.pch";

// Only options of the command line can come before the preamble; they must not bring in files.
bool is_plain(const clang::CompilerInvocation& invocation) {
  const clang::PreprocessorOptions& options = invocation.getPreprocessorOpts();
  return options.Includes.empty() && options.MacroIncludes.empty() &&
         options.ImplicitPCHInclude.empty() && options.ChainedIncludes.empty() &&
         options.RemappedFiles.empty() && options.RemappedFileBuffers.empty() &&
         !invocation.getHeaderSearchOpts().ImplicitModuleMaps &&
         invocation.getHeaderSearchOpts().VFSOverlayFiles.empty() &&
         invocation.getFrontendOpts().ModuleFiles.empty() &&
         invocation.getFrontendOpts().ModuleMapFiles.empty() &&
         invocation.getFrontendOpts().Inputs.size() == 1 &&
         invocation.getFrontendOpts().Inputs[0].isFile();
}

std::optional<search_path> read_search_path(const clang::CompilerInvocation& invocation,
                                            clang::FileManager& manager) {
  clang::DiagnosticsEngine silent(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                  new clang::IgnoringDiagConsumer);
  clang::SourceManager sources(silent, manager);
  clang::HeaderSearch search(
      std::make_shared<clang::HeaderSearchOptions>(invocation.getHeaderSearchOpts()), sources,
      silent, invocation.getLangOpts(), nullptr);
  clang::ApplyHeaderSearchOptions(search, invocation.getHeaderSearchOpts(),
                                  invocation.getLangOpts(),
                                  llvm::Triple(invocation.getTargetOpts().Triple));
  std::vector<search_folder> folders;
  for (auto at = search.search_dir_begin(); at != search.search_dir_end(); ++at) {
    if (!at->isNormalDir()) return std::nullopt;
    folders.push_back({at->getName().str(), at->getDirCharacteristic() != clang::SrcMgr::C_User});
  }
  std::size_t quoted = 0;
  for (auto at = search.search_dir_begin(); at != search.angled_dir_begin(); ++at)
    folders[quoted++].is_for_quotes = true;
  return search_path(std::move(folders));
}

// The preamble of a file: lines of text, and the macros of the include guards around them.
class preamble_text {
 public:
  preamble_text(clang::FileManager& manager, const search_path& path)
      : manager_(manager), path_(path) {}

  // Returns false where the run ends inside the file.
  bool add_run_of(const std::string& file) {
    const auto entry = manager_.getOptionalFileRef(file);
    if (!entry) return false;
    auto buffer = manager_.getBufferForFile(*entry);
    if (!buffer) return false;
    const leading_run run = read_leading_run(std::string_view((*buffer)->getBuffer()));
    if (!visited_.insert(entry->getUniqueID()).second) return run.is_once;
    if (!run.guard.empty() && (!run.includes.empty() || run.is_all)) {
      if (llvm::is_contained(guards, run.guard)) return false;
      guards.push_back(run.guard);
    }
    const std::string folder = entry->getDir().getName().str();
    for (const include_directive& one : run.includes)
      if (!add(one, folder)) return false;
    return run.is_all;
  }

  [[nodiscard]] bool has_headers() const {
    return llvm::any_of(lines,
                        [](const std::string& line) { return line.starts_with("#include <"); });
  }
  [[nodiscard]] bool has_prelude() const { return llvm::is_contained(lines, include(prelude)); }

  std::vector<std::string> lines, guards;
  std::string prelude;  // its real path; `lines` may have become shorter

 private:
  static std::string include(const std::string& path) { return "#include \"" + path + "\""; }
  bool add(const include_directive& one, const std::string& folder) {
    const auto found = path_.find(one.name, one.angled, folder);
    if (!found) return false;
    if (one.name == "mentat/mpl.h") return add_prelude(found->path);
    if (!one.angled) return add_run_of(found->path);
    // These two change with NDEBUG and are read each time.
    if (one.name == "cassert" || one.name == "assert.h") return false;
    // The target of a relative path depends on the working folder, and users' own headers may have
    // classes of Mentat.
    if (!found->is_system || !llvm::sys::path::is_absolute(found->path) ||
        one.name.find(".mpl.") != std::string::npos)
      return false;
    add_line("#include <" + one.name + ">");
    return true;
  }
  // By its real path, because in Bazel's sandboxes each translation sees it by another.
  bool add_prelude(const std::string& found) {
    std::error_code failed;
    const std::string real = std::filesystem::canonical(found, failed).string();
    if (failed || real.find_first_of("\"\\\n") != std::string::npos) return false;
    if (!prelude.empty() && prelude != real) return false;
    prelude = real;
    add_line(include(real));
    return true;
  }
  void add_line(const std::string& line) {
    if (!llvm::is_contained(lines, line)) lines.push_back(line);
  }

  clang::FileManager& manager_;
  const search_path& path_;
  std::set<llvm::sys::fs::UniqueID> visited_;
};

// The flags without the search path, whose effect the lookups record, and without names of this one
// file.
std::string flags_of(const clang::CompilerInvocation& invocation) {
  clang::CompilerInvocation plain(invocation);
  plain.getHeaderSearchOpts().UserEntries.clear();
  plain.getFrontendOpts().Inputs.clear();
  plain.getFrontendOpts().OutputFile.clear();
  plain.getCodeGenOpts().MainFileName.clear();
  plain.getCodeGenOpts().DebugCompilationDir.clear();
  plain.getCodeGenOpts().CoverageCompilationDir.clear();
  std::string all;
  for (const std::string& flag : plain.getCC1CommandLine()) all += flag + "\n";
  return all;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// The key of a preamble: flags, Clang and text.
std::string key_of(const clang::CompilerInvocation& invocation, const preamble_text& text) {
  return hash_128("1\n" + clang::getClangFullVersion() + "\n" + flags_of(invocation) + "\n" +
                  joined(text.lines) + "\n" + joined(text.guards));
}

// The record of a preamble, if its headers have not changed.
std::optional<preamble_entry> find_current(const preamble_folder& folder, const std::string& key,
                                           const search_path& path, std::size_t size) {
  auto known = folder.find(key);
  if (!known) return std::nullopt;
  if (known->usable <= size && path.look_up(known->looked_up).hash == known->state) return known;
  folder.forget(key);
  return std::nullopt;
}

struct made_preamble {
  preamble_contents seen;
  std::shared_ptr<clang::PCHBuffer> buffer;
  std::time_t begin;
  [[nodiscard]] std::string_view bytes() const {
    return {buffer->Data.data(), buffer->Data.size()};
  }
};

// Uses a compiler of its own, silently.
std::optional<made_preamble> make(const clang::CompilerInvocation& invocation,
                                  clang::FileManager& manager, const preamble_text& text,
                                  const source_files& files) {
  const std::time_t begin = std::time(nullptr);
  clang::CompilerInstance compiler;
  compiler.setInvocation(std::make_shared<clang::CompilerInvocation>(invocation));
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer, true);
  compiler.setFileManager(&manager);
  compiler.getFrontendOpts().Inputs.assign(
      {clang::FrontendInputFile(header_name, clang::InputKind(clang::Language::CXX))});
  // A remapped file need not be there when the preamble is read.
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(joined(text.lines), header_name);
  compiler.getPreprocessorOpts().addRemappedFile(header_name, buffer.release());
  preamble_action action(files, text.prelude, text.guards);
  const bool is_made = compiler.ExecuteAction(action) && action.made->IsComplete &&
                       !compiler.getDiagnostics().hasErrorOccurred();
  if (!is_made) return std::nullopt;
  action.seen.usable = std::min(action.seen.usable, text.lines.size());
  return made_preamble{std::move(action.seen), action.made, begin};
}

void keep(const made_preamble& made, bool is_whole, const preamble_folder& folder,
          const std::string& key, const search_path& path) {
  preamble_entry entry;
  entry.usable = made.seen.usable;
  entry.looked_up.assign(made.seen.looked_up.begin(), made.seen.looked_up.end());
  const auto now = path.look_up(entry.looked_up);
  entry.state = now.hash;
  // A file that changed a moment ago may have changed after it was read.
  if (now.newest + 1 < made.begin) folder.keep(key, entry, is_whole ? made.bytes() : "");
}

}  // namespace

preamble::preamble(source_files& files, std::string folder)
    : files_(files),
      folder_(std::move(folder)),
      memory_(new llvm::vfs::InMemoryFileSystem),
      overlay_(new llvm::vfs::OverlayFileSystem(files.file_system())) {
  overlay_->pushOverlay(memory_);
}

preamble_use preamble::use_in(clang::CompilerInvocation& invocation, clang::FileManager& manager) {
  if (!is_plain(invocation)) return preamble_use::none;
  const auto folder = preamble_folder::open(folder_);
  const auto path = folder ? read_search_path(invocation, manager) : std::nullopt;
  if (!path) return preamble_use::none;
  preamble_text text(manager, *path);
  static_cast<void>(text.add_run_of(invocation.getFrontendOpts().Inputs[0].getFile().str()));

  // Instantiations that headers make anyway are done once, too.
  invocation.getLangOpts().PCHInstantiateTemplates = true;
  std::unique_ptr<llvm::MemoryBuffer> precompiled;
  auto use = preamble_use::found;
  // Tries again if only the first of the includes can be in it.
  while (precompiled == nullptr && text.has_headers()) {
    key_ = key_of(invocation, text);
    const auto known = find_current(*folder, key_, *path, text.lines.size());
    if (known && known->usable < text.lines.size()) {
      text.lines.resize(known->usable);
      continue;
    }
    if (known) precompiled = folder->load(*known);
    if (precompiled != nullptr) break;
    if (known) folder->forget(key_);
    use = preamble_use::made;
    auto made = make(invocation, manager, text, files_);
    if (!made) return preamble_use::none;
    const bool is_whole = made->seen.usable == text.lines.size();
    keep(*made, is_whole, *folder, key_, *path);
    text.lines.resize(made->seen.usable);
    if (is_whole)
      precompiled = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(made->bytes()));
  }
  if (precompiled == nullptr) return preamble_use::none;
  memory_->addFile(precompiled_name, 0, std::move(precompiled));
  invocation.getPreprocessorOpts().ImplicitPCHInclude = precompiled_name;
  // Clang checks times and sizes once more.
  invocation.getHeaderSearchOpts().ModulesValidateSystemHeaders = true;
  if (text.has_prelude()) prelude_ = text.prelude;
  return use;
}

void preamble::forget() const {
  if (const auto folder = preamble_folder::open(folder_)) folder->forget(key_);
}

}  // namespace mentat::mplc
