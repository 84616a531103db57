const RUNS = 3

/**
 * How many times more CPU time four times the input takes: about 4 for linear work, 16 for quadratic. A ratio holds on a slow or busy
 * machine, where a limit in milliseconds does not.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  await cpuOf(work, size)
  const small = await cpuOf(work, size)
  return (await cpuOf(work, 4 * size)) / Math.max(small, 500)
}

/** Microseconds; the least of several runs, because garbage collection falls into some of them. */
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
