// Functions that take any arguments and, behind them, the place of the call by default: one for
// each number of arguments, because a parameter behind a pack never gets its default argument.
// Whoever includes this defines MENTAT_WITH_PLACE(count), a function whose parameters are
// MENTAT_PARAMETERS_##count, which ends in a comma if it is not empty, and the place. It hands on
// MENTAT_ARGUMENTS_##count, which begins with a comma. A call with more than 12 arguments has no
// place.

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

MENTAT_WITH_PLACE(0)
MENTAT_WITH_PLACE(1)
MENTAT_WITH_PLACE(2)
MENTAT_WITH_PLACE(3)
MENTAT_WITH_PLACE(4)
MENTAT_WITH_PLACE(5)
MENTAT_WITH_PLACE(6)
MENTAT_WITH_PLACE(7)
MENTAT_WITH_PLACE(8)
MENTAT_WITH_PLACE(9)
MENTAT_WITH_PLACE(10)
MENTAT_WITH_PLACE(11)
MENTAT_WITH_PLACE(12)

#undef MENTAT_WITH_PLACE
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
