#include "mplc/parse/frontend.h"

#include <dlfcn.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "clang/AST/ASTConsumer.h"
#include "clang/Driver/Options.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/Option/ArgList.h"
#include "mplc/classes/model_reader.h"
#include "mplc/classes/renames.h"
#include "mplc/emit/emit.h"
#include "mplc/emit/hidden_macros.h"
#include "mplc/emit/python_binding.h"
#include "mplc/emit/readable.h"
#include "mplc/functions/translate_function.h"
#include "mplc/lower/source_files.h"
#include "mplc/parse/faulty_text.h"
#include "mplc/parse/parse_watch.h"
#include "mplc/preamble/preamble.h"
#include "mplc/tree/ast_walk.h"
#include "mplc/tree/context.h"

namespace mentat::mplc {
namespace {

using clock = std::chrono::steady_clock;

double milliseconds_since(clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(clock::now() - begin).count();
}

// [[mentat::persistent]], [[mentat::regular]], [[mentat::replicated]] and [[mentat::durable]].

struct mentat_attribute final : clang::ParsedAttrInfo {
  mentat_attribute() {
    static constexpr Spelling spellings[] = {{clang::ParsedAttr::AS_CXX11, "mentat::persistent"},
                                             {clang::ParsedAttr::AS_CXX11, "mentat::regular"},
                                             {clang::ParsedAttr::AS_CXX11, "mentat::replicated"},
                                             {clang::ParsedAttr::AS_CXX11, "mentat::durable"}};
    Spellings = spellings;
  }
  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* declaration) const override {
    if (llvm::isa<clang::CXXRecordDecl>(declaration) &&
        !llvm::cast<clang::CXXRecordDecl>(declaration)->isUnion())
      return true;
    const unsigned id = sema.getDiagnostics().getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "[E0102]a Mentat class must be declared with 'class' or 'struct'");
    sema.Diag(attribute.getLoc(), id);
    return false;
  }
  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    const std::string name = "mentat::" + attribute.getAttrName()->getName().str();
    declaration->addAttr(
        clang::AnnotateAttr::Create(sema.Context, name, nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<mentat_attribute> registered_attribute(
    "mentat", "marks of Mentat classes");

// The syntax tree.

class declaration_walk final : public ast_walk {
 public:
  explicit declaration_walk(context& x) : x_(x) {}

  bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) override {
    const class_kind kind = x_.written_kind(record);
    if (kind == class_kind::none || is_instance(record)) return true;
    x_.mark(record, kind);
    // In the order of definitions, so that a base comes before its derived classes.
    const auto* canonical = record->getCanonicalDecl();
    const auto [known, is_new] = places_.try_emplace(canonical, marked_.size());
    if (!is_new && !record->isThisDeclarationADefinition()) return true;
    if (!is_new) marked_[std::exchange(known->second, marked_.size())] = nullptr;
    marked_.push_back(canonical);
    return true;
  }
  // The classes that were marked; to be called once, behind the walk.
  std::vector<const clang::CXXRecordDecl*> take_marked() {
    std::erase(marked_, nullptr);
    return std::move(marked_);
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (!function->doesThisDeclarationHaveABody() || function->isImplicit() ||
        !x_.in_main_file(function->getLocation()))
      return true;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    if (method == nullptr || !method->getParent()->isLambda()) functions.push_back(function);
    return true;
  }

  std::vector<clang::FunctionDecl*> functions;

 private:
  // `template class box<int>;` has the mark of its template, and no text of its own.
  static bool is_instance(const clang::CXXRecordDecl* record) {
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return special != nullptr && !special->isExplicitSpecialization() &&
           !llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(special);
  }

  context& x_;
  std::vector<const clang::CXXRecordDecl*> marked_;            // null: seen again later
  std::map<const clang::CXXRecordDecl*, std::size_t> places_;  // in marked_
};

// The macros that the command line defines for the program, as behind -D.
std::vector<std::string> hidden_macros(const std::vector<std::string>& line) {
  std::vector<const char*> arguments;
  for (const std::string& argument : line) arguments.push_back(argument.c_str());
  unsigned missing_index = 0, missing_count = 0;
  const auto parsed =
      clang::driver::getDriverOptTable().ParseArgs(arguments, missing_index, missing_count);
  std::map<std::string, std::string, std::less<>> definitions;  // the last one of a name counts
  for (const llvm::opt::Arg* defined : parsed.filtered(clang::driver::options::OPT_D))
    if (const std::string_view name = macro_name(defined->getValue()); is_hidden_macro(name))
      definitions.insert_or_assign(std::string(name), defined->getValue());
  std::vector<std::string> found;
  for (const auto& [name, definition] : definitions) found.push_back(definition);
  return found;
}

class translator final : public clang::ASTConsumer {
 public:
  translator(clang::CompilerInstance& compiler, const translation_request& request,
             source_files& files, diagnostics& reports, preprocessed& seen,
             std::optional<translation>& result, stage_times& times)
      : compiler_(compiler),
        request_(request),
        files_(files),
        reports_(reports),
        seen_(seen),
        result_(result),
        times_(times) {}

  // Only functions of the main file are translated. Clang itself still parses the bodies that
  // constants and deduced types need.
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const auto& sources = compiler_.getSourceManager();
    return sources.getFileID(sources.getExpansionLoc(declaration->getLocation())) !=
           sources.getMainFileID();
  }

  void HandleTranslationUnit(clang::ASTContext& tree) override {
    const auto begin = clock::now();
    context x(tree, files_, reports_);
    x.reads_comments = request_.binds_python;
    x.profile = request_.profile;
    x.complete = [&](clang::QualType type) {
      static_cast<void>(compiler_.getSema().isCompleteType(
          x.sources.getLocForStartOfFile(x.sources.getMainFileID()), type));
    };
    declaration_walk walk(x);
    // Declarations of a precompiled preamble are left out: they are system headers' and many.
    for (clang::Decl* declaration : tree.getTranslationUnitDecl()->noload_decls())
      if (!x.sources.isInSystemHeader(declaration->getLocation())) walk.TraverseDecl(declaration);
    const std::vector<const clang::CXXRecordDecl*> marked = walk.take_marked();
    if (const auto* module = tree.getCurrentNamedModule())
      x.error("E0113", module->DefinitionLoc, modules_are_not_translated);
    faulty_text faults(x, files_);
    for (const clang::SourceLocation at : seen_.errors) faults.add(at);
    report_lowering_problems(x, faults);
    const std::vector<text_range> misplaced = check_select_places(x, walk.functions);
    for (const text_range select : misplaced) faults.add(select.begin);
    report_unknown_entries(x, misplaced);
    const model all = read_model(x, marked, request_.is_header);
    check_profile(all);
    // After a fatal error Clang reports nothing more, so the functions with errors are unknown.
    if (!compiler_.getDiagnostics().hasFatalErrorOccurred()) finish(x, walk, all, faults);
    times_.analysis = milliseconds_since(begin);
  }

 private:
  // A profile of another program says nothing about this file.
  void check_profile(const model& all) {
    if (request_.profile == nullptr) return;
    std::string missing;
    for (const mentat_class& one : all.classes)
      for (const mentat_method& method : one.methods) {
        if (!method.has_body_here || one.shape != class_shape::plain) continue;
        const std::string name = one.title + "::" + method.name;
        if (request_.profile->knows(name)) return;
        if (missing.empty()) missing = name;
      }
    if (missing.empty()) return;
    reports_.report(severity::error, "", {request_.line_name, 0, 0, ""},
                    "the profile is of the program '" + request_.profile->program() +
                        "', which has no function of this file, such as '" + missing +
                        "': record a program that does, or translate without --profile-use");
  }

  void finish(context& x, const declaration_walk& walk, const model& all,
              const faulty_text& faults) {
    renames names(x);
    for (clang::Decl* declaration : x.ast.getTranslationUnitDecl()->noload_decls())
      if (x.in_main_file(declaration->getLocation())) names.TraverseDecl(declaration);
    explanation explained{request_.line_name, {}};
    if (request_.explain) x.explained = &explained;
    // A function that a macro made, perhaps with its class, has been reported.
    for (clang::FunctionDecl* function : walk.functions)
      if (!x.failed() || (!function->getLocation().isMacroID() && !faults.is_in(function)))
        translate_function(x, function);
    rename_includes(x);
    x.remove_mark_words();
    if (reports_.failed()) return;
    const bool lines = !request_.readable;
    auto made = emit(all, x.changes, x.original(),
                     {lines ? request_.line_name : "", lines ? request_.output_name : "",
                      request_.header_name, request_.is_header, names.main_declaration(),
                      hidden_macros(request_.compiler_line), lines ? request_.first_line : ""});
    if (!made)
      return reports_.report(severity::error, "", {request_.input, 0, 0, ""},
                             "fault of mplc: " + made.error());
    if (reports_.failed()) return;
    if (request_.readable) {
      made->text = request_.first_line + readable(made->text, request_.input);
      made->server = request_.first_line + readable(made->server, request_.input);
    }
    result_ = translation{std::move(made->text),
                          std::move(made->server),
                          request_.binds_python ? python_binding(all, request_.line_name) : "",
                          std::move(explained),
                          all.space_uses,
                          {}};
  }

  // A problem of stage 1 counts if the preprocessor left its text in.
  void report_lowering_problems(context& x, faulty_text& faults) {
    std::set<const source_file*> reported;
    for (const clang::FileID id : seen_.files) {
      const source_file* file = files_.find(x.sources, id);
      if (file == nullptr || file->lowered.problems.empty() || !reported.insert(file).second)
        continue;
      const std::vector<text_range> skipped = skipped_text(x, id, *file);
      for (const lowering_problem& problem : file->lowered.problems) {
        const auto after = std::ranges::upper_bound(skipped, problem.at, {}, &text_range::begin);
        if (after != skipped.begin() && problem.at < std::prev(after)->end) continue;
        const bool warns = problem.code.starts_with('W');
        reports_.report(warns ? severity::warning : severity::error, problem.code,
                        files_.place(*file, problem.at), problem.text);
        if (!warns && id == x.sources.getMainFileID()) faults.add(problem.at);
      }
    }
  }

  // The parts of a file that conditions exclude, in order.
  std::vector<text_range> skipped_text(const context& x, clang::FileID id,
                                       const source_file& file) const {
    std::vector<text_range> skipped;
    for (const clang::SourceRange& range : seen_.skipped) {
      const auto [begin_file, begin] = x.sources.getDecomposedLoc(range.getBegin());
      const auto end = x.sources.getDecomposedLoc(range.getEnd()).second;
      if (begin_file == id)
        skipped.push_back({file.lowered.original_offset(begin), file.lowered.original_offset(end)});
    }
    return skipped;
  }

  // Names behind maccept that Clang did not find. In a misplaced mselect nothing is wrong with
  // them.
  void report_unknown_entries(context& x, const std::vector<text_range>& misplaced) {
    for (const unknown_entry& entry : seen_.unknown_entries) {
      const bool known = std::ranges::any_of(misplaced, [&](text_range select) {
        return select.begin <= entry.at && entry.at < select.end;
      });
      if (!known)
        x.error("E0601", entry.where,
                "'" + entry.name + "' is not a public member function of this class" + entry.hint);
    }
  }

  void rename_includes(context& x) {
    constexpr std::string_view ending = ".mpl.h";
    for (const auto& [where, name] : seen_.mpl_includes) {
      const auto quote = x.offset(where);
      const std::size_t at = quote ? *quote + 1 + name.size() - ending.size() : 0;
      if (quote && at < x.original().size() && x.original().substr(at).starts_with(ending))
        x.changes.replace(static_cast<text_offset>(at),
                          static_cast<text_offset>(at + ending.size()), ".h");
      else
        x.error("E0110", where,
                "the name of a Mentat header must be written out behind #include; it is replaced "
                "by the name of the translated header");
    }
  }

  clang::CompilerInstance& compiler_;
  const translation_request& request_;
  source_files& files_;
  diagnostics& reports_;
  preprocessed& seen_;
  std::optional<translation>& result_;
  stage_times& times_;
};

class translate_action final : public clang::ASTFrontendAction {
 public:
  translate_action(const translation_request& request, source_files& files, diagnostics& reports,
                   preprocessed& seen, stage_times& times)
      : request_(request), files_(files), reports_(reports), seen_(seen), times_(times) {}

