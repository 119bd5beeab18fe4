// Fields of structs: the whole and the parts.
#include <mentat/mpl.h>

#include <string>
#include <vector>

mentat class worker {
 public:
  int op(int n, int m = 2) { return n + m; }
  double half(double d) { return d / 2; }
  std::string text(int n) { return std::string(n, 0); }
  std::vector<double> row(int n) { return std::vector<double>(n); }
};

struct point {
  int x, y;
};
struct line {
  point from, to;
  std::vector<int> tags;
  int parts[3];
};
mentat class maker {
 public:
  point make(int x, int y) { return {x, y}; }
  int length(line l) { return l.to.x - l.from.x; }
};

int run(worker A, maker M) {
  point p = M.make(1, 2), q;
  p.x = A.op(p.y);
  p.y = 5;
  q.x = A.op(1);
  q.x = 6;
  q = p;
  line l{};
  l.from = M.make(3, 4);
  l.to.x = A.op(l.from.x);
  l.parts[1] = A.op(l.parts[0]);
  l.tags[0] = A.op(1);
  int n = M.length(l);
  M.make(q.x, A.op(1));
  point row[2];
  row[1] = M.make(1, 1);
  row[1].x = 3;
  row[0] = row[1];
  n = M.length({p, {7, 8}, {}, {}});
  return n + l.to.x + row[0].x;
}
