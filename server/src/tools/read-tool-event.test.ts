import { expect, it } from 'vitest'
import * as z from 'zod'
import { createToolEmitter, readToolEvent } from './read-tool-event.ts'
import { defineTool, type ToolEvent } from './tool.ts'

const builtIn = defineTool({
  name: 'mine',
  title: 'Mine',
  description: '',
  category: '',
  version: '1',
  config: z.object({}),
  input: z.object({}),
  run: () => ({ ok: true, content: '', sources: [] }),
})
const plugin = { ...builtIn, isPlugin: true }
const progress = (message: string, status = 'tool_progress') => ({
  type: 'status',
  status,
  tool: 'mine',
  message,
})
const edit = { type: 'file_edit', workspace: 'w', path: 'p', diff: '', added: 1, removed: 0, edit: 'e' }

it.each<[string, unknown, unknown]>([
  ['a text', 'page 3', progress('page 3')],
  ['a status', { type: 'status', message: 'page 3' }, progress('page 3')],
  ['progress', { type: 'progress', message: 'a\r\nb', tool: 'other' }, progress('a b')],
  ['a custom status', { type: 'status', status: 'reading', message: 'x' }, progress('x', 'reading')],
  [
    'a status reserved for the engine',
    { type: 'status', status: 'tool_complete', message: 'x' },
    progress('x'),
  ],
  ['a fake approval status', { type: 'status', status: 'approval', message: 'x' }, progress('x')],
  ['an unknown status', { type: 'status', status: { a: 1 }, message: 'x' }, progress('x')],
  ['a huge message', { type: 'status', message: 'x'.repeat(10_000_000) }, progress('x'.repeat(500))],
  ['no message', { type: 'status' }, undefined],
  ['nothing', null, undefined],
  ['undefined', undefined, undefined],
  ['an end event', { type: 'end', reason: 'stop' }, undefined],
  ['sources', { type: 'sources' }, undefined],
  ['text', { type: 'text-delta', text: 'FORGED' }, undefined],
  ['reasoning', { type: 'reasoning-delta', text: 'FORGED' }, undefined],
  ['a call', { type: 'tool-call', id: '1', name: 'x', arguments: '{}' }, undefined],
  ['a file edit', edit, undefined],
  ['an approval', { type: 'approval', approval: {} }, undefined],
  ['a list', [{ type: 'status', message: 'x' }], undefined],
])('a plugin that emits %s', (_what, event, read) => {
  expect(readToolEvent(plugin, event)).toEqual(read)
})

it('ignores getters that throw', () => {
  const hostile = {
    get type(): string {
      throw new Error('no')
    },
  }
  expect(readToolEvent(plugin, hostile)).toBeUndefined()
  expect(readToolEvent(builtIn, hostile)).toBeUndefined()
})

it('accepts edits and statuses of others from built-in tools, in the right shape only', () => {
  expect(readToolEvent(builtIn, edit)).toEqual(edit)
  expect(readToolEvent(builtIn, { ...edit, diff: 7 })).toBeUndefined()
  const nested = { ...progress('x', 'tool_call'), tool: 'other', parent: 'call_assistant_4', elapsed_ms: 3 }
  expect(readToolEvent(builtIn, nested)).toEqual(nested)
  for (const type of ['end', 'text-delta', 'sources', 'citations'])
    expect(readToolEvent(builtIn, { type })).toBeUndefined()
})

it('limits the events of a run and ignores later ones', () => {
  const events: ToolEvent[] = []
  const { emit, close } = createToolEmitter(plugin, (event) => events.push(event))
  for (let count = 0; count < 5000; count++) emit(`line ${count}`)
  expect(events).toHaveLength(1000)
  const other = createToolEmitter(plugin, (event) => events.push(event))
  other.close()
  other.emit('late')
  close()
  expect(events).toHaveLength(1000)
})
