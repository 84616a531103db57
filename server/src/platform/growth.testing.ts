const ROUNDS = 12
/** Clearly linear: no further rounds are needed. */
const LINEAR = 6

/**
 * The ratio of CPU time for four times the input: about 4 for linear work, 16 for quadratic. A ratio is reliable on a
 * slow or busy machine, unlike a limit in milliseconds. Both sizes are measured in turn, and the least of each counts:
 * some rounds include garbage collection or compilation.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  await work(size)
  let small = Number.POSITIVE_INFINITY
  let large = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    small = Math.min(small, await cpuOf(work, size))
    large = Math.min(large, await cpuOf(work, 4 * size))
    if (large / Math.max(small, 500) < LINEAR) break
  }
  return large / Math.max(small, 500)
}

/** Microseconds. */
async function cpuOf(work: (size: number) => unknown, size: number): Promise<number> {
  const start = process.cpuUsage()
  await work(size)
  const { user, system } = process.cpuUsage(start)
  return user + system
}
