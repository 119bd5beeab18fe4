// A list of nodes that carry their own links: inserting and erasing cost a few instructions and no
// allocation, wherever in the list the node is. The order is that of insertion. Invariant: a node
// is in at most one list through the same member. Ownership: none. Thread-safety: none.
#pragma once

namespace mentat::tmu {

template <class Node>
struct list_link {
  Node* previous = nullptr;
  Node* next = nullptr;
};

template <class Node, list_link<Node> Node::* Link>
class linked_list {
 public:
  [[nodiscard]] bool empty() const { return first_ == nullptr; }
  [[nodiscard]] Node* front() const { return first_; }
  [[nodiscard]] static Node* after(const Node& node) { return (node.*Link).next; }

  void push_back(Node& node) {
    node.*Link = {last_, nullptr};
    (last_ ? (last_->*Link).next : first_) = &node;
    last_ = &node;
  }

  // REQUIRES: the node is in this list.
  void erase(Node& node) {
    const list_link<Node> link = node.*Link;
    (link.previous ? (link.previous->*Link).next : first_) = link.next;
    (link.next ? (link.next->*Link).previous : last_) = link.previous;
    node.*Link = {};
  }

 private:
  Node* first_ = nullptr;
  Node* last_ = nullptr;
};

}  // namespace mentat::tmu
