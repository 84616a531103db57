import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeOnSignal } from './remove-on-signal.ts'

it('removes the folder and then stops as the signal says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-signal-'))
  const killed: unknown[] = []
  const signals = Object.assign(new EventEmitter(), {
    pid: 7,
    kill: (...to: unknown[]) => killed.push(...to, existsSync(folder), signals.listenerCount('SIGTERM')) > 0,
  })
  const program = signals as unknown as NodeJS.Process
  removeOnSignal('/nowhere/other', program)()
  removeOnSignal(folder, program)
  signals.emit('SIGTERM', 'SIGTERM')
  expect(killed).toEqual([7, 'SIGTERM', false, 0])
})
