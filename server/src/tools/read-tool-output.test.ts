import { expect, it } from 'vitest'
import * as z from 'zod'
import { readToolOutput } from './read-tool-output.ts'
import { defineTool } from './tool.ts'

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
const brought = (content: string, sources: object[] = []) => ({ ok: true, content, sources })
const failed = (reason: string) => ({ ok: false, reason })
const circle: Record<string, unknown> = {}
circle['self'] = circle

it.each<[string, unknown, unknown]>([
  ['a text', 'sunny', brought('sunny')],
  ['an empty text', '', brought('')],
  ['a number', 21, brought('21')],
  ['a list', [1, 'a'], brought('[1,"a"]')],
  ['an object of its own', { a: 1 }, brought('{"a":1}')],
  ['no sources', { ok: true, content: 'x' }, brought('x')],
  ['content alone', { content: 'x' }, brought('x')],
  ['LAMB’s form', { context: 'x', sources: [{ title: 'T' }] }, brought('x', [{ title: 'T' }])],
  ['no context', { sources: [] }, brought('')],
  ['an object as content', { ok: true, content: { a: [1] }, sources: [] }, brought('{"a":[1]}')],
  [
    'odd sources',
    { content: 'x', sources: ['T', 7, null, { title: 8, page: 2 }] },
    brought('x', [{ title: 'T' }, { page: 2 }]),
  ],
  ['sources that are no list', { content: 'x', sources: 'T' }, brought('x')],
  ['an empty error', { content: 'x', error: null }, brought('x')],
  ['an error', { content: 'x', error: 'no such city' }, failed('no such city')],
  ['a failure', { ok: false, reason: 'no such city' }, failed('no such city')],
  ['a failure without words', { ok: false }, failed('it failed')],
  ['an odd ok', { ok: 'yes', content: 'x' }, failed('it returned invalid output')],
  ['ok alone', { ok: true }, failed('it returned no output')],
  ['null', null, failed('it returned no output')],
  ['nothing', undefined, failed('it returned no output')],
  ['a function', () => 'x', failed('it returned no output')],
  ['a Map', new Map([['a', 1]]), failed('it returned no output')],
  ['a circle', circle, failed('it returned invalid output')],
  ['a BigInt', { content: 1n }, failed('it returned invalid output')],
])('%s', (_what, returned, output) => {
  expect(readToolOutput(plugin, returned)).toEqual(output)
  expect(readToolOutput(builtIn, returned)).toEqual(output)
})

it('getters that throw are a failed output', () => {
  const hostile = {
    ok: true,
    sources: [],
    get content(): string {
      throw new Error('no')
    },
  }
  expect(readToolOutput(plugin, hostile)).toMatchObject({ ok: false })
})
