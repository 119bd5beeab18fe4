import mentat
import numpy
import tally

numbers = mentat.share(numpy.arange(0.0, 1600.0, 0.0002))
step = len(numbers) // 80
p, t = tally.piece(), tally.tally()
parts = [p.squares(numbers, i, i + step) for i in range(0, len(numbers), step)]
for part in parts:
    t.add(part)  # a delayed value goes to the object without waiting
print(f"{t.total():.0f}")
