"""Arrays of numpy as arguments and results. Run in every mode that Python has: MENTAT_MODE says which."""

import os
import time
import unittest

import mentat
import shop

MODE = os.environ["MENTAT_MODE"]
IN_ONE_PROCESS = MODE != "processes"


class arrays(unittest.TestCase):
    def setUp(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        self.np = numpy
        self.m = shop.mathematics()

    def test_an_array_is_an_argument(self):
        numbers = self.np.arange(1000.0)
        self.assertEqual(self.m.sum(numbers), 499500)
        self.assertEqual(self.m.sum(numbers[::2]), 249500)
        self.assertEqual(self.m.sum(numbers.astype("float32")), 499500)
        self.assertEqual(self.m.sum(numbers.astype("int32")), 499500)
        self.assertEqual(self.m.sum_of_copy(numbers), 499500)
        self.assertEqual(self.m.sum(self.np.array([])), 0)
        with self.assertRaises(TypeError):
            self.m.sum(numbers + 1j)
        with self.assertRaises(TypeError):
            self.m.sum(numbers.reshape(10, 100))

    def test_it_is_not_copied_in_one_process(self):
        numbers = self.np.arange(1000.0)
        same = self.m.address(numbers) == numbers.ctypes.data
        self.assertEqual(same, IN_ONE_PROCESS)
        self.assertEqual(self.m.address_of_buffer(numbers) == numbers.ctypes.data, IN_ONE_PROCESS)

    def test_it_cannot_be_written_while_a_call_has_it(self):
        if not IN_ONE_PROCESS:
            self.skipTest("the call has a copy")
        d, numbers = shop.door(), self.np.arange(1000.0)
        totals = [self.m.sum_after(d.pass_(1), numbers), self.m.sum_after(d.pass_(2), numbers)]
        with self.assertRaises(ValueError):
            numbers[0] = 1
        self.assertFalse(numbers.flags.writeable)
        d.open()
        self.assertEqual(totals, [499500, 499500])
        numbers[0] = 1
        self.assertEqual(self.m.sum(numbers), 499501)
        numbers[0] = 2

    def test_it_can_be_written_once_the_result_is_seen(self):
        numbers = self.np.arange(1000.0)
        for _ in range(3):
            numbers[0] = self.m.sum_and_rest(numbers) - 499500
            numbers[0] = 0

    def test_one_that_could_not_be_written_stays_so(self):
        numbers = self.np.arange(10.0)
        numbers.flags.writeable = False
        self.assertEqual(self.m.sum(numbers), 45)
        self.assertFalse(numbers.flags.writeable)

    def test_a_freed_array_lives_as_long_as_its_call(self):
        d = shop.door()
        total = self.m.sum_after(d.pass_(1), self.np.ones(100_000))
        overwritten = [self.np.zeros(100_000) for _ in range(10)]
        d.open()
        self.assertEqual(total, 100_000)
        del overwritten

    def test_a_buffer_is_an_array_that_cannot_be_written(self):
        squares = mentat.wait(self.m.squares(100_000))
        self.assertIsInstance(squares, self.np.ndarray)
        self.assertEqual(squares[300], 90_000)
        self.assertFalse(squares.flags.writeable)
        with self.assertRaises(ValueError):
            squares.flags.writeable = True
        self.assertEqual(self.np.sum(self.m.squares(4)), 14)
        self.assertEqual((self.m.squares(4) + self.np.ones(4)).tolist(), [1, 2, 5, 10])
        self.assertEqual(mentat.wait(self.m.squares(0)).tolist(), [])

    def test_a_buffer_goes_on_without_a_copy(self):
        squares = mentat.wait(self.m.squares(1000))
        self.assertEqual(self.m.address_of_buffer(squares) == squares.ctypes.data, IN_ONE_PROCESS)
        part = squares[10:20]
        self.assertEqual(self.m.address_of_buffer(part) == part.ctypes.data, IN_ONE_PROCESS)
        self.assertEqual(self.m.sum(squares[:4]), 14)
        again = mentat.wait(self.m.same(squares))
        if IN_ONE_PROCESS:
            self.assertEqual(again.ctypes.data, squares.ctypes.data)
        self.assertEqual(self.m.sum(self.m.squares(4)), 14)

    def test_large_buffers_between_processes(self):
        squares = mentat.wait(self.m.squares(1_000_000))
        ones = squares - squares + 1
        ones.flags.writeable = False
        self.assertEqual([self.m.sum(ones) for _ in range(10)], [1_000_000] * 10)
        first = self.m.sum(squares)
        self.assertEqual([self.m.sum(squares) == first for _ in range(10)], [True] * 10)

    def test_a_result_that_shares_the_array_is_not_waited_for(self):
        a = self.np.ones(1000)
        took = []
        for _ in range(20):
            begun = time.perf_counter()
            result = mentat.wait(self.m.same(a))
            took.append(time.perf_counter() - begun)
            if MODE in ("serial", "threads"):
                with self.assertRaises(ValueError):
                    a[0] = 2
            del result
        self.assertLess(min(took), 0.001)  # a wait for the end of the function spins for so long

    def test_an_array_is_shared(self):
        for kind in "float64", "int32", "uint8", "complex128":
            ones = mentat.share(self.np.ones(100_000, kind))
            self.assertEqual((ones.dtype, ones.sum(), ones.flags.writeable), (self.np.dtype(kind), 100_000, False))
        shared = mentat.share(self.np.arange(100_000.0))
        self.assertEqual([self.m.sum(shared[i:i + 2]) for i in range(0, 6, 2)], [1, 5, 9])
        if IN_ONE_PROCESS:
            self.assertEqual(self.m.address(shared), shared.ctypes.data)
        for wrong in "abc", [1, 2], self.np.ones((2, 2)), self.np.array(["a"]):
            with self.assertRaises(TypeError):
                mentat.share(wrong)

    def test_other_things_with_memory(self):
        import array

        self.assertEqual(self.m.sum(array.array("d", [1, 2, 3])), 6)
        self.assertEqual(self.m.sum(memoryview(array.array("d", [1, 2]))), 3)
        self.assertEqual(self.m.sum([1, 2.5]), 3.5)
        self.assertEqual(self.m.sum(range(4)), 6)


if __name__ == "__main__":
    unittest.main()
