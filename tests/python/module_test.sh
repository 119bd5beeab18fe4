#!/bin/bash
# Two modules of Mentat classes, in every mode that Python has.
. tests/python/python_harness.sh
need_modules numpy

cp "$sources"/{shop.mpl.h,shop.mpl.cc,other.mpl.h,module_test.py,arrays_test.py} .
make_module shop.mpl.h shop.mpl.cc -o shop
quiet
make_module other.mpl.h
for mode in serial threads adversarial processes; do
  for tests in module_test.py arrays_test.py; do
    expect 0 env MENTAT_MODE=$mode $python $tests
    complains OK
    [ "$failures" -eq 0 ] || cat "$TEST_TMPDIR/err"
  done
done

# Between processes the elements of a shared array and of a large buffer are not sent.
cat >shared.py <<'END'
import mentat
import numpy
import shop

m = shop.mathematics()
shared, squares = mentat.share(numpy.ones(1_000_000)), m.squares(1_000_000)
assert [m.sum(shared) for _ in range(50)] == [1_000_000] * 50
assert [m.sum(squares) > 0 for _ in range(50)] == [True] * 50
END
expect 0 env MENTAT_MODE=processes MENTAT_STATS=1 $python shared.py
bytes=$(sed -n 's/.* sent .* messages, \([0-9]*\) bytes$/\1/p' "$TEST_TMPDIR/err" | awk '{ sum += $1 } END { print sum + 0 }')
((bytes > 0 && bytes < 1000000)) || fault "processes sent $bytes bytes for an array of 8,000,000"

finish
