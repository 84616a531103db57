import { rmSync } from 'node:fs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Signals = Pick<NodeJS.Process, 'on' | 'off' | 'kill' | 'pid'>

/**
 * Removes a temporary folder if the command is stopped: it contains personal data, and a copy of a large database would
 * fill the disk. Returns a function that ends this.
 */
export function removeOnSignal(folder: string, signals: Signals = process): () => void {
  const release = () => {
    for (const name of SIGNALS) signals.off(name, stop)
  }
  const stop = (name: NodeJS.Signals) => {
    release()
    rmSync(folder, { recursive: true, force: true })
    signals.kill(signals.pid, name)
  }
  for (const name of SIGNALS) signals.on(name, stop)
  return release
}
