#include "CEmptyICU.h"

#include <stdint.h>

struct CEmptyICU_package {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t information_size;
    uint16_t reserved_word;
    uint8_t is_big_endian;
    uint8_t character_set;
    uint8_t character_size;
    uint8_t reserved_byte;
    uint8_t format[4];
    uint8_t format_version[4];
    uint8_t data_version[4];
    uint8_t padding[8];
    // The table of contents.
    uint32_t count;
};

_Alignas(16) const struct CEmptyICU_package CEmptyICU_data = {
    .header_size = 32,
    .magic = {0xDA, 0x27},
    .information_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .character_size = 2,
    .format = {'C', 'm', 'n', 'D'},
    .format_version = {1},
};
