include(CMakeFindDependencyMacro)
find_dependency(Mentat 0.1)
include("${CMAKE_CURRENT_LIST_DIR}/primes.cmake")
