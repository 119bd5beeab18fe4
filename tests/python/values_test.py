"""What values become on the way to C++ and back: none is changed silently. MENTAT_MODE says the mode."""

import copy
import datetime
import decimal
import fractions
import os
import pickle
import time
import unittest

import mentat
import values

os.environ["TZ"] = "Europe/Berlin"
time.tzset()
v = values.values()


class named_pair(values.pair_of_names):
    """A class of Python's with a constructor of its own."""

    def __init__(self, name):
        super().__init__(name, number=7)


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


class integers(unittest.TestCase):
    def test_fractions_are_not_cut(self):
        for wrong in decimal.Decimal("3.7"), fractions.Fraction(7, 2), decimal.Decimal(3), 3.0, 1j, "3", None:
            with self.assertRaises(TypeError):
                v.integer(wrong)
            with self.assertRaises(TypeError):
                v.integers([wrong])

    def test_fractions_of_numpy(self):
        numpy = numpy_or_skip(self)
        for wrong in (numpy.float32(1.5), numpy.float64(1), numpy.array([3.7]), numpy.array([3]), numpy.complex64(1)):
            with self.assertRaises(TypeError):
                v.integer(wrong)
        for kind in "float32", "float64", "complex64":
            with self.assertRaises(TypeError):
                v.integers(numpy.array([1, 2], kind))
        self.assertEqual(v.integers(numpy.array([1, 2], "uint8")), [1, 2])
        self.assertEqual(v.integer(numpy.int16(-3)), -3)
        self.assertEqual(v.one_of(numpy.float32(1.5)), 1.5)
        self.assertEqual(v.overload(numpy.float32(1.5)), "double")
        self.assertEqual(v.overload(numpy.int8(1)), "int")

    def test_a_parameter_named_self(self):
        self.assertEqual([v.named_self(1), v.named_self(self_=2), mentat.wait(v.no_values(()))], [1, 2, ()])

    def test_ranges(self):
        for wrong in -1, 256, 10**400:
            with self.assertRaises(TypeError):
                v.byte(wrong)
        self.assertEqual([v.byte(0), v.byte(255), v.integer(-2**31), v.integer(True)], [0, 255, -2**31, 1])
        for wrong in 2**31, -2**31 - 1:
            with self.assertRaises(TypeError):
                v.integer(wrong)

    def test_a_bool_in_a_variant_takes_only_bools(self):
        self.assertEqual([v.which(one) for one in (True, False, 1, "a")], [0, 0, 1, 2])
        for wrong in 10**400, None, [], 1.5:
            with self.assertRaises(TypeError):
                v.which(wrong)


class bools(unittest.TestCase):
    def test_they_are_made_of_bools_alone(self):
        self.assertEqual([v.truth(True), v.truth(False), v.truth(v.truth_of(5))], [1, 0, 1])
        for wrong in 1, 0, 1.5, None, "", "no", [], object(), v.integer(1):
            with self.assertRaises(TypeError):
                v.truth(wrong)
        numpy = numpy_or_skip(self)
        self.assertEqual([v.truth(numpy.bool_(True)), v.truths(numpy.array([True, False]))], [1, [True, False]])
        for wrong in numpy.int8(1), numpy.float64(1), numpy.array([True]):
            with self.assertRaises(TypeError):
                v.truth(wrong)
        with self.assertRaises(TypeError):
            v.truths(numpy.array([1, 0]))

    def test_an_overload_with_one_takes_no_numbers(self):
        self.assertEqual([v.kind_of(one) for one in (True, 1, 0, "a")], ["bool", "int", "int", "str"])

    def test_in_containers_and_fields(self):
        self.assertEqual(v.truths([True, False]), [True, False])
        self.assertEqual(v.truths((v.truth_of(1), True)), [True, True])
        table = {"a": (True, None), "b": (False, [True])}
        self.assertEqual(v.truth_table(table), table)
        for wrong in [1], [True, 0], "ab", [None], [[]]:
            with self.assertRaises(TypeError):
                v.truths(wrong)
        for wrong in {"a": (1, None)}, {"a": (True, [1])}, {"a": (True, True)}, {"a": (True,)}, {"a": True}, [True]:
            with self.assertRaises(TypeError):
                v.truth_table(wrong)
        self.assertEqual(v.flags_of(values.flags(True, False)), values.flags(is_new=True))
        for name in "is_new", "is_old":
            with self.assertRaises(TypeError):
                values.flags(**{name: 1})
            with self.assertRaises(TypeError):
                setattr(values.flags(), name, None)


