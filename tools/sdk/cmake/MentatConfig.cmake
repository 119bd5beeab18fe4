# find_package(Mentat): the targets mentat::runtime and mentat::command, and the functions of MentatFunctions.cmake.
# It stands in PREFIX/lib/cmake/Mentat and finds the rest of the installation from there.

# A macro, so that return() leaves this file.
macro(mentat_is_unusable_because reason)
  set(Mentat_FOUND FALSE)
  set(Mentat_NOT_FOUND_MESSAGE "${reason}")
  return()
endmacro()

if(CMAKE_VERSION VERSION_LESS 3.23)
  mentat_is_unusable_because("Mentat needs CMake 3.23 or later; this is CMake ${CMAKE_VERSION}.")
endif()
cmake_policy(VERSION 3.23)

get_property(Mentat_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(NOT "CXX" IN_LIST Mentat_languages)
  mentat_is_unusable_because("The language CXX is not enabled: write project(NAME LANGUAGES CXX) before find_package(Mentat).")
elseif(NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$" OR
       (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12))
  mentat_is_unusable_because("Mentat programs are compiled by g++ 12 or later or by Clang; ${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}.")
elseif(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
  mentat_is_unusable_because("Mentat programs are built by Ninja or Make (cmake -G Ninja), not by ${CMAKE_GENERATOR}.")
endif()

# A distribution may have a link to the folder of this file elsewhere.
get_filename_component(Mentat_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT EXISTS "${Mentat_prefix}/lib/libmentat.a")
  get_filename_component(Mentat_prefix "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
  get_filename_component(Mentat_prefix "${Mentat_prefix}/../../../.." ABSOLUTE)
endif()
foreach(Mentat_file IN ITEMS bin/mentat bin/mplc include/mentat/mpl.h lib/libmentat.a lib/mentat/link_options)
  if(NOT EXISTS "${Mentat_prefix}/${Mentat_file}")
    mentat_is_unusable_because("The installation is not complete: there is no ${Mentat_prefix}/${Mentat_file}.")
  endif()
endforeach()

if(NOT TARGET mentat::runtime)
  # What `mentat c++` links after libmentat.a, one option a line. -l:FILE names a static library.
  file(STRINGS "${Mentat_prefix}/lib/mentat/link_options" Mentat_link_options)
  set(Mentat_libraries)
  set(Mentat_linker_options)
  foreach(Mentat_option IN LISTS Mentat_link_options)
    if(Mentat_option MATCHES "^-l:(.*)")
      set(Mentat_file "${CMAKE_MATCH_1}")
      find_library("Mentat_${Mentat_file}" NAMES "${Mentat_file}")
      mark_as_advanced("Mentat_${Mentat_file}")
      if(NOT Mentat_${Mentat_file})
        mentat_is_unusable_because("Mentat programs are linked with ${Mentat_file}, which is not installed; on Debian: apt-get install libboost-context-dev libcereal-dev libexpected-dev")
      endif()
      list(APPEND Mentat_libraries "${Mentat_${Mentat_file}}")
    elseif(Mentat_option MATCHES "^-l|^-pthread$")
      list(APPEND Mentat_libraries "${Mentat_option}")
    else()
      list(APPEND Mentat_linker_options "${Mentat_option}")
    endif()
  endforeach()
  add_library(mentat::runtime STATIC IMPORTED GLOBAL)
  set_target_properties(mentat::runtime PROPERTIES
    IMPORTED_LOCATION "${Mentat_prefix}/lib/libmentat.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES CXX
    INTERFACE_INCLUDE_DIRECTORIES "${Mentat_prefix}/include"
    # A large frame must meet the guard of a fiber's stack.
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:-fstack-clash-protection>"
    INTERFACE_LINK_LIBRARIES "${Mentat_libraries}"
    INTERFACE_LINK_OPTIONS "${Mentat_linker_options}")
  add_executable(mentat::command IMPORTED GLOBAL)
  set_target_properties(mentat::command PROPERTIES IMPORTED_LOCATION "${Mentat_prefix}/bin/mentat")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/MentatFunctions.cmake")
# `mentat c++` as the compiler of the whole project translates every target.
get_property(Mentat_is_checked GLOBAL PROPERTY MENTAT_IS_CHECKED)
if(NOT Mentat_is_checked AND NOT CMAKE_CXX_COMPILER MATCHES "/mentat$")
  set_property(GLOBAL PROPERTY MENTAT_IS_CHECKED TRUE)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL mentat_check_directory "${CMAKE_SOURCE_DIR}")
endif()

foreach(Mentat_name IN ITEMS file is_checked languages libraries link_options linker_options name option prefix)
  unset(Mentat_${Mentat_name})
endforeach()
