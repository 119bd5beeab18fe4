#include <mentat/server.h>
#line 1 "bounded_buffer.mpl.cc"
// A bounded buffer with a thread of control of its own: guards, overloads, what statements use of the arguments.
#include <mentat/mpl.h>

#include <chrono>
#include <deque>
#include <string>

class buffer_impl; using buffer = ::mentat::handle<buffer_impl>; class buffer_impl {
 public:
  void put_1fcf1824_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, int n) { items_.push_back(std::to_string(n)); }
  void put_61e868bd_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, const std::string& item) { items_.push_back(item); }
  void get_body(::mentat::rtf_sink<std::string>& mentat_rtf) {
    std::string first = items_.front();
    items_.pop_front();
    return mentat_rtf(static_cast<decltype(first)&&>(first));
  }
  void close_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf) { open_ = false; }
  void size_body(::mentat::rtf_sink<std::size_t>& mentat_rtf) const { return mentat_rtf(items_.size()); }

 private:
  void serve() {
    while (open_ || !items_.empty()) {
      switch (::mentat::select mentat_select; (static_cast<void>((open_ && items_.size() < 10) && mentat_select.enable_operation<::buffer_impl::put_61e868bd_tag>(1)), static_cast<void>((open_ && items_.size() < 10) && mentat_select.enable_operation<::buffer_impl::put_1fcf1824_tag>(2)), static_cast<void>((!items_.empty()) && mentat_select.enable_operation<::buffer_impl::get_tag>(3)), static_cast<void>(([this] { return open_; }()) && mentat_select.enable_operation<::buffer_impl::close_tag>(4)), static_cast<void>(mentat_select.enable_operation<::buffer_impl::size_tag>(5)), static_cast<void>((open_) && mentat_select.enable_after(6, std::chrono::milliseconds(50) * 2)), mentat_select.block_predicate())) {
        // The user's comments stay.
        

            case 1: { const std::string item = mentat_select.argument<::buffer_impl::put_61e868bd_tag, 0>(); mentat_select.serve();
          if (item.empty()) continue;
          characters_ += item.size();
          break; }
        case 2: { mentat_select.serve();
          break; }
        case 3: { mentat_select.serve(); break; }
        case 4: { mentat_select.serve();
          if (items_.empty()) return;
          break; }
        case 5: { mentat_select.serve(); break; }
        case 6: { ++idle_; break; }
      };
    }
  }

  std::deque<std::string> items_;
  bool open_ = true;
  std::size_t characters_ = 0, idle_ = 0;
#line 49 "bounded_buffer.cc"
 public:
  using put_1fcf1824_tag = ::mentat::method<buffer_impl, 0xca1c640bu, void(int)>;
  void put(int n) {
    ::mentat::local_call<put_1fcf1824_tag> call;
    put_1fcf1824_body(call.rtf(), n);
    return call.take();
  }
  using put_61e868bd_tag = ::mentat::method<buffer_impl, 0xbb6579adu, void(const std::string&)>;
  void put(const std::string& item) {
    ::mentat::local_call<put_61e868bd_tag> call;
    put_61e868bd_body(call.rtf(), item);
    return call.take();
  }
  using get_tag = ::mentat::method<buffer_impl, 0xbcabfdacu, std::string()>;
  std::string get() {
    ::mentat::local_call<get_tag> call;
    get_body(call.rtf());
    return call.take();
  }
  using close_tag = ::mentat::method<buffer_impl, 0x4448b6d0u, void()>;
  void close() {
    ::mentat::local_call<close_tag> call;
    close_body(call.rtf());
    return call.take();
  }
  using size_tag = ::mentat::method<buffer_impl, 0x20ac7624u, std::size_t()>;
  std::size_t size() const {
    ::mentat::local_call<size_tag> call;
    size_body(call.rtf());
    return call.take();
  }
  void mentat_serve() { serve(); }
  struct mentat_stubs : ::mentat::mentat_object {
    void put(int n) const { return call_fn<put_1fcf1824_tag>(n); }
    void put(const std::string& item) const { return call_fn<put_61e868bd_tag>(item); }
    std::string get() const { return call_fn<get_tag>(); }
    void close() const { return call_fn<close_tag>(); }
    std::size_t size() const { return call_fn<size_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 46 "bounded_buffer.mpl.cc"
};
#line 92 "bounded_buffer.cc"
template <> struct mentat::server<::buffer_impl> {
  static void dispatch(::buffer_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::buffer_impl::put_1fcf1824_tag::number: {
        ::mentat::accepted_call<::buffer_impl::put_1fcf1824_tag> call(unit);
        return self.put_1fcf1824_body(call.rtf(), call.argument<0>());
      }
      case ::buffer_impl::put_61e868bd_tag::number: {
        ::mentat::accepted_call<::buffer_impl::put_61e868bd_tag> call(unit);
        return self.put_61e868bd_body(call.rtf(), call.argument<0>());
      }
      case ::buffer_impl::get_tag::number: {
        ::mentat::accepted_call<::buffer_impl::get_tag> call(unit);
        return self.get_body(call.rtf());
      }
      case ::buffer_impl::close_tag::number: {
        ::mentat::accepted_call<::buffer_impl::close_tag> call(unit);
        return self.close_body(call.rtf());
      }
      case ::buffer_impl::size_tag::number: {
        ::mentat::accepted_call<::buffer_impl::size_tag> call(unit);
        return self.size_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static void serve(::buffer_impl& self) { self.mentat_serve(); }
  static constexpr ::mentat::class_description description{
      "buffer", ::mentat::kind::persistent, 0x8d6df90456cfd145ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::buffer_impl::put_1fcf1824_tag>("put", "bounded_buffer.mpl.cc:10"),
      ::mentat::describe<::buffer_impl::put_61e868bd_tag>("put", "bounded_buffer.mpl.cc:11"),
      ::mentat::describe<::buffer_impl::get_tag>("get", "bounded_buffer.mpl.cc:12"),
      ::mentat::describe<::buffer_impl::close_tag>("close", "bounded_buffer.mpl.cc:17"),
      ::mentat::describe<::buffer_impl::size_tag>("size", "bounded_buffer.mpl.cc:18"),
  };
};
auto ::buffer_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::buffer_impl>();
}
MENTAT_REGISTER_CLASS(::buffer_impl)
