#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "examples/image_pipeline/codec.h"

#include <doctest/doctest.h>

#include <memory>

#include <png.h>
#include <turbojpeg.h>

namespace {

picture gradient(int channels) {
  picture made = blank(40, 30, channels);
  for (std::size_t i = 0; i < made.samples.size(); ++i) made.samples[i] = (i * 7) % 256;
  return made;
}

std::string jpeg_of(const picture& from) {
  const std::unique_ptr<void, decltype(&tjDestroy)> encoder(tjInitCompress(), tjDestroy);
  unsigned char* data = nullptr;
  unsigned long size = 0;
  REQUIRE(tjCompress2(encoder.get(), from.samples.data(), from.width, 0, from.height, TJPF_RGB,
                      &data, &size, TJSAMP_444, 95, 0) == 0);
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  tjFree(data);
  return bytes;
}

// Encodes pixels with alpha as a PNG file.
std::string png_of(const std::string& pixels, unsigned width, unsigned height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  REQUIRE(png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr));
  bytes.resize(size);
  return bytes;
}

TEST_CASE("an encoded picture is decoded to the same pixels, colour by colour") {
  const picture colours = gradient(3);
  const picture again = decode(encode_png(colours));
  CHECK(again.fault.empty());
  CHECK(again.width == 40);
  CHECK(again.height == 30);
  CHECK(again.channels == 3);
  CHECK(again.samples == colours.samples);
}

TEST_CASE("a grey picture comes back with three equal channels") {
  const picture grey = gradient(1);
  const picture again = decode(encode_png(grey));
  REQUIRE(again.samples.size() == 3 * grey.samples.size());
  for (std::size_t i = 0; i < again.samples.size(); ++i)
    CHECK(again.samples[i] == grey.samples[i / 3]);
}

TEST_CASE("transparent pixels are black") {
  const picture seen = decode(png_of({"\x64\xC8\xFF\x00\x64\xC8\xFF\xFF", 8}, 2, 1));
  CHECK(seen.samples == std::vector<std::uint8_t>{0, 0, 0, 0x64, 0xC8, 0xFF});
}

TEST_CASE("a JPEG file has its size and about its colours") {
  picture red = blank(40, 30, 3);
  for (std::size_t i = 0; i < red.samples.size(); i += 3) red.samples[i] = 200;
  const picture again = decode(jpeg_of(red));
  REQUIRE(again.fault.empty());
  CHECK(again.width == 40);
  CHECK(again.height == 30);
  CHECK(again.samples[0] > 190);
  CHECK(again.samples[1] < 10);
}

TEST_CASE("a file cut off anywhere is a fault, never a picture and never a crash") {
  for (const std::string& whole : {encode_png(gradient(3)), jpeg_of(gradient(3))}) {
    // The last bytes of a file, 16 of PNG and 2 of JPEG, affect no pixel.
    for (std::size_t length = 0; length + 17 < whole.size(); ++length) {
      const picture cut = decode(whole.substr(0, length));
      CHECK_MESSAGE(!cut.fault.empty(), "cut off after ", length, " bytes");
      CHECK(cut.samples.empty());
    }
  }
}

TEST_CASE("a fault names its cause") {
  CHECK(decode("").fault == "is empty");
  CHECK(decode("GIF89a").fault == "is neither a PNG nor a JPEG file");
  std::string damaged = encode_png(gradient(3));
  damaged[damaged.size() / 2] ^= 0x55;
  CHECK(decode(damaged).fault.starts_with("is a damaged PNG file: "));
  CHECK(decode("\xff\xd8\xff and no more").fault.starts_with("is a damaged JPEG file: "));
}

TEST_CASE("a file that claims to be huge is refused before memory is asked for") {
  // The header of a JPEG file of 65000 x 65000 pixels.
  picture small = blank(8, 8, 3);
  std::string bytes = jpeg_of(small);
  const std::size_t frame = bytes.find("\xff\xc0");
  REQUIRE(frame != std::string::npos);
  bytes.replace(frame + 5, 4, "\xfd\xe8\xfd\xe8");
  CHECK(decode(bytes).fault == "is too large: 65000 x 65000 pixels; the limit is 100000000");
}

}  // namespace
