import { pino } from 'pino'
import { expect, it } from 'vitest'
import { toMcpFailure } from './mcp-error.ts'

it('logs what went wrong, but not that a client withdrew its request', () => {
  const lines: { err: { message: string } }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const withdrawn = AbortSignal.abort('no longer needed')
  for (const thrown of [withdrawn.reason, new DOMException('stopped', 'AbortError'), new TypeError('a bug')])
    expect(toMcpFailure(thrown, { log, signal: withdrawn }).code).toBe(-32603)
  toMcpFailure(new DOMException('not by the client', 'AbortError'), {
    log,
    signal: new AbortController().signal,
  })
  expect(lines.map(({ err }) => err.message)).toEqual(['a bug', 'not by the client'])
})
