#include <mentat/api.h>
// Behind api.h: it has a face for translated text.
#include <mentat/space.h>

#include <memory>

namespace mentat {

void space_impl::out_body(rtf_sink<void>&, tuple&& put) { store_.put(std::move(put)); }

void space_impl::in_body(rtf_sink<tuple>& rtf, const tuple& pattern) {
  static_cast<void>(note_guard__<in_tag>);
  rtf(store_.take(pattern).value());
}

void space_impl::rd_body(rtf_sink<tuple>& rtf, const tuple& pattern) {
  static_cast<void>(note_guard__<rd_tag>);
  rtf(*store_.find(pattern));
}

void space_impl::in_some_body(rtf_sink<tuples>& rtf, const tuple& pattern, std::uint64_t most) {
  static_cast<void>(note_guard__<in_some_tag>);
  tuples taken;
  while (taken.size() < most) {
    std::optional<tuple> one = store_.take(pattern);
    if (!one) break;
    taken.push_back(*std::move(one));
  }
  rtf(std::move(taken));
}

void space_impl::inp_body(rtf_sink<std::optional<tuple>>& rtf, const tuple& pattern) {
  rtf(store_.take(pattern));
}

void space_impl::rdp_body(rtf_sink<std::optional<tuple>>& rtf, const tuple& pattern) {
  const tuple* found = store_.find(pattern);
  rtf(found ? std::optional<tuple>(*found) : std::nullopt);
}

void space_impl::rd_all_body(rtf_sink<tuples>& rtf, const tuple& pattern) {
  tuples all;
  for (const tuple* one : store_.find_all(pattern)) all.push_back(*one);
  rtf(std::move(all));
}

void space_impl::count_body(rtf_sink<std::uint64_t>& rtf, const tuple& pattern) {
  rtf(store_.count(pattern));
}

void space_impl::mentat_stubs__::create_here__(source_place at) {
  const class_info& info = mentat_class__();
  auto made = std::make_unique<space_impl>();
  bind__(info, detail::adopt_made(detail::required_runtime(), info, made.get(), at));
  static_cast<void>(made.release());
}

void server__<space_impl>::dispatch__(space_impl& self, work_unit& unit) {
  switch (unit.function()) {
    case space_impl::out_tag::number__: {
      accepted_call<space_impl::out_tag> call(unit);
      return self.out_body(call.rtf__(), call.argument__<0>());
    }
    case space_impl::in_tag::number__: {
      accepted_call<space_impl::in_tag> call(unit);
      return self.in_body(call.rtf__(), call.argument__<0>());
    }
    case space_impl::rd_tag::number__: {
      accepted_call<space_impl::rd_tag> call(unit);
      return self.rd_body(call.rtf__(), call.argument__<0>());
    }
    case space_impl::in_some_tag::number__: {
      accepted_call<space_impl::in_some_tag> call(unit);
      return self.in_some_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
    }
    case space_impl::inp_tag::number__: {
      accepted_call<space_impl::inp_tag> call(unit);
      return self.inp_body(call.rtf__(), call.argument__<0>());
    }
    case space_impl::rdp_tag::number__: {
      accepted_call<space_impl::rdp_tag> call(unit);
      return self.rdp_body(call.rtf__(), call.argument__<0>());
    }
    case space_impl::rd_all_tag::number__: {
      accepted_call<space_impl::rd_all_tag> call(unit);
      return self.rd_all_body(call.rtf__(), call.argument__<0>());
    }
    case space_impl::count_tag::number__: {
      accepted_call<space_impl::count_tag> call(unit);
      return self.count_body(call.rtf__(), call.argument__<0>());
    }
  }
  no_such_function__(unit);
}

const class_description server__<space_impl>::description__{"mentat::space", kind::persistent,
                                                            0x73706163652e3031, nullptr};
const method_description server__<space_impl>::methods__[] = {
    describe__<space_impl::out_tag>("out"),       describe__<space_impl::in_tag>("in"),
    describe__<space_impl::rd_tag>("rd"),         describe__<space_impl::in_some_tag>("in_some"),
    describe__<space_impl::inp_tag>("inp"),       describe__<space_impl::rdp_tag>("rdp"),
    describe__<space_impl::rd_all_tag>("rd_all"), describe__<space_impl::count_tag>("count")};

const class_info& space_impl::mentat_class__() { return class_info_of__<space_impl>(); }

}  // namespace mentat

MENTAT_REGISTER_CLASS(mentat::space_impl)
