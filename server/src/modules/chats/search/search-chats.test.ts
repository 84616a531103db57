import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { ChatService } from '../chat.service.ts'
import { createChatWorld } from '../testing.ts'
import type { NewTurn } from '../turns.ts'
import { createFilter, createSearchChats, inPortions, SEARCH_COST, type SearchChats } from './search-chats.ts'

const signal = new AbortController().signal

describeOnEachDatabase('search in chats', (open) => {
  let db: Db
  let ana: UserCaller
  let ben: UserCaller
  let chats: ChatService
  let tutor: number
  let searchChats: SearchChats

  beforeAll(async () => {
    db = (await open()).db
    ;({ ana, ben, chats, tutor } = await createChatWorld(db))
    searchChats = createSearchChats({ reports: db })
  })
  beforeEach(async () => {
    await db.deleteFrom('chats').execute()
  })

  const ask = async (userText: string, answer: string, more: Partial<NewTurn> = {}, caller = ana) => {
    const turn = await chats.beginTurn(caller, { assistantId: tutor, userText, ...more })
    await turn.answer(answer, true)
    return turn
  }
  const search = (query: string, more: { cursor?: string | undefined; limit?: number } = {}) =>
    searchChats(ana, { query, limit: 20, ...more }, signal)
  const findIds = async (query: string) => (await search(query)).results.map(({ chat_id }) => chat_id)
  const setTime = (id: string, updated_at: number) =>
    db.updateTable('chats').set({ updated_at }).where('id', '=', id).execute()

  it('finds words in questions, answers and titles, and marks them', async () => {
    const { chatId, answerId } = await ask('¿Qué es?', 'La **fotosíntesis** usa luz.')
    await ask('Something else', 'Nothing')
    expect((await search('FOTOSINTESIS luz')).results).toEqual([
      expect.objectContaining({
        chat_id: chatId,
        assistant_id: tutor,
        archived: false,
        title: [{ text: '¿Qué es?', hit: false }],
        match_count: 1,
        matches: [
          expect.objectContaining({
            message_id: answerId,
            role: 'assistant',
            snippet: [
              { text: 'La ', hit: false },
              { text: 'fotosíntesis', hit: true },
              { text: ' usa ', hit: false },
              { text: 'luz', hit: true },
              { text: '.', hit: false },
            ],
          }),
        ],
      }),
    ])
    await chats.update(ana, chatId, { title: 'Plants', archived: true })
    expect((await search('plant')).results).toMatchObject([
      {
        chat_id: chatId,
        archived: true,
        matches: [],
        title: [
          { text: 'Plant', hit: true },
          { text: 's', hit: false },
        ],
      },
    ])
    expect(await findIds('fotosintesis agua')).toEqual([])
    expect(await findIds('100%')).toEqual([])
  })

  it('finds only the caller’s own chats, and none that are deleted', async () => {
    await ask('zebra', 'One', {}, ben)
    const mine = await ask('zebra', 'Two')
    expect(await findIds('zebra')).toEqual([mine.chatId])
    await chats.delete(ana, mine.chatId)
    expect(await findIds('zebra')).toEqual([])
  })

  it('finds other versions of a message only if the shown ones have no match', async () => {
    const { chatId, questionId, answerId } = await ask('zebra', 'A striped animal')
    const edited = await ask('lion', 'An animal', { chatId, replaces: questionId })
    const matchesOf = async (query: string) =>
      (await search(query)).results.flatMap(({ matches }) => matches.map(({ message_id }) => message_id))
    expect(await matchesOf('animal')).toEqual([edited.answerId])
    expect(await matchesOf('striped')).toEqual([answerId])
    await chats.showVersion(ana, chatId, answerId)
    expect((await chats.get(ana, chatId)).messages.map(({ id }) => id)).toContain(answerId)
    expect(await matchesOf('animal')).toEqual([answerId])
  })

  it('returns the newest three matches of a chat, and how many there are', async () => {
    const { chatId } = await ask('zebra 1', 'zebra 2')
    await ask('zebra 3', 'zebra 4', { chatId })
    const [result] = (await search('zebra')).results
    expect(result?.match_count).toBe(4)
    expect(result?.matches.map(({ snippet }) => snippet.map(({ text }) => text).join(''))).toEqual([
      'zebra 4',
      'zebra 3',
      'zebra 2',
    ])
  })

  it('pages from the last used chat to the oldest', async () => {
    const ids: string[] = []
    for (const [index, time] of [30, 20, 20, 10].entries()) {
      const { chatId } = await ask(`zebra ${index}`, 'Yes')
      await setTime(chatId, time)
      ids.push(chatId)
    }
    const [newest, same, alsoSame, oldest] = ids as [string, string, string, string]
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const { results, next } = await search('zebra', { limit: 1, cursor })
      paged.push(...results.map(({ chat_id }) => chat_id))
      cursor = next ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual([newest, ...[same, alsoSame].sort(), oldest])
  })

  it('reads a limited number of chats and messages, and continues with the next page', async () => {
    for (const time of [40, 30, 20]) await setTime((await ask('lion', 'Yes')).chatId, time)
    const { chatId } = await ask('zebra', 'Yes')
    await setTime(chatId, 10)
    for (const cost of [
      { ...SEARCH_COST, chats: 2, chatsAtOnce: 1 },
      { ...SEARCH_COST, messages: 4, messagesAtOnce: 2 },
    ]) {
      const limited = createSearchChats({ reports: db, cost })
      const first = await limited(ana, { query: 'zebra', limit: 20 }, signal)
      expect(first.results).toEqual([])
      expect(first.next).toMatch(/^30_/)
      const second = await limited(ana, { query: 'zebra', limit: 20, cursor: first.next ?? '' }, signal)
      expect(second.results.map(({ chat_id }) => chat_id)).toEqual([chatId])
    }
    const newestOnly = createSearchChats({ reports: db, cost: { ...SEARCH_COST, messagesAtOnce: 1 } })
    expect((await newestOnly(ana, { query: 'zebra', limit: 20 }, signal)).results).toMatchObject([
      { chat_id: chatId, matches: [] },
    ])
  })

  it('ends when the request is aborted', async () => {
    await ask('zebra', 'Yes')
    await expect(searchChats(ana, { query: 'zebra', limit: 20 }, AbortSignal.abort())).rejects.toThrow()
  })
})

describe('portions of chats', () => {
  it('have a limited number of messages, except for a long chat', () => {
    const counts = [2, 3, 9, 0, 1, 4].map((message_count) => ({ message_count }))
    expect(inPortions(counts, 5).map((portion) => portion.map((one) => one.message_count))).toEqual([
      [2, 3],
      [9],
      [0, 1, 4],
    ])
  })
})

describe('the messages of a long chat', () => {
  it('are compared in turns, so that other requests are not blocked', async () => {
    const row = {
      id: 'm',
      chat_id: 'c',
      role: 'user' as const,
      previous_id: null,
      position: 1,
      created_at: 1,
    }
    const content = 'Fotosíntesis, año tras año. '.repeat(40)
    const rows = Array.from({ length: 30 }, () => ({ ...row, content }))
    let isOver = false
    let turns = 0
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    expect(await createFilter(['fotosintesis', 'ano'], content.length * 10)(rows)).toHaveLength(30)
    isOver = true
    expect(turns).toBe(3)
  })
})
