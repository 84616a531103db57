import { expect } from 'vitest'
import type { ModelEvent } from './connector.ts'

export interface Collected {
  text: string
  end: Extract<ModelEvent, { type: 'end' }> | undefined
  events: ModelEvent[]
  error: unknown
}

/** Reads a stream to its end or failure, and checks the rules for all connectors on the way. */
export async function collect(stream: AsyncIterable<ModelEvent>): Promise<Collected> {
  const collected: Collected = { text: '', end: undefined, events: [], error: undefined }
  try {
    for await (const event of stream) {
      expect(collected.end, 'nothing follows the end').toBeUndefined()
      collected.events.push(event)
      if (event.type === 'text-delta') collected.text += event.text
      if (event.type === 'frames') collected.text += textOfFrames(event.bytes)
      if (event.type === 'end') collected.end = event
    }
  } catch (error) {
    collected.error = error
  }
  return collected
}

function textOfFrames(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  expect(text).toMatch(/^(data: \{[^\r\n]*\}\n\n)+$/)
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const chunk = JSON.parse(frame.slice(6))
      expect(chunk.choices.length).toBeGreaterThan(0)
      return chunk.choices[0].delta.content ?? ''
    })
    .join('')
}
