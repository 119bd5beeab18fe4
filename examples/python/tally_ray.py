import numpy
import ray


@ray.remote
def squares(numbers, begin, end):
    return float(numpy.dot(numbers[begin:end], numbers[begin:end]))


@ray.remote
class Tally:
    def __init__(self):
        self.sum = 0.0

    def add(self, part):
        self.sum += part

    def total(self):
        return self.sum


ray.init(num_cpus=2)
numbers = numpy.arange(0.0, 1600.0, 0.0002)
step = len(numbers) // 80
shared = ray.put(numbers)
parts = [squares.remote(shared, i, i + step) for i in range(0, len(numbers), step)]
t = Tally.remote()
for part in parts:
    t.add.remote(part)
print(f"{ray.get(t.total.remote()):.0f}")
