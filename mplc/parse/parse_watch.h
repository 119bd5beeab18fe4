// Observers of Clang while it parses: of the preprocessor, and of Clang's own errors.
#pragma once

#include <array>
#include <vector>

#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Token.h"
#include "mplc/lower/raw_tokens.h"
#include "mplc/lower/source_files.h"
#include "mplc/text/diagnostics.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {

// The name behind an maccept that Clang does not find.
struct unknown_entry {
  clang::SourceLocation where;
  text_offset at;  // in the original
  std::string name;
  std::string hint;  // "; did you mean 'put'?"
};

// Observations of the preprocessor and the parser.
struct preprocessed {
  std::vector<unknown_entry> unknown_entries;
  // The file names of #include "x.mpl.h" in the main file, with their places (in a macro, if a
  // macro gives the name), as written.
  std::vector<std::pair<clang::SourceLocation, std::string>> mpl_includes;
  std::vector<clang::FileID> files;
  std::vector<clang::SourceRange> skipped;    // text that conditions take out
  std::vector<clang::SourceLocation> errors;  // of Clang's own, also those that are not reported
  bool prelude = false;                       // <mentat/mpl.h> was included
  std::string prelude_name;                   // by this path
  std::string preamble_prelude;               // and by this one in a precompiled preamble
  bool bad_preamble = false;                  // Clang would not have the precompiled preamble
  bool include_cycle = false;                 // a file includes itself, directly or not
  bool module = false;                        // it imports a module, or is one
};

class preprocessor_watch final : public clang::PPCallbacks {
 public:
  preprocessor_watch(const clang::SourceManager& sources, const source_files& files,
                     diagnostics& reports, preprocessed& seen)
      : sources_(sources), files_(files), reports_(reports), seen_(seen) {}

  void LexedFileChanged(clang::FileID file, LexedFileChangeReason reason,
                        clang::SrcMgr::CharacteristicKind, clang::FileID,
                        clang::SourceLocation) override {
    if (reason == LexedFileChangeReason::EnterFile) seen_.files.push_back(file);
  }
  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool, clang::CharSourceRange range, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (sources_.isWrittenInMainFile(hash) && name.ends_with(".mpl.h"))
      seen_.mpl_includes.emplace_back(range.getBegin(), name);
    if (!name.ends_with("mentat/mpl.h")) return;
    seen_.prelude = true;
    if (file) seen_.prelude_name = file->getName();
  }
  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    seen_.skipped.push_back(range);
  }
  void If(clang::SourceLocation at, clang::SourceRange condition, ConditionValueKind) override {
    check_conditional(at, condition);
  }
  void Elif(clang::SourceLocation at, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation) override {
    check_conditional(at, condition);
  }
  void Ifdef(clang::SourceLocation at, const clang::Token& name,
             const clang::MacroDefinition&) override {
    check_conditional(at, name.getLocation());
  }
  void Ifndef(clang::SourceLocation at, const clang::Token& name,
              const clang::MacroDefinition&) override {
    check_conditional(at, name.getLocation());
  }
  void MacroDefined(const clang::Token& name, const clang::MacroDirective*) override {
    static constexpr std::array<llvm::StringRef, 9> words{"mentat",     "persistent", "regular",
                                                          "replicated", "durable",    "mselect",
                                                          "maccept",    "mafter",     "melse"};
    const auto* identifier = name.getIdentifierInfo();
    if (identifier == nullptr || std::ranges::find(words, identifier->getName()) == words.end())
      return;
    if (sources_.isInSystemHeader(name.getLocation())) return;
    reports_.report(severity::error, "E0101", files_.place(sources_, name.getLocation()),
                    "macro '" + identifier->getName().str() +
                        "' hides a keyword of MPL; give the macro another name");
  }

 private:
  // Warns of conditions in which mplc and another compiler may differ: mplc reads the text that
  // Clang would compile.
  void check_conditional(clang::SourceLocation at, clang::SourceRange condition) {
    static constexpr std::array<std::string_view, 8> names{
        "__clang__", "__clang_major__",     "__GNUC__", "__GNUC_MINOR__", "__INTEL_COMPILER",
        "_MSC_VER",  "__GNUC_PATCHLEVEL__", "__llvm__"};
    if (!sources_.isWrittenInMainFile(at) || at.isMacroID()) return;
    const auto begin = sources_.getDecomposedLoc(condition.getBegin());
    const auto end = sources_.getDecomposedLoc(condition.getEnd());
    if (begin.first != end.first) return;
    // The end of the last token is unknown here; the end of the line is good enough.
    const llvm::StringRef text = sources_.getBufferData(begin.first);
    const auto line_end = text.find('\n', end.second);
    const raw_tokens words(std::string_view(text.substr(begin.second, line_end - begin.second)));
    for (std::size_t i = 0; i < words.size(); ++i)
      if (std::ranges::find(names, words[i].text) != names.end())
        return reports_.report(severity::warning, "W0108", files_.place(sources_, at),
                               "the conditional tests the compiler: mplc translates the branch for "
                               "Clang, also if another compiler gets the translation");
  }

  const clang::SourceManager& sources_;
  const source_files& files_;
  diagnostics& reports_;
  preprocessed& seen_;
};

inline constexpr const char* modules_are_not_translated =
    "modules are not translated; #include headers";

