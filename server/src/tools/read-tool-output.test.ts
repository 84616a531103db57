import { say } from '@bellwether/wire'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { readToolOutput } from './read-tool-output.ts'
import { defineTool } from './tool.ts'
import { toFailed } from './tool-failure.ts'

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
const success = (content: string, sources: object[] = []) => ({ ok: true, content, sources })
const NOTHING = toFailed(say('reasons.no_output'))
const UNREADABLE = toFailed(say('reasons.output_invalid'))
const circle: Record<string, unknown> = {}
circle['self'] = circle

it.each<[string, unknown, unknown]>([
  ['a text', 'sunny', success('sunny')],
  ['an empty text', '', success('')],
  ['a number', 21, success('21')],
  ['a list', [1, 'a'], success('[1,"a"]')],
  ['an object without known fields', { a: 1 }, success('{"a":1}')],
  ['no sources', { ok: true, content: 'x' }, success('x')],
  ['content alone', { content: 'x' }, success('x')],
  ['LAMB’s form', { context: 'x', sources: [{ title: 'T' }] }, success('x', [{ title: 'T' }])],
  ['no context', { sources: [] }, success('')],
  ['an object as content', { ok: true, content: { a: [1] }, sources: [] }, success('{"a":[1]}')],
  [
    'invalid sources',
    { content: 'x', sources: ['T', 7, null, { title: 8, page: 2 }] },
    success('x', [{ title: 'T' }, { page: 2 }]),
  ],
  ['sources that are not a list', { content: 'x', sources: 'T' }, success('x')],
  ['an empty error', { content: 'x', error: null }, success('x')],
  ['an error', { content: 'x', error: 'no such city' }, toFailed('no such city')],
  ['a failure', { ok: false, reason: 'no such city' }, toFailed('no such city')],
  ['a failure without a message', { ok: false }, toFailed(say('reasons.failed'))],
  ['an invalid ok', { ok: 'yes', content: 'x' }, UNREADABLE],
  ['only ok', { ok: true }, NOTHING],
  ['null', null, NOTHING],
  ['nothing', undefined, NOTHING],
  ['a function', () => 'x', NOTHING],
  ['a Map', new Map([['a', 1]]), NOTHING],
  ['a circular reference', circle, UNREADABLE],
  ['a BigInt', { content: 1n }, UNREADABLE],
])('%s', (_what, returned, output) => {
  expect(readToolOutput(plugin, returned)).toEqual(output)
  expect(readToolOutput(builtIn, returned)).toEqual(output)
})

it('keeps the code of a tool of ours, but not one that a plugin made up', () => {
  const output = toFailed(say('reasons.person_unknown'))
  expect(readToolOutput(builtIn, output)).toEqual(output)
  expect(readToolOutput(plugin, output)).toEqual(toFailed(output.reason))
})

it('treats getters that throw as a failed output', () => {
  const hostile = {
    ok: true,
    sources: [],
    get content(): string {
      throw new Error('no')
    },
  }
  expect(readToolOutput(plugin, hostile)).toMatchObject({ ok: false })
})
