#include "mplc/lower/source_files.h"

#include <algorithm>
#include <chrono>

#include "llvm/Support/MemoryBuffer.h"

namespace mentat::mplc {
namespace vfs = llvm::vfs;

namespace {

// A file whose contents are lowered text.
class lowered_file final : public vfs::File {
 public:
  lowered_file(vfs::Status status, const std::string& text)
      : status_(std::move(status)), text_(text) {}

  llvm::ErrorOr<vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t,
                                                               bool, bool) override {
    return llvm::MemoryBuffer::getMemBuffer(text_, name.str(), true);
  }
  std::error_code close() override { return {}; }

 private:
  vfs::Status status_;
  const std::string& text_;
};

bool is_precompiled(llvm::StringRef path) {
  return path.ends_with(".pch") || path.ends_with(".pcm") || path.ends_with(".gch");
}

}  // namespace

class source_files::proxy final : public vfs::ProxyFileSystem {
 public:
  proxy() : ProxyFileSystem(vfs::getRealFileSystem()) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine& path) override {
    auto found = ProxyFileSystem::status(path);
    if (!found) return found;
    const source_file* file = load(path, *found);
    return file == nullptr ? *found
                           : vfs::Status::copyWithNewSize(*found, file->lowered.text.size());
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine& path) override {
    if (auto found = ProxyFileSystem::status(path)) {
      if (const source_file* file = load(path, *found)) {
        const auto sized = vfs::Status::copyWithNewSize(*found, file->lowered.text.size());
        return std::make_unique<lowered_file>(vfs::Status::copyWithNewName(sized, path),
                                              file->lowered.text);
      }
    }
    return ProxyFileSystem::openFileForRead(path);
  }

  const source_file* find(llvm::sys::fs::UniqueID id) const {
    const auto found = files_.find(id);
    return found == files_.end() ? nullptr : found->second.get();
  }

  bool has_seen(const std::string& path) const {
    const auto found = getUnderlyingFS().status(path);
    return found && files_.contains(found->getUniqueID());
  }

  double milliseconds = 0;

 private:
  const source_file* load(const llvm::Twine& path, const vfs::Status& status) {
    if (status.getType() != llvm::sys::fs::file_type::regular_file) return nullptr;
    const auto [entry, is_new] = files_.try_emplace(status.getUniqueID());
    if (!is_new || is_precompiled(path.str())) return entry->second.get();
    const auto begin = std::chrono::steady_clock::now();
    auto buffer = getUnderlyingFS().getBufferForFile(path);
    if (buffer && may_contain_mpl((*buffer)->getBuffer())) {
      auto made = std::make_unique<source_file>();
      made->path = path.str();
      made->original = (*buffer)->getBuffer().str();
      made->lowered = lower(made->original);
      if (made->lowered.changed || !made->lowered.problems.empty()) entry->second = std::move(made);
    }
    milliseconds +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return entry->second.get();
  }

  std::map<llvm::sys::fs::UniqueID, std::unique_ptr<source_file>> files_;  // null: nothing to lower
};

source_files::source_files() : files_(new proxy) { file_system_ = files_; }
source_files::~source_files() = default;

const source_file* source_files::find(const clang::SourceManager& sources, clang::FileID id) const {
  const auto entry = sources.getFileEntryRefForID(id);
  return entry ? files_->find(entry->getUniqueID()) : nullptr;
}

std::string_view source_files::original(const clang::SourceManager& sources,
                                        clang::FileID id) const {
  if (const source_file* file = find(sources, id)) return file->original;
  return sources.getBufferData(id);
}

std::optional<text_offset> source_files::offset(const clang::SourceManager& sources,
                                                clang::SourceLocation at) const {
  const auto [id, offset] = sources.getDecomposedLoc(at);
  const source_file* file = find(sources, id);
  return file == nullptr ? offset : file->lowered.exact_offset(offset);
}

bool source_files::is_silent(const clang::SourceManager& sources, clang::SourceLocation at) const {
  const auto [id, offset] = sources.getDecomposedLoc(at);
  const source_file* file = find(sources, id);
  return file != nullptr && file->lowered.is_silent(offset);
}

position source_files::place(const clang::SourceManager& sources, clang::SourceLocation at) const {
  if (at.isInvalid()) return {};
  at = sources.getFileLoc(at);
  auto [id, offset] = sources.getDecomposedLoc(at);
  if (const source_file* file = find(sources, id)) offset = file->lowered.original_offset(offset);
  const std::string_view text = original(sources, id);
  return position_in(std::string_view(sources.getFilename(at)), text, lines_of(text), offset);
}

position source_files::place(const source_file& file, text_offset in_original) const {
  return position_in(file.path, file.original, lines_of(file.original), in_original);
}

const line_table& source_files::lines_of(std::string_view text) const {
  return lines_.try_emplace(text.data(), text).first->second;
}

bool source_files::has_seen(const std::string& path) const { return files_->has_seen(path); }

double source_files::lowering_milliseconds() const { return files_->milliseconds; }

namespace {

// Clang does not show longer ones either.
constexpr std::size_t longest_line = 4096;

}  // namespace

position position_in(std::string_view file, std::string_view text, const line_table& lines,
                     text_offset offset) {
  const text_offset begin = lines.begin(offset);
  const auto end = text.find('\n', begin);
  std::string_view line = text.substr(begin, end == std::string_view::npos ? end : end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > longest_line) line = {};
  return {std::string(file), lines.number(offset), offset - begin + 1, std::string(line)};
}

}  // namespace mentat::mplc
