import { describe, expect, it } from 'vitest'
import { fillSettings } from '../context/tool-order.ts'
import { fillTemplate } from './fill-template.ts'
import { MAX_PROMPT, requirePromptFits } from './prompt-limit.ts'

describe('the limit of a prompt', () => {
  it('refuses while filling, before the text exists', () => {
    let asked = 0
    const text = 'x'.repeat(MAX_PROMPT / 10)
    const fill = () =>
      fillTemplate('{a}'.repeat(16_000), () => {
        asked++
        return text
      })
    expect(fill).toThrow('{a} occurs 16000 times')
    expect(asked).toBe(11)
    expect(() => fillTemplate('{a}'.repeat(10), () => text)).not.toThrow()
  })

  it('counts the settings of a tool together', () => {
    const values = new Map([['a', 'x'.repeat(MAX_PROMPT / 10)]])
    const config = { list: Array.from({ length: 11 }, () => 'about {a}') }
    expect(() => fillSettings(config, values)).toThrow('longer than 4 million characters')
  })

  it('counts what tools returned and the arguments of calls', () => {
    const half = 'x'.repeat(MAX_PROMPT / 2)
    const result = { role: 'tool', content: half }
    expect(() => requirePromptFits([result, result])).not.toThrow()
    expect(() => requirePromptFits([result, result, { role: 'user', content: 'x' }])).toThrow()
    const call = { function: { name: 'f', arguments: half } }
    expect(() => requirePromptFits([result, { role: 'assistant', tool_calls: [call] }])).toThrow()
  })
})
