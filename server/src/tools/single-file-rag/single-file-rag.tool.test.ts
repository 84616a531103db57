import { say } from '@bellwether/wire'
import { expect, test } from 'vitest'
import { toolContract, tryTool, userCaller } from '../tool.contract.ts'
import { type ReadOwnText, singleFileRagTool } from './single-file-rag.tool.ts'

const settings = { file_path: '7/notes.txt' }
const reading = (text: string): ReadOwnText => {
  return async () => ({ ok: true, text, name: 'notes.txt' })
}
const refusing: ReadOwnText = async () => ({ ok: false, reason: say('reasons.file_missing') })

toolContract('single_file_rag', () => ({
  tool: singleFileRagTool(reading('the notes')),
  works: { settings },
  failures: { 'no such file': { settings, tool: singleFileRagTool(refusing) } },
  finishesAnyway: true,
}))

test('reads with the rights of the assistant’s owner, for every caller', async () => {
  const asked: unknown[] = []
  const tool = singleFileRagTool(async (...args) => {
    asked.push(args)
    return { ok: true, text: 'the notes', name: 'notes.txt' }
  })
  const output = await tryTool(tool, { settings, caller: userCaller({ userId: 99, organizationId: 2 }) })
  expect(asked).toEqual([[{ userId: 7, organizationId: 1 }, '7/notes.txt']])
  expect(output).toEqual({
    ok: true,
    content: 'the notes',
    sources: [
      {
        type: 'file',
        path: '7/notes.txt',
        chars: 9,
        truncated: false,
        source: '7/notes.txt',
        name: 'notes.txt',
        similarity: 0,
      },
    ],
    metadata: { truncated: false },
  })
})

test('reads the line ends of Windows as LAMB does', async () => {
  const output = await tryTool(singleFileRagTool(reading('a\r\nb\rc\n')), { settings })
  expect(output).toMatchObject({ ok: true, content: 'a\nb\nc\n', sources: [{ chars: 6 }] })
})

test('truncates a long file and says so', async () => {
  const tool = singleFileRagTool(reading('abcdef'))
  const cut = await tryTool(tool, { settings: { ...settings, max_chars: 4 } })
  expect(cut).toMatchObject({
    ok: true,
    content: 'abcd',
    sources: [{ type: 'file', chars: 4, truncated: true }],
    metadata: { truncated: true },
  })
  const whole = await tryTool(tool, { settings: { ...settings, max_chars: 6 } })
  expect(whole).toMatchObject({ ok: true, content: 'abcdef', metadata: { truncated: false } })
})

test.each([{}, { file_path: '  ' }, { ...settings, max_chars: 0 }])('refuses the settings %j', (given) => {
  expect(singleFileRagTool(refusing).config.safeParse(given).success).toBe(false)
})
