// The smallest program with both kinds of Mentat class: two greetings are made in parallel and
// handed to one guest book.
#include <mentat/server.h>
#include <mentat/main.h>

#include <iostream>
#include <string>

class greeter_impl;
using greeter = mentat::handle<greeter_impl>;
class greeter_impl {
 public:
  void greet_body(mentat::rtf_sink<std::string>& mentat_rtf, const std::string& word,
                  const std::string& name) {
    mentat_rtf(word + ", " + name + "!");
  }

 public:
  using greet_tag = mentat::method<greeter_impl, 0x26c443d2u,
                                   std::string(const std::string&, const std::string&)>;
  std::string greet(const std::string& word, const std::string& name) {
    mentat::local_call<greet_tag> call;
    greet_body(call.rtf(), word, name);
    return call.take();
  }
  struct mentat_stubs : mentat::mentat_object {
    std::string greet(const std::string& word, const std::string& name) const {
      return call_fn<greet_tag>(word, name);
    }
  };
  static const mentat::class_info& mentat_class();
};

class guest_book_impl;
using guest_book = mentat::handle<guest_book_impl>;
class guest_book_impl {
 public:
  void sign_body(mentat::rtf_sink<int>& mentat_rtf, const std::string& line) {
    text_ += line + "\n";
    mentat_rtf(++lines_);
  }
  void read_body(mentat::rtf_sink<std::string>& mentat_rtf) const { mentat_rtf(text_); }

 private:
  std::string text_;
  int lines_ = 0;

 public:
  using sign_tag = mentat::method<guest_book_impl, 0x64864ae9u, int(const std::string&)>;
  int sign(const std::string& line) {
    mentat::local_call<sign_tag> call;
    sign_body(call.rtf(), line);
    return call.take();
  }
  using read_tag = mentat::method<guest_book_impl, 0x74a30153u, std::string()>;
  std::string read() const {
    mentat::local_call<read_tag> call;
    read_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : mentat::mentat_object {
    int sign(const std::string& line) const { return call_fn<sign_tag>(line); }
    std::string read() const { return call_fn<read_tag>(); }
  };
  static const mentat::class_info& mentat_class();
};

int mentat_main(int, char**) {
  greeter polite;
  guest_book book;
  mentat::create(book);

  std::string hello;
  mentat::rv_scope mentat_scope_hello(hello);
  mentat::RV_INSERT(hello) = polite.invoke_fn<greeter_impl::greet_tag>("Hello", "world");
  std::string bye;
  mentat::rv_scope mentat_scope_bye(bye);
  mentat::RV_INSERT(bye) = polite.invoke_fn<greeter_impl::greet_tag>("Good bye", "world");
  book.invoke_fn<guest_book_impl::sign_tag>(mentat::PRV_TO_ARG(hello));
  int lines;
  mentat::rv_scope mentat_scope_lines(lines);
  mentat::RV_INSERT(lines) = book.invoke_fn<guest_book_impl::sign_tag>(mentat::PRV_TO_ARG(bye));

  std::cout << book.call_fn<guest_book_impl::read_tag>() << mentat::RESOLVE(lines) << " lines\n";
  return 0;
}

template <>
struct mentat::server<greeter_impl> {
  static void dispatch(greeter_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case greeter_impl::greet_tag::number: {
        mentat::accepted_call<greeter_impl::greet_tag> call(unit);
        return self.greet_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    mentat::no_such_function(unit);
  }
  static constexpr mentat::class_description description{"greeter", mentat::kind::regular,
                                                         0x2449e682d402185eull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<greeter_impl::greet_tag>("greet"),
  };
};
auto greeter_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<greeter_impl>();
}
MENTAT_REGISTER_CLASS(greeter_impl)

template <>
struct mentat::server<guest_book_impl> {
  static void dispatch(guest_book_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case guest_book_impl::sign_tag::number: {
        mentat::accepted_call<guest_book_impl::sign_tag> call(unit);
        return self.sign_body(call.rtf(), call.argument<0>());
      }
      case guest_book_impl::read_tag::number: {
        mentat::accepted_call<guest_book_impl::read_tag> call(unit);
        return self.read_body(call.rtf());
      }
    }
    mentat::no_such_function(unit);
  }
  static constexpr mentat::class_description description{"guest_book", mentat::kind::persistent,
                                                         0x312f29f69626510cull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<guest_book_impl::sign_tag>("sign"),
      mentat::describe<guest_book_impl::read_tag>("read"),
  };
};
auto guest_book_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<guest_book_impl>();
}
MENTAT_REGISTER_CLASS(guest_book_impl)

int main(int argc, char** argv) { return mentat::run_main(argc, argv, &mentat_main); }