class structs(unittest.TestCase):
    def test_they_are_copied(self):
        leader = values.pair_of_names("a", "b", 3)
        one = values.group(leader, [leader, values.pair_of_names("c")])
        for made in copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), copy.copy(v.all_of(one)):
            self.assertIs(type(made), values.group)
            self.assertEqual(made, one)
            made.leader.number = 9
            made.all = []
            self.assertEqual([one.leader.number, len(one.all)], [3, 2])
        self.assertEqual(copy.deepcopy([one, one])[1], one)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            self.assertEqual(pickle.loads(pickle.dumps(leader, protocol)), leader)

    def test_classes_that_derive_from_one(self):
        one = named_pair("a")
        one.more = [1]
        for made in copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)):
            self.assertEqual([type(made), made.first, made.number, made.more], [named_pair, "a", 7, [1]])
        self.assertIs(copy.copy(one).more, one.more)
        self.assertIsNot(copy.deepcopy(one).more, one.more)

    def test_those_that_only_cpp_makes(self):
        made = mentat.wait(v.sealed_of(4))
        for one in copy.copy(made), copy.deepcopy(made):
            self.assertEqual(one, made)
            self.assertIsNot(one, made)
        with self.assertRaises(TypeError):
            pickle.dumps(made)

    def test_variables_name_the_same_object(self):
        one = values.kept()
        for made in copy.copy(one), copy.deepcopy([one])[0], copy.copy(one.self(one)):
            self.assertEqual(made, one)
        with self.assertRaises(TypeError):
            pickle.dumps(one)

    def test_delayed_values_are_copied_as_their_values(self):
        numbers = v.integers([1, 2])
        made = copy.copy(numbers)
        made.append(3)
        self.assertEqual([numbers, copy.deepcopy(numbers)], [[1, 2], [1, 2]])


class arrays(unittest.TestCase):
    def test_those_that_can_be_rounded_are_refused(self):
        numpy = numpy_or_skip(self)
        for kind in "int64", "uint64":
            with self.assertRaises(TypeError):
                v.sum(numpy.array([2**53 + 1], kind))
        for kind in "int32", "uint32", "float32", "int8":
            self.assertEqual(v.sum(numpy.array([1, 2], kind)), 3)
        for kind in "int32", "float64":
            with self.assertRaises(TypeError):
                v.floats(numpy.array([1, 2], kind))


class times(unittest.TestCase):
    def test_durations(self):
        delta = datetime.timedelta
        for one in delta(0), delta(days=-3, microseconds=7), delta(days=100_000):
            self.assertEqual(v.nanoseconds(one), one)
        self.assertEqual(v.seconds(delta(days=999_999_999)), delta(days=999_999_999))
        self.assertEqual(v.seconds(delta(seconds=-2)), delta(seconds=-2))
        self.assertEqual(v.real_seconds(delta(seconds=1.5)), delta(seconds=1.5))
        for wrong in delta(seconds=1.5), delta(microseconds=-1), 1.5, 3:
            with self.assertRaises(TypeError):
                v.seconds(wrong)
        for wrong in delta(days=200_000), delta.max, delta.min:
            with self.assertRaises(OverflowError):
                v.nanoseconds(wrong)
        self.assertEqual(v.many_hours(-24), delta(days=-1))
        for wrong in 2**62, -2**62, 24 * 10**9:
            with self.assertRaises(OverflowError):
                mentat.wait(v.many_hours(wrong))

    def test_times(self):
        berlin = datetime.datetime
        zone = datetime.timezone(datetime.timedelta(hours=5))
        for one in (berlin(2026, 7, 1, 12, 0, 0, 123456), berlin(1950, 1, 1), berlin(2200, 12, 31, 23, 59, 59, 999999),
                    berlin(2026, 10, 25, 2, 30), berlin(2026, 10, 25, 2, 30, fold=1)):
            self.assertEqual(v.time(one), one)
            self.assertEqual(mentat.wait(v.time(one)).fold, one.fold)
            self.assertEqual(v.since_epoch(one), round(one.timestamp() * 1_000_000))
        there = berlin(2026, 7, 1, 12, tzinfo=zone)
        self.assertEqual(v.since_epoch(there), there.timestamp() * 1_000_000)
        self.assertEqual(v.time(there), berlin(2026, 7, 1, 9))
        for wrong in berlin(1600, 1, 1), berlin(2300, 1, 1), berlin(9999, 1, 1, tzinfo=zone):
            with self.assertRaises(OverflowError):
                v.time(wrong)
        for wrong in datetime.date(2026, 1, 1), datetime.time(1), 3:
            with self.assertRaises(TypeError):
                v.time(wrong)


