#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/keeper/object_keeper.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "mmps/wire/hint.h"
#include "rts/durable/messages.h"

namespace mentat::keeper {
namespace {

using durable::byte_cursor;
using durable::byte_sink;
using durable::bytes;
using mmps::mentat_message;
using mmps::message_header;
using mmps::message_type;
using mmps::mmps_name;

constexpr mmps_name manager = mmps_name::of_process(1, 1, 1, 1);
constexpr mmps_name caller = mmps_name::of_process(1, 1, 3, 1);
constexpr mmps_name other_caller = mmps_name::of_process(1, 1, 4, 1);

mmps_name worker(std::uint32_t life) { return mmps_name::of_process(1, 1, 5, life); }
mmps_name object_in(const mmps_name& process) {
  return {process.host, process.incarnation, process.slot + 1, process.generation + 1};
}
bytes text(std::string_view of) {
  const auto all = std::as_bytes(std::span(of.data(), of.size()));
  return {all.begin(), all.end()};
}
std::span<const std::byte> bytes_in(const base::byte_buffer& of) { return {of.data(), of.size()}; }

mentat_message message_of(message_type type, const mmps_name& from, const base::byte_buffer& body,
                          std::uint16_t flags = 0) {
  message_header header;
  header.type = static_cast<std::uint8_t>(type);
  header.flags = flags;
  header.source = from;
  header.destination = manager;
  return {header, bytes_in(body)};
}

struct fixture {
  object_keeper keeper{manager};

