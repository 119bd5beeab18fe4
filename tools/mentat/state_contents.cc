#include "tools/mentat/state_contents.h"

#include <cstdio>
#include <filesystem>

#include "mmps/base/shown_text.h"
#include "tools/mentat/session_client.h"

namespace mentat::command {

using durable::object_id;
using durable::record_place;
using durable::record_view;
using keeper::object_state;

expected<std::string> state_folder_named(const std::string& folder, const std::string& session) {
  if (!folder.empty() && !session.empty())
    return fail("--state and --session exclude each other", 2);
  if (!folder.empty()) return std::filesystem::absolute(folder).lexically_normal().string();
  const auto place = session_named(session);
  if (!place) return tl::unexpected(place.error());
  const auto path = keeper::state_folder_of(place->name);
  if (!path) return fail(path.error());
  return *path;
}

expected<state_contents> read_state(keeper::state_folder& from) {
  state_contents read;
  auto log = keeper::scan_log(from.disk(), [&](const record_view& record, record_place at) {
    if (!read.images.take(record))
      read.senseless.push_back({at, record.bytes, "a body that makes no sense"});
  });
  if (!log && log.error().is_newer_format)
    return fail(base::shown_value(from.path()) + ": " + base::shown_value(log.error().text) +
                ": use that version");
  if (!log) return fail(base::shown(log.error().text));
  read.log = std::move(*log);
  return read;
}

std::string text_of(const object_id& id) {
  char text[32];
  std::snprintf(text, sizeof text, "#%08x%08x%08x", id.words[0], id.words[1], id.words[2]);
  return text;
}

std::string shown_name(const state_contents& in, const object_id& id) {
  const durable::image* const image = in.images.find(id);
  if (!image || image->about.name.empty()) return text_of(id);
  return base::shown_value(image->about.class_name + "/" + image->about.name);
}

expected<object_id> find_object(const state_contents& in, const std::string& name) {
  std::vector<object_id> found;
  for (const object_id& id : in.log.objects.ids()) {
    if (in.log.objects.find(id)->state == object_state::gone) continue;
    if (name == text_of(id)) return id;
    const durable::image* const image = in.images.find(id);
    if (image && !image->about.name.empty() &&
        (name == image->about.name || name == image->about.class_name + "/" + image->about.name))
      found.push_back(id);
  }
  if (found.empty())
    return fail("there is no object '" + base::shown_value(name) +
                "'; `mentat state list` prints the names");
  if (found.size() == 1) return found.front();
  std::string several;
  for (const object_id& id : found) several += (several.empty() ? "" : ", ") + shown_name(in, id);
  return fail("'" + base::shown_value(name) + "' is the name of several objects: " + several);
}

}  // namespace mentat::command
