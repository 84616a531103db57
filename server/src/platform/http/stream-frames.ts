import { tryParseJson } from '../json.ts'

type Json = Record<string, unknown>

/** The JSON objects in complete `data: {…}` events. Pure. */
export function* payloadsOf(frames: string | Buffer): Generator<Json> {
  for (const line of frames.toString('utf8').split('\n')) {
    if (!line.startsWith('data: {')) continue
    const payload = tryParseJson(line.slice('data: '.length))
    if (isObject(payload)) yield payload
  }
}

/** The text and reasoning in the frames of an OpenAI stream, without statuses and sources. Pure. */
export function readFrames(frames: string | Buffer): { text: string; reasoning: string } {
  const words = { text: '', reasoning: '' }
  for (const { choices } of payloadsOf(frames)) {
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
    const delta = isObject(choice) && isObject(choice['delta']) ? choice['delta'] : {}
    if (typeof delta['content'] === 'string') words.text += delta['content']
    const reasoning = delta['reasoning_content'] ?? delta['reasoning']
    if (typeof reasoning === 'string') words.reasoning += reasoning
  }
  return words
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
