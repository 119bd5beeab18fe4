// The call operators of a Mentat variable for each number of arguments: so the last parameter can
// say by default where the call is made; behind a pack it could not. handle.h includes this inside
// mentat_object. A call with more than 12 arguments has no place.
#pragma once

#define MENTAT_PARAMETERS_0
#define MENTAT_ARGUMENTS_0
#define MENTAT_PARAMETERS_1 MENTAT_PARAMETERS_0 auto&& a1,
#define MENTAT_PARAMETERS_2 MENTAT_PARAMETERS_1 auto&& a2,
#define MENTAT_PARAMETERS_3 MENTAT_PARAMETERS_2 auto&& a3,
#define MENTAT_PARAMETERS_4 MENTAT_PARAMETERS_3 auto&& a4,
#define MENTAT_PARAMETERS_5 MENTAT_PARAMETERS_4 auto&& a5,
#define MENTAT_PARAMETERS_6 MENTAT_PARAMETERS_5 auto&& a6,
#define MENTAT_PARAMETERS_7 MENTAT_PARAMETERS_6 auto&& a7,
#define MENTAT_PARAMETERS_8 MENTAT_PARAMETERS_7 auto&& a8,
#define MENTAT_PARAMETERS_9 MENTAT_PARAMETERS_8 auto&& a9,
#define MENTAT_PARAMETERS_10 MENTAT_PARAMETERS_9 auto&& a10,
#define MENTAT_PARAMETERS_11 MENTAT_PARAMETERS_10 auto&& a11,
#define MENTAT_PARAMETERS_12 MENTAT_PARAMETERS_11 auto&& a12,
#define MENTAT_ARGUMENTS_1 MENTAT_ARGUMENTS_0, static_cast<decltype(a1)>(a1)
#define MENTAT_ARGUMENTS_2 MENTAT_ARGUMENTS_1, static_cast<decltype(a2)>(a2)
#define MENTAT_ARGUMENTS_3 MENTAT_ARGUMENTS_2, static_cast<decltype(a3)>(a3)
#define MENTAT_ARGUMENTS_4 MENTAT_ARGUMENTS_3, static_cast<decltype(a4)>(a4)
#define MENTAT_ARGUMENTS_5 MENTAT_ARGUMENTS_4, static_cast<decltype(a5)>(a5)
#define MENTAT_ARGUMENTS_6 MENTAT_ARGUMENTS_5, static_cast<decltype(a6)>(a6)
#define MENTAT_ARGUMENTS_7 MENTAT_ARGUMENTS_6, static_cast<decltype(a7)>(a7)
#define MENTAT_ARGUMENTS_8 MENTAT_ARGUMENTS_7, static_cast<decltype(a8)>(a8)
#define MENTAT_ARGUMENTS_9 MENTAT_ARGUMENTS_8, static_cast<decltype(a9)>(a9)
#define MENTAT_ARGUMENTS_10 MENTAT_ARGUMENTS_9, static_cast<decltype(a10)>(a10)
#define MENTAT_ARGUMENTS_11 MENTAT_ARGUMENTS_10, static_cast<decltype(a11)>(a11)
#define MENTAT_ARGUMENTS_12 MENTAT_ARGUMENTS_11, static_cast<decltype(a12)>(a12)

#define MENTAT_CALL_OPERATORS(count)                                                            \
  template <class Method>                                                                       \
    requires(Method::arity == count)                                                            \
  cip<typename Method::result> invoke_fn__(                                                       \
      MENTAT_PARAMETERS_##count source_place at = source_place::current()) const {              \
    return invoke_at<Method>(at MENTAT_ARGUMENTS_##count);                                      \
  }                                                                                             \
  template <class Method>                                                                       \
    requires(Method::arity == count)                                                            \
  typename Method::result call_fn__(MENTAT_PARAMETERS_##count source_place at =                   \
                                      source_place::current()) const {                          \
    return call_at<Method>(at MENTAT_ARGUMENTS_##count);                                        \
  }

MENTAT_CALL_OPERATORS(0)
MENTAT_CALL_OPERATORS(1)
MENTAT_CALL_OPERATORS(2)
MENTAT_CALL_OPERATORS(3)
MENTAT_CALL_OPERATORS(4)
MENTAT_CALL_OPERATORS(5)
MENTAT_CALL_OPERATORS(6)
MENTAT_CALL_OPERATORS(7)
MENTAT_CALL_OPERATORS(8)
MENTAT_CALL_OPERATORS(9)
MENTAT_CALL_OPERATORS(10)
MENTAT_CALL_OPERATORS(11)
MENTAT_CALL_OPERATORS(12)

#undef MENTAT_CALL_OPERATORS
#undef MENTAT_PARAMETERS_0
#undef MENTAT_ARGUMENTS_0
#undef MENTAT_PARAMETERS_1
#undef MENTAT_ARGUMENTS_1
#undef MENTAT_PARAMETERS_2
#undef MENTAT_ARGUMENTS_2
#undef MENTAT_PARAMETERS_3
#undef MENTAT_ARGUMENTS_3
#undef MENTAT_PARAMETERS_4
#undef MENTAT_ARGUMENTS_4
#undef MENTAT_PARAMETERS_5
#undef MENTAT_ARGUMENTS_5
#undef MENTAT_PARAMETERS_6
#undef MENTAT_ARGUMENTS_6
#undef MENTAT_PARAMETERS_7
#undef MENTAT_ARGUMENTS_7
#undef MENTAT_PARAMETERS_8
#undef MENTAT_ARGUMENTS_8
#undef MENTAT_PARAMETERS_9
#undef MENTAT_ARGUMENTS_9
#undef MENTAT_PARAMETERS_10
#undef MENTAT_ARGUMENTS_10
#undef MENTAT_PARAMETERS_11
#undef MENTAT_ARGUMENTS_11
#undef MENTAT_PARAMETERS_12
#undef MENTAT_ARGUMENTS_12
