// Translated by mplc VERSION.
// The smallest program with both kinds of Mentat class: it makes two greetings in parallel and
// hands them to one guest book.
#include <mentat/server.h>
#include <mentat/main.h>

#include <iostream>
#include <string>

class greeter_impl__;
using greeter = mentat::handle__<greeter_impl__>;
class greeter_impl__ {
 public:
  void greet_body__(mentat::rtf_sink__<std::string>& mentat_rtf__, const std::string& word,
                    const std::string& name) {
    mentat_rtf__(word + ", " + name + "!");
  }

 public:
  using greet_tag__ = mentat::method__<greeter_impl__, 0x26c443d2u,
                                       std::string(const std::string&, const std::string&)>;
  std::string greet(const std::string& word, const std::string& name) {
    mentat::local_call__<greet_tag__> call__;
    greet_body__(call__.rtf__(), word, name);
    return call__.take__();
  }
  struct mentat_stubs__ : mentat::mentat_object__ {
    std::string greet(const std::string& word, const std::string& name,
                      mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<greet_tag__>(word, name, place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

class guest_book_impl__;
using guest_book = mentat::handle__<guest_book_impl__>;
class guest_book_impl__ {
 public:
  void sign_body__(mentat::rtf_sink__<int>& mentat_rtf__, const std::string& line) {
    text_ += line + "\n";
    mentat_rtf__(++lines_);
  }
  void read_body__(mentat::rtf_sink__<std::string>& mentat_rtf__) const { mentat_rtf__(text_); }

 private:
  std::string text_;
  int lines_ = 0;

 public:
  using sign_tag__ = mentat::method__<guest_book_impl__, 0x64864ae9u, int(const std::string&)>;
  int sign(const std::string& line) {
    mentat::local_call__<sign_tag__> call__;
    sign_body__(call__.rtf__(), line);
    return call__.take__();
  }
  using read_tag__ = mentat::method__<guest_book_impl__, 0x74a30153u, std::string()>;
  std::string read() const {
    mentat::local_call__<read_tag__> call__;
    read_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : mentat::mentat_object__ {
    int sign(const std::string& line, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<sign_tag__>(line, place__);
    }
    std::string read(mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<read_tag__>(place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

int mentat_main__(int, char**) {
  greeter polite;
  guest_book book;
  mentat::create(book);

  std::string hello;
  mentat::rv_scope__ mentat_scope_hello__(hello);
  mentat::RV_INSERT__(hello) = polite.invoke_fn__<greeter_impl__::greet_tag__>("Hello", "world");
  std::string bye;
  mentat::rv_scope__ mentat_scope_bye__(bye);
  mentat::RV_INSERT__(bye) = polite.invoke_fn__<greeter_impl__::greet_tag__>("Good bye", "world");
  book.invoke_fn__<guest_book_impl__::sign_tag__>(mentat::PRV_TO_ARG__(hello));
  int lines;
  mentat::rv_scope__ mentat_scope_lines__(lines);
  mentat::RV_INSERT__(lines) =
      book.invoke_fn__<guest_book_impl__::sign_tag__>(mentat::PRV_TO_ARG__(bye));

  std::cout << book.call_fn__<guest_book_impl__::read_tag__>() << mentat::RESOLVE__(lines)
            << " lines\n";
  return 0;
}

template <>
struct mentat::server__<greeter_impl__> {
  static void dispatch__(greeter_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case greeter_impl__::greet_tag__::number__: {
        mentat::accepted_call__<greeter_impl__::greet_tag__> call__(unit__);
        return self__.greet_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{"greeter", mentat::kind__::regular__,
                                                             0x2449e682d402185eull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<greeter_impl__::greet_tag__>("greet"),
  };
};
auto greeter_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<greeter_impl__>();
}
MENTAT_REGISTER_CLASS(greeter_impl__)

template <>
struct mentat::server__<guest_book_impl__> {
  static void dispatch__(guest_book_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case guest_book_impl__::sign_tag__::number__: {
        mentat::accepted_call__<guest_book_impl__::sign_tag__> call__(unit__);
        return self__.sign_body__(call__.rtf__(), call__.argument__<0>());
      }
      case guest_book_impl__::read_tag__::number__: {
        mentat::accepted_call__<guest_book_impl__::read_tag__> call__(unit__);
        return self__.read_body__(call__.rtf__());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{
      "guest_book", mentat::kind__::persistent__, 0x312f29f69626510cull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<guest_book_impl__::sign_tag__>("sign"),
      mentat::describe__<guest_book_impl__::read_tag__>("read"),
  };
};
auto guest_book_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<guest_book_impl__>();
}
MENTAT_REGISTER_CLASS(guest_book_impl__)

int main(int argc__, char** argv__) { return mentat::run_main__(argc__, argv__, &mentat_main__); }
