#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "daemons/keeper/store/segment_log.h"
#include "mmps/base/shown_text.h"
#include "tools/mentat/json_object.h"
#include "tools/mentat/state_contents.h"
#include "tools/mentat/verbs.h"

namespace mentat::command {
namespace {

using durable::object_id;
using keeper::object_state;
using keeper::object_track;
using keeper::state_folder;
using row = std::vector<std::string>;

struct wanted_state {
  std::string session, folder, what, name;
  bool json = false, deep = false;
};

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

std::string counted(std::uint64_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string hex_of(const std::vector<std::byte>& bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte each : bytes) {
    text += digits[std::to_integer<unsigned>(each) >> 4];
    text += digits[std::to_integer<unsigned>(each) & 15];
  }
  return text;
}

std::string level_of(const durable::image& image) {
  std::string text(durable::name_of(image.about.level));
  if (image.about.copies != 0) text += "(" + std::to_string(image.about.copies) + ")";
  return text;
}

const char* word_for(object_state state) { return state == object_state::lost ? "lost" : "whole"; }

std::vector<object_id> living(const state_contents& in) {
  std::vector<object_id> ids = in.log.objects.ids();
  std::erase_if(ids, [&](const object_id& id) {
    return in.log.objects.find(id)->state == object_state::gone;
  });
  return ids;
}

json_object as_json(const state_contents& in, const object_id& id, bool with_cells) {
  const object_track& track = *in.log.objects.find(id);
  const durable::image* const image = in.images.find(id);
  json_object made;
  made.add("id", text_of(id));
  if (image) {
    made.add("class", image->about.class_name).add("name", image->about.name);
    made.add("level", level_of(*image))
        .add("bytes", static_cast<long long>(image->bytes_of_cells()));
  }
  made.add("state", word_for(track.state))
      .add("epoch", static_cast<long long>(track.epoch))
      .add("records", static_cast<long long>(track.sequence));
  if (!with_cells || !image) return made;
  std::vector<json_object> cells;
  for (std::size_t i = 0; i < image->cells.size(); ++i)
    cells.emplace_back()
        .add("place", static_cast<long long>(i))
        .add("hex", hex_of(image->cells[i]));
  made.add("cells", cells);
  return made;
}

void print_table(const std::vector<row>& rows) {
  std::vector<std::size_t> widths;
  for (const row& each : rows) {
    widths.resize(std::max(widths.size(), each.size()));
    for (std::size_t i = 0; i < each.size(); ++i) widths[i] = std::max(widths[i], each[i].size());
  }
  for (const row& each : rows) {
    std::string line;
    for (std::size_t i = 0; i < each.size(); ++i)
      line += each[i] + std::string(i + 1 < each.size() ? widths[i] - each[i].size() + 2 : 0, ' ');
    print(line + "\n");
  }
}

void print_objects(const state_contents& in, bool json) {
  std::vector<json_object> objects;
  std::vector<row> rows{{"OBJECT", "LEVEL", "BYTES", "EPOCH", "RECORDS", "STATE"}};
  for (const object_id& id : living(in)) {
    if (json) {
      objects.push_back(as_json(in, id, false));
      continue;
    }
    const object_track& track = *in.log.objects.find(id);
    const durable::image* const image = in.images.find(id);
    rows.push_back({shown_name(in, id), image ? level_of(*image) : "-",
                    image ? std::to_string(image->bytes_of_cells()) : "-",
                    std::to_string(track.epoch), std::to_string(track.sequence),
                    word_for(track.state)});
  }
  json ? print(json_object().add("objects", objects).text()) : print_table(rows);
}

std::string place_of_damage(const keeper::damage& one) {
  if (one.at.segment == 0) return one.what;
  if (one.bytes == 0) return "segment " + std::to_string(one.at.segment) + ": " + one.what;
  return "segment " + std::to_string(one.at.segment) + ", offset " + std::to_string(one.at.offset) +
         ", " + counted(one.bytes, "byte") + ": " + one.what;
}

void print_cells(const state_contents& in, const object_id& id) {
  const durable::image* const image = in.images.find(id);
  if (!image) return;
  for (std::size_t i = 0; i < image->cells.size(); ++i)
    print("  cell " + std::to_string(i) + ": " + hex_of(image->cells[i]) + "\n");
}

void print_object(const state_contents& in, const object_id& id) {
  const object_track& track = *in.log.objects.find(id);
  const durable::image* const image = in.images.find(id);
  print(shown_name(in, id) + "\n  number: " + text_of(id) + "\n");
  if (image) {
    char hashes[64];
    std::snprintf(hashes, sizeof hashes, "%016llx, %016llx",
                  static_cast<unsigned long long>(image->about.class_hash),
                  static_cast<unsigned long long>(image->about.layout_hash));
    print("  class: " + base::shown_value(image->about.class_name) +
          " (interface and layout: " + hashes + ")\n  level: " + level_of(*image) +
          "\n  bytes: " + std::to_string(image->bytes_of_cells()) + "\n");
  }
  print("  epoch: " + std::to_string(track.epoch) +
        "\n  records: " + std::to_string(track.sequence) + "\n");
  print_cells(in, id);
}

std::string loss_of(const state_contents& in, const object_id& id) {
  const object_track& track = *in.log.objects.find(id);
  return shown_name(in, id) + ": records are missing; the damage is in segment " +
         std::to_string(track.lost_at.segment) + " at offset " +
         std::to_string(track.lost_at.offset);
}

int show(const state_contents& in, const wanted_state& wanted) {
  const auto id = find_object(in, wanted.name);
  if (!id) return report(id.error());
  if (wanted.json)
    print(as_json(in, *id, true).text());
  else
    print_object(in, *id);
  if (in.log.objects.find(*id)->state != object_state::lost) return 0;
  return report({loss_of(in, *id) + ". What is shown is older than what was promised"});
}

int export_all(const state_contents& in, const wanted_state& wanted) {
  std::vector<json_object> objects;
  std::vector<std::string> lost;
  for (const object_id& id : living(in)) {
    if (in.log.objects.find(id)->state == object_state::lost) {
      lost.push_back(shown_name(in, id));
      continue;  // never a state that is older than one that was promised
    }
    if (wanted.json)
      objects.push_back(as_json(in, id, true));
    else
      print_object(in, id);
  }
  if (wanted.json) print(json_object().add("objects", objects).add("lost", lost).text());
  if (lost.empty()) return 0;
  return report(
      {counted(lost.size(), "object") +
       " cannot be exported because records are missing; `mentat state verify` names them"});
}

// The tail that a power cut leaves is no damage.
std::vector<std::string> tails_of(const state_contents& in) {
  std::vector<std::string> lines;
  for (const keeper::segment_report& each : in.log.segments)
    if (each.tail_bytes != 0)
      lines.push_back("segment " + std::to_string(each.number) + ": a tail of " +
                      counted(each.tail_bytes, "byte") + " behind offset " +
                      std::to_string(each.end) +
                      (each.is_last ? " was not safe yet, and does not count"
                                    : " was written again in a later segment"));
  return lines;
}

int verify(const state_contents& in, const state_folder& folder, const wanted_state& wanted) {
  std::vector<std::string> damages, lost;
  for (const keeper::damage& each : in.log.damages) damages.push_back(place_of_damage(each));
  if (wanted.deep)
    for (const keeper::damage& each : in.senseless) damages.push_back(place_of_damage(each));
  const std::vector<object_id> ids = living(in);
  for (const object_id& id : ids)
    if (in.log.objects.find(id)->state == object_state::lost) lost.push_back(loss_of(in, id));
  const std::vector<std::string> tails = tails_of(in);
  const bool is_whole = damages.empty() && lost.empty();
  if (wanted.json) {
    json_object made;
    made.add("folder", folder.path()).add("session", folder.session());
    made.add("segments", static_cast<long long>(in.log.segments.size()))
        .add("records", static_cast<long long>(in.log.records))
        .add("objects", static_cast<long long>(ids.size()));
    made.add("whole", is_whole).add("damage", damages).add("lost", lost).add("tails", tails);
    print(made.text());
    return is_whole ? 0 : 1;
  }
  for (const std::string& each : tails) print("tail: " + each + "\n");
  for (const std::string& each : damages) print("damage: " + base::shown(each) + "\n");
  for (const std::string& each : lost) print("lost: " + each + "\n");
  print(base::shown_value(folder.path()) + ": " + counted(in.log.segments.size(), "segment") +
        ", " + counted(in.log.records, "record") + ", " + counted(ids.size(), "object") + ": " +
        (is_whole       ? "whole"
         : lost.empty() ? "damaged; no object has lost a record"
                        : counted(lost.size(), "object") + " lost records") +
        "\n");
  return is_whole ? 0 : 1;
}

int drop(state_contents in, state_folder& folder, const wanted_state& wanted) {
  const auto id = find_object(in, wanted.name);
  if (!id) return report(id.error());
  const std::string name = shown_name(in, *id);
  const object_track track = *in.log.objects.find(*id);
  keeper::segment_log log(folder.disk(), {});
  if (const auto done = log.start(std::move(in.log), 0); !done) return report({done.error().text});
  const durable::record_header gone{durable::record_kind::gone, *id, track.epoch,
                                    track.sequence + 1};
  if (const auto done = log.append(gone, {}); !done)
    return report({name + " cannot be dropped: " + std::string(text_of(done.error()))});
  if (!log.commit())
    return report({name + " may not be dropped: " +
                   (log.trouble() ? log.trouble()->text : "the disk fails")});
  print(name + " is dropped\n");
  return 0;
}

std::optional<int> read_options(const arguments& given, wanted_state& wanted) {
  command_line line("state");
  line.option("--state", wanted.folder);
  line.option("--session", wanted.session);
  line.flag("--deep", wanted.deep);
  line.flag("--json", wanted.json);
  const std::string words = "expected one of list, show, verify, export and drop";
  line.positional("list|show|verify|export|drop", wanted.what, true, words);
  line.positional("NAME", wanted.name, false, words);
  if (const auto done = line.parse(given)) return done;
  const std::string& what = wanted.what;
  const bool takes_name = what == "show" || what == "drop";
  if (!takes_name && what != "list" && what != "verify" && what != "export")
    return report({"unknown word '" + base::shown_value(what) + "'; " + words, 2});
  if (takes_name == wanted.name.empty())
    return report({"'mentat state " + what + "' takes " +
                       (takes_name ? "the name of an object; `mentat state list` prints the names"
                                   : "no name"),
                   2});
  if (wanted.deep && what != "verify")
    return report({"--deep is an option of 'mentat state verify'", 2});
  if (wanted.json && what == "drop")
    return report({"--json is no option of 'mentat state drop'", 2});
  return std::nullopt;
}

}  // namespace

int run_state(const installation&, const arguments& given) {
  wanted_state wanted;
  if (const auto done = read_options(given, wanted)) return *done;
  const auto path = state_folder_named(wanted.folder, wanted.session);
  if (!path) return report(path.error());
  const auto how = wanted.what == "drop" ? state_folder::use::write : state_folder::use::read;
  auto folder = state_folder::open(*path, how);
  if (!folder) return report({folder.error()});
  auto contents = read_state(*folder);
  if (!contents) return report(contents.error());
  if (wanted.what == "show") return show(*contents, wanted);
  if (wanted.what == "verify") return verify(*contents, *folder, wanted);
  if (wanted.what == "export") return export_all(*contents, wanted);
  if (wanted.what == "drop") return drop(std::move(*contents), *folder, wanted);
  print_objects(*contents, wanted.json);
  return 0;
}

}  // namespace mentat::command
