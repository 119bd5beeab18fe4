// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "bounded_buffer.mpl.cc"
// A bounded buffer with a thread of control of its own: guards, overloads, what statements use of the arguments.
#include <mentat/mpl.h>

#include <chrono>
#include <deque>
#include <string>

class buffer_impl__; using buffer = ::mentat::handle__<buffer_impl__>; class buffer_impl__ {
 public:
  void put_1fcf1824_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int n) { items_.push_back(std::to_string(n)); }
  void put_61e868bd_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, const std::string& item) { items_.push_back(item); }
  void get_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__) {
    std::string first = items_.front();
    items_.pop_front();
    return mentat_rtf__(static_cast<decltype(first)&&>(first));
  }
  void close_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) { open_ = false; }
  void size_body__(::mentat::rtf_sink__<std::size_t>& mentat_rtf__) const { return mentat_rtf__(items_.size()); }

 private:
  void serve() {
    while (open_ || !items_.empty()) {
      switch (::mentat::select__ mentat_select__; (static_cast<void>((open_ && items_.size() < 10) && mentat_select__.enable_operation__<::buffer_impl__::put_61e868bd_tag__>(1)), static_cast<void>((open_ && items_.size() < 10) && mentat_select__.enable_operation__<::buffer_impl__::put_1fcf1824_tag__>(2)), static_cast<void>((!items_.empty()) && mentat_select__.enable_operation__<::buffer_impl__::get_tag__>(3)), static_cast<void>(([this] { return open_; }()) && mentat_select__.enable_operation__<::buffer_impl__::close_tag__>(4)), static_cast<void>(mentat_select__.enable_operation__<::buffer_impl__::size_tag__>(5)), static_cast<void>((open_) && mentat_select__.enable_after__(6, std::chrono::milliseconds(50) * 2)), mentat_select__.block_predicate__())) {
        // The user's comments stay.
        

            case 1: { const std::string item = mentat_select__.argument__<::buffer_impl__::put_61e868bd_tag__, 0>(); mentat_select__.serve__();
          if (item.empty()) continue;
          characters_ += item.size();
          break; }
        case 2: { mentat_select__.serve__();
          break; }
        case 3: { mentat_select__.serve__(); break; }
        case 4: { mentat_select__.serve__();
          if (items_.empty()) return;
          break; }
        case 5: { mentat_select__.serve__(); break; }
        case 6: { ++idle_; break; }
      default: break; };
    }
  }

  std::deque<std::string> items_;
  bool open_ = true;
  std::size_t characters_ = 0, idle_ = 0;
#line 50 "bounded_buffer.cc"
 public:
  using put_1fcf1824_tag__ = ::mentat::method__<buffer_impl__, 0xca1c640bu, void(int)>;
  void put(int n) {
    ::mentat::local_call__<put_1fcf1824_tag__> call__;
    put_1fcf1824_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using put_61e868bd_tag__ = ::mentat::method__<buffer_impl__, 0xbb6579adu, void(const std::string&)>;
  void put(const std::string& item) {
    ::mentat::local_call__<put_61e868bd_tag__> call__;
    put_61e868bd_body__(call__.rtf__(), item);
    return call__.take__();
  }
  using get_tag__ = ::mentat::method__<buffer_impl__, 0xbcabfdacu, std::string()>;
  std::string get() {
    ::mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__());
    return call__.take__();
  }
  using close_tag__ = ::mentat::method__<buffer_impl__, 0x4448b6d0u, void()>;
  void close() {
    ::mentat::local_call__<close_tag__> call__;
    close_body__(call__.rtf__());
    return call__.take__();
  }
  using size_tag__ = ::mentat::method__<buffer_impl__, 0x20ac7624u, std::size_t()>;
  std::size_t size() const {
    ::mentat::local_call__<size_tag__> call__;
    size_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  void mentat_serve__() { serve(); }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void put(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_1fcf1824_tag__>(n, place__);
    }
    void put(const std::string& item, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_61e868bd_tag__>(item, place__);
    }
    std::string get(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<get_tag__>(place__);
    }
    void close(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<close_tag__>(place__);
    }
    std::size_t size(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<size_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 46 "bounded_buffer.mpl.cc"
};
#line 104 "bounded_buffer.cc"
template <> struct mentat::server__<::buffer_impl__> {
  static void dispatch__(::buffer_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::buffer_impl__::put_1fcf1824_tag__::number__: {
        ::mentat::accepted_call__<::buffer_impl__::put_1fcf1824_tag__> call__(unit__);
        return self__.put_1fcf1824_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::buffer_impl__::put_61e868bd_tag__::number__: {
        ::mentat::accepted_call__<::buffer_impl__::put_61e868bd_tag__> call__(unit__);
        return self__.put_61e868bd_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::buffer_impl__::get_tag__::number__: {
        ::mentat::accepted_call__<::buffer_impl__::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__());
      }
      case ::buffer_impl__::close_tag__::number__: {
        ::mentat::accepted_call__<::buffer_impl__::close_tag__> call__(unit__);
        return self__.close_body__(call__.rtf__());
      }
      case ::buffer_impl__::size_tag__::number__: {
        ::mentat::accepted_call__<::buffer_impl__::size_tag__> call__(unit__);
        return self__.size_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static void serve__(::buffer_impl__& self__) { self__.mentat_serve__(); }
  static constexpr ::mentat::class_description__ description__{
      "buffer", ::mentat::kind__::persistent__, 0x8d6df90456cfd145ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::buffer_impl__::put_1fcf1824_tag__>("put", "bounded_buffer.mpl.cc:10"),
      ::mentat::describe__<::buffer_impl__::put_61e868bd_tag__>("put", "bounded_buffer.mpl.cc:11"),
      ::mentat::describe__<::buffer_impl__::get_tag__>("get", "bounded_buffer.mpl.cc:12"),
      ::mentat::describe__<::buffer_impl__::close_tag__>("close", "bounded_buffer.mpl.cc:17"),
      ::mentat::describe__<::buffer_impl__::size_tag__>("size", "bounded_buffer.mpl.cc:18"),
  };
};
auto ::buffer_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::buffer_impl__>();
}
MENTAT_REGISTER_CLASS(::buffer_impl__)
