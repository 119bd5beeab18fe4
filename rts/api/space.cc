#include <mentat/api.h>
// Behind api.h: it has a face for translated text.
#include <mentat/space.h>

#include <memory>

namespace mentat {

// False: it is another function.
template <std::size_t Fields>
bool space_impl::dispatch_out(work_unit& unit) {
  if (unit.function() != out_tag<Fields>::number__) return false;
  accepted_call<out_tag<Fields>> call(unit);
  tuple put;
  put.signature = call.template argument__<0>();
  put.fields.reserve(Fields);
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    [[maybe_unused]] const auto add = [&](space_detail::field&& given) {
      put.formals |= std::uint32_t{given.is_formal} << put.fields.size();
      put.fields.push_back(std::move(given.bytes));
    };
    (add(call.template argument__<K + 1>()), ...);
  }(std::make_index_sequence<Fields>());
  store_.put(std::move(put));
  return true;
}

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
  const bool is_out = [&]<std::size_t... Fields>(std::index_sequence<Fields...>) {
    return (self.dispatch_out<Fields>(unit) || ...);
  }(std::make_index_sequence<space_impl::tuple::most_fields + 1>());
  if (!is_out) no_such_function__(unit);
}

const class_description server__<space_impl>::description__{"mentat::space", kind::persistent,
                                                            0x73706163652e3031, nullptr};
const method_description server__<space_impl>::methods__[] = {
    describe__<space_impl::in_tag>("in"),           describe__<space_impl::rd_tag>("rd"),
    describe__<space_impl::in_some_tag>("in_some"), describe__<space_impl::inp_tag>("inp"),
    describe__<space_impl::rdp_tag>("rdp"),         describe__<space_impl::rd_all_tag>("rd_all"),
    describe__<space_impl::count_tag>("count"),     describe__<space_impl::out_tag<0>>("out"),
    describe__<space_impl::out_tag<1>>("out"),      describe__<space_impl::out_tag<2>>("out"),
    describe__<space_impl::out_tag<3>>("out"),      describe__<space_impl::out_tag<4>>("out"),
    describe__<space_impl::out_tag<5>>("out"),      describe__<space_impl::out_tag<6>>("out"),
    describe__<space_impl::out_tag<7>>("out"),      describe__<space_impl::out_tag<8>>("out"),
    describe__<space_impl::out_tag<9>>("out"),      describe__<space_impl::out_tag<10>>("out"),
    describe__<space_impl::out_tag<11>>("out"),     describe__<space_impl::out_tag<12>>("out"),
    describe__<space_impl::out_tag<13>>("out"),     describe__<space_impl::out_tag<14>>("out"),
    describe__<space_impl::out_tag<15>>("out"),     describe__<space_impl::out_tag<16>>("out")};

const class_info& space_impl::mentat_class__() { return class_info_of__<space_impl>(); }

}  // namespace mentat

MENTAT_REGISTER_CLASS(mentat::space_impl)