  std::optional<translation> result;

 private:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<preprocessor_watch>(compiler.getSourceManager(), files_, reports_, seen_));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<translator>(compiler, request_, files_, reports_, seen_, result,
                                        times_);
  }

  const translation_request& request_;
  source_files& files_;
  diagnostics& reports_;
  preprocessed& seen_;
  stage_times& times_;
};

// The flags that affect parsing. Warnings, outputs and dependencies are the real compiler's
// business, and a warning of g++ alone cannot change the meaning of a program.
std::vector<std::string> parse_flags(const std::vector<std::string>& line) {
  namespace options = clang::driver::options;
  std::vector<const char*> arguments;
  for (const std::string& argument : line) arguments.push_back(argument.c_str());
  unsigned missing_index = 0, missing_count = 0;
  const auto parsed =
      clang::driver::getDriverOptTable().ParseArgs(arguments, missing_index, missing_count);
  std::vector<std::string> kept;
  for (const llvm::opt::Arg* argument : parsed) {
    const llvm::opt::Option& option = argument->getOption();
    const bool dropped =
        option.getKind() == llvm::opt::Option::UnknownClass ||
        option.getKind() == llvm::opt::Option::InputClass || option.matches(options::OPT_W_Group) ||
        option.matches(options::OPT_M_Group) || option.matches(options::OPT_g_Group) ||
        option.matches(options::OPT_o) || option.matches(options::OPT_c) ||
        option.matches(options::OPT_S) || option.matches(options::OPT_E);
    if (dropped) continue;
    llvm::opt::ArgStringList rendered;
    argument->render(parsed, rendered);
    kept.insert(kept.end(), rendered.begin(), rendered.end());
  }
  return kept;
}

