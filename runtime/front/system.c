/* Calls of the system by their names: numbers as they are, strings as UTF-8 with a NUL, typed arrays by their addresses. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

extern char **environ;

/* Those that take any number of arguments, give an address, or that not every C library has. */
static long open_(const char *path, long flags, long mode) { return open(path, flags, mode); }
static long fcntl_(long descriptor, long command, long argument) { return fcntl(descriptor, command, argument); }
static long getcwd_(char *path, long length) { return getcwd(path, length) == NULL ? -1 : (long)strlen(path); }
static long realpath_(const char *path, char *found) { return realpath(path, found) == NULL ? -1 : (long)strlen(found); }
static long signal_(long number, long disposition) { return signal(number, (void (*)(int))disposition) == SIG_ERR ? -1 : 0; }
static long getdents_(long folder, void *entries, long length) { return syscall(SYS_getdents64, folder, entries, length); }
static long statx_(long folder, const char *path, long flags, void *status) {
  const long basic = 0x7ff;
  return syscall(SYS_statx, folder, path, flags, basic, status);
}
/* All descriptors from `first` on are closed when another program starts. */
static long close_on_exec_(long first) {
  const long close_on_exec = 4;
  return syscall(SYS_close_range, first, ~0u, close_on_exec);
}

#define CALL(name) {#name, (void *)name}
#define OWN(name) {#name, (void *)name##_}
static const struct {
  const char *name;
  void *function;
} calls[] = {
    OWN(open), OWN(fcntl), OWN(getcwd), OWN(realpath), OWN(signal), OWN(getdents), OWN(statx), OWN(close_on_exec),
    CALL(close), CALL(read), CALL(pread), CALL(write), CALL(readlink), CALL(access), CALL(ftruncate), CALL(isatty),
    CALL(kill), CALL(getpid), CALL(getppid), CALL(getuid), CALL(waitpid), CALL(setrlimit), CALL(execve), CALL(posix_spawn),
    CALL(posix_spawn_file_actions_init), CALL(posix_spawn_file_actions_adddup2), CALL(posix_spawnattr_init),
    CALL(posix_spawnattr_setflags), CALL(posix_spawnattr_setsigdefault), CALL(_exit),
};
#define MOST_ARGUMENTS 6

static int last_error;

static JSValue call(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv, int which) {
  typedef long (*Function)(long, long, long, long, long, long);
  long values[MOST_ARGUMENTS] = {0};
  char *texts[MOST_ARGUMENTS] = {0};
  bool is_bad = argc > MOST_ARGUMENTS;
  for (int index = 0; index < argc && !is_bad; index++) {
    size_t length;
    int64_t number = 0;
    if (JS_IsString(argv[index])) {
      texts[index] = utf8_of(ctx, argv[index], &length);
      number = (intptr_t)texts[index];
      is_bad = number == 0;
    } else if (JS_IsObject(argv[index])) {
      number = (intptr_t)bytes_of(ctx, argv[index], &length);
      is_bad = number == 0;
    } else {
      is_bad = JS_ToInt64(ctx, &number, argv[index]) != 0;
    }
    values[index] = number;
  }
  int result = -1;
  if (!is_bad) {
    /* No result is larger than C's `int`: more than 2 GB is neither read nor written at once. */
    result = ((Function)calls[which].function)(values[0], values[1], values[2], values[3], values[4], values[5]);
    last_error = errno;
  }
  for (int index = 0; index < MOST_ARGUMENTS; index++) js_free(ctx, texts[index]);
  return is_bad ? JS_EXCEPTION : JS_NewInt32(ctx, result);
}

/* Why the last call failed. */
static MEMBER(error_number) { return JS_NewInt32(ctx, last_error); }

static MEMBER(address_of) {
  size_t length;
  uint8_t *bytes = bytes_of(ctx, argv[0], &length);
  return bytes == NULL ? JS_EXCEPTION : JS_NewInt64(ctx, (intptr_t)bytes);
}

/* The entries of this process. */
static MEMBER(environment) { return texts_of(ctx, environ); }

static const JSCFunctionListEntry members[] = {
    JS_CFUNC_DEF("errorNumber", 0, error_number),
    JS_CFUNC_DEF("addressOf", 1, address_of),
    JS_CFUNC_DEF("environment", 0, environment),
};

void offer_system(JSContext *ctx, JSValueConst host) {
  JSValue system = JS_NewObject(ctx);
  for (int index = 0; index < COUNT(calls); index++) {
    const char *name = calls[index].name;
    JSValue function = JS_NewCFunctionMagic(ctx, call, name, MOST_ARGUMENTS, JS_CFUNC_generic_magic, index);
    JS_SetPropertyStr(ctx, system, name, function);
  }
  JS_SetPropertyStr(ctx, host, "system", system);
  JS_SetPropertyFunctionList(ctx, host, members, COUNT(members));
}
