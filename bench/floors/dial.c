/* The costs of everything within an allowance: Dijkstra with a ring of buckets, one for each cost (Dial 1969). */

#include <stdint.h>

/* Edges of node n: ends[firsts[n]] to ends[firsts[n + 1] - 1], each with its price from 1 to `dearest`.
   costs: one a node, -1 where it is out of reach. heads: dearest + 1. nodes, later: one an edge, and one more. */
void reach(const int32_t *firsts, const int32_t *ends, const int32_t *prices, int32_t count, int32_t dearest,
           int32_t start, int32_t allowance, int32_t *costs, int32_t *heads, int32_t *nodes, int32_t *later) {
    int32_t ring = dearest + 1, put = 0, waiting = 1;
    for (int32_t n = 0; n < count; n++) costs[n] = -1;
    for (int32_t k = 0; k < ring; k++) heads[k] = -1;
    costs[start] = 0;
    nodes[put] = start;
    later[put] = -1;
    heads[0] = put++;
    for (int32_t cost = 0; waiting && cost <= allowance; cost++) {
        int32_t entry = heads[cost % ring];
        heads[cost % ring] = -1;
        for (; entry >= 0; entry = later[entry]) {
            int32_t node = nodes[entry];
            waiting--;
            if (costs[node] != cost) continue;
            for (int32_t e = firsts[node]; e < firsts[node + 1]; e++) {
                int32_t total = cost + prices[e], end = ends[e];
                if (total > allowance || (costs[end] >= 0 && costs[end] <= total)) continue;
                costs[end] = total;
                nodes[put] = end;
                later[put] = heads[total % ring];
                heads[total % ring] = put++;
                waiting++;
            }
        }
    }
}
