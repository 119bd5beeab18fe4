// Arrays and vectors in structs, structs in arrays and vectors.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

struct board {
  int cells[4] = {0, 0, 0, 0};
  std::vector<int> moves;
};
struct point {
  int x = 0;
  int y = 0;
};

class [[mentat::regular]] worker {
 public:
  int twice(int n) { rtf(2 * n); }
  point make(int x, int y) { rtf(point{x, y}); }
  int count(board b) { rtf(b.cells[1] + b.cells[3] + static_cast<int>(b.moves.size()) * 1000); }
};

int main() {
  worker w;
  board b;
  b.moves.resize(2);
  b.cells[1] = w.twice(3);
  b.cells[3] = w.twice(b.cells[1]);
  b.moves[0] = w.twice(50);
  b.moves.push_back(w.twice(60));
  int n = w.count(b);
  b.cells[1] = 0;
  std::printf("%d %d %d\n", n, b.moves[0], b.moves[2]);
  point p[3];
  std::vector<point> v(2);
  p[1] = w.make(1, 2);
  p[1].y = w.twice(p[1].y);
  v[1] = w.make(5, 6);
  v[0].x = w.twice(v[1].x);
  v[1].y = w.twice(8);
  std::printf("%d %d %d %d %d\n", p[1].x, p[1].y, v[0].x, v[1].x, v[1].y);
}
