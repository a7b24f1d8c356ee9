# Judges the samples of load-tests/soak: seconds, sockets, clients, threads, heap in KiB, and more that is not judged. Variable: settle,
# in seconds. Exit status: 0 nothing grows, 1 something does, 2 too few samples.

/^#/ { next }
$1 >= settle { n++; sockets[n] = $2; clients[n] = $3; threads[n] = $4 }
$1 >= 2 * settle { m++; heap[m] = $5 }

# The median of a[from..to], the lower one of two in the middle.
function median(a, from, to,   i, j, t, b, k) {
  for (i = from; i <= to; i++) b[++k] = a[i]
  for (i = 2; i <= k; i++) for (j = i; j > 1 && b[j - 1] > b[j]; j--) { t = b[j]; b[j] = b[j - 1]; b[j - 1] = t }
  return b[int((k + 1) / 2)]
}

function flat(name, a, count,   i, low, high, third, before, after, fine) {
  low = high = a[1]
  for (i = 2; i <= count; i++) { if (a[i] < low) low = a[i]; if (a[i] > high) high = a[i] }
  third = int(count / 3)
  before = median(a, 1, third)
  after = median(a, count - third + 1, count)
  fine = high - low <= 16 && after - before <= 2
  printf "%-12s %d to %d, thirds %d and %d: %s\n", name, low, high, before, after, fine ? "flat" : "NOT flat"
  return fine
}

END {
  if (n < 6 || m < 6) exit 2
  fine = flat("sockets", sockets, n)
  fine = flat("clients", clients, n) && fine
  fine = flat("threads", threads, n) && fine
  third = int(m / 3)
  before = median(heap, 1, third)
  after = median(heap, m - third + 1, m)
  steady = after <= 1.1 * before
  printf "%-12s thirds %.1f and %.1f MiB, ratio %.3f (at most 1.1): %s\n", "live heap", before / 1024, after / 1024, after / before, steady ? "flat" : "NOT flat"
  exit !(fine && steady)
}
