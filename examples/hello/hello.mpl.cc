// The smallest program with both kinds of Mentat class: it makes two greetings in parallel and
// hands them to one guest book.
#include <mentat/mpl.h>

#include <iostream>
#include <string>

class [[mentat::regular]] greeter {
 public:
  std::string greet(const std::string& word, const std::string& name) {
    rtf(word + ", " + name + "!");
  }
};

class [[mentat::persistent]] guest_book {
 public:
  int sign(const std::string& line) {
    text_ += line + "\n";
    rtf(++lines_);
  }
  std::string read() const { rtf(text_); }

 private:
  std::string text_;
  int lines_ = 0;
};

int main() {
  greeter polite;
  guest_book book;
  mentat::create(book);

  std::string hello = polite.greet("Hello", "world");
  std::string bye = polite.greet("Good bye", "world");
  book.sign(hello);
  int lines = book.sign(bye);

  std::cout << book.read() << lines << " lines\n";
  return 0;
}
