/* What the parts of the host offer to the compiled code, each as members of the object `host` (host.ts). */
#include "quickjs.h"

void offer_text(JSContext *ctx, JSValueConst host);
void offer_system(JSContext *ctx, JSValueConst host);
void offer_signals(JSContext *ctx, JSValueConst host);

/* What the system gives as bytes, decoded as Node decodes it. */
JSValue text_of(JSContext *ctx, const uint8_t *bytes, size_t length, bool is_strict);
JSValue texts_of(JSContext *ctx, char **texts);
/* As UTF-8 with a NUL; freed by the caller. */
char *utf8_of(JSContext *ctx, JSValueConst text, size_t *length);
/* The address of a typed array, and its length in bytes. */
uint8_t *bytes_of(JSContext *ctx, JSValueConst array, size_t *length);

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))
#define MEMBER(name) JSValue name(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
