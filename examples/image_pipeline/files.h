// Whole files in and out.
#ifndef EXAMPLES_IMAGE_PIPELINE_FILES_H_
#define EXAMPLES_IMAGE_PIPELINE_FILES_H_

#include <string>

// What the file holds. Throws std::system_error.
std::string read_file(const std::string& path);

// The file appears, or is replaced, in one step: whoever looks sees all of it or nothing. Throws
// std::system_error; then nothing has changed.
void write_file(const std::string& path, const std::string& bytes);

#endif
