/** Limits concurrency per key; further callers wait in order. */
export function createGates(limit: number) {
  const gates = new Map<string, { running: number; waiting: (() => void)[] }>()

  async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const gate = gates.get(key) ?? { running: 0, waiting: [] }
    gates.set(key, gate)
    if (gate.running < limit) gate.running++
    // A caller that leaves passes its slot on, so the count stays the same.
    else await new Promise<void>((enter) => gate.waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = gate.waiting.shift()
      if (next) next()
      else if (--gate.running === 0) gates.delete(key)
    }
  }
  return { run }
}
