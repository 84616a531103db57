import { describe, expect, it } from 'vitest'
import type { DialogMessage } from '../dialogs/dialog-message.ts'
import { toModelMessages, withEditor } from './model-messages.ts'

const message = (given: Partial<DialogMessage>): DialogMessage => ({
  id: 1,
  number: 0,
  role: 'assistant',
  content: '',
  reasoning: '',
  calls: [],
  edits: [],
  checkpoint: null,
  session: 1,
  complete: true,
  ...given,
})

describe('a dialog for a model', () => {
  it('has a result for every call, even an interrupted one, and truncates long arguments', () => {
    const calls = [
      {
        id: 'a',
        name: 'write_file',
        args: JSON.stringify({ path: 'x', content: 'y'.repeat(5000) }),
        ok: true,
        size: 9,
      },
      { id: 'b', name: 'read_file', args: '{"broken' },
    ]
    const [said, first, second] = toModelMessages('', [message({ calls })])
    expect(said).toMatchObject({ role: 'assistant', content: null })
    expect(JSON.stringify(said).length).toBeLessThan(1500)
    const sent = said?.['tool_calls'] as { function: { arguments: string } }[]
    expect(sent.map((call) => Object.keys(JSON.parse(call.function.arguments)))).toEqual([
      ['path', 'content'],
      [],
    ])
    expect(first).toMatchObject({ role: 'tool', tool_call_id: 'a' })
    expect(first?.content).toContain('get_tool_result')
    expect(second?.content).toContain('"status":"interrupted"')
  })

  it('starts with the summary; empty rounds are left out; reasoning is not sent', () => {
    const messages = [message({ role: 'user', content: 'Hi' }), message({ reasoning: 'secret thought' })]
    expect(toModelMessages('They met.', messages)).toEqual([
      { role: 'user', content: expect.stringContaining('They met.') },
      { role: 'user', content: 'Hi' },
    ])
  })
})

describe('what is open in the editor', () => {
  it('follows the question, within bounds', () => {
    expect(withEditor('Why?', null)).toBe('Why?')
    expect(withEditor('Why?', { current_file: {}, open_files: [] })).toBe('Why?')
    const text = withEditor('Why?', {
      current_file: { path: 'a.py', language: 'python', content: 'x'.repeat(100_000) },
      open_files: ['b.py', { path: 'c.py', content: 'never sent' }],
    })
    expect(text).toMatch(/^Why\?\n\n<editor>\nOpen file: a\.py \(python\)/)
    expect(text).toContain('Also open: b.py, c.py')
    expect(text).not.toContain('never sent')
    expect(text.length).toBeLessThan(20_000)
  })
})
