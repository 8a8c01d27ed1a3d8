#include <stdlib.h>
#define KEY "API_KEY"
int main(void) { /* getenv("IN_A_COMMENT") */
  return getenv(KEY) == getenv("API_KEI") || puts("getenv(\"IN_A_STRING\")") || getenv(KEY "_2") || getenv(name);
}
