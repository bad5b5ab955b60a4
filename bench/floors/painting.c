/* A picture in full colours from the hex that each pixel lies in and how it is shaded there. */

#include <stdint.h>

void paint(const uint16_t *labels, const uint8_t *shades, const uint8_t *first_of, const uint32_t *palette, long count,
           uint32_t *pixels) {
    for (long p = 0; p < count; p++) pixels[p] = palette[(uint8_t)(first_of[labels[p]] + shades[p])];
}