class delayed_values_inside(unittest.TestCase):
    def test_they_are_their_values(self):
        self.assertEqual(v.texts([v.text("a"), "b"]), ["a", "b"])
        self.assertEqual(v.texts((v.text("a"),)), ["a"])
        self.assertEqual(v.table({v.text("a"): [v.integer(1), 2], "b": v.integers([3])}), {"a": [1, 2], "b": [3]})
        self.assertEqual(v.two((v.integer(1), v.text("x"))), (1, "x"))
        self.assertEqual([one.first for one in v.names([v.name("a"), values.pair_of_names("b")])], ["a", "b"])
        self.assertEqual(values.pair_of_names(v.text("a"), number=v.integer(2)), values.pair_of_names("a", "none", 2))
        both = values.group(v.name("a"), [v.name("b")])
        self.assertEqual((both.leader.first, both.all[0].second), ("a", "b"))
        both.leader = v.name("c")
        both.leader.number = 5
        self.assertEqual((both.leader.first, both.leader.number), ("c", 5))
        for wrong in lambda: values.pair_of_names(1), lambda: values.pair_of_names(number=1.5):
            with self.assertRaises(TypeError):
                wrong()

    def test_their_errors_arrive(self):
        for use in (lambda: v.integers([1, v.fail()]), lambda: v.texts([v.fail_text()]),
                    lambda: v.table({"a": [v.fail()]}), lambda: v.two((v.fail(), "x")),
                    lambda: values.pair_of_names(v.fail_text()), lambda: v.sum([v.fail()])):
            with self.assertRaisesRegex(IndexError, "there is none"):
                use()

    def test_a_list_that_contains_itself_is_refused(self):
        endless = []
        endless.extend([endless, endless, v.integer(1)])
        with self.assertRaises(TypeError):
            v.table({"a": endless})


class errors(unittest.TestCase):
    def test_text_that_is_not_utf_8(self):
        with self.assertRaises(mentat.RemoteError) as caught:
            print(v.fail_badly())
        self.assertEqual(str(caught.exception), "bad\ufffd utf8")

    def test_classes_derive_as_in_cpp(self):
        self.assertTrue(issubclass(values.strict_refusal, values.refusal))
        with self.assertRaises(values.refusal) as caught:
            print(v.refuse())
        self.assertIs(type(caught.exception), values.refusal)
        with self.assertRaises(values.refusal) as caught:
            print(v.refuse_strictly())
        self.assertIs(type(caught.exception), values.strict_refusal)


class objects(unittest.TestCase):
    def test_an_object_equals_a_delayed_one(self):
        one, other = values.kept(), values.kept()
        self.assertTrue(one == other.self(one))
        self.assertTrue(other.self(one) == one)
        self.assertFalse(one == other.self(other))
        self.assertTrue(one != other.self(other))
        self.assertFalse(one != other.self(one))
        self.assertFalse(one == 1)
        self.assertTrue(one != None)


if __name__ == "__main__":
    unittest.main()
