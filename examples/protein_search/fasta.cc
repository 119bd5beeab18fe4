#include "examples/protein_search/fasta.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <sys/stat.h>
#include <zlib.h>

namespace {

constexpr std::uint64_t longest_sequence = 10'000'000;
constexpr std::size_t longest_line = 2 * longest_sequence;

// Maps each byte of a residue line to its residue; 0 if it is not allowed.
constexpr std::array<char, 256> residue_table() {
  std::array<char, 256> table{};
  for (const char* letter = "ABCDEFGHIKLMNPQRSTVWXYZ"; *letter != '\0'; ++letter) {
    table[static_cast<unsigned char>(*letter)] = *letter;
    table[static_cast<unsigned char>(*letter - 'A' + 'a')] = *letter;
  }
  for (const char* unknown = "JOUjou"; *unknown != '\0'; ++unknown) {
    table[static_cast<unsigned char>(*unknown)] = 'X';
  }
  table['*'] = '*';
  return table;
}

std::string shown(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  if (value > ' ' && value < 127) {
    return std::string("'") + byte + "'";
  }
  constexpr const char* digits = "0123456789abcdef";
  return std::string("the byte 0x") + digits[value / 16] + digits[value % 16];
}

// Parses a file line by line and collects its records. Ignores the lines after an error.
class fasta_parser {
 public:
  explicit fasta_parser(const std::string& path) : path_(path) {}

  bool take_line(std::string_view line) {
    ++line_;
    if (!line.empty() && line.front() == '>') {
      finish_record();
      take_header(line.substr(1));
    } else {
      take_residues(line);
    }
    return !error_;
  }

  bool reject_line() {
    fail("this line is longer than 20 million bytes; is this a FASTA file?", line_ + 1);
    return false;
  }

  tl::expected<fasta_file, std::string> finish() {
    finish_record();
    if (error_) {
      return tl::unexpected(*error_);
    }
    if (file_.names.empty()) {
      return tl::unexpected(path_ +
                            ": no sequence in this file; each begins with a line \">name\"");
    }
    file_.sequences = share(std::move(text_));
    return std::move(file_);
  }

 private:
  void fail(const std::string& what, std::size_t line) {
    if (!error_) {
      error_ = path_ + ":" + std::to_string(line) + ": " + what;
    }
  }

  void take_header(std::string_view header) {
    const std::size_t begin = std::min(header.find_first_not_of(" \t\r"), header.size());
    const std::size_t end = std::min(header.find_first_of(" \t\r", begin), header.size());
    if (begin == end) {
      return fail("a sequence without a name; write \">name\"", line_);
    }
    file_.names.emplace_back(header.substr(begin, end - begin));
    header_line_ = line_;
    begin_ = text_.residues.size();
  }

  void finish_record() {
    if (file_.names.size() == text_.ends.size()) {
      return;
    }
    const std::size_t size = text_.residues.size();
    if (size == begin_) {
      fail("sequence '" + file_.names.back() + "' has no residues; remove it or complete it",
           header_line_);
    }
    text_.ends.push_back(size);
  }

  void take_residues(std::string_view line) {
    static constexpr std::array<char, 256> table = residue_table();
    std::string& residues = text_.residues;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char residue = table[static_cast<unsigned char>(line[i])];
      if (residue != 0 && !file_.names.empty()) {
        residues.push_back(residue);
      } else if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return fail_residue(line[i], i + 1);
      }
    }
    if (residues.size() - begin_ > longest_sequence) {
      fail("sequence '" + file_.names.back() + "' has more than 10 million residues; split it",
           header_line_);
    }
  }

  void fail_residue(char byte, std::size_t column) {
    if (file_.names.empty()) {
      return fail("a FASTA file begins with a line \">name\", this one with " + shown(byte), line_);
    }
    const bool gap = byte == '-' || byte == '.';
    fail("column " + std::to_string(column) + ": " + shown(byte) + " is not an amino acid; " +
             (gap ? "this is an alignment, remove its gaps" : "correct or remove it"),
         line_);
  }

  const std::string& path_;
  fasta_file file_;
  sequence_text text_;
  std::optional<std::string> error_;
  std::size_t line_ = 0;
  std::size_t header_line_ = 0;
  std::uint64_t begin_ = 0;  // of the residues of the last record
};

// Splits a stream of bytes into lines.
class line_cutter {
 public:
  explicit line_cutter(fasta_parser& parser) : parser_(parser) {}

  bool take(std::string_view bytes) {
    for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos;
         bytes.remove_prefix(end + 1)) {
      line_ += bytes.substr(0, end);
      if (!parser_.take_line(line_)) {
        return false;
      }
      line_.clear();
    }
    line_ += bytes;
    return line_.size() <= longest_line || parser_.reject_line();
  }

  void finish() {
    if (!line_.empty()) {
      parser_.take_line(line_);
    }
  }

 private:
  fasta_parser& parser_;
  std::string line_;
};

struct close_gz {
  void operator()(gzFile file) const { gzclose_r(file); }
};
using gz_handle = std::unique_ptr<std::remove_pointer_t<gzFile>, close_gz>;

tl::unexpected<std::string> cannot_read(const std::string& path, int reason) {
  const char* advice = reason == ENOENT ? "check the name" : "check the file and its permissions";
  return tl::unexpected(path + ": cannot be read: " + std::strerror(reason) + "; " + advice);
}

}  // namespace

void keep_first(fasta_file& file, std::int64_t sequences) {
  file.names.resize(static_cast<std::size_t>(sequences));
  sequence_text kept;
  for (std::int64_t i = 0; i < sequences; ++i) {
    append(kept, at(file.sequences, i));
  }
  file.sequences = share(std::move(kept));
}

tl::expected<fasta_file, std::string> read_fasta(const std::string& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) {
    return cannot_read(path, errno);
  }
  if (S_ISDIR(facts.st_mode)) {
    return cannot_read(path, EISDIR);
  }
  const gz_handle file(gzopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return cannot_read(path, errno);
  }

  fasta_parser parser(path);
  line_cutter lines(parser);
  std::vector<char> buffer(1 << 18);
  int got = 0;
  while ((got = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()))) > 0) {
    if (!lines.take({buffer.data(), static_cast<std::size_t>(got)})) {
      return parser.finish();
    }
  }
  int status = Z_OK;
  const char* reason = gzerror(file.get(), &status);
  if (status == Z_ERRNO) {
    return cannot_read(path, errno);
  }
  if (status != Z_OK && status != Z_STREAM_END) {
    return tl::unexpected(path + ": the compressed data is damaged or cut off (" + reason +
                          "); fetch the file again");
  }
  lines.finish();
  return parser.finish();
}
