/* The engine with as much of the language as the warm path uses, and with the object `host`. */
#include "host.h"

static JSContext *new_context(void) {
  JSRuntime *runtime = JS_NewRuntime();
  JSContext *ctx = runtime == NULL ? NULL : JS_NewContextRaw(runtime);
  bool is_failed = ctx == NULL || JS_AddIntrinsicBaseObjects(ctx) || JS_AddIntrinsicDate(ctx) || JS_AddIntrinsicEval(ctx) ||
                   JS_AddIntrinsicRegExp(ctx) || JS_AddIntrinsicJSON(ctx) || JS_AddIntrinsicMapSet(ctx) ||
                   JS_AddIntrinsicTypedArrays(ctx) || JS_AddIntrinsicPromise(ctx) || JS_AddIntrinsicBigInt(ctx);
  return is_failed ? NULL : ctx;
}

/* The new object, which is also a global variable. */
static JSValue host_of(JSContext *ctx) {
  JSValue host = JS_NewObject(ctx), global = JS_GetGlobalObject(ctx);
  offer_text(ctx, host);
  offer_system(ctx, host);
  offer_signals(ctx, host);
  JS_SetPropertyStr(ctx, global, "host", JS_DupValue(ctx, host));
  JS_FreeValue(ctx, global);
  return host;
}
