// The part of the standard library that the programs of the conformance tests use, as bare
// declarations: read in a millisecond, where the real headers take a fifth of a second each time.
// For the fuzzer alone, which translates and never runs the result.
#pragma once

using size_t = decltype(sizeof 0);

namespace std {

using ::size_t;
using ptrdiff_t = decltype((char*)nullptr - (char*)nullptr);
using int64_t = long;
using uint64_t = unsigned long;
using int32_t = int;
using uint32_t = unsigned;
using int16_t = short;
using uint8_t = unsigned char;

template <class T>
struct remove_reference {
  using type = T;
};
template <class T>
struct remove_reference<T&> {
  using type = T;
};
template <class T>
struct remove_reference<T&&> {
  using type = T;
};
template <class T>
typename remove_reference<T>::type&& move(T&& value) noexcept;
template <class T>
T&& forward(typename remove_reference<T>::type& value) noexcept;
template <class T>
const T& as_const(T& value) noexcept;
template <class T>
void swap(T& left, T& right);
template <class T>
const T& min(const T& left, const T& right);
template <class T>
const T& max(const T& left, const T& right);
template <class T>
T abs(T value);
template <class Iterator>
void sort(Iterator begin, Iterator end);
template <class Iterator, class T>
T accumulate(Iterator begin, Iterator end, T first);
int printf(const char*, ...);
[[noreturn]] void abort();

template <class T>
struct allocator {};
template <class T>
struct char_traits {};
template <class T>
struct less {};
template <class T>
struct hash {};
template <class T>
struct default_delete {};

template <class T>
class initializer_list {
 public:
  const T* begin() const noexcept;
  const T* end() const noexcept;
  size_t size() const noexcept;

 private:
  const T* first_;
  size_t size_;
};

template <class T, class A = allocator<T>>
class vector {
 public:
  using value_type = T;
  using iterator = T*;
  vector();
  explicit vector(size_t count);
  vector(size_t count, const T& value);
  vector(initializer_list<T> values);
  template <class I>
  vector(I begin, I end);
  vector(const vector&);
  vector(vector&&) noexcept;
  ~vector();
  vector& operator=(const vector&);
  vector& operator=(vector&&) noexcept;
  T& operator[](size_t i);
  const T& operator[](size_t i) const;
  T& at(size_t i);
  T& front();
  T& back();
  T* data();
  T* begin();
  T* end();
  const T* begin() const;
  const T* end() const;
  size_t size() const;
  size_t capacity() const;
  bool empty() const;
  void push_back(const T&);
  void push_back(T&&);
  template <class... P>
  T& emplace_back(P&&...);
  void pop_back();
  void resize(size_t);
  void reserve(size_t);
  void clear();
  T* insert(T* at, const T& value);
  T* erase(T* at);

 private:
  T *begin_, *end_, *limit_;
};

template <class T, size_t N>
struct array {
  T values[N];
  T& operator[](size_t i);
  const T& operator[](size_t i) const;
  T* begin();
  T* end();
  constexpr size_t size() const { return N; }
};

template <class C, class Traits = char_traits<C>, class A = allocator<C>>
class basic_string {
 public:
  basic_string();
  basic_string(const C*);
  basic_string(size_t, C);
  basic_string(const basic_string&);
  basic_string(basic_string&&) noexcept;
  ~basic_string();
  basic_string& operator=(const basic_string&);
  basic_string& operator=(basic_string&&) noexcept;
  basic_string& operator+=(const basic_string&);
  basic_string& operator+=(C);
  C& operator[](size_t);
  const C* c_str() const;
  size_t size() const;
  bool empty() const;
  C* begin();
  C* end();

 private:
  C* text_;
  size_t size_;
};
using string = basic_string<char>;
string operator+(const string&, const string&);
string operator+(const string&, const char*);
string operator+(const char*, const string&);
bool operator==(const string&, const string&);
bool operator<(const string&, const string&);
string to_string(long);

template <class A, class B>
struct pair {
  A first;
  B second;
};
template <class A, class B>
pair<A, B> make_pair(A, B);
template <class T>
struct optional {
  optional();
  optional(T);
  T& operator*();
  T* operator->();
  explicit operator bool() const;
  T& value();

 private:
  T value_;
};
template <class T, class D = default_delete<T>>
struct unique_ptr {
  explicit unique_ptr(T* = nullptr);
  unique_ptr(unique_ptr&&) noexcept;
  ~unique_ptr();
  T& operator*() const;
  T* operator->() const;
  T* get() const;

 private:
  T* pointer_;
};
template <class T, class... P>
unique_ptr<T> make_unique(P&&...);
template <class K, class V>
struct map {
  V& operator[](const K&);
  pair<const K, V>* begin();
  pair<const K, V>* end();
  size_t size() const;

 private:
  pair<const K, V>* first_;
};
template <class F>
class function;
template <class R, class... P>
class function<R(P...)> {
 public:
  template <class F>
  function(F);
  R operator()(P...) const;

 private:
  void* kept_;
};
struct thread {
  template <class F, class... P>
  explicit thread(F&&, P&&...);
  void join();
};
struct ostream {
  template <class T>
  ostream& operator<<(const T&);
};
extern ostream cout, cerr;
struct exception {
  virtual ~exception();
  virtual const char* what() const noexcept;
};
struct runtime_error : exception {
  explicit runtime_error(const string&);
  explicit runtime_error(const char*);
};
struct logic_error : exception {
  explicit logic_error(const char*);
};
struct out_of_range : logic_error {
  explicit out_of_range(const char*);
};

}  // namespace std
