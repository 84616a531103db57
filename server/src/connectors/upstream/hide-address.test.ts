import { say } from '@bellwether/wire'
import { describe, expect, test } from 'vitest'
import { providerFailed } from '../../platform/errors.ts'
import type { Connector, ModelEvent } from '../connector.ts'
import { hideAddress } from './hide-address.ts'

const HOST = 'models.internal:8080'
const failure = () => providerFailed(say('network.compressed', { host: HOST }), { place: HOST })

function hiding(stream: () => AsyncIterable<ModelEvent>) {
  const connector = { name: 'test', stream } as Partial<Connector> as Connector
  const signal = new AbortController().signal
  const request = { model: 'm', messages: [], params: {}, acceptFrames: false }
  return hideAddress(connector).stream(request, {}, { signal, owner: { userId: 1, organizationId: 1 } })
}

async function read(events: AsyncIterable<ModelEvent>): Promise<string[]> {
  const types: string[] = []
  for await (const { type } of events) types.push(type)
  return types
}

describe('hideAddress', () => {
  test('passes events on and hides the host in a failure after them', async () => {
    const seen: string[] = []
    const events = hiding(async function* () {
      yield { type: 'text-delta', text: 'a' }
      throw failure()
    })
    const reading = (async () => {
      for await (const { type } of events) seen.push(type)
    })()
    const error = await reading.catch((thrown: Error) => thrown)
    expect(seen).toEqual(['text-delta'])
    expect(String(error)).not.toContain(HOST)
  })

  test('hides the host if the call can’t even be made', async () => {
    const events = hiding(() => {
      throw failure()
    })
    const error = await read(events).catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain(HOST)
  })

  test('ends the call when the reader stops', async () => {
    let hasEnded = false
    const events = hiding(async function* () {
      try {
        yield { type: 'text-delta', text: 'a' }
        yield { type: 'text-delta', text: 'b' }
      } finally {
        hasEnded = true
      }
    })
    for await (const _event of events) break
    expect(hasEnded).toBe(true)
  })
})
