/* What a program is started with, in the place of the full program: words, variables, descriptors, signals, folder and mask. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

int main(int argc, char **argv) {
  char line[512], path[64], target[4096];
  for (int index = 0; index < argc; index++) printf("word <%s>\n", argv[index]);
  for (int index = 0; environ[index] != NULL; index++) printf("variable <%s>\n", environ[index]);
  for (int descriptor = 0; descriptor < 64; descriptor++) {
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(path, target, sizeof target);
    if (length >= 0) printf("descriptor %d <%.*s>\n", descriptor, (int)length, target);
  }
  FILE *status = fopen("/proc/self/status", "r");
  while (status != NULL && fgets(line, sizeof line, status) != NULL)
    if (strncmp(line, "Sig", 3) == 0 && strncmp(line, "SigQ", 4) != 0) fputs(line, stdout);
  mode_t mask = umask(0);
  printf("folder <%s> mask %03o\n", getcwd(target, sizeof target), mask);
  return 0;
}
