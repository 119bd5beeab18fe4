#include <string>

#include "mmps/base/shown_text.h"
#include "tools/mentat/process.h"
#include "tools/mentat/recording_file.h"
#include "tools/mentat/verbs.h"
#include "tools/record/graph_dot.h"

namespace mentat::command {
namespace {

int draw(const std::string& dot, const std::string& output) {
  const auto program = in_path("dot");
  if (!program)
    return report(
        {"an .svg file needs `dot` of Graphviz: apt-get install graphviz, or choose a file "
         "that ends in .dot"});
  const std::string text = output + ".dot";
  if (const int status = write_result(dot, text); status != 0) return status;
  const auto end = run({{program->string(), "-Tsvg", "-o", output, text}});
  std::filesystem::remove(text);
  if (!end) return report(end.error());
  return end->good() ? 0 : report({"`dot` cannot draw it: " + describe(*end)});
}

}  // namespace

int run_graph(const installation&, const arguments& given) {
  command_line line("graph");
  std::string by, output, file;
  line.option("--by", by);
  line.option("--output", output);
  line.positional("FILE", file, true);
  if (const auto done = line.parse(given)) return *done;
  if (!by.empty() && by != "functions" && by != "calls")
    return report({"--by: expected functions or calls, not '" + base::shown_value(by) + "'", 2});
  if (const auto good = check_output(file, output); !good) return report(good.error());
  const auto read = read_recording(file);
  if (!read) return report(read.error());
  const bool is_small = read->calls.size() <= most_shown_calls;
  const bool shows_calls = by == "calls" || (by.empty() && is_small);
  const std::string dot =
      as_dot(*read, shows_calls ? graph_detail::calls : graph_detail::functions);
  return output.ends_with(".svg") ? draw(dot, output) : write_result(dot, output);
}

}  // namespace mentat::command
