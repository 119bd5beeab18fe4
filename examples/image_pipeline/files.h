// Reads and writes whole files.
#ifndef EXAMPLES_IMAGE_PIPELINE_FILES_H_
#define EXAMPLES_IMAGE_PIPELINE_FILES_H_

#include <string>

// Returns the file's contents. Throws std::system_error.
std::string read_file(const std::string& path);

// Creates or replaces the file atomically: readers see all of it or nothing. Throws
// std::system_error; then nothing has changed.
void write_file(const std::string& path, const std::string& bytes);

#endif
