import type { ChatListQuery } from '@bellwether/wire'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { createTestOutbox, describeOnEachDatabase } from '../../platform/db/testing.ts'
import { createAlone } from '../../platform/instances/alone.testing.ts'
import { createWorld } from '../assistants/testing.ts'
import { type ChatService, createChatService } from './chat.service.ts'
import { picturesOf } from './question-pictures.ts'

const notFound = { code: 'not_found' }
const query = (given: Partial<ChatListQuery> = {}): ChatListQuery => ({
  assistant_id: undefined,
  page: 1,
  per_page: 50,
  shelf: 'open',
  ...given,
})

describeOnEachDatabase('chats', (open) => {
  let db: Db
  let people: Awaited<ReturnType<typeof createWorld>>
  let chats: ChatService
  let tutor: number
  let other: number

  async function addAssistant(owner: UserCaller, name: string): Promise<number> {
    const row = await db
      .insertInto('assistants')
      .values({
        organization_id: owner.organizationId,
        owner_id: owner.userId,
        name,
        created_at: 1,
        updated_at: 1,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  beforeAll(async () => {
    db = (await open()).db
    people = await createWorld(db)
    chats = createChatService({
      isReadByEducators: async () => true,
      ...createAlone(),
      db,
      outbox: createTestOutbox(db),
      mayUseAssistant: async (_caller, id) => id === tutor || id === other,
    })
    tutor = await addAssistant(people.ana, 'tutor')
    other = await addAssistant(people.ana, 'other')
  })

  beforeEach(async () => {
    await db.deleteFrom('chats').execute()
  })

  const contents = async (caller: UserCaller, id: string) =>
    (await chats.get(caller, id)).messages.map((message) => message.content)

  it('keeps the sources of an answer, within limits', async () => {
    const say = async (quote: string) => {
      const turn = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'Why?' })
      const citations = { sentences: [], unsupported: 0 }
      await turn.saidSoFar('So')
      await turn.answer('So it is. [1]', true, {
        sources: [{ n: 1, title: 'Leaf', quote }],
        citations,
        trace_id: 't1',
      })
      return (await chats.get(people.ana, turn.chatId)).messages.at(-1)
    }
    expect(await say('Green\u0000')).toMatchObject({
      content: 'So it is. [1]',
      sources: [{ n: 1, title: 'Leaf', quote: 'Green' }],
      citations: { unsupported: 0 },
      trace_id: 't1',
    })
    const tooMuch = await say('x'.repeat(400_000))
    expect(tooMuch).toMatchObject({ content: 'So it is. [1]', complete: true })
    expect(tooMuch).not.toHaveProperty('sources')
  })

  it('saves the question before the answer, and the answer when it ends', async () => {
    const turn = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'What is a noun?' })
    expect(await contents(people.ana, turn.chatId)).toEqual(['What is a noun?'])
    await turn.answer('A word.', true)
    const next = await chats.beginTurn(people.ana, {
      assistantId: tutor,
      chatId: turn.chatId,
      userText: 'More',
    })
    expect(next.chatId).toBe(turn.chatId)

    const chat = await chats.get(people.ana, turn.chatId)
    const [first, second, third] = chat.messages
    expect(chat).toMatchObject({
      title: expect.stringMatching(/^What is a noun\? - [A-Z][a-z]{2} \d\d \d\d:\d\d$/),
      assistant_id: tutor,
      message_count: 3,
      archived: 0,
    })
    expect(chat.messages).toMatchObject([
      { role: 'user', content: 'What is a noun?', parentId: null, childrenIds: [second!.id], complete: true },
      {
        role: 'assistant',
        content: 'A word.',
        parentId: first!.id,
        childrenIds: [third!.id],
        complete: true,
      },
      { role: 'user', content: 'More', parentId: second!.id, childrenIds: [] },
    ])
  })

  it('keeps the images of a question for its owner only, until the chat is deleted', async () => {
    const png = Buffer.from('89504e470d0a1a0a00', 'hex')
    const gif = Buffer.from('47494638396100', 'hex')
    const address = (bytes: Buffer) => ({ url: `data:image/png;base64,${bytes.toString('base64')}` })
    const pictures = picturesOf([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: address(png) },
      { type: 'image_url', image_url: address(Buffer.from('<svg onload="x()">')) },
      { type: 'image_url', image_url: { url: 'https://example.edu/elsewhere.png' } },
      { type: 'image_url', image_url: address(gif) },
    ])
    const turn = await chats.beginTurn(people.ana, {
      assistantId: tutor,
      userText: 'What is this?',
      pictures,
    })
    await turn.answer('A leaf.', true)

    const { messages } = await chats.get(people.ana, turn.chatId)
    const shown = messages[0]?.pictures ?? []
    expect(messages.map((message) => message.pictures?.length)).toEqual([2, undefined])
    const read = (caller: UserCaller, id: string) => chats.picture(caller, turn.chatId, id)
    expect(await read(people.ana, shown[0]!)).toEqual({ contentType: 'image/png', bytes: png })
    expect(await read(people.ana, shown[1]!)).toEqual({ contentType: 'image/gif', bytes: gif })
    await expect(read(people.ben, shown[0]!)).rejects.toMatchObject(notFound)
    const elsewhere = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'another chat' })
    await expect(chats.picture(people.ana, elsewhere.chatId, shown[0]!)).rejects.toMatchObject(notFound)

    await chats.delete(people.ana, turn.chatId)
    expect(await db.selectFrom('chat_pictures').select('id').execute()).toEqual([])
  })

  it('marks a partial answer as incomplete, and saves nothing of one that never started', async () => {
    const broken = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'one' })
    await broken.answer('Half a sent', false)
    await broken.answer('twice', true)
    const silent = await chats.beginTurn(people.ana, {
      assistantId: tutor,
      chatId: broken.chatId,
      userText: 'two',
    })
    await silent.answer('', false)
    const { messages } = await chats.get(people.ana, broken.chatId)
    expect(messages.map(({ content, complete }) => [content, complete])).toEqual([
      ['one', true],
      ['Half a sent', false],
      ['two', true],
    ])
  })

  it('gives messages of simultaneous turns distinct positions', async () => {
    const { chatId } = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'start' })
    const turns = await Promise.all(
      Array.from({ length: 15 }, async (_, number) => {
        const turn = await chats.beginTurn(people.ana, { assistantId: tutor, chatId, userText: `q${number}` })
        await turn.answer(`a${number}`, true)
        return turn
      }),
    )
    expect(new Set(turns.map((turn) => turn.chatId))).toEqual(new Set([chatId]))
    const rows = await db
      .selectFrom('chat_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .orderBy('position')
      .execute()
    expect(rows.map((row) => row.position)).toEqual(Array.from({ length: 31 }, (_, place) => place))
    const byId = new Map(rows.map((row) => [row.id, row.content]))
    for (const row of rows.filter((one) => one.role === 'assistant')) {
      expect(byId.get(row.parent_id ?? '')).toBe(row.content.replace('a', 'q'))
    }
  })

  it('continues only the caller’s own chats with this assistant', async () => {
    const { chatId } = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'mine' })
    const before = (await chats.get(people.ana, chatId)).messages
    for (const [caller, assistantId, id] of [
      [people.ben, tutor, chatId],
      [people.nora, tutor, chatId],
      [people.root, tutor, chatId],
      [people.eve, tutor, chatId],
      [people.ana, other, chatId],
      [people.ana, tutor, 'no-such-chat'],
    ] as const) {
      const turn = chats.beginTurn(caller, { assistantId, chatId: id, userText: 'planted' })
      await expect(turn).rejects.toMatchObject(notFound)
    }
    expect((await chats.get(people.ana, chatId)).messages).toEqual(before)
  })

  it('is hidden from everyone else, whatever their role', async () => {
    const { chatId } = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'mine' })
    for (const caller of [people.ben, people.nora, people.root, people.eve, people.sven]) {
      await expect(chats.get(caller, chatId)).rejects.toMatchObject(notFound)
      await expect(chats.update(caller, chatId, { title: 'x' })).rejects.toMatchObject(notFound)
      await expect(chats.delete(caller, chatId)).rejects.toMatchObject(notFound)
      expect(await chats.list(caller, query())).toMatchObject({ chats: [], total_estimate: 0 })
    }
    expect(await chats.get(people.ana, chatId)).toMatchObject({ message_count: 1 })
  })

  it('drops the answer of a chat that was deleted in the meantime', async () => {
    const turn = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'bye' })
    await chats.delete(people.ana, turn.chatId)
    await turn.answer('too late', true)
    await expect(chats.get(people.ana, turn.chatId)).rejects.toMatchObject(notFound)
    const left = await db.selectFrom('chat_messages').selectAll().where('chat_id', '=', turn.chatId).execute()
    expect(left).toEqual([])
  })

  it('accepts text that PostgreSQL can’t store', async () => {
    const turn = await chats.beginTurn(people.ana, { assistantId: tutor, userText: 'a\u0000b' })
    await turn.answer('c\u0000d', true)
    expect(await contents(people.ana, turn.chatId)).toEqual(['ab', 'cd'])
  })

  describe('list', () => {
    it('is paged, last used first, for one assistant or all, without archived chats', async () => {
      const begin = async (assistantId: number, userText: string, at: number) => {
        const { chatId } = await chats.beginTurn(people.ana, { assistantId, userText })
        await db.updateTable('chats').set({ updated_at: at }).where('id', '=', chatId).execute()
        return chatId
      }
      const [a, b, c] = [
        await begin(tutor, 'a', 10),
        await begin(tutor, 'b', 30),
        await begin(other, 'c', 20),
      ]
      await chats.beginTurn(people.ben, { assistantId: tutor, userText: 'not ana’s' })
      const ids = async (given: Partial<ChatListQuery>) => {
        const list = await chats.list(people.ana, query(given))
        return [list.total_estimate, ...list.chats.map((chat) => chat.id)]
      }
      expect(await ids({})).toEqual([3, b, c, a])
      expect(await ids({ page: 2, per_page: 2 })).toEqual([3, a])
      expect(await ids({ assistant_id: tutor })).toEqual([2, b, a])
      await chats.update(people.ana, b, { archived: true })
      expect(await ids({})).toEqual([2, c, a])
      expect(await ids({ shelf: 'all' })).toEqual([3, b, c, a])
      await chats.update(people.ana, b, { archived: false, title: 'Renamed' })
      expect((await chats.list(people.ana, query())).chats[0]).toMatchObject({
        id: b,
        title: 'Renamed',
        archived: 0,
        message_count: 1,
      })
    })
  })

  describe('looking for a chat', () => {
    const titles = async (given: Partial<ChatListQuery>, caller = people.ana) => {
      const { chats: list, total_estimate } = await chats.list(caller, query(given))
      expect(total_estimate).toBe(list.length)
      return list.map(({ title }) => title).sort()
    }

    it('can include archived chats', async () => {
      const chat = await chats.create(people.ana, tutor, 'Kept')
      const away = await chats.create(people.ana, tutor, 'Away')
      await chats.update(people.ana, away.id, { archived: true })
      expect(await titles({ shelf: 'archived' })).toEqual(['Away'])
      expect(await titles({ shelf: 'all' })).toEqual(['Away', 'Kept'])
      expect(await titles({})).toEqual([chat.title])
    })
  })

  describe('an empty chat', () => {
    it('needs an assistant that the caller may use', async () => {
      await expect(chats.create(people.ana, 999_999, undefined)).rejects.toMatchObject({ code: 'forbidden' })
    })

    it('gets its title from the first message, unless it was given one', async () => {
      const unnamed = await chats.create(people.ana, tutor, undefined)
      expect(unnamed).toMatchObject({ title: expect.stringMatching(/^New Chat - /), message_count: 0 })
      await chats.beginTurn(people.ana, { assistantId: tutor, chatId: unnamed.id, userText: 'Verbs' })
      expect((await chats.get(people.ana, unnamed.id)).title).toMatch(/^Verbs - /)
      await chats.beginTurn(people.ana, { assistantId: tutor, chatId: unnamed.id, userText: 'Nouns' })
      expect((await chats.get(people.ana, unnamed.id)).title).toMatch(/^Verbs - /)

      const named = await chats.create(people.ana, tutor, 'Grammar')
      await chats.beginTurn(people.ana, { assistantId: tutor, chatId: named.id, userText: 'Verbs' })
      expect((await chats.get(people.ana, named.id)).title).toBe('Grammar')
    })
  })
})
