import { say } from '@bellwether/wire'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { AskFastModel } from '../../completions/model-calls/ask-fast-model.ts'
import { AppError } from '../../platform/errors.ts'
import { growthOf } from '../../platform/growth.testing.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import type { Conversation } from '../tool.ts'
import { queryRewriteTool } from './query-rewrite.tool.ts'
import { createRewriteQuery, type RewriteDeps } from './rewrite-query.ts'

const toolWith = (deps: RewriteDeps) => queryRewriteTool(createRewriteQuery(deps))

type Ask = RewriteDeps['askFastModel']
const talk = (...messages: { role: string; content?: unknown }[]): Conversation => ({
  messages,
  question: '',
})
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })

const question = talk(user('Who wrote Don Quixote?'), assistant('Cervantes.'), user('When was he born?'))
const answering = (answer: string): Ask => {
  return async () => answer
}
const hanging: Ask = (_organization, _messages, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

toolContract('query_rewrite', () => ({
  tool: toolWith({ askFastModel: answering('birth of Cervantes') }),
  works: { conversation: question },
  failures: { 'nothing was asked': { conversation: talk(assistant('Hello!')) } },
}))

test('works with the fast model of completions', () => {
  expectTypeOf<AskFastModel>().toExtend<Ask>()
})

test('can only be injected', () => {
  const tool = toolWith({ askFastModel: hanging })
  expect(tool.call).toBeUndefined()
  expect(tool.inject?.placeholder).toBe('query')
})

describe('request to the model', () => {
  async function asked(conversation: Conversation) {
    let got: Parameters<Ask> | undefined
    const tool = toolWith({
      askFastModel: async (...args) => {
        got = args
        return 'q'
      },
    })
    await tryTool(tool, { conversation })
    return { organizationId: got?.[0], system: got?.[1][0], transcript: got?.[1][1]?.content ?? '' }
  }

  test('is sent to the organization’s model, with the conversation as material', async () => {
    const { organizationId, system, transcript } = await asked(question)
    expect(organizationId).toBe(1)
    expect(system?.role).toBe('system')
    expect(transcript).toBe(
      '<conversation>\nuser: Who wrote Don Quixote?\n\nassistant: Cervantes.\n\nuser: When was he born?\n</conversation>',
    )
  })

  test('contains the last ten messages', async () => {
    const { transcript } = await asked(talk(...Array.from({ length: 12 }, (_, index) => user(`m${index}.`))))
    expect(transcript.match(/m\d+\./g)).toEqual(Array.from({ length: 10 }, (_, index) => `m${index + 2}.`))
  })

  test('contains 500 characters of each, without split characters', async () => {
    const { transcript } = await asked(talk(user(`${'a'.repeat(499)}🌍tail`)))
    expect(transcript).toContain(`user: ${'a'.repeat(499)}\n`)
  })

  test('contains only text messages', async () => {
    const parts = [
      { type: 'text', text: 'what is this?' },
      { type: 'image_url', image_url: { url: 'data:x' } },
      7,
    ]
    const { transcript } = await asked(
      talk(
        { role: 'system', content: 'secret rules' },
        { role: 'tool', content: 'tool output' },
        assistant(null),
        { role: 'user' },
        user(parts),
      ),
    )
    expect(transcript).toBe('<conversation>\nuser: what is this?\n</conversation>')
  })
})

test.each([
  ['birth of Cervantes', 'birth of Cervantes'],
  ['\n "birth of Cervantes" \nBecause he wrote it.', 'birth of Cervantes'],
  ['<think>\nhe = Cervantes\n</think>\n\n`birth of Cervantes`', 'birth of Cervantes'],
  ['x'.repeat(900), 'x'.repeat(500)],
])('extracts a query from %j', async (answer, content) => {
  const output = await tryTool(toolWith({ askFastModel: answering(answer) }), {
    conversation: question,
  })
  expect(output).toEqual({ ok: true, content, sources: [], metadata: { fallback: false } })
})

describe('falls back to the last question', () => {
  const broken: [string, Ask][] = [
    ['no fast model', () => Promise.reject(new AppError('bad_request', 'This needs a small fast model'))],
    ['a failure', () => Promise.reject(new Error('broken'))],
    [
      'a failure at once',
      () => {
        throw new Error('broken')
      },
    ],
    ['no words', answering('')],
    ['nothing but quotes', answering(' "" \n')],
    ['no answer in time', hanging],
    ['a model that does not even listen to the signal', () => new Promise(() => undefined)],
  ]
  test.each(broken)('%s', async (_what, askFastModel) => {
    const output = await tryTool(toolWith({ askFastModel, limitMs: 50 }), { conversation: question })
    expect(output).toEqual({
      ok: true,
      content: 'When was he born?',
      sources: [],
      metadata: {
        fallback: true,
        note: expect.objectContaining({ code: 'reasons.last_question_unchanged' }),
      },
    })
  })

  test('reports that no model is set up', async () => {
    const askFastModel: Ask = () =>
      Promise.reject(new AppError('bad_request', 'This needs a small fast model'))
    const output = await tryTool(toolWith({ askFastModel }), { conversation: question })
    expect(output).toMatchObject({
      metadata: {
        note: say('reasons.last_question_unchanged', { reason: say('reasons.fast_model_missing') }),
      },
    })
  })
})

test('truncates a document that was pasted as a question', async () => {
  const tool = toolWith({ askFastModel: answering('') })
  const output = await tryTool(tool, { conversation: talk(user('a'.repeat(3000))) })
  expect(output).toMatchObject({ content: 'a'.repeat(2000), metadata: { fallback: true } })
})

test('stops when the client disconnects, without a fallback', async () => {
  const left = new AbortController()
  let ended = false
  const tool = toolWith({
    askFastModel: (organizationId, messages, signal) => {
      signal.addEventListener('abort', () => {
        ended = true
      })
      setTimeout(() => left.abort(new Error('the client left')), 10)
      return hanging(organizationId, messages, signal)
    },
  })
  await expect(tryTool(tool, { conversation: question, signal: left.signal })).rejects.toThrow(
    'the client left',
  )
  expect(ended).toBe(true)
})

test('an endless answer is read in linear time', async () => {
  const work = (size: number) =>
    tryTool(toolWith({ askFastModel: answering(`a${'"'.repeat(size)}b`) }), { conversation: question })
  expect(await growthOf(work, 8000)).toBeLessThan(10)
})
