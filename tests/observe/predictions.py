#!/usr/bin/env python3
"""Compares what `mentat profile` predicts with what then happens, on this machine.

    predictions.py MENTAT PROFILED [ROUNDS]

Five programs run with a function of 4 ms, which then takes 2 ms, and with one worker, then with
two. Rounds are interleaved; the medians are printed. No test: a busy machine stretches calls.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

PROGRAMS = ["chain", "fan", "wavefront", "pipeline", "tree"]


def profile(mentat, profiled, folder, program, first_us, workers, *options):
    recording = os.path.join(folder, "run.mtrace")
    environment = dict(os.environ, MENTAT_RECORD="full", MENTAT_WORKERS=str(workers))
    subprocess.run([mentat, "run", "--mode=threads", "--record=" + recording, profiled, program,
                    str(first_us), "2000"], env=environment, check=True,
                   stdout=subprocess.DEVNULL)
    told = subprocess.run([mentat, "profile", "--json", *options, recording], check=True,
                          capture_output=True, text=True)
    return json.loads(told.stdout)


def main():
    mentat, profiled = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    print("program     measured  halved  predicted      change  predicted  |  "
          "1 worker  2 workers  predicted")
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            function = "stage_one::first" if program == "pipeline" else "step::first"
            before, after, ratio, one, two, ratio_of_two = [], [], [], [], [], []
            for _ in range(rounds):
                of = profile(mentat, profiled, folder, program, 4000, 2, "--faster=" + function + "=2")
                before.append(of["measured_ns"])
                two.append(of["measured_ns"])
                ratio.append(of["asked"]["predicted_ns"] / of["predicted_ns"])
                after.append(profile(mentat, profiled, folder, program, 2000, 2)["measured_ns"])
                of = profile(mentat, profiled, folder, program, 4000, 1, "--workers=2")
                one.append(of["measured_ns"])
                ratio_of_two.append(of["asked"]["predicted_ns"] / of["predicted_ns"])
            ms = {name: statistics.median(values) / 1e6 for name, values in
                  {"before": before, "after": after, "one": one, "two": two}.items()}
            predicted = ms["before"] * statistics.median(ratio)
            of_two = ms["one"] * statistics.median(ratio_of_two)
            print(f"{program:10}  {ms['before']:5.1f} ms  {ms['after']:5.1f}   {predicted:5.1f} ms    "
                  f"{100 * (ms['after'] / ms['before'] - 1):+6.1f} %   "
                  f"{100 * (predicted / ms['before'] - 1):+6.1f} %  |  "
                  f"{ms['one']:5.1f} ms   {ms['two']:5.1f} ms   {of_two:5.1f} ms")


if __name__ == "__main__":
    main()
