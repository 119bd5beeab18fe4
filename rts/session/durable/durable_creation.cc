// Making a durable object in this process: with its constructor, and then, if it goes on from
// another process, with the members that the keeper has.
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "rts/core/activation.h"
#include "rts/core/class_registry.h"
#include "rts/core/error_token.h"
#include "rts/core/work_unit.h"
#include "rts/durable/creation.h"
#include "rts/durable/messages.h"
#include "rts/session/durable/object_here.h"
#include "rts/session/endpoint/notice.h"

namespace mentat::node {

using mmps::message_header;
using mmps::mmps_name;

// Runs like a call, because it runs code of the program.
class durable_creation final : public computation_instance {
 public:
  durable_creation(durable_objects& in, const class_info& made_of, const message_header& request,
                   durable::creation_request&& asked)
      : computation_instance(&creation_in(made_of), create_function, true),
        in_(in),
        made_of_(made_of),
        request_(request),
        asked_(std::move(asked)) {}

  static void answer(durable_objects& in, const message_header& request, bool error,
                     std::span<const std::byte> body) {
    message_header header = request;
    header.type = static_cast<std::uint8_t>(mmps::message_type::instantiated);
    header.flags = static_cast<std::uint16_t>(mmps::flag::persistent | mmps::flag::durable |
                                              (error ? mmps::flag::error : 0));
    header.future_length = 0;
    header.source = in.self_;
    // The manager of this host counts its objects.
    const mmps_name manager = instantiation_manager_of(in.self_);
    header.destination = manager;
    if (request.source != manager)
      in.out_.send(header, body.first(std::min(body.size(), mmps::name_size)));
    header.destination = request.source;
    in.out_.send(header, body);
  }

 private:
  void run() {
    const error_place place{made_of_.description->name, "create", in_.runtime_->host()};
    try {
      current_activation->depth = makes_no_calls;
      auto object = make();
      base::byte_buffer body;
      durable::byte_sink into(body);
      into.put(object->physical);
      if (!asked_.image) durable::put_cells(object->encoded, into);
      in_.add(std::move(object));
      answer(in_, request_, false, body);
    } catch (...) {
      answer(in_, request_, true, error_to_bytes(describe_exception(place), place));
    }
  }

  std::shared_ptr<durable_objects::object_here> make() {
    void* const self = construct();
    try {
      const durable_form& form = *made_of_.durable;
      durable::image from = asked_.image ? std::move(*asked_.image) : encode(form, self);
      if (from.cells.size() != form.cells)
        throw remote_error({made_of_.description->name, "create", in_.runtime_->host()},
                           "mentat::interface_mismatch", "the record has other data members");
      if (asked_.image)
        for (std::uint32_t i = 0; i < form.cells; ++i) form.load(self, i, from.cells[i], false);
      auto made = std::make_shared<durable_objects::object_here>(asked_.object, asked_.epoch,
                                                                 std::move(from), in_.bug_);
      made->keeper = request_.source;
      made->of_class = &made_of_;
      made->self = self;
      made->physical = in_.runtime_->adopt(made_of_, self);
      return made;
    } catch (...) {
      made_of_.destroy(self);
      throw;
    }
  }
  static durable::image encode(const durable_form& form, void* self) {
    durable::image made;
    made.sequence = durable::image::first;
    for (std::uint32_t i = 0; i < form.cells; ++i) {
      base::byte_buffer value;
      form.save(self, i, value);
      made.cells.emplace_back(value.begin(), value.end());
    }
    return made;
  }
  void* construct() {
    if (asked_.constructor == no_constructor) return made_of_.construct();
    return made_of_.constructors[asked_.constructor].construct(
        asked_.arguments, (request_.flags & mmps::flag::swapped) != 0, {});
  }

  static void run_unit(work_unit& unit) { static_cast<durable_creation&>(unit.instance()).run(); }
  // A class of the same name as the one that is made, for errors and lists.
  struct named_creation {
    explicit named_creation(const class_info& made)
        : described{made.description->name, kind::regular, 0} {}
    class_description described;
    class_info how{&described, {}, nullptr, &run_unit, nullptr, nullptr};
  };
  static const class_info& creation_in(const class_info& made) {
    static std::mutex adding;
    static auto& all = *new std::map<const class_info*, named_creation>;  // beyond the end of main
    const std::lock_guard guard(adding);
    return all.try_emplace(&made, made).first->second.how;
  }

  durable_objects& in_;
  const class_info& made_of_;
  const message_header request_;
  durable::creation_request asked_;
};

void durable_objects::on_instantiate(const message_header& header,
                                     std::span<const std::byte> body) {
  const class_info* const of_class = class_registry::find(header.class_hash());
  auto asked = durable::decode_creation(body);
  if (of_class && of_class->durable && asked && of_class->constructs_elsewhere(asked->constructor))
    return runtime_->accept(*new durable_creation(*this, *of_class, header, std::move(*asked)));
  const error_place place{of_class ? of_class->description->name : "", "create", runtime_->host()};
  const auto error = std::make_exception_ptr(
      remote_error(place, "mentat::interface_mismatch",
                   of_class ? "the constructor of a new object is not known here"
                            : "a process of the program does not know this class: load its library "
                              "before the processes are made"));
  durable_creation::answer(*this, header, true, error_to_bytes(error, place));
}

}  // namespace mentat::node
