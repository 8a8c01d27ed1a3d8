/* Text and bytes, as Node has them: decoding is that of the WHATWG, and half a surrogate pair is written as the replacement. */
#include <string.h>

#include "host.h"

#define REPLACEMENT 0xfffd
#define REPLACEMENT_AS_UTF8 "\xef\xbf\xbd"

enum how { LENIENT, STRICT, LATIN1 };

/* The next character, and where the one after it begins. Each longest part of a sequence that is not UTF-8 is one replacement. */
static size_t next_point(const uint8_t *bytes, size_t at, size_t length, uint32_t *point) {
  uint32_t lead = bytes[at++];
  int more = lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
  uint32_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  uint32_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  bool is_valid = lead < 0x80 || more > 0;
  *point = lead < 0x80 ? lead : lead & (0x3f >> more);
  for (; more > 0 && is_valid; more--, low = 0x80, high = 0xbf) {
    is_valid = at < length && bytes[at] >= low && bytes[at] <= high;
    if (is_valid) *point = *point << 6 | (bytes[at++] & 0x3f);
  }
  if (!is_valid) *point = UINT32_MAX;
  return at;
}

static JSValue text_of_units(JSContext *ctx, uint16_t *units, size_t count) {
  JSValue text = JS_NewStringUTF16(ctx, units, count);
  js_free(ctx, units);
  return text;
}

JSValue text_of(JSContext *ctx, const uint8_t *bytes, size_t length, bool is_strict) {
  size_t ascii = 0;
  while (ascii < length && bytes[ascii] < 0x80) ascii++;
  if (ascii == length) return JS_NewStringLen(ctx, (const char *)bytes, length);
  uint16_t *units = js_malloc(ctx, length * sizeof *units);
  if (units == NULL) return JS_EXCEPTION;
  size_t count = 0;
  for (size_t at = 0; at < length;) {
    uint32_t point;
    at = next_point(bytes, at, length, &point);
    if (point == UINT32_MAX && is_strict) {
      js_free(ctx, units);
      return JS_NULL;
    }
    if (point == UINT32_MAX) point = REPLACEMENT;
    if (point < 0x10000) {
      units[count++] = point;
    } else {
      units[count++] = 0xd7c0 + (point >> 10);
      units[count++] = 0xdc00 | (point & 0x3ff);
    }
  }
  return text_of_units(ctx, units, count);
}

JSValue texts_of(JSContext *ctx, char **texts) {
  JSValue list = JS_NewArray(ctx);
  for (uint32_t index = 0; texts[index] != NULL; index++)
    JS_SetPropertyUint32(ctx, list, index, text_of(ctx, (const uint8_t *)texts[index], strlen(texts[index]), false));
  return list;
}

/* The engine writes half a surrogate pair as three bytes, as many as the replacement has. */
char *utf8_of(JSContext *ctx, JSValueConst text, size_t *length) {
  const char *encoded = JS_ToCStringLen(ctx, length, text);
  if (encoded == NULL) return NULL;
  char *bytes = js_malloc(ctx, *length + 1);
  if (bytes != NULL) {
    memcpy(bytes, encoded, *length + 1);
    for (size_t at = 0; at + 2 < *length; at++)
      if ((uint8_t)bytes[at] == 0xed && (uint8_t)bytes[at + 1] >= 0xa0) memcpy(bytes + at, REPLACEMENT_AS_UTF8, 3);
  }
  JS_FreeCString(ctx, encoded);
  return bytes;
}

uint8_t *bytes_of(JSContext *ctx, JSValueConst array, size_t *length) {
  static uint8_t none;
  size_t offset, size;
  JSValue buffer = JS_GetTypedArrayBuffer(ctx, array, &offset, length, NULL);
  if (JS_IsException(buffer)) return NULL;
  uint8_t *start = JS_GetArrayBuffer(ctx, &size, buffer);
  JS_FreeValue(ctx, buffer);
  /* An empty one may have no address. */
  return *length == 0 ? &none : start == NULL ? NULL : start + offset;
}

/* decode(bytes, start, end, how): null if it is to be strict and they are not UTF-8. */
static MEMBER(decode) {
  size_t length;
  int64_t start, end;
  int how;
  const uint8_t *bytes = bytes_of(ctx, argv[0], &length);
  if (bytes == NULL || JS_ToInt64(ctx, &start, argv[1]) || JS_ToInt64(ctx, &end, argv[2]) || JS_ToInt32(ctx, &how, argv[3]))
    return JS_EXCEPTION;
  if (start < 0 || end < start || (uint64_t)end > length) return JS_ThrowRangeError(ctx, "outside of the bytes");
  size_t count = end - start;
  if (how != LATIN1) return text_of(ctx, bytes + start, count, how == STRICT);
  uint16_t *units = js_malloc(ctx, count * sizeof *units + 1);
  if (units == NULL) return JS_EXCEPTION;
  for (size_t at = 0; at < count; at++) units[at] = bytes[start + at];
  return text_of_units(ctx, units, count);
}

static JSValue buffer_of(JSContext *ctx, uint8_t *bytes, size_t length) {
  JSValue buffer = JS_NewArrayBufferCopy(ctx, bytes, length);
  js_free(ctx, bytes);
  return buffer;
}

/* encode(text, is_latin1): an ArrayBuffer. */
static MEMBER(encode) {
  size_t length;
  if (!JS_ToBool(ctx, argv[1])) {
    char *bytes = utf8_of(ctx, argv[0], &length);
    return bytes == NULL ? JS_EXCEPTION : buffer_of(ctx, (uint8_t *)bytes, length);
  }
  const uint16_t *units = JS_ToCStringLenUTF16(ctx, &length, argv[0]);
  if (units == NULL) return JS_EXCEPTION;
  uint8_t *bytes = js_malloc(ctx, length + 1);
  for (size_t at = 0; bytes != NULL && at < length; at++) bytes[at] = units[at];
  JS_FreeCStringUTF16(ctx, units);
  return bytes == NULL ? JS_EXCEPTION : buffer_of(ctx, bytes, length);
}

/* compare(bytes, bytes): -1, 0 or 1. */
static MEMBER(compare) {
  size_t length, other_length;
  const uint8_t *bytes = bytes_of(ctx, argv[0], &length), *other = bytes_of(ctx, argv[1], &other_length);
  if (bytes == NULL || other == NULL) return JS_EXCEPTION;
  int order = memcmp(bytes, other, length < other_length ? length : other_length);
  if (order == 0) order = (length > other_length) - (length < other_length);
  return JS_NewInt32(ctx, (order > 0) - (order < 0));
}

static const JSCFunctionListEntry members[] = {
    JS_CFUNC_DEF("decode", 4, decode),
    JS_CFUNC_DEF("encode", 2, encode),
    JS_CFUNC_DEF("compare", 2, compare),
};

void offer_text(JSContext *ctx, JSValueConst host) { JS_SetPropertyFunctionList(ctx, host, members, COUNT(members)); }
