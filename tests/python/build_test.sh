#!/bin/bash
# `mentat python-module`: what it makes, and what it says if it cannot.
. tests/python/python_harness.sh
need_modules

cat >bank.mpl.h <<'END'
#pragma once
#include <mentat/mpl.h>
#include <string>
/// An account.
class [[mentat::persistent]] account {
 public:
  void deposit(long amount);
  long balance() const { return balance_; }
 private:
  long balance_ = 0;
};
END
cat >bank.mpl.cc <<'END'
#include "bank.mpl.h"
void account::deposit(long amount) { balance_ += amount; }
END
cat >use.py <<'END'
import bank
a = bank.account()
a.deposit(5)
print(a.balance())
END

# The name comes from the header, or, if only sources are named, from the header beside them.
make_module bank.mpl.h bank.mpl.cc
quiet
mkdir -p build/deep elsewhere && cd elsewhere && make_module -DNOTHING ../bank.mpl.cc -o ../build/deep/bank.so && cd ..
for folder in . build/deep; do
  exists $folder/bank.so
  expect 0 $python -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' $folder/bank.pyi
  for mode in serial threads processes; do
    expect 0 env -u PYTHONPATH MENTAT_MODE=$mode $python -c "import sys; sys.path[0] = '$folder'; exec(open('use.py').read())"
    says 5
    quiet
  done
done
grep -qF 'def deposit(self, amount: int) -> None: ...' bank.pyi || fault 'the stub lacks a function'
grep -qF "'An account.'" bank.pyi || fault 'the stub lacks the comment'
expect 0 $python -c 'import bank; print(bank.account.__doc__, bank.__name__)'
says 'An account. bank'
# A class whose base is in another header.
cat >savings.mpl.h <<'END'
#pragma once
#include "bank.mpl.h"
class [[mentat::persistent]] savings : public account {
 public:
  long rate() const { return 3; }
};
END
make_module bank.mpl.h savings.mpl.h bank.mpl.cc -o both
expect 0 $python -c 'import both; s = both.savings(); s.deposit(7); print(s.balance(), s.rate(), isinstance(s, both.account))'
says '7 3 True'
# Options count for the text that describes the classes, too, also those with a value of their own.
mkdir -p included quoted system
printf '#pragma once\nstruct part { long value = PART; };\n' >included/part.h
printf '#pragma once\nconstexpr long quoted = 20;\n' >quoted/quoted.h
printf '#pragma once\nconstexpr long of_system = 300;\n' >system/of_system.h
cat >uses.mpl.h <<'END'
#include <mentat/mpl.h>
#include <of_system.h>
#include "part.h"
#include "quoted.h"
class [[mentat::regular]] user_of_parts {
 public:
  long value(part p = {}) { return p.value + quoted + of_system; }
};
END
make_module -I included -iquote quoted -isystem system -D PART=1 uses.mpl.h
expect 0 $python -c 'import uses; print(uses.user_of_parts().value())'
says 321
# mplc alone writes the text that describes the classes.
expect 0 "${mentat%mentat}mplc" bank.mpl.h --emit=python -o - -- -isystem "${mentat%bin/mentat}include"
says 'bound_name__<::mentat::handle__<::account_impl__>> = "account"'
expect 1 "${mentat%mentat}mplc" bank.mpl.h --emit=python
complains 'give one with -o'

# refuses STATUS TEXT ARGUMENT...: it says so, and leaves nothing
refuses() {
  local status=$1 text=$2
  shift 2
  expect "$status" "$mentat" python-module --python=$python -o wrong "$@"
  complains "$text"
  absent wrong.so
  absent wrong.pyi
}
refuses 2 'name an .mpl.h file' 
refuses 2 "there is no file 'none.mpl.h'" none.mpl.h
refuses 2 'is no name of a Python module' bank.mpl.h -o 2banks
refuses 2 'is missing' bank.mpl.h -o
refuses 2 'is no name of a Python module' bank.mpl.h -o 'a b'
refuses 127 'nopython' bank.mpl.h --python=nopython
printf '#include <mentat/mpl.h>\nstruct plain { int x; };\n' >empty.mpl.h
refuses 1 'defines no Mentat class that Python can use' empty.mpl.h
cat >pointer.mpl.h <<'END'
#include <mentat/mpl.h>
class [[mentat::regular]] pointed {
 public:
  int at(int* where) { return *where; }
};
END
refuses 1 'pointer.mpl.h:4' pointer.mpl.h
complains E0301
cat >strange.mpl.h <<'END'
#include <mentat/mpl.h>
class money {
 public:
  template <class A> void serialize(A& archive) { archive(cents_); }
 private:
  long cents_ = 0;
};
class [[mentat::regular]] till {
 public:
  int count(int coins) { return coins; }
  void put(money paid) {}
};
END
refuses 1 'strange.mpl.h:11' strange.mpl.h
complains "till::put: parameter 'paid' has a type that has no form in Python; docs/python.md lists"
printf '#include <mentat/mpl.h>\nclass [[mentat::regular]] wrong_type { public: int f() { return nothing; } };\n' >faulty.mpl.h
refuses 1 'faulty.mpl.h:2' faulty.mpl.h
# The sources of a module have to define what its headers declare.
refuses 1 'account' bank.mpl.h

# A module does not work with the package of another version, and says what to do.
mkdir -p newer/mentat && sed 's/^__version__ = .*/__version__ = "99.0"/' "$PYTHONPATH/mentat/__init__.py" >newer/mentat/__init__.py
expect 1 env PYTHONPATH=newer $python use.py
complains 'ImportError: bank was made by Mentat'
complains 'is of Mentat 99.0; make the module again with `mentat python-module`'
# Nor without the library of its version.
sed 's/libmentat\.so\./libmentat.so_/g' bank.so >newer/bank.so
expect 1 $python -c 'import sys; sys.path.insert(0, "newer"); import bank'
complains 'libmentat.so_'

expect 0 "$mentat" python-module --help
says 'usage: mentat python-module'

finish
