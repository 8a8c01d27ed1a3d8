/* Signals that the compiled code listens to, and time. */
#include <poll.h>
#include <signal.h>
#include <time.h>

#include "host.h"

#define THOUSAND 1000.0
#define MILLION 1000000.0

static uint64_t received;

static void receive(int number) { __atomic_fetch_or(&received, 1ull << number, __ATOMIC_SEQ_CST); }

/* listen(signal): from here on `wait` tells of it. */
static MEMBER(listen_to) {
  int number;
  if (JS_ToInt32(ctx, &number, argv[0])) return JS_EXCEPTION;
  struct sigaction action = {.sa_handler = receive, .sa_flags = SA_RESTART};
  return JS_NewInt32(ctx, sigaction(number, &action, NULL));
}

/* wait(milliseconds): the signals that have come, as bits. A negative time has no end. */
static MEMBER(wait_for_signals) {
  double milliseconds;
  if (JS_ToFloat64(ctx, &milliseconds, argv[0])) return JS_EXCEPTION;
  struct timespec limit = {.tv_sec = milliseconds / THOUSAND};
  limit.tv_nsec = (milliseconds - limit.tv_sec * THOUSAND) * MILLION;
  sigset_t all, before;
  sigfillset(&all);
  /* None comes between the look and the wait. */
  sigprocmask(SIG_BLOCK, &all, &before);
  if (received == 0) ppoll(NULL, 0, milliseconds < 0 ? NULL : &limit, &before);
  uint64_t bits = __atomic_exchange_n(&received, 0, __ATOMIC_SEQ_CST);
  sigprocmask(SIG_SETMASK, &before, NULL);
  return JS_NewFloat64(ctx, bits);
}

/* Milliseconds of a clock that is never set. */
static MEMBER(now) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return JS_NewFloat64(ctx, time.tv_sec * THOUSAND + time.tv_nsec / MILLION);
}

static const JSCFunctionListEntry members[] = {
    JS_CFUNC_DEF("listen", 1, listen_to),
    JS_CFUNC_DEF("wait", 1, wait_for_signals),
    JS_CFUNC_DEF("now", 0, now),
};

void offer_signals(JSContext *ctx, JSValueConst host) { JS_SetPropertyFunctionList(ctx, host, members, COUNT(members)); }
