const TIMES = Math.max(1, Math.floor(Number(process.env['TEST_ROUNDS'])) || 1)

/** How often to repeat a race. `count` is enough to find a fault; TEST_ROUNDS multiplies it for a longer run. */
export const rounds = (count: number): number => count * TIMES
