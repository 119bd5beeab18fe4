#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mplc/lower/source_files.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"

using mentat::mplc::position_in;
using mentat::mplc::source_files;

namespace {

std::string write_file(const std::string& name, const std::string& text) {
  const char* folder = std::getenv("TEST_TMPDIR");
  const auto path =
      (folder == nullptr ? std::filesystem::temp_directory_path() : std::filesystem::path(folder)) /
      name;
  std::ofstream(path) << text;
  return path.string();
}

// The parts of Clang that a source manager needs.
struct managed {
  explicit managed(source_files& from)
      : reports(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                new clang::IgnoringDiagConsumer),
        files(clang::FileSystemOptions(), from.file_system()),
        sources(reports, files) {}

  clang::FileID open(const std::string& path) {
    return sources.createFileID(cantFail(files.getFileRef(path)), {}, clang::SrcMgr::C_User);
  }

  clang::DiagnosticsEngine reports;
  clang::FileManager files;
  clang::SourceManager sources;
};

}  // namespace

TEST_CASE("a file of MPL is read lowered, with the size of the lowered text") {
  const std::string path = write_file("lowered.mpl.h", "mentat class X {};\n");
  source_files files;
  const auto read = files.file_system()->getBufferForFile(path);
  REQUIRE(read);
  CHECK((*read)->getBuffer().starts_with("       class X {public:"));
  CHECK(files.file_system()->status(path)->getSize() == (*read)->getBufferSize());
}

TEST_CASE("a file without MPL is read as it is") {
  const std::string path = write_file("plain.h", "int implementation;\n");
  source_files files;
  CHECK((*files.file_system()->getBufferForFile(path))->getBuffer() == "int implementation;\n");
  managed clang(files);
  CHECK(files.find(clang.sources, clang.open(path)) == nullptr);
}

TEST_CASE("places of the lowered text are shown as the user wrote them") {
  const std::string text = "int a;\nmentat class X { int b; };\n";
  source_files files;
  managed clang(files);
  const clang::FileID file = clang.open(write_file("places.mpl.cc", text));
  const auto* lowered = files.find(clang.sources, file);
  REQUIRE(lowered != nullptr);
  const auto at = [&](const char* word) {
    return clang.sources.getLocForStartOfFile(file).getLocWithOffset(
        static_cast<int>(lowered->lowered.text.find(word)));
  };
  const auto b = files.place(clang.sources, at("int b"));
  CHECK(b.line == 2);
  CHECK(b.column == 18);
  CHECK(b.line_text == "mentat class X { int b; };");
  CHECK(files.offset(clang.sources, at("int b")) == text.find("int b"));
  CHECK_FALSE(files.offset(clang.sources, at("destroy")));
  CHECK(files.place(clang.sources, at("destroy")).column == 17);
}

TEST_CASE("positions count lines and bytes, and leave out line ends") {
  const std::string_view text = "ab\r\ncd\r\n";
  const auto place = position_in("f", text, mentat::mplc::line_table(text), 5);
  CHECK(place.line == 2);
  CHECK(place.column == 2);
  CHECK(place.line_text == "cd");
}
