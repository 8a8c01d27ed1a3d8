/*
 * `compiler SCRIPT BYTECODE` writes the bytecode of a script; `compiler SCRIPT` runs it beside the object `host`, for tests. Part of the
 * build alone.
 */
#include <stdio.h>
#include <stdlib.h>

#include "context.h"

static char *content_of(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) return NULL;
  *length = ftell(file);
  rewind(file);
  char *content = calloc(1, *length + 1);
  return fread(content, 1, *length, file) == *length ? content : NULL;
}

static int fail(JSContext *ctx) {
  JSValue error = JS_GetException(ctx);
  fprintf(stderr, "%s\n%s\n", JS_ToCString(ctx, error), JS_ToCString(ctx, JS_GetPropertyStr(ctx, error, "stack")));
  return 1;
}

int main(int argc, char **argv) {
  JSContext *ctx = new_context();
  size_t length, size;
  char *script = argc < 2 || ctx == NULL ? NULL : content_of(argv[1], &length);
  if (script == NULL) return 2;
  host_of(ctx);
  JSValue compiled = JS_Eval(ctx, script, length, argv[1], JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_COMPILE_ONLY);
  if (JS_IsException(compiled)) return fail(ctx);
  if (argc == 2) return JS_IsException(JS_EvalFunction(ctx, compiled)) ? fail(ctx) : 0;
  const int flags = JS_WRITE_OBJ_BYTECODE | JS_WRITE_OBJ_STRIP_SOURCE | JS_WRITE_OBJ_STRIP_DEBUG;
  uint8_t *bytecode = JS_WriteObject(ctx, &size, compiled, flags);
  FILE *out = fopen(argv[2], "wb");
  bool is_written = bytecode != NULL && out != NULL && fwrite(bytecode, 1, size, out) == size && fclose(out) == 0;
  return is_written ? 0 : 1;
}
