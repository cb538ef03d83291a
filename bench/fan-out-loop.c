// The lower bound of the cost of writing each tick to each client: a loop of write(2) over idle sockets.
//
// Prints `PORT` and a line break. Reads lines from standard input:
//   clients                              answers how many are connected
//   publish PERIODS PERIOD_MS PER_PERIOD answers `TICKS CPU_SECONDS`

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_CLIENTS 16384

static int clients[MOST_CLIENTS];
static int count;

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static double cpu_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_utime.tv_sec + used.ru_stime.tv_sec +
         (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void publish(int periods, double period_ms, int per_period) {
  double before = cpu_seconds();
  double every = period_ms / 1000 / per_period;
  int total = periods * per_period;
  char frame[128];
  double due = seconds_of(CLOCK_MONOTONIC);
  for (int sent = 0; sent < total; sent++) {
    int length = snprintf(frame, sizeof frame, "[{\"s\":\"SYM%d\",\"d\":%.4f,\"p\":1.14607}]",
                          sent % per_period, seconds_of(CLOCK_REALTIME) * 1000);
    for (int i = 0; i < count; i++)
      if (write(clients[i], frame, length) != length) _exit(1);
    double now = seconds_of(CLOCK_MONOTONIC);
    due = due + every > now ? due + every : now;
    usleep((useconds_t)((due - now) * 1e6));
  }
  printf("%d %f\n", total, cpu_seconds() - before);
}

int main(void) {
  struct sockaddr_in place = {.sin_family = AF_INET};
  socklen_t size = sizeof place;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&place, sizeof place) || listen(listener, 4096)) return 1;
  getsockname(listener, (struct sockaddr *)&place, &size);
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("%d\n", ntohs(place.sin_port));
  // Lines are short and each is answered before the next is sent: one read is one line.
  char line[128];
  for (;;) {
    struct pollfd ready[2] = {{.fd = listener, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
    if (poll(ready, 2, -1) < 0) return 1;
    if (ready[0].revents && count < MOST_CLIENTS) {
      int one = 1;
      clients[count] = accept(listener, NULL, NULL);
      setsockopt(clients[count++], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      continue;
    }
    if (!ready[1].revents) continue;
    ssize_t length = read(0, line, sizeof line - 1);
    if (length <= 0) return 0;
    line[length] = 0;
    int periods, per_period;
    double period_ms;
    if (sscanf(line, "publish %d %lf %d", &periods, &period_ms, &per_period) == 3)
      publish(periods, period_ms, per_period);
    else
      printf("%d\n", count);
  }
}
