/* Random games of Preys and Hunters in plain C, escort `closest`: a peer for the kernel's speed.
 * It has the kernel's random numbers, so it plays the same games. Called by preys_speed.py. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FISH = 4, START = 7, SEA = 13, BEFORE_THE_SEA = 12 };

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;

static uint64_t mixed(uint64_t number) {
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9u;
    number = (number ^ (number >> 27)) * 0x94D049BB133111EBu;
    return number ^ (number >> 31);
}

static int is_free(int place) { return place > 0 && place < SEA; }

/* The plies of one game; the fish that are safe go to `safe`. */
static long played(uint64_t stream, int *safe) {
    int boat = 1, fish[FISH] = {START, START, START, START};
    for (long plies = 0;; plies++) {
        int free = 0;
        for (int k = 0; k < FISH; k++) free += is_free(fish[k]);
        if (boat == BEFORE_THE_SEA || !free) {
            *safe = 0;
            for (int k = 0; k < FISH; k++) *safe += fish[k] == SEA;
            return plies;
        }
        stream += GOLDEN;
        int chosen = (int)(((mixed(stream) >> 32) * 6) >> 32) - 1;
        if (chosen < 0 || chosen >= FISH || fish[chosen] == 0) {
            boat++;
            for (int k = 0; k < FISH; k++) if (fish[k] == boat) fish[k] = 0;
            continue;
        }
        if (fish[chosen] == SEA) {
            int closest = -1;
            for (int k = 0; k < FISH; k++)
                if (is_free(fish[k]) && (closest < 0 || fish[k] > fish[closest])) closest = k;
            chosen = closest;
        }
        fish[chosen]++;
    }
}

int main(int count, char **words) {
    long games = count > 1 ? atol(words[1]) : 100000, plies = 0, saved = 0;
    uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
    clock_t start = clock();
    for (long game = 0; game < games; game++) {
        int safe;
        plies += played(mixed(mixed(seed + GOLDEN) + (uint64_t)game), &safe);
        saved += safe;
    }
    printf("%.9f %ld %ld\n", (double)(clock() - start) / CLOCKS_PER_SEC, plies, saved);
    return 0;
}