// Clang's own errors, in the user's coordinates.
class error_consumer final : public clang::DiagnosticConsumer {
 public:
  error_consumer(const source_files& files, preprocessed& seen, diagnostics& reports)
      : files_(files), seen_(seen), reports_(reports) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    const bool is_note = level == clang::DiagnosticsEngine::Note;
    if (level < clang::DiagnosticsEngine::Error && !is_note) return;
    if (!is_note) seen_.errors.push_back(info.getLocation());
    if (!is_note)
      mute_ = is_of_preamble(info) || is_injected(info) || seen_.include_cycle || seen_.module;
    if (mute_) return;
    llvm::SmallString<256> formatted;
    info.FormatDiagnostic(formatted);
    std::string text = formatted.str().str();
    if (!is_note && is_unknown_entry(info, text)) return;
    std::string code = code_of(info, text);
    // Messages about the two hundredth copy of a file are repetitions.
    if (info.getID() == clang::diag::err_pp_include_too_deep) {
      seen_.include_cycle = true;
      text += "; a file that includes itself needs '#pragma once' or an include guard";
    }
    position where;
    if (info.getLocation().isValid() && info.hasSourceManager())
      where = files_.place(info.getSourceManager(), info.getLocation());
    if (!where.file.empty() && where.file == seen_.preamble_prelude)
      where.file = seen_.prelude_name;
    reports_.report(is_note ? severity::note : severity::error, code, where, text);
    const bool name_of_prelude = text.find("undeclared identifier 'rtf'") != std::string::npos ||
                                 text.find("undeclared identifier 'mentat'") != std::string::npos ||
                                 text.find("no member named 'mentat'") != std::string::npos;
    if (name_of_prelude && !seen_.prelude)
      reports_.report(severity::note, "", where,
                      "#include <mentat/mpl.h> declares the names of the language");
  }

 private:
  // The translation starts again without the preamble.
  bool is_of_preamble(const clang::Diagnostic& info) {
    if (info.getID() < clang::diag::DIAG_START_SERIALIZATION ||
        info.getID() >= clang::diag::DIAG_START_LEX)
      return false;
    return seen_.bad_preamble = true;
  }

  // Text that lowering inserted is wrong only where a Mentat class may not be. Another message
  // reports that.
  bool is_injected(const clang::Diagnostic& info) const {
    if (!info.hasSourceManager() || info.getLocation().isInvalid() ||
        info.getLocation().isMacroID())
      return false;
    return files_.is_silent(info.getSourceManager(), info.getLocation());
  }

  // The name behind maccept is unknown. Only when everything has been read it is clear whether the
  // name or the mselect is at fault.
  bool is_unknown_entry(const clang::Diagnostic& info, const std::string& text) {
    const bool unknown = text.starts_with("use of undeclared identifier") ||
                         text.starts_with("call to non-static member function without an object") ||
                         text.starts_with("no member named") ||
                         text.starts_with("invalid use of 'this'") ||
                         text.starts_with("'this' cannot be implicitly captured");
    if (!unknown || !info.hasSourceManager() || info.getLocation().isMacroID()) return false;
    const clang::SourceManager& sources = info.getSourceManager();
    const source_file* file = files_.find(sources, sources.getFileID(info.getLocation()));
    if (file == nullptr) return false;
    const text_offset at =
        file->lowered.original_offset(sources.getDecomposedLoc(info.getLocation()).second);
    for (const select_mark& select : file->lowered.selects)
      for (const entry_mark& entry : select.entries)
        if (entry.kind == entry_kind::accept && entry.name.begin == at) {
          const auto hint = text.find("; did you mean");
          seen_.unknown_entries.push_back({info.getLocation(), at,
                                           file->original.substr(at, entry.name.end - at),
                                           hint == std::string::npos ? "" : text.substr(hint)});
          return mute_ = true;
        }
    return false;
  }

  std::string code_of(const clang::Diagnostic& info, std::string& text) const {
    if (text.starts_with("[E")) {
      const std::string code = text.substr(1, 5);
      text.erase(0, 7);
      return code;
    }
    switch (info.getID()) {
      case clang::diag::err_header_import_not_header_unit:
      case clang::diag::err_header_import_semi_in_macro:
      case clang::diag::err_module_not_found:
        seen_.module = true;
        text = modules_are_not_translated;
        return "E0113";
      case clang::diag::err_field_incomplete_or_sizeless:
        if (const auto name = mentat_class_of(info); !name.empty()) {
          text = "Mentat class '" + name +
                 "' is not complete here; a field that names such an object is a 'mentat::ref<" +
                 name + ">'";
          return "E0206";
        }
        return "";
      case clang::diag::err_abstract_type_in_decl:
      case clang::diag::err_allocation_of_abstract_type:
        if (const auto name = mentat_class_of(info); !name.empty()) {
          text = "a variable, element or value of Mentat class '" + name +
                 "' names an object, but the class has pure virtual functions; write an empty body "
                 "in place of '= 0'";
          return "E0210";
        }
        return "";
      default:
        return "";
    }
  }

  // The Mentat class that Clang speaks of; empty if there is none.
  [[nodiscard]] std::string mentat_class_of(const clang::Diagnostic& info) const {
    for (unsigned i = 0; i < info.getNumArgs(); ++i) {
      if (info.getArgKind(i) != clang::DiagnosticsEngine::ak_qualtype) continue;
      const auto type =
          clang::QualType::getFromOpaquePtr(reinterpret_cast<void*>(info.getRawArg(i)));
      const auto* record = type->getAsCXXRecordDecl();
      if (record != nullptr && is_marked(info.getSourceManager(), record))
        return record->getNameAsString();
    }
    return "";
  }

  bool is_marked(const clang::SourceManager& sources, const clang::CXXRecordDecl* record) const {
    return llvm::any_of(record->redecls(), [&](const clang::TagDecl* declaration) {
      return written_kind(sources, files_, llvm::cast<clang::CXXRecordDecl>(declaration)) !=
             class_kind::none;
    });
  }

  const source_files& files_;
  preprocessed& seen_;
  diagnostics& reports_;
  bool mute_ = false;  // notes share the fate of their error
};

}  // namespace mentat::mplc
