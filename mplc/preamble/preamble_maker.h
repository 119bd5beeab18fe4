// Makes a precompiled preamble, and records its inputs.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/Support/Path.h"
#include "mplc/lower/source_files.h"
#include "mplc/preamble/search_path.h"

namespace mentat::mplc {

// Observations while a preamble was made.
struct preamble_contents {
  std::vector<clang::OptionalFileEntryRef> direct;  // files that the main file itself includes
  std::size_t usable = SIZE_MAX;                    // how many of these may be in it
  std::set<std::string> looked_up;

  void forbid_current() { usable = std::min(usable, direct.empty() ? 0 : direct.size() - 1); }
};

class preamble_watch final : public clang::PPCallbacks {
 public:
  preamble_watch(const clang::SourceManager& sources, const source_files& files,
                 const std::string& prelude, preamble_contents& seen)
      : sources_(sources), files_(files), prelude_(prelude), seen_(seen) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool angled, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind kind) override {
    if (sources_.isWrittenInMainFile(hash)) seen_.direct.push_back(file);
    look_up(hash, name, angled);
    if (!file) return;
    const bool is_sound = llvm::sys::path::is_absolute(file->getName()) &&
                          (kind != clang::SrcMgr::C_User || file->getName() == prelude_);
    if (!is_sound) seen_.forbid_current();
  }
  void HasInclude(clang::SourceLocation at, llvm::StringRef name, bool angled,
                  clang::OptionalFileEntryRef, clang::SrcMgr::CharacteristicKind) override {
    look_up(at, name, angled);
  }
  void LexedFileChanged(clang::FileID file, LexedFileChangeReason reason,
                        clang::SrcMgr::CharacteristicKind, clang::FileID,
                        clang::SourceLocation) override {
    if (reason == LexedFileChangeReason::EnterFile && files_.find(sources_, file) != nullptr)
      seen_.forbid_current();
  }

 private:
  void look_up(clang::SourceLocation at, llvm::StringRef name, bool angled) {
    seen_.looked_up.insert(look_up_entry(name.str(), angled));
    if (angled || llvm::sys::path::is_absolute(name)) return;
    const auto includer = sources_.getFileEntryRefForID(sources_.getFileID(at));
    if (!includer) return;
    seen_.looked_up.insert(includer->getDir().getName().str() + "/" + name.str());
  }

  const clang::SourceManager& sources_;
  const source_files& files_;
  const std::string& prelude_;
  preamble_contents& seen_;
};

class preamble_action final : public clang::ASTFrontendAction {
 public:
  preamble_action(const source_files& files, const std::string& prelude,
                  const std::vector<std::string>& guards)
      : files_(files), prelude_(prelude), guards_(guards) {}

  preamble_contents seen;
  std::shared_ptr<clang::PCHBuffer> made = std::make_shared<clang::PCHBuffer>();

 private:
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }
  bool hasCodeCompletionSupport() const override { return false; }

  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getLangOpts().CompilingPCH = true;
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<preamble_watch>(compiler.getSourceManager(), files_, prelude_, seen));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    made->IsComplete = false;
    return std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), "", "", made,
        llvm::ArrayRef<std::shared_ptr<clang::ModuleFileExtension>>());
  }
  void EndSourceFileAction() override {
    clang::Preprocessor& preprocessor = getCompilerInstance().getPreprocessor();
    for (std::size_t i = 0; i < seen.direct.size(); ++i)
      if (!seen.direct[i] || !is_guarded(preprocessor, *seen.direct[i]))
        seen.usable = std::min(seen.usable, i);
    // A header that knows the macro of a user's guard could have another meaning after it.
    auto& identifiers = preprocessor.getIdentifierTable();
    for (const std::string& guard : guards_)
      if (identifiers.find(guard) != identifiers.end()) seen.usable = 0;
  }

  // A header such as <cassert> has to be read each time.
  static bool is_guarded(clang::Preprocessor& preprocessor, clang::FileEntryRef file) {
    const auto* known = preprocessor.getHeaderSearchInfo().getExistingFileInfo(file);
    if (known == nullptr) return false;
    clang::HeaderFileInfo info = *known;
    if (info.isPragmaOnce) return true;
    const clang::IdentifierInfo* macro = info.getControllingMacro(nullptr);
    return macro != nullptr && preprocessor.isMacroDefined(macro);
  }

  const source_files& files_;
  const std::string& prelude_;
  const std::vector<std::string>& guards_;
};

}  // namespace mentat::mplc
