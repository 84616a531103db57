import { openAiRequestSchema } from '@bellwether/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOrdinaryRequest } from '../completion.routes.ts'
import { withPromptAsMessages } from './lenient-request.ts'

const optional = <T>(...values: fc.Arbitrary<T>[]) =>
  fc.option(fc.oneof(...values), { nil: undefined, freq: 2 })
const name = fc.constantFrom('', 'user', 'system', 'lamb_assistant.1')
const message = fc.oneof(
  { weight: 9, arbitrary: fc.record({ role: name, content: fc.string() }) },
  fc.record({ role: fc.oneof(name, fc.constant(7)), content: fc.oneof(fc.string(), fc.constant(null)) }),
  fc.record({ role: name, content: fc.string(), name: optional<unknown>(fc.string(), fc.integer()) }),
  fc.record({ role: name, content: fc.constantFrom([{ type: 'text', text: 'a' }], [{ text: 'a' }], 3, {}) }),
  fc.jsonValue(),
)
const body = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      model: fc.oneof(name, fc.constant(null)),
      messages: fc.oneof({ weight: 9, arbitrary: fc.array(message, { maxLength: 3 }) }, fc.jsonValue()),
      stream: optional<unknown>(fc.boolean(), fc.constantFrom(null, 'true')),
      stream_options: optional<unknown>(
        fc.constantFrom(null, {}, { include_usage: true }, { include_usage: 1 }),
      ),
      metadata: optional<unknown>(fc.constantFrom(null, {}, 'x')),
      prompt: optional<unknown>(fc.string()),
      temperature: optional<unknown>(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()),
    }),
  },
  fc.jsonValue(),
)
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('ordinary requests', () => {
  it('are those that the schema accepts as they are', () => {
    let ordinary = 0
    fc.assert(
      fc.property(body.map(asJson), (request) => {
        if (!isOrdinaryRequest(request)) return
        ordinary++
        expect(openAiRequestSchema.parse(withPromptAsMessages(request))).toEqual(request)
      }),
      { numRuns: 5000 },
    )
    expect(ordinary).toBeGreaterThan(20)
  })

  it.each([
    '{"model":"m","messages":[{"role":"user","content":"Hello","__proto__":{"a":1}}]}',
    '{"model":"m","messages":[{"role":"user","content":"Hello"}],"__proto__":{"stream":true}}',
  ])('have no field that changes the prototype: %s', (json) => {
    expect(isOrdinaryRequest(JSON.parse(json))).toBe(false)
  })
})