std::vector<std::string> clang_line(const translation_request& request) {
  std::vector<std::string> line{"mplc", "-x", "c++", "-std=c++20", "-fsyntax-only"};
  if (!request.resource_directory.empty())
    line.insert(line.end(), {"-resource-dir", request.resource_directory});
  for (std::string& flag : parse_flags(request.compiler_line)) line.push_back(std::move(flag));
  line.insert(line.end(),
              {"-w", "-Wno-return-type", "-Wno-return-mismatch", "-D__MPLC__=1", request.input});
  return line;
}

const char* word_for(preamble_use use) {
  return use == preamble_use::found ? "found" : use == preamble_use::made ? "made" : "not used";
}

// One parse. With `may_use_preamble` the result is void if `seen.bad_preamble` is set afterwards.
std::optional<translation> translate_once(const translation_request& request, diagnostics& reports,
                                          stage_times& times, bool may_use_preamble,
                                          preprocessed& seen) {
  const auto begin = clock::now();
  source_files files;
  error_consumer errors(files, seen, reports);
  preamble first(files, request.preambles);
  const std::vector<std::string> line = clang_line(request);
  std::vector<const char*> arguments;
  for (const std::string& argument : line) arguments.push_back(argument.c_str());

  clang::CreateInvocationOptions options;
  options.VFS = first.file_system();
  options.Diags =
      clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &errors, false);
  const std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(arguments, options);
  if (invocation == nullptr) return std::nullopt;
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = !request.frees_memory;
  invocation->getLangOpts().CommentOpts.ParseAllComments = request.binds_python;
  invocation->getDiagnosticOpts().ShowCarets = false;  // no count of errors at the end

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&errors, false);
  compiler.createFileManager(first.file_system());
  const auto begin_of_preamble = clock::now();
  const auto use =
      may_use_preamble ? first.use_in(*invocation, compiler.getFileManager()) : preamble_use::none;
  times.preamble = milliseconds_since(begin_of_preamble);
  times.preamble_use = word_for(use);
  seen.preamble_prelude = first.prelude();
  translate_action action(request, files, reports, seen, times);
  const bool parsed = compiler.ExecuteAction(action);
  times.lowering = files.lowering_milliseconds();
  times.parsing = milliseconds_since(begin) - times.preamble - times.analysis - times.lowering;
  if (seen.bad_preamble) first.forget();
  if (!parsed || reports.failed() || !action.result) return std::nullopt;
  // The prelude may have been read when a preamble was made.
  for (const std::string& input : request.inputs)
    if (!files.has_seen(input) && !input.ends_with("mentat/mpl.h"))
      action.result->unused.push_back(input);
  return std::move(action.result);
}

}  // namespace

std::optional<translation> translate(const translation_request& request, diagnostics& reports,
                                     stage_times& times) {
  preprocessed seen;
  auto made = translate_once(request, reports, times, request.use_preamble, seen);
  if (!seen.bad_preamble) return made;
  preprocessed again;
  return translate_once(request, reports, times, false, again);
}

std::string find_resource_directory() {
  Dl_info library;
  if (dladdr(reinterpret_cast<const void*>(&clang::createInvocation), &library) == 0) return {};
  std::error_code ignored;
  const auto folder = std::filesystem::canonical(library.dli_fname, ignored).parent_path();
  for (const char* candidate : {"clang/19", "llvm-19/lib/clang/19", "../lib/llvm-19/lib/clang/19"})
    if (std::filesystem::exists(folder / candidate / "include/stddef.h", ignored))
      return std::filesystem::weakly_canonical(folder / candidate, ignored).string();
  return {};
}

}  // namespace mentat::mplc
