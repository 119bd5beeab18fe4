// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "out_of_class.mpl.cc"
#include <mentat/mpl.h>

class tree_impl__; using tree = ::mentat::handle__<tree_impl__>;  // used before it is defined

class forest_impl__; using forest = ::mentat::handle__<forest_impl__>; class forest_impl__ {
 public:
  void plant_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, tree one);
  void size_body__(::mentat::rtf_sink__<long>& mentat_rtf__) const;

 private:
  static long planted_;
#line 16 "out_of_class.cc"
 public:
  using plant_tag__ = ::mentat::method__<forest_impl__, 0xa47adb56u, void(tree)>;
  void plant(tree one);
  using size_tag__ = ::mentat::method__<forest_impl__, 0x27199999u, long()>;
  long size() const {
    ::mentat::local_call__<size_tag__> call__;
    size_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void plant(tree one, ::mentat::source_place__ place__ = ::mentat::here__()) const;
    long size(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<size_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 12 "out_of_class.mpl.cc"
};

class tree_impl__ {
 public:
  struct leaf {
    int colour;
  };
  tree_impl__();
  virtual ~tree_impl__();
  void pick_body__(::mentat::rtf_sink__<leaf>& mentat_rtf__, int height);
  void height_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const ;
  virtual void grow_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int by);

 private:
  int height_;
#line 50 "out_of_class.cc"
 public:
  using pick_tag__ = ::mentat::method__<tree_impl__, 0x89a235d3u, leaf(int)>;
  leaf pick(int height) {
    ::mentat::local_call__<pick_tag__> call__;
    pick_body__(call__.rtf__(), height);
    return call__.take__();
  }
  using height_tag__ = ::mentat::method__<tree_impl__, 0x5ea52614u, int()>;
  int height() const {
    ::mentat::local_call__<height_tag__> call__;
    height_body__(call__.rtf__());
    return call__.take__();
  }
  using grow_tag__ = ::mentat::method__<tree_impl__, 0x783ab401u, void(int)>;
  void grow(int by) {
    ::mentat::local_call__<grow_tag__> call__;
    grow_body__(call__.rtf__(), by);
    return call__.take__();
  }
  void grow_local__(int by) {
    ::mentat::local_call__<grow_tag__> call__;
    tree_impl__::grow_body__(call__.rtf__(), by);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, false>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    using leaf = tree_impl__::leaf;
    leaf pick(int height, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<pick_tag__>(height, place__);
    }
    int height(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<height_tag__>(place__);
    }
    void grow(int by, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<grow_tag__>(by, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 27 "out_of_class.mpl.cc"
};

long forest_impl__::planted_ = 0;

void forest_impl__::plant_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, tree one) {
  one.invoke_fn__<::tree_impl__::grow_tag__>(1);
}

void forest_impl__::size_body__(::mentat::rtf_sink__<long>& mentat_rtf__) const { return mentat_rtf__(1); }

tree_impl__::tree_impl__() : height_(1) {}
tree_impl__::~tree_impl__() {}


void tree_impl__::pick_body__(::mentat::rtf_sink__<tree_impl__::leaf>& mentat_rtf__, int height) {
  return mentat_rtf__(leaf{height});
}

void tree_impl__::height_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const  { return mentat_rtf__(height_); }
void tree_impl__::grow_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int by) { height_ += by; }
#line 110 "out_of_class.cc"
#ifndef MENTAT_SERIALIZE_b5fa33ca3ec644da
#define MENTAT_SERIALIZE_b5fa33ca3ec644da
template <class Archive__>
void serialize__(Archive__& archive__, ::tree::leaf& value__) {
  archive__(value__.colour);
}
#endif
template <> struct mentat::server__<::forest_impl__> {
  static void dispatch__(::forest_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::forest_impl__::plant_tag__::number__: {
        ::mentat::accepted_call__<::forest_impl__::plant_tag__> call__(unit__);
        return self__.plant_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::forest_impl__::size_tag__::number__: {
        ::mentat::accepted_call__<::forest_impl__::size_tag__> call__(unit__);
        return self__.size_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "forest", ::mentat::kind__::persistent__, 0x72a92234d378a93eull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::forest_impl__::plant_tag__>("plant", "out_of_class.mpl.cc:31"),
      ::mentat::describe__<::forest_impl__::size_tag__>("size", "out_of_class.mpl.cc:35"),
  };
};
auto ::forest_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::forest_impl__>();
}
MENTAT_REGISTER_CLASS(::forest_impl__)
template <> struct mentat::server__<::tree_impl__> {
  static void dispatch__(::tree_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::tree_impl__::pick_tag__::number__: {
        ::mentat::accepted_call__<::tree_impl__::pick_tag__> call__(unit__);
        return self__.pick_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::tree_impl__::height_tag__::number__: {
        ::mentat::accepted_call__<::tree_impl__::height_tag__> call__(unit__);
        return self__.height_body__(call__.rtf__());
      }
      case ::tree_impl__::grow_tag__::number__: {
        ::mentat::accepted_call__<::tree_impl__::grow_tag__> call__(unit__);
        return self__.grow_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "tree", ::mentat::kind__::persistent__, 0x8257dda6d828d4e9ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::tree_impl__::pick_tag__>("pick", "out_of_class.mpl.cc:41"),
      ::mentat::describe__<::tree_impl__::height_tag__>("height", "out_of_class.mpl.cc:45"),
      ::mentat::describe__<::tree_impl__::grow_tag__>("grow", "out_of_class.mpl.cc:46"),
  };
};
auto ::tree_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::tree_impl__>();
}
MENTAT_REGISTER_CLASS(::tree_impl__)
auto ::forest_impl__::plant(tree one) -> void {
  ::mentat::local_call__<plant_tag__> call__;
  plant_body__(call__.rtf__(), static_cast<decltype(one)&&>(one));
  return call__.take__();
}
auto ::forest_impl__::mentat_stubs__::plant(tree one, ::mentat::source_place__ place__) const -> void {
  return call_fn__<plant_tag__>(static_cast<decltype(one)&&>(one), place__);
}
