import { say } from '@bellwether/wire'
import { describe, expect, it, test } from 'vitest'
import type { MemoryService } from '../../modules/memories/index.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import { recallTool } from './recall.tool.ts'
import { rememberTool } from './remember.tool.ts'

const remembered: Parameters<MemoryService['remember']>[] = []
const remember: MemoryService['remember'] = async (...given) => {
  remembered.push(given)
  return { ok: true }
}
const FACTS = ['Lives in Girona', 'Finds fractions hard', 'Prefers short answers']
const recalling = (facts: string[] | undefined) => recallTool({ recall: async () => facts })
const unknownPerson = { ok: false as const, reason: say('reasons.person_unknown') }

toolContract('remember', () => ({
  tool: rememberTool({ remember }),
  works: { input: { fact: 'Likes maps' } },
  failures: {
    'unknown person': { input: { fact: 'x' }, tool: rememberTool({ remember: async () => unknownPerson }) },
  },
}))

toolContract('recall', () => ({
  tool: recalling(FACTS),
  works: { input: {} },
  failures: { 'unknown person': { input: {}, tool: recalling(undefined) } },
}))

test('remember stores the fact for this person and this assistant, and can only be called', async () => {
  const tool = rememberTool({ remember })
  await tryTool(tool, { input: { fact: ' Likes maps ' } })
  expect(remembered.at(-1)).toMatchObject([{ caller: { userId: 7 }, endUser: undefined }, 5, 'Likes maps'])
  expect(tool.inject).toBeUndefined()
  for (const bad of [{}, { fact: ' ' }, { fact: 'x'.repeat(501) }, { fact: 'x', user_id: 8 }])
    expect(Object.keys(tool.input.safeParse(bad).data ?? {})).toEqual('user_id' in bad ? ['fact'] : [])
})

describe('recall', () => {
  const talk = (question: string) => ({ messages: [{ role: 'user', content: question }], question })

  it('returns everything, newest first, without a query', async () => {
    expect(await tryTool(recalling(FACTS), { input: {} })).toMatchObject({
      content: '- Lives in Girona\n- Finds fractions hard\n- Prefers short answers',
    })
  })

  it('ranks facts by shared words with the query', async () => {
    const settings = { max_facts: 1 }
    const called = await tryTool(recalling(FACTS), { settings, input: { about: 'FRACTIONS, again' } })
    expect(called).toMatchObject({ content: '- Finds fractions hard' })
    const injected = await tryTool(recalling(FACTS), { settings, conversation: talk('A short one?') })
    expect(injected).toMatchObject({ content: '- Prefers short answers' })
  })

  it('says that nothing is remembered if it is called; injects nothing', async () => {
    expect(await tryTool(recalling([]), { input: {} })).toMatchObject({
      content: 'Nothing is remembered about this person yet.',
    })
    expect(await tryTool(recalling([]), { conversation: talk('Hi') })).toMatchObject({
      ok: true,
      content: '',
    })
    expect(recalling([]).inject?.placeholder).toBe('memory')
  })
})

it('keeps arguments out of traces', () => {
  expect(rememberTool({ remember }).hasPrivateInput).toBe(true)
  expect(recalling([]).hasPrivateInput).toBe(true)
})
