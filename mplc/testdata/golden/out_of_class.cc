#include <mentat/server.h>
#line 1 "out_of_class.mpl.cc"
#include <mentat/mpl.h>

class tree_impl; using tree = ::mentat::handle<tree_impl>;  // used before it is defined

class forest_impl; using forest = ::mentat::handle<forest_impl>; class forest_impl {
 public:
  void plant_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, tree one);
  void size_body(::mentat::rtf_sink<long>& mentat_rtf) const;

 private:
  static long planted_;
#line 15 "out_of_class.cc"
 public:
  using plant_tag = ::mentat::method<forest_impl, 0xa47adb56u, void(tree)>;
  void plant(tree one);
  using size_tag = ::mentat::method<forest_impl, 0x27199999u, long()>;
  long size() const {
    ::mentat::local_call<size_tag> call;
    size_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    void plant(tree one) const;
    long size() const { return call_fn<size_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 12 "out_of_class.mpl.cc"
};

class tree_impl {
 public:
  struct leaf {
    int colour;
  };
  tree_impl();
  virtual ~tree_impl();
  void pick_body(::mentat::rtf_sink<leaf>& mentat_rtf, int height);
  void height_body(::mentat::rtf_sink<int>& mentat_rtf) const ;
  virtual void grow_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, int by);

 private:
  int height_;
#line 46 "out_of_class.cc"
 public:
  using pick_tag = ::mentat::method<tree_impl, 0x89a235d3u, leaf(int)>;
  leaf pick(int height) {
    ::mentat::local_call<pick_tag> call;
    pick_body(call.rtf(), height);
    return call.take();
  }
  using height_tag = ::mentat::method<tree_impl, 0x5ea52614u, int()>;
  int height() const {
    ::mentat::local_call<height_tag> call;
    height_body(call.rtf());
    return call.take();
  }
  using grow_tag = ::mentat::method<tree_impl, 0x783ab401u, void(int)>;
  void grow(int by) {
    ::mentat::local_call<grow_tag> call;
    grow_body(call.rtf(), by);
    return call.take();
  }
  void grow_local(int by) {
    ::mentat::local_call<grow_tag> call;
    tree_impl::grow_body(call.rtf(), by);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    using leaf = tree_impl::leaf;
    leaf pick(int height) const { return call_fn<pick_tag>(height); }
    int height() const { return call_fn<height_tag>(); }
    void grow(int by) const { return call_fn<grow_tag>(by); }
  };
  static const ::mentat::class_info& mentat_class();
#line 27 "out_of_class.mpl.cc"
};

long forest_impl::planted_ = 0;

void forest_impl::plant_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, tree one) {
  one.invoke_fn<::tree_impl::grow_tag>(1);
}

void forest_impl::size_body(::mentat::rtf_sink<long>& mentat_rtf) const { return mentat_rtf(1); }

tree_impl::tree_impl() : height_(1) {}
tree_impl::~tree_impl() {}


void tree_impl::pick_body(::mentat::rtf_sink<tree_impl::leaf>& mentat_rtf, int height) {
  return mentat_rtf(leaf{height});
}

void tree_impl::height_body(::mentat::rtf_sink<int>& mentat_rtf) const  { return mentat_rtf(height_); }
void tree_impl::grow_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, int by) { height_ += by; }
#line 99 "out_of_class.cc"
#ifndef MENTAT_SERIALIZE_b5fa33ca3ec644da
#define MENTAT_SERIALIZE_b5fa33ca3ec644da
template <class Archive>
void serialize(Archive& archive, ::tree::leaf& value) {
  archive(value.colour);
}
#endif
template <> struct mentat::server<::forest_impl> {
  static void dispatch(::forest_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::forest_impl::plant_tag::number: {
        ::mentat::accepted_call<::forest_impl::plant_tag> call(unit);
        return self.plant_body(call.rtf(), call.argument<0>());
      }
      case ::forest_impl::size_tag::number: {
        ::mentat::accepted_call<::forest_impl::size_tag> call(unit);
        return self.size_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "forest", ::mentat::kind::persistent, 0x72a92234d378a93eull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::forest_impl::plant_tag>("plant", "out_of_class.mpl.cc:31"),
      ::mentat::describe<::forest_impl::size_tag>("size", "out_of_class.mpl.cc:35"),
  };
};
auto ::forest_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::forest_impl>();
}
MENTAT_REGISTER_CLASS(::forest_impl)
template <> struct mentat::server<::tree_impl> {
  static void dispatch(::tree_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::tree_impl::pick_tag::number: {
        ::mentat::accepted_call<::tree_impl::pick_tag> call(unit);
        return self.pick_body(call.rtf(), call.argument<0>());
      }
      case ::tree_impl::height_tag::number: {
        ::mentat::accepted_call<::tree_impl::height_tag> call(unit);
        return self.height_body(call.rtf());
      }
      case ::tree_impl::grow_tag::number: {
        ::mentat::accepted_call<::tree_impl::grow_tag> call(unit);
        return self.grow_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "tree", ::mentat::kind::persistent, 0x8257dda6d828d4e9ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::tree_impl::pick_tag>("pick", "out_of_class.mpl.cc:41"),
      ::mentat::describe<::tree_impl::height_tag>("height", "out_of_class.mpl.cc:45"),
      ::mentat::describe<::tree_impl::grow_tag>("grow", "out_of_class.mpl.cc:46"),
  };
};
auto ::tree_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::tree_impl>();
}
MENTAT_REGISTER_CLASS(::tree_impl)
auto ::forest_impl::plant(tree one) -> void {
  ::mentat::local_call<plant_tag> call;
  plant_body(call.rtf(), static_cast<tree&&>(one));
  return call.take();
}
auto ::forest_impl::mentat_stubs::plant(tree one) const -> void {
  return call_fn<plant_tag>(static_cast<tree&&>(one));
}
