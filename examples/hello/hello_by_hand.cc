// hello.mpl.cc written by hand on the run-time interface. A class consists of its body functions,
// one tag for each, the stubs of its front end and a server section; docs/emitted.md explains them.
#include <mentat/main.h>
#include <mentat/server.h>

#include <iostream>
#include <string>
#include <utility>

class greeter_impl;
using greeter = mentat::handle<greeter_impl>;
class greeter_impl {
 public:
  using greet_tag = mentat::method<greeter_impl, 1, std::string(std::string, std::string)>;

  void greet_body(mentat::rtf_sink<std::string>& rtf, const std::string& word,
                  const std::string& name) {
    rtf(word + ", " + name + "!");
  }

  struct mentat_stubs__ : mentat::mentat_object {};
  static const mentat::class_info& mentat_class__();
};

class guest_book_impl;
using guest_book = mentat::handle<guest_book_impl>;
class guest_book_impl {
 public:
  using sign_tag = mentat::method<guest_book_impl, 1, int(std::string)>;
  using read_tag = mentat::method<guest_book_impl, 2, std::string()>;

  void sign_body(mentat::rtf_sink<int>& rtf, const std::string& line) {
    text_ += line + "\n";
    rtf(++lines_);
  }
  void read_body(mentat::rtf_sink<std::string>& rtf) const { rtf(text_); }

  struct mentat_stubs__ : mentat::mentat_object {
    std::string read() const { return call_fn__<read_tag>(); }
  };
  static const mentat::class_info& mentat_class__();

 private:
  std::string text_;
  int lines_ = 0;
};

template <>
struct mentat::server__<greeter_impl> {
  static void dispatch__(greeter_impl& self, mentat::work_unit& unit) {
    if (unit.function() != greeter_impl::greet_tag::number__) {
      mentat::no_such_function__(unit);
    }
    mentat::accepted_call<greeter_impl::greet_tag> call(unit);
    self.greet_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
  }
  static constexpr mentat::class_description description__{"greeter", mentat::kind::regular, 1,
                                                         nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<greeter_impl::greet_tag>("greet")};
};
const mentat::class_info& greeter_impl::mentat_class__() {
  return mentat::class_info_of__<greeter_impl>();
}
MENTAT_REGISTER_CLASS(greeter_impl)

template <>
struct mentat::server__<guest_book_impl> {
  static void dispatch__(guest_book_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case guest_book_impl::sign_tag::number__: {
        mentat::accepted_call<guest_book_impl::sign_tag> call(unit);
        return self.sign_body(call.rtf__(), call.argument__<0>());
      }
      case guest_book_impl::read_tag::number__: {
        mentat::accepted_call<guest_book_impl::read_tag> call(unit);
        return self.read_body(call.rtf__());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"guest_book", mentat::kind::persistent, 2,
                                                         nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<guest_book_impl::sign_tag>("sign"),
      mentat::describe__<guest_book_impl::read_tag>("read")};
};
const mentat::class_info& guest_book_impl::mentat_class__() {
  return mentat::class_info_of__<guest_book_impl>();
}
MENTAT_REGISTER_CLASS(guest_book_impl)

static int program(int, char**) {
  greeter polite;
  guest_book book;
  mentat::create(book);

  // Calls held as computation instances need no result variables: each becomes an argument.
  auto hello = polite.invoke_fn__<greeter_impl::greet_tag>("Hello", "world");
  auto bye = polite.invoke_fn__<greeter_impl::greet_tag>("Good bye", "world");
  book.invoke_fn__<guest_book_impl::sign_tag>(std::move(hello));
  int lines = 0;
  mentat::rv_scope lines_scope(lines);
  mentat::RV_INSERT__(lines) = book.invoke_fn__<guest_book_impl::sign_tag>(std::move(bye));

  std::cout << book.read() << mentat::RESOLVE__(lines) << " lines\n";
  return 0;
}

int main(int argc, char** argv) { return mentat::run_main(argc, argv, &program); }
