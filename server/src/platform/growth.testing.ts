const RUNS = 3

/**
 * The ratio of CPU time for four times the input: about 4 for linear work, 16 for quadratic. A ratio is reliable on a
 * slow or busy machine, unlike a limit in milliseconds.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  await cpuOf(work, size)
  const small = await cpuOf(work, size)
  return (await cpuOf(work, 4 * size)) / Math.max(small, 500)
}

/** Microseconds; the minimum of several runs, because some include garbage collection. */
async function cpuOf(work: (size: number) => unknown, size: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const begun = process.cpuUsage()
    await work(size)
    const { user, system } = process.cpuUsage(begun)
    least = Math.min(least, user + system)
  }
  return least
}
