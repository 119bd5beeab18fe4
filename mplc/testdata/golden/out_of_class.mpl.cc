#include <mentat/mpl.h>

persistent mentat class tree;  // used before it is defined

persistent mentat class forest {
 public:
  void plant(tree one);
  long size() const;

 private:
  static long planted_;
};

persistent mentat class tree {
 public:
  struct leaf {
    int colour;
  };
  tree();
  virtual ~tree();
  leaf pick(int height);
  auto height() const -> int;
  virtual void grow(int by);

 private:
  int height_;
};

long forest::planted_ = 0;

void forest::plant(tree one) {
  one.grow(1);
}

long forest::size() const { return 1; }

tree::tree() : height_(1) {}
tree::~tree() {}

tree::leaf
tree::pick(int height) {
  return leaf{height};
}

auto tree::height() const -> int { return height_; }
void tree::grow(int by) { height_ += by; }
