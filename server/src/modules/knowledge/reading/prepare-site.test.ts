import { say } from '@bellwether/wire'
import { expect, test } from 'vitest'
import { DEFAULT_SPLIT } from '../../../documents/chunking/split-text.ts'
import { prepareSite } from './prepare-site.ts'

const WARNING = say('document_warnings.pages_without_text', { pages: '3' })
const page = (name: string) => ({
  source: new Uint8Array(),
  url: `https://a.example/${name}`,
  options: { filename: name },
})

test.each([
  ['the only page', ['a.pdf'], [WARNING]],
  [
    'one of several',
    ['a.pdf', 'b.html'],
    [say('document_warnings.part', { part: 'https://a.example/a.pdf', reason: WARNING })],
  ],
])('warns about what could not be read of %s of a site', async (_name, names, said) => {
  const { warnings, chunks } = await prepareSite(
    { documents: names.map(page), name: 'site', split: DEFAULT_SPLIT },
    async ({ options }) => ({
      kind: 'pdf',
      blocks: [{ text: `What ${options.filename} says.` }],
      ...(options.filename === 'a.pdf' ? { warnings: [WARNING] } : {}),
    }),
    () => undefined,
  )
  expect(warnings).toEqual(said)
  expect(chunks).toHaveLength(names.length)
})

test('passages of a video carry the time of their piece', async () => {
  const pieces = ['00:00:01', '00:01:01'].map((time) => ({ ...page(time), time }))
  const { chunks } = await prepareSite(
    { documents: pieces, name: 'video', split: DEFAULT_SPLIT },
    async () => ({ kind: 'text', blocks: [{ text: 'The moon pulls at the sea.' }] }),
    () => undefined,
  )
  expect(chunks.map(({ time }) => time)).toEqual(['00:00:01', '00:01:01'])
})
