#include "examples/image_pipeline/codec.h"

#include <memory>
#include <stdexcept>

#include <png.h>
#include <turbojpeg.h>

namespace {

std::string too_large(long width, long height) {
  return "is too large: " + std::to_string(width) + " x " + std::to_string(height) +
         " pixels; the limit is " + std::to_string(max_pixels);
}

picture decode_png(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, decltype(&png_image_free)> freed(&image, png_image_free);
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) {
    return broken(std::string("is a damaged PNG file: ") + image.message);
  }
  if (static_cast<long>(image.width) * image.height > max_pixels) {
    return broken(too_large(image.width, image.height));
  }
  image.format = PNG_FORMAT_RGB;
  picture result = blank(static_cast<int>(image.width), static_cast<int>(image.height), 3);
  const png_color black{};
  if (png_image_finish_read(&image, &black, result.samples.data(), 0, nullptr) == 0) {
    return broken(std::string("is a damaged PNG file: ") + image.message);
  }
  return result;
}

picture decode_jpeg(const std::string& bytes) {
  const std::unique_ptr<void, decltype(&tjDestroy)> decoder(tjInitDecompress(), tjDestroy);
  if (!decoder) return broken(std::string("cannot be decoded: ") + tjGetErrorStr());
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  int width = 0, height = 0, subsampling = 0, colours = 0;
  if (tjDecompressHeader3(decoder.get(), data, bytes.size(), &width, &height, &subsampling,
                          &colours) != 0) {
    return broken(std::string("is a damaged JPEG file: ") + tjGetErrorStr2(decoder.get()));
  }
  if (static_cast<long>(width) * height > max_pixels) return broken(too_large(width, height));
  picture result = blank(width, height, 3);
  // Also fails on a mere warning, such as for a truncated file.
  if (tjDecompress2(decoder.get(), data, bytes.size(), result.samples.data(), width, 0, height,
                    TJPF_RGB, TJFLAG_ACCURATEDCT) != 0) {
    return broken(std::string("is a damaged JPEG file: ") + tjGetErrorStr2(decoder.get()));
  }
  return result;
}

}  // namespace

picture decode(const std::string& bytes) {
  if (bytes.empty()) return broken("is empty");
  if (bytes.starts_with("\x89PNG")) return decode_png(bytes);
  if (bytes.starts_with("\xff\xd8\xff")) return decode_jpeg(bytes);
  return broken("is neither a PNG nor a JPEG file");
}

std::string encode_png(const picture& made) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(made.width);
  image.height = static_cast<png_uint_32>(made.height);
  image.format = made.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, made.samples.data(), 0, nullptr) ==
      0) {
    throw std::runtime_error(std::string("cannot be encoded: ") + image.message);
  }
  bytes.resize(size);
  return bytes;
}
