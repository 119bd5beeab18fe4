// Spaces in spaces: one space for each customer, found by name in a directory that is a space.
// No elision: spaces have none.
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>
#include <string>

using namespace mentat::literals;

class [[mentat::regular]] clerk {
 public:
  int serve(mentat::space directory, const std::string& who) {
    mentat::space box = directory.rd("box"_name, who, mentat::formal<mentat::space>);
    int asked = box.in("ask"_name, mentat::formal<int>);
    box.out("answer"_name, asked + 1);
    rtf(asked);
  }
};

int main() {
  mentat::space directory, anna, ben;
  mentat::create(directory);
  mentat::create(anna);
  mentat::create(ben);
  clerk c;
  int of_anna = c.serve(directory, "anna");
  int of_ben = c.serve(directory, "ben");
  anna.out("ask"_name, 10);
  ben.out("ask"_name, 20);
  directory.out("box"_name, std::string("ben"), ben);
  directory.out("box"_name, std::string("anna"), anna);
  std::cout << anna.in("answer"_name, mentat::formal<int>) << " "
            << ben.in("answer"_name, mentat::formal<int>) << "\n";
  std::cout << of_anna << " " << of_ben << "\n";
  std::cout << directory.count("box"_name, mentat::formal<std::string>,
                               mentat::formal<mentat::space>)
            << "\n";
  mentat::destroy(ben);
  mentat::space gone = directory.in("box"_name, "ben", mentat::formal<mentat::space>);
  try {
    gone.out("ask"_name, 1);
    std::cout << gone.count("ask"_name, mentat::formal<int>) << "\n";
  } catch (const mentat::object_lost&) {
    std::cout << "ben has left\n";
  }
  return 0;
}
