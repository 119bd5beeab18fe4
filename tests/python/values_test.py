"""What values become on the way to C++ and back: none is changed silently. MENTAT_MODE says the mode."""

import datetime
import decimal
import fractions
import os
import time
import unittest

import mentat
import values

os.environ["TZ"] = "Europe/Berlin"
time.tzset()
v = values.values()


def numpy_or_skip(test):
    try:
        import numpy
    except ImportError:
        test.skipTest("numpy is not installed")
    return numpy


class ready(unittest.TestCase):
    def test_a_loop_that_polls_ends(self):
        for call in (lambda: v.wait(20, 5), lambda: v.integer(5)):
            one = call()
            while not mentat.ready(one):
                time.sleep(0.001)
            self.assertEqual(one, 5)


if __name__ == "__main__":
    unittest.main()