  void create() {
    base::byte_buffer body;
    body.append(mmps::encode({}));
    byte_sink into(body);
    into.put(std::uint16_t{2});
    body.append(text("arguments"));
    mentat_message request =
        message_of(message_type::instantiate, caller, body, mmps::flag::persistent);
    request.header.tag = {9, 8};
    keeper.create(request);
  }
  // The only request to the manager.
  mentat_message request() {
    auto all = keeper.take_requests();
    REQUIRE(all.size() == 1);
    return std::move(all.front());
  }
  mentat_message output() {
    auto all = keeper.take_output();
    REQUIRE(all.size() == 1);
    return std::move(all.front());
  }
  void answer(const mentat_message& request, const mmps_name& process, bool is_new) {
    base::byte_buffer body;
    byte_sink into(body);
    into.put(object_in(process));
    if (is_new) durable::put_cells({text("a"), text("b")}, into);
    mentat_message made = message_of(message_type::instantiated, process, body);
    made.header.tag = request.header.tag;
    keeper.made(made);
  }
  mmps_name make() {
    create();
    answer(request(), worker(1), true);
    const auto all = keeper.take_output();
    REQUIRE(all.size() == 2);
    CHECK(all[1].header.attempt == static_cast<std::uint8_t>(durable::message::located));
    return mmps::get_name(all[0].body().data());
  }
  // `sequence`: among the effects.
  void record(const mmps_name& object, std::uint64_t sequence, std::uint64_t epoch,
              const mmps_name& from, bool ends = false) {
    durable::effect one{object, epoch,           durable::image::first + sequence, 77, 0, ends,
                        {},     {{1, text("c")}}};
    one.answers.push_back({sequence, {}, {false, text("r")}});
    base::byte_buffer body;
    encode(one, body);
    mentat_message message = message_of(message_type::durable, from, body);
    message.header.attempt = static_cast<std::uint8_t>(durable::message::record);
    keeper.step(message);
  }
  void locate(const mmps_name& object, std::uint64_t epoch, const mmps_name& from = caller) {
    base::byte_buffer body;
    byte_sink into(body);
    into.put(object);
    into.put(epoch);
    mentat_message message = message_of(message_type::durable, from, body);
    message.header.attempt = static_cast<std::uint8_t>(durable::message::locate);
    keeper.step(message);
  }
  void check_refused(std::string_view why) {
    const mentat_message told = output();
    CHECK((told.header.flags & mmps::flag::error) != 0);
    const std::string all(reinterpret_cast<const char*>(told.body().data()), told.body().size());
    CHECK(all.find(why) != std::string::npos);
  }
};

}  // namespace

TEST_CASE("an object is made in a process, and its creator gets a name that is none of a process") {
  fixture f;
  f.create();
  CHECK(f.keeper.is_busy());
  const mentat_message asked = f.request();
  CHECK(asked.header.source == manager);
  const auto how = durable::decode_creation(asked.body());
  REQUIRE(how);
  CHECK(how->constructor == 2);
  CHECK(how->arguments == text("arguments"));
  CHECK(how->epoch == 1);
  CHECK_FALSE(how->image);
  f.answer(asked, worker(1), true);
  CHECK_FALSE(f.keeper.is_busy());
  const auto all = f.keeper.take_output();
  REQUIRE(all.size() == 2);  // the other one says where it is
  const mentat_message& told = all.front();
  CHECK(told.header.destination == caller);
  CHECK(told.header.tag == mmps::tag{9, 8});
  const mmps_name name = mmps::get_name(told.body().data());
  CHECK(durable::is_durable(name));
  CHECK(name == how->object);
  CHECK(durable::home_of(name) == manager);
  f.answer(asked, worker(1), true);  // a second one
  CHECK(f.keeper.take_output().empty());
}

TEST_CASE("an object whose process has ended is made again with the effects of its calls") {
  fixture f;
  const mmps_name object = f.make();
  f.record(object, 1, 1, object_in(worker(1)));
  f.keeper.process_ended(worker(1), "killed");
  CHECK(f.keeper.is_busy());
  f.locate(object, 2);
  CHECK(f.keeper.take_output().empty());
  const mentat_message asked = f.request();
  const auto how = durable::decode_creation(asked.body());
  REQUIRE(how);
  CHECK(how->epoch == 2);
  REQUIRE(how->image);
  CHECK(how->image->cells == std::vector<bytes>{text("a"), text("c")});
  CHECK(how->image->calls.last(77) == 1);
  f.answer(asked, worker(2), false);
  const mentat_message told = f.output();
  CHECK(told.header.destination == caller);
  byte_cursor from(told.body());
  CHECK(from.name() == object);
  CHECK(from.number<std::uint64_t>() == 2);
  CHECK(from.name() == object_in(worker(2)));
}

TEST_CASE("only the newest activation changes the image, and only with the next effect") {
  fixture f;
  const mmps_name object = f.make();
  f.record(object, 2, 1, object_in(worker(1)));
  f.record(object, 1, 2, object_in(worker(1)));
  f.record(object, 1, 1, object_in(worker(2)));
  CHECK(f.keeper.malformed() == 3);
  f.record(object, 1, 1, object_in(worker(1)));
  CHECK(f.keeper.malformed() == 3);
  REQUIRE(f.keeper.image_of(object));
  CHECK(f.keeper.image_of(object)->sequence == 2);
}

TEST_CASE("a question waits for an activation that the asker has not seen end") {
  fixture f;
  const mmps_name object = f.make();
  f.locate(object, 2);  // it has heard of the end first
  CHECK(f.keeper.take_output().empty());
  f.locate(object, 0, other_caller);
  CHECK(f.output().header.destination == other_caller);
  f.keeper.process_ended(worker(1), "killed");
  f.answer(f.request(), worker(2), false);
  CHECK(f.output().header.destination == caller);
}

TEST_CASE("a process that ends while it makes an object is followed by another one") {
  fixture f;
  const mmps_name object = f.make();
  f.keeper.process_ended(worker(1), "killed");
  base::byte_buffer why;
  why.append("its process has ended", 21);
  for (int i = 0; i < 5; ++i) {
    mentat_message refusal =
        message_of(message_type::instantiated, manager, why, mmps::flag::error);
    refusal.header.tag = f.request().header.tag;
    f.keeper.refused(refusal, true);
  }
  const mentat_message asked = f.request();
  const auto how = durable::decode_creation(asked.body());
  REQUIRE(how);
  CHECK(how->epoch == 7);
  mentat_message refusal = message_of(message_type::instantiated, manager, why, mmps::flag::error);
  refusal.header.tag = asked.header.tag;
  f.locate(object, 2);
  f.keeper.refused(refusal, false);  // no process can be had
  f.check_refused("its process has ended");
  f.locate(object, 2);
  f.check_refused("its process has ended");
}

TEST_CASE("a constructor that ends three processes fails its create") {
  fixture f;
  f.create();
  base::byte_buffer why;
  why.append("its process has ended", 21);
  for (std::uint32_t i = 0; i < object_keeper::most_ends_in_constructor; ++i) {
    mentat_message refusal =
        message_of(message_type::instantiated, manager, why, mmps::flag::error);
    refusal.header.tag = f.request().header.tag;
    f.keeper.refused(refusal, true);
  }
  const mentat_message told = f.output();
  CHECK(told.header.destination == caller);
  CHECK((told.header.flags & mmps::flag::error) != 0);
  CHECK(f.keeper.objects() == 0);
}

TEST_CASE("an object without progress is given up after 100 ends, and one with progress is not") {
  fixture f;
  const mmps_name object = f.make();
  std::uint32_t life = 1;
  for (std::uint64_t i = 1; i <= 150; ++i) {
    f.record(object, i, life, object_in(worker(life)));
    f.keeper.process_ended(worker(life), "killed");
    f.answer(f.request(), worker(++life), false);
  }
  for (std::uint32_t i = 1; i < object_keeper::most_ends_without_effect; ++i) {
    f.keeper.process_ended(worker(life), "killed");
    auto asked = f.keeper.take_requests();
    if (asked.empty()) break;
    f.answer(asked.front(), worker(++life), false);
  }
  f.locate(object, 0);
  f.check_refused("before a call of the object took effect");
}

TEST_CASE("a destroyed object is gone, and bytes that make no sense change nothing") {
  fixture f;
  const mmps_name object = f.make();
  f.record(object, 1, 1, object_in(worker(1)), true);
  f.locate(object, 1);
  f.check_refused("destroyed");
  f.locate({durable::no_host, 1, 99, 2}, 0);
  f.check_refused("no such object");
  f.keeper.process_ended(worker(1), "killed");
  CHECK(f.keeper.take_requests().empty());

  const std::uint64_t before = f.keeper.malformed();
  base::byte_buffer nonsense;
  nonsense.append("?", 1);
  for (std::uint8_t kind = 0; kind < 8; ++kind) {
    mentat_message message = message_of(message_type::durable, caller, nonsense);
    message.header.attempt = kind;
    f.keeper.step(message);
  }
  f.keeper.create(message_of(message_type::instantiate, caller, {}));
  CHECK(f.keeper.malformed() == before + 9);
}

TEST_CASE("nothing is kept of a caller that has ended") {
  fixture f;
  const mmps_name object = f.make();
  f.record(object, 1, 1, object_in(worker(1)));
  REQUIRE(f.keeper.image_of(object));
  CHECK(f.keeper.image_of(object)->calls.origins() == 1);
  f.keeper.process_ended(caller, "ended");
  CHECK(f.keeper.image_of(object)->calls.origins() == 1);  // 77 is another one
}

TEST_CASE("answers of a destroyed object reach callers to whom its process did not send them") {
  fixture f;
  const mmps_name object = f.make();
  durable::effect one{object, 1, 2, durable::origin_of(caller), 0, false, {}, {{1, text("c")}}};
  one.answers.push_back({1, {}, {false, text("r")}});
  base::byte_buffer body;
  encode(one, body);
  mentat_message message = message_of(message_type::durable, object_in(worker(1)), body);
  message.header.attempt = static_cast<std::uint8_t>(durable::message::record);
  f.keeper.step(message);
  f.record(object, 2, 1, object_in(worker(1)), true);  // by another caller
  f.keeper.process_ended(worker(1), "killed");
  f.locate(object, 2);
  const auto all = f.keeper.take_output();
  REQUIRE(all.size() == 2);
  CHECK(all[0].header.attempt == static_cast<std::uint8_t>(durable::message::answer));
  CHECK(all[0].header.tag.number == 1);
  CHECK(all[0].header.destination == caller);
  CHECK(all[1].header.attempt == static_cast<std::uint8_t>(durable::message::located));
}

TEST_CASE("hints that name durable objects name their places") {
  fixture f;
  const mmps_name object = f.make(), elsewhere = durable::name_of(7, 3, 1);
  const auto placed = [&](mmps::hint_kind kind, const mmps_name& name) {
    base::byte_buffer body;
    body.append(mmps::encode(std::vector<mmps::hint>{{kind, name, {}}}));
    body.append(text("arguments"));
    const auto made = f.keeper.with_places(message_of(message_type::instantiate, caller, body));
    REQUIRE(made);
    const auto hints = mmps::hints::decode(made->body());
    REQUIRE(hints);
    const auto rest = made->body().subspan(hints->length());
    CHECK(bytes(rest.begin(), rest.end()) == text("arguments"));
    return hints->all().front();
  };
  using enum mmps::hint_kind;
  CHECK(placed(apart_from, object).name == object_in(worker(1)));
  CHECK(placed(near, object) == mmps::hint{near, object_in(worker(1)), {}});
  CHECK(placed(near, elsewhere).kind == on);
  CHECK(placed(near, elsewhere).name.host == 7);
  f.keeper.process_ended(worker(1), "killed");
  CHECK(placed(near, object).kind == on);
  CHECK(placed(near, object).name.host == manager.host);

  base::byte_buffer body;
  body.append(mmps::encode(std::vector<mmps::hint>{{near, caller, {}}}));
  CHECK_FALSE(f.keeper.with_places(message_of(message_type::instantiate, caller, body)));
}

}  // namespace mentat::keeper
