"""Modules of Mentat classes in Python. Run in every mode that Python has: MENTAT_MODE says which."""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import shop
import other
import mentat

MODE = os.environ["MENTAT_MODE"]


def run_python(text, **environment):
    """Runs a program of its own; returns its exit status and what it prints."""
    done = subprocess.run([sys.executable, "-c", text], env={**os.environ, **environment}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


class calls(unittest.TestCase):
    def test_an_object_keeps_its_state(self):
        corner = shop.shop()
        corner.put(shop.item(shelf=2, name="tea", price=1.5))
        corner.put(shop.item(3, "milk", 0.5, 1))
        self.assertEqual(corner.count(), 2)
        self.assertEqual(corner.get("milk").price, 0.5)
        self.assertEqual([one.name for one in corner.all()], ["tea", "milk"])
        self.assertEqual(repr(corner.get("milk")), "item(shelf=3, name='milk', price=0.5, rare=1)")
        self.assertEqual(corner.get("tea"), shop.item(2, "tea", 1.5))

    def test_constructors(self):
        self.assertEqual(shop.shop().name(), "corner")
        self.assertEqual(shop.shop("big", 7).size(), 7)
        self.assertEqual(shop.shop(name="default").size(), 3)
        with self.assertRaisesRegex(ValueError, "a shop has a size"):
            shop.shop("none", -1)

    def test_default_arguments_and_names_that_python_keeps(self):
        corner = shop.shop()
        self.assertEqual(corner.from_(), 23)
        self.assertEqual(corner.from_(as_=5), 53)
        self.assertEqual(corner.from_(4, with_=1), 41)

    def test_overloads(self):
        m = shop.mathematics()
        self.assertEqual(m.add(1, 2), 3)
        self.assertEqual(m.add("a", "b"), "ab")
        self.assertEqual(m.add(m.text("a"), m.add("b", "c")), "abc")
        d = shop.door()
        name = shop.shop("n").from_(d.pass_(1))
        self.assertFalse(mentat.ready(m.add(name, 1)))
        d.open()
        self.assertEqual(m.add(name, 1), 14)

    def test_values(self):
        m = shop.mathematics()
        self.assertEqual(m.other(1), 2)
        self.assertEqual(m.index(["a", "", "abc"]), {"a": 1, "": None, "abc": 3})
        self.assertEqual(m.text("Grüße"), "Grüße")
        self.assertEqual(m.range(3), [0, 1, 2])
        self.assertIsNone(mentat.wait(m.nothing()))

    def test_variables_name_objects(self):
        corner, second = shop.shop("a"), shop.shop("b")
        same = mentat.wait(second.self(corner))
        self.assertEqual(same, corner)
        self.assertNotEqual(same, second)
        self.assertNotEqual(same, 1)
        self.assertEqual(len({same, corner, second}), 2)
        self.assertEqual(second.self(corner).name(), "a")

    def test_derived_classes(self):
        one = shop.derived()
        self.assertEqual(one.who(), "derived")
        self.assertEqual(one.one(), 1)
        self.assertIsInstance(one, shop.base)

    def test_replicated_objects(self):
        best = shop.board()
        self.assertEqual(best.get(), 100)
        self.assertIs(type(best.get()), int)
        self.assertTrue(best.lower(shop.mathematics().twice(4)))
        self.assertEqual(mentat.wait(best.lower(9)), False)
        self.assertEqual(best.get(), 8)

    def test_wrong_arguments(self):
        m = shop.mathematics()
        for wrong in (lambda: m.twice("x"), lambda: m.twice(), lambda: m.twice(1, 2), lambda: m.twice(2**40),
                      lambda: m.twice(1.5), lambda: m.sum("abc"), lambda: m.sum([1, "x"]), lambda: m.other(300**5),
                      lambda: shop.shop(5), lambda: m.twice(...),
                      lambda: shop.shop("a", ...), lambda: shop.item(1, 2, 3, 4, 5), lambda: shop.item(weight=3)):
            with self.assertRaises(TypeError):
                wrong()


class delayed_values(unittest.TestCase):
    def test_a_call_returns_at_once(self):
        d, m = shop.door(), shop.mathematics()
        passed = d.pass_(3)
        doubled = m.twice(passed)
        total = m.add(doubled, m.twice(10))
        self.assertIs(type(total), mentat.delayed)
        self.assertFalse(mentat.ready(total))
        self.assertFalse(mentat.ready(passed))
        d.open()
        self.assertEqual(total, 26)
        self.assertTrue(mentat.ready(total))

    def test_a_use_waits(self):
        m = shop.mathematics()
        five = lambda: m.add(2, 3)
        self.assertEqual(int(five()), 5)
        self.assertEqual(five() + 1, 6)
        self.assertEqual(1 + five(), 6)
        self.assertEqual(five() * five(), 25)
        self.assertEqual(2 ** five(), 32)
        self.assertEqual(-five(), -5)
        self.assertEqual(divmod(five(), 3), (1, 2))
        self.assertEqual(f"{five():03}", "005")
        self.assertEqual(str(five()), "5")
        self.assertEqual("abcdef"[five()], "f")
        self.assertEqual(hash(five()), hash(5))
        self.assertLess(five(), 6)
        self.assertTrue(five() >= m.twice(2))
        self.assertTrue(five() and not m.add(0, 0))
        self.assertEqual(max([m.twice(i) for i in (3, 9, 4)]), 18)
        self.assertEqual(sum(m.twice(i) for i in range(100)), 9900)
        self.assertEqual(float(m.half(5)), 2.5)
        self.assertEqual(m.half(five()), 2.5)
        self.assertEqual(len(m.range(4)), 4)
        self.assertEqual(m.range(4)[2], 2)
        self.assertIn(3.0, m.range(4))
        self.assertEqual(pickle.loads(pickle.dumps(five())), 5)
        self.assertEqual(m.sum([five(), 1.5, m.half(3)]), 8)

    def test_wait(self):
        m = shop.mathematics()
        self.assertIs(type(mentat.wait(m.twice(1))), int)
        self.assertEqual(mentat.wait(m.twice(1), [m.twice(2), 5], (m.twice(3),)), (2, [4, 5], (6,)))
        self.assertEqual(mentat.wait(3), 3)
        self.assertTrue(mentat.ready(3))

    def test_a_chain_of_arcs(self):
        m = shop.mathematics()
        x = m.twice(0)
        for _ in range(2000):
            x = m.add(x, 1)
        self.assertEqual(x, 2000)

    def test_a_delayed_sequence_goes_to_a_view(self):
        d, m = shop.door(), shop.mathematics()
        total = m.sum(m.range(d.pass_(5)))
        self.assertFalse(mentat.ready(total))
        d.open()
        self.assertEqual(total, 10)

    def test_between_modules(self):
        d, m, o = shop.door(), shop.mathematics(), other.other()
        both = o.both(o.thrice(m.twice(d.pass_(2))), 1)
        self.assertFalse(mentat.ready(both))
        d.open()
        self.assertEqual((both.a, both.b), (12, 1))

    def test_many_that_nobody_uses(self):
        m = shop.mathematics()
        for i in range(5000):
            m.twice(i)


class errors(unittest.TestCase):
    def test_the_text_and_the_type_arrive(self):
        corner = shop.shop()
        failed = corner.fail()
        for _ in range(2):
            with self.assertRaises(IndexError) as caught:
                mentat.wait(failed)
            self.assertIsInstance(caught.exception, mentat.RemoteError)
            self.assertEqual(str(caught.exception), "no such shelf")
            self.assertEqual(caught.exception.type_name, "std::out_of_range")
            self.assertEqual(caught.exception.class_name, "shop")
            self.assertEqual(caught.exception.function_name, "fail")
            self.assertNotEqual(caught.exception.host, "")
        self.assertEqual(corner.count(), 0)

    def test_own_types(self):
        with self.assertRaises(shop.sold_out) as caught:
            mentat.wait(shop.shop().sell_all())
        self.assertEqual(str(caught.exception), "nothing is left")
        self.assertEqual(caught.exception.class_name, "shop")
        self.assertIsInstance(caught.exception, mentat.RemoteError)

    def test_they_go_along_arcs(self):
        m = shop.mathematics()
        with self.assertRaisesRegex(IndexError, "no tea"):
            print(m.add(m.add(shop.shop().get("tea").name, "x"), "y"))

    def test_destroyed_objects(self):
        corner = shop.shop()
        same = mentat.wait(corner.self(corner))
        self.assertTrue(mentat.bound(corner))
        mentat.destroy(corner)
        self.assertFalse(mentat.bound(corner))
        with self.assertRaises(mentat.UnboundVariable):
            print(corner.count())
        with self.assertRaises(mentat.ObjectLost):
            print(same.count())

    def test_a_wait_without_end(self):
        with self.assertRaises(mentat.Deadlock):
            print(shop.door().pass_(1))


class the_run(unittest.TestCase):
    def test_other_threads_are_told(self):
        shop.mathematics().twice(1)
        seen = []

        def call():
            try:
                shop.mathematics().twice(1)
            except RuntimeError as error:
                seen.append(str(error))

        thread = threading.Thread(target=call)
        thread.start()
        thread.join()
        self.assertIn("by the thread that has begun the run", seen[0])

    def test_other_threads_are_told_how_to_wait(self):
        d, m = shop.door(), shop.mathematics()
        early, late = m.twice(4), d.pass_(5)
        self.assertEqual(early, 8)
        seen = []

        def use():
            seen.append(early + 1)
            seen.append(mentat.ready(late))
            try:
                late + 1
            except RuntimeError as error:
                seen.append(str(error))

        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        self.assertEqual(seen[:2], [9, False])
        self.assertIn("only the thread that has begun the run can wait", seen[2])
        self.assertIn("with a queue", seen[2])
        d.open()
        self.assertEqual(late, 5)

    def test_python_runs_while_a_thread_waits(self):
        if MODE not in ("threads", "processes"):
            self.skipTest("the function would run on Python's thread")
        with tempfile.TemporaryDirectory() as folder:
            begun, end = f"{folder}/begun", f"{folder}/end"
            answer = shop.mathematics().wait_for_file(begun, end)
            while not os.path.exists(begun):
                time.sleep(0.001)
            thread = threading.Thread(target=lambda: open(end, "w").close())
            thread.start()
            self.assertEqual(answer, 7)
            thread.join()

    def test_an_interrupt_ends_a_wait(self):
        if MODE not in ("threads", "processes"):
            self.skipTest("the function would run on Python's thread")
        with tempfile.TemporaryDirectory() as folder:
            begun, end = f"{folder}/begun", f"{folder}/end"
            answer = shop.mathematics().wait_for_file(begun, end)
            while not os.path.exists(begun):
                time.sleep(0.001)
            waits = True

            def interrupt():
                while waits:
                    os.kill(os.getpid(), signal.SIGINT)
                    time.sleep(0.001)

            def caught(number, frame):
                nonlocal waits
                waits = False
                raise KeyboardInterrupt

            before = signal.signal(signal.SIGINT, caught)
            thread = threading.Thread(target=interrupt)
            with self.assertRaises(KeyboardInterrupt):
                thread.start()
                mentat.wait(answer)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            thread.join()
            signal.signal(signal.SIGINT, before)
            open(end, "w").close()
            self.assertEqual(answer, 7)

    def test_a_handler_that_returns_lets_the_wait_go_on(self):
        if MODE not in ("threads", "processes"):
            self.skipTest("the function would run on Python's thread")
        with tempfile.TemporaryDirectory() as folder:
            begun, end = f"{folder}/begun", f"{folder}/end"
            answer = shop.mathematics().wait_for_file(begun, end)
            while not os.path.exists(begun):
                time.sleep(0.001)
            before = signal.signal(signal.SIGTERM, lambda number, frame: open(end, "w").close())
            thread = threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGTERM))
            thread.start()
            self.assertEqual(answer, 7)
            thread.join()
            signal.signal(signal.SIGTERM, before)

    def test_handlers_of_other_signals_run_during_a_wait(self):
        if MODE not in ("threads", "processes"):
            self.skipTest("the function would run on Python's thread")
        for number in signal.SIGALRM, signal.SIGUSR1, signal.SIGHUP, signal.SIGCHLD:
            with tempfile.TemporaryDirectory() as folder:
                begun, end = f"{folder}/begun", f"{folder}/end"
                answer = shop.mathematics().wait_for_file(begun, end)
                while not os.path.exists(begun):
                    time.sleep(0.001)
                seen = []

                def handle(number, frame):
                    if frame.f_code.co_name == "_value_of":  # of the package: main waits
                        seen.append(number)
                        open(end, "w").close()

                def send():
                    latest = time.monotonic() + 30
                    while not os.path.exists(end) and time.monotonic() < latest:
                        os.kill(os.getpid(), number)
                        time.sleep(0.001)
                    open(end, "w").close()

                before = signal.signal(number, handle)
                thread = threading.Thread(target=send)
                thread.start()
                self.assertEqual(answer, 7)
                over = len(seen)
                thread.join()
                signal.signal(number, before)
                self.assertGreater(over, 0)

    def test_a_time_limit_by_an_alarm(self):
        if MODE not in ("threads", "processes"):
            self.skipTest("the function would run on Python's thread")

        def too_late(number, frame):
            raise TimeoutError

        with tempfile.TemporaryDirectory() as folder:
            begun, end = f"{folder}/begun", f"{folder}/end"
            answer = shop.mathematics().wait_for_file(begun, end)
            while not os.path.exists(begun):
                time.sleep(0.001)
            before = signal.signal(signal.SIGALRM, too_late)
            with self.assertRaises(TimeoutError):
                signal.setitimer(signal.ITIMER_REAL, 0.01)
                mentat.wait(answer)
            signal.signal(signal.SIGALRM, before)
            open(end, "w").close()
            self.assertEqual(answer, 7)

    def test_a_child_of_fork_has_no_part_in_it(self):
        self.assertEqual(shop.mathematics().twice(1), 2)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            text = "no error"
            try:
                shop.mathematics().twice(1)
            except RuntimeError as error:
                text = str(error)
            os.write(write, text.encode())
            os._exit(0)
        os.close(write)
        text = os.read(read, 1000).decode()
        os.close(read)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        if MODE != "serial":
            self.assertIn("forked", text)
        self.assertEqual(shop.mathematics().twice(2), 4)

    def test_a_child_ends_like_any_other(self):
        status, text = run_python(
            "import os, sys, shop\n"
            "print(shop.mathematics().twice(1), flush=True)\n"
            "child = os.fork()\n"
            "if child == 0: sys.exit(3)\n"
            "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shop.mathematics().twice(2))\n")
        self.assertEqual((status, text), (0, "2\n3 4\n"))

    def test_the_end_waits_for_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            status, text = run_python(
                "import shop\n"
                f"shop.mathematics().wait_for_file('{folder}/begun', '{folder}/begun')\n"
                "print('over')\n")
            self.assertEqual((status, text), (0, "over\n"))
            self.assertTrue(os.path.exists(f"{folder}/begun"))

    def test_an_exception_ends_the_program_as_always(self):
        status, text = run_python("import shop\nprint(shop.shop().get('tea'))\n")
        self.assertEqual(status, 1)
        self.assertIn("no tea", text)
        self.assertIn("Traceback", text)

    def test_start_and_stop(self):
        status, text = run_python(
            "import shop, mentat\n"
            "print(mentat.is_running())\n"
            "mentat.start(workers=2)\n"
            "corner = shop.shop('a')\n"
            "name = corner.name()\n"
            "print(mentat.is_running())\n"
            "try: mentat.start()\n"
            "except mentat.StartError as error: print(error)\n"
            "mentat.stop()\n"
            "print(mentat.is_running(), name)\n"
            "mentat.stop()\n"
            "try: print(corner.name())\n"
            "except mentat.ObjectLost as error: print('lost')\n"
            "print(shop.mathematics().twice(4))\n")
        self.assertEqual(status, 0, text)
        self.assertEqual(text, "False\nTrue\nthe run has begun already; call mentat.stop() first\n"
                               "False a\nlost\n8\n")

    def test_what_cannot_be_started(self):
        for text, expected in (
            ("import mentat\nmentat.start()", "no module with Mentat classes is imported"),
            ("import shop, mentat\nmentat.start(workers=-1)", "workers"),
            ("import shop, mentat\nmentat.start(worker=1)", "worker"),
            ("import shop, mentat\nmentat.start(mode='sim')", "not its own main"),
            ("import shop, mentat\nmentat.start(mode='cluster')", "not its own main"),
            ("import shop, mentat, threading, time\n"
             "threading.Thread(target=time.sleep, args=(1,), daemon=True).start()\n"
             "mentat.start(mode='processes')", "before other modules start threads"),
        ):
            status, printed = run_python(text)
            self.assertEqual(status, 1)
            self.assertIn("mentat.StartError", printed)
            self.assertIn(expected, printed)

    def test_a_new_object_after_the_death_of_a_process(self):
        if MODE != "processes":
            self.skipTest("there is one process")
        status, text = run_python(
            "import os, signal, mentat, shop\n"
            "m = shop.mathematics()\n"
            "others = {int(pid) for pid in [m.process() for _ in range(300)]} - {os.getpid()}\n"
            "os.kill(min(others), signal.SIGKILL)\n"
            "made = None\n"
            "while not made:\n"
            "    try: made = [shop.shop('a')]\n"
            "    except mentat.RemoteError as error:\n"
            "        assert 'the process in which the object was being made has ended' in str(error), error\n"
            "print(made[0].name())\n", MENTAT_WORKERS="2")
        self.assertEqual((status, text.splitlines()[-1]), (0, "a"), text)

    def test_calls_run_in_other_processes(self):
        pids = {int(pid) for pid in [shop.mathematics().process() for _ in range(200)]}
        if MODE == "processes":
            self.assertNotEqual(pids, {os.getpid()})
        else:
            self.assertEqual(pids, {os.getpid()})


if __name__ == "__main__":
    unittest.main()
