// Writes durable state as a keeper does, for tests: state_writer FOLDER OBJECTS RECORDS GROUP
// SEGMENT_BYTES [BODY_BYTES]. Goes on with what is in the folder. After each group it tells, in one
// write, how far each object of the group is safe: "safe NAME SEQUENCE", a line each.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "daemons/keeper/folder/state_folder.h"
#include "daemons/keeper/images/object_images.h"
#include "daemons/keeper/store/log_scan.h"
#include "daemons/keeper/store/segment_log.h"
#include "mmps/base/byte_buffer.h"
#include "rts/durable/effect.h"
#include "rts/durable/image.h"
#include "rts/durable/object_name.h"

namespace {

using namespace mentat;
using durable::record_header;
using durable::record_kind;

struct wanted {
  std::string folder;
  std::uint64_t objects = 1, records = 1, group = 1, segment_bytes = 0, body_bytes = 100;
};

int fail(const std::string& why) {
  std::fprintf(stderr, "state_writer: %s\n", why.c_str());
  return 1;
}

std::string name_of(std::uint64_t object) { return "account-" + std::to_string(object); }

class writer {
 public:
  writer(keeper::state_folder& folder, const wanted& of)
      : folder_(folder),
        wanted_(of),
        log_(folder.disk(), {.segment_bytes = of.segment_bytes, .slack = 4 * of.segment_bytes}) {}

  int run() {
    auto found =
        keeper::scan_log(folder_.disk(), [this](const durable::record_view& record,
                                                durable::record_place) { images_.take(record); });
    if (!found) return fail(found.error().text);
    if (const auto done = log_.start(std::move(*found), 4711); !done)
      return fail(done.error().text);
    for (std::uint64_t i = 0; i < wanted_.records; ++i) {
      if (!append(i % wanted_.objects)) return fail("a record is refused");
      if ((i + 1) % wanted_.group == 0 && !commit()) return fail(log_.trouble()->text);
    }
    return commit() ? 0 : fail(log_.trouble()->text);
  }

 private:
  bool append(std::uint64_t object) {
    const durable::object_id id{{static_cast<std::uint32_t>(object), 1, 2}};
    const keeper::object_track* const track = log_.objects().find(id);
    record_header header{record_kind::effect, id, 1, track ? track->sequence + 1 : 1};
    const std::vector<std::byte> value(wanted_.body_bytes, static_cast<std::byte>(header.sequence));
    std::vector<std::byte> body;
    if (track) {
      durable::effect one;
      one.object = durable::name_of(id);
      one.cells = {{0, value}};
      base::byte_buffer record;
      encode(one, record);
      const auto made = durable::view_record({record.data(), record.size()}).body;
      body.assign(made.begin(), made.end());
    } else {
      header.kind = record_kind::made;
      durable::image made;
      made.about = {1, 2, durable::durability::disk, 0, "account", name_of(object)};
      made.cells = {value};
      base::byte_buffer written;
      made.encode(written);
      body.assign(written.begin(), written.end());
    }
    if (!log_.append(header, body)) return false;
    images_.take({header, body, 0, 0});
    safe_[object] = header.sequence;
    return true;
  }

  bool commit() {
    static_cast<void>(log_.clean(images_, wanted_.segment_bytes / 4));
    if (!log_.commit()) return false;
    std::string lines;
    for (const auto& [object, sequence] : safe_)
      lines += "safe " + name_of(object) + " " + std::to_string(sequence) + "\n";
    safe_.clear();
    return lines.empty() || ::write(STDOUT_FILENO, lines.data(), lines.size()) > 0;
  }

  keeper::state_folder& folder_;
  wanted wanted_;
  keeper::segment_log log_;
  keeper::object_images images_;
  std::map<std::uint64_t, std::uint64_t> safe_;  // by the next commit
};

}  // namespace

int main(int count, char** words) {
  if (count < 6)
    return fail("usage: state_writer FOLDER OBJECTS RECORDS GROUP SEGMENT_BYTES [BODY_BYTES]");
  const auto number = [&](int word) { return std::strtoull(words[word], nullptr, 10); };
  wanted of{words[1], number(2), number(3), number(4), number(5)};
  if (count > 6) of.body_bytes = number(6);
  auto folder = keeper::state_folder::make(of.folder, "test", true);
  if (!folder) return fail(folder.error());
  return writer(*folder, of).run();
}
