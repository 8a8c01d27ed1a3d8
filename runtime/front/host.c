/*
 * The host of the front: the engine, and the way to the full program. It knows nothing of manifests, caches or options; what it
 * runs is the compiled warm path (BYTECODE), for calls that begin with one of COMMANDS.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "context.h"
#include "host.h"

#define CANNOT_EXECUTE 126
/* So much that nothing is collected: the process ends before. */
#define NEVER ((size_t)1 << 40)

__asm__(".section .rodata\n.balign 16\nbytecode:\n.incbin \"" BYTECODE "\"\nbytecode_end:\n.previous\n");
extern const uint8_t bytecode[], bytecode_end[];

static const char *const COMMAND_NAMES[] = {COMMANDS};

extern char **environ;
static char **arguments;

/* Both runtimes ignore these; the full program must find them as this one did. */
static const int IGNORED[] = {SIGPIPE, SIGXFSZ};
static struct sigaction found[COUNT(IGNORED)];

/* Something was recorded: from here on this program does the work itself. */
static bool is_committed;

/* The file beside this one, by whatever name or link this one was called. */
static const char *full_program(void) {
  static const char suffix[] = "-full";
  static char path[PATH_MAX + sizeof suffix];
  ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
  if (length < 0) length = realpath((const char *)getauxval(AT_EXECFN), path) == NULL ? 0 : (ssize_t)strlen(path);
  memcpy(path + length, suffix, sizeof suffix);
  return path;
}

static void become_full(void) {
  const char *path = full_program();
  execve(path, arguments, environ);
  dprintf(STDERR_FILENO, "error: %s cannot be started: %s\n", path, strerror(errno));
  _exit(CANNOT_EXECUTE);
}

/* With the arguments, the environment, the descriptors and the signals of this process. */
static void hand_over(void) {
  if (is_committed) return;
  for (int index = 0; index < COUNT(IGNORED); index++) sigaction(IGNORED[index], &found[index], NULL);
  become_full();
}

/* handOver(): does not return, but throws where it is too late. */
static MEMBER(hand_over_now) {
  hand_over();
  return JS_ThrowInternalError(ctx, "something was recorded");
}

static MEMBER(commit) {
  is_committed = true;
  return JS_UNDEFINED;
}

static MEMBER(has_committed) { return JS_NewBool(ctx, is_committed); }

/* What goes wrong in here goes right in the full program, or is said by it. */
static void give_up(void) {
  hand_over();
  dprintf(STDERR_FILENO, "error: the command could not be started after its start was recorded\n");
  _exit(CANNOT_EXECUTE);
}

/* giveUp(): does not return. */
static MEMBER(give_up_now) {
  give_up();
  return JS_UNDEFINED;
}

static const JSCFunctionListEntry members[] = {
    JS_CFUNC_DEF("handOver", 0, hand_over_now),
    JS_CFUNC_DEF("giveUp", 0, give_up_now),
    JS_CFUNC_DEF("commit", 0, commit),
    JS_CFUNC_DEF("hasCommitted", 0, has_committed),
};

static bool has_command(char **words) {
  for (int index = 0; words[0] != NULL && words[1] != NULL && index < COUNT(COMMAND_NAMES); index++)
    if (strcmp(words[1], COMMAND_NAMES[index]) == 0) return true;
  return false;
}

static JSValue checked(JSValue value) {
  if (JS_IsException(value)) give_up();
  return value;
}

int main(int argc, char **argv) {
  arguments = argv;
  if (!has_command(argv)) become_full();
  for (int index = 0; index < COUNT(IGNORED); index++) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(IGNORED[index], &ignore, &found[index]);
  }
  JSContext *ctx = new_context();
  if (ctx == NULL) give_up();
  JS_SetGCThreshold(JS_GetRuntime(ctx), NEVER);
  JSValue host = host_of(ctx);
  JS_SetPropertyFunctionList(ctx, host, members, COUNT(members));
  JS_SetPropertyStr(ctx, host, "arguments", texts_of(ctx, argv));
  checked(JS_EvalFunction(ctx, checked(JS_ReadObject(ctx, bytecode, bytecode_end - bytecode, JS_READ_OBJ_BYTECODE))));
  JSValue turn = checked(JS_GetPropertyStr(ctx, host, "turn"));
  for (;;) {
    JSContext *of_job;
    int done;
    do done = JS_ExecutePendingJob(JS_GetRuntime(ctx), &of_job);
    while (done > 0);
    if (done < 0) give_up();
    checked(JS_Call(ctx, turn, JS_UNDEFINED, 0, NULL));
  }
}
