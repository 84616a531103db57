import { fileURLToPath } from 'node:url'
import { openHelperPort } from './helper-port.ts'
import { HelperProcess } from './helper-process.ts'

// Run with `server` as its argument, it starts itself as a helper that is busy for ever, and tells the helper's id.

export type HelperTask = 'environment' | 'hang' | 'fill memory' | 'throw'

if (process.argv[2] === 'server') {
  const helper = new HelperProcess(fileURLToPath(import.meta.url), 100)
  helper.on('message', () => process.send?.(helper.pid))
  helper.postMessage({ task: 'hang' })
} else {
  const port = openHelperPort()
  const kept: Buffer[] = []
  port.on('message', (message) => {
    const { task } = message as { task: HelperTask }
    port.postMessage({ environment: Object.keys(process.env) })
    if (task === 'throw') setImmediate(() => Promise.reject(new Error('it failed')))
    if (task === 'hang') setImmediate(() => waste(() => undefined))
    if (task === 'fill memory') setImmediate(() => waste(() => kept.push(Buffer.alloc(1024 * 1024, 1))))
  })
}

function waste(work: () => void): never {
  for (;;) work()
}
