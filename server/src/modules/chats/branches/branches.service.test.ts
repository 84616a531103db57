import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { ChatService } from '../chat.service.ts'
import { createChatWorld } from '../testing.ts'
import type { NewTurn } from '../turns.ts'

describeOnEachDatabase('versions of messages', (open) => {
  let db: Db
  let ana: UserCaller
  let ben: UserCaller
  let chats: ChatService
  let tutor: number

  beforeAll(async () => {
    db = (await open()).db
    ;({ ana, ben, chats, tutor } = await createChatWorld(db))
  })
  beforeEach(async () => {
    await db.deleteFrom('chats').execute()
  })

  const ask = async (userText: string, answer: string, more: Partial<NewTurn> = {}) => {
    const turn = await chats.beginTurn(ana, { assistantId: tutor, userText, ...more })
    await turn.answer(answer, true)
    return turn
  }
  const shown = async (chatId: string) =>
    (await chats.get(ana, chatId)).messages.map(({ id, content, versions }) =>
      versions ? `${content} ${versions.indexOf(id) + 1}/${versions.length}` : content,
    )

  it('keep the answer that is repeated', async () => {
    const { chatId, answerId } = await ask('Why?', 'One')
    await ask('Why?', 'Two', { chatId, isRetry: true })
    await ask('Why?', 'Three', { chatId, isRetry: true })
    expect(await shown(chatId)).toEqual(['Why?', 'Three 3/3'])
    await chats.showVersion(ana, chatId, answerId)
    expect(await shown(chatId)).toEqual(['Why?', 'One 1/3'])
    await ask('More?', 'Yes', { chatId })
    expect(await shown(chatId)).toEqual(['Why?', 'One 1/3', 'More?', 'Yes'])
  })

  it('keep an edited question and what followed it', async () => {
    const { chatId } = await ask('Hello', 'Hi')
    const second = await ask('What is a noun?', 'A word', { chatId })
    await ask('An example?', 'House', { chatId })
    await ask('What is a verb?', 'An action', { chatId, replaces: second.questionId })
    expect(await shown(chatId)).toEqual(['Hello', 'Hi', 'What is a verb? 2/2', 'An action'])
    await chats.showVersion(ana, chatId, second.questionId)
    const first = ['Hello', 'Hi', 'What is a noun? 1/2', 'A word', 'An example?', 'House']
    expect(await shown(chatId)).toEqual(first)
  })

  it('show an earlier question with the answer that was shown with it', async () => {
    const { chatId, questionId, answerId } = await ask('Helo', 'One')
    await ask('Helo', 'Two', { chatId, isRetry: true })
    await chats.showVersion(ana, chatId, answerId)
    const edited = await ask('Hello', 'Three', { chatId, replaces: questionId })
    expect(await shown(chatId)).toEqual(['Hello 2/2', 'Three'])
    await chats.showVersion(ana, chatId, questionId)
    expect(await shown(chatId)).toEqual(['Helo 1/2', 'One 1/2'])
    await chats.showVersion(ana, chatId, edited.questionId)
    expect(await shown(chatId)).toEqual(['Hello 2/2', 'Three'])
    await chats.showVersion(ana, chatId, questionId)
    const turn = await chats.beginTurn(ana, { assistantId: tutor, userText: 'Helo', chatId, isRetry: true })
    await turn.answer('', false)
    expect(await shown(chatId)).toEqual(['Helo 1/2', 'One 1/2'])
  })

  it('can all be read', async () => {
    const { chatId, questionId } = await ask('Helo', 'One')
    await ask('Hello', 'Two', { chatId, replaces: questionId })
    const { messages } = await chats.allVersions(ana, chatId)
    expect(
      messages.map(({ content, versions, childrenIds }) => [content, versions?.length, childrenIds.length]),
    ).toEqual([
      ['Helo', 2, 1],
      ['One', undefined, 1 - 1],
      ['Hello', 2, 1],
      ['Two', undefined, 0],
    ])
    await expect(chats.allVersions(ben, chatId)).rejects.toMatchObject({ code: 'not_found' })
    const plain = await ask('Why?', 'So')
    expect((await chats.allVersions(ana, plain.chatId)).messages.map(({ parentId }) => parentId)).toEqual([
      null,
      plain.questionId,
    ])
  })

  it('keep the first question of a chat', async () => {
    const { chatId, questionId } = await ask('Helo', 'What?')
    await ask('Hello', 'Hi', { chatId, replaces: questionId })
    expect(await shown(chatId)).toEqual(['Hello 2/2', 'Hi'])
    await ask('Again', 'Yes', { chatId })
    expect(await shown(chatId)).toEqual(['Hello 2/2', 'Hi', 'Again', 'Yes'])
  })

  it('replace an interrupted answer', async () => {
    const turn = await chats.beginTurn(ana, { assistantId: tutor, userText: 'Why?' })
    await turn.answer('Half', false)
    await ask('Why?', 'Whole', { chatId: turn.chatId, isRetry: true })
    expect(await shown(turn.chatId)).toEqual(['Why?', 'Whole'])
  })

  it('show the earlier answer if a new one fails before its first word', async () => {
    const { chatId } = await ask('Why?', 'One')
    const turn = await chats.beginTurn(ana, { assistantId: tutor, userText: 'Why?', chatId, isRetry: true })
    expect(await shown(chatId)).toEqual(['Why?'])
    await turn.answer('', false)
    expect(await shown(chatId)).toEqual(['Why?', 'One'])
  })

  it('stay open if another version is chosen while an answer is written', async () => {
    const { chatId, questionId } = await ask('Helo', 'What?')
    const turn = await chats.beginTurn(ana, {
      assistantId: tutor,
      userText: 'Hello',
      chatId,
      replaces: questionId,
    })
    await chats.showVersion(ana, chatId, questionId)
    await turn.answer('Hi', true)
    expect(await shown(chatId)).toEqual(['Helo 1/2', 'What?'])
    await chats.showVersion(ana, chatId, turn.questionId)
    expect(await shown(chatId)).toEqual(['Hello 2/2', 'Hi'])
  })

  it('of a hidden question are hidden', async () => {
    const { chatId, questionId } = await ask('My name is Ana', 'Hi')
    await chats.setHidden(ana, chatId, questionId, true)
    await ask('My name is Ana Ruiz', 'Hi', { chatId, replaces: questionId })
    expect((await chats.get(ana, chatId)).messages[0]).toMatchObject({ hidden: true })
  })

  it('are deleted with the chat', async () => {
    const { chatId, questionId } = await ask('zebra', 'One')
    await ask('lion', 'Two', { chatId, replaces: questionId })
    await chats.delete(ana, chatId)
    expect(await db.selectFrom('chat_messages').select('id').execute()).toEqual([])
  })

  it('are those of the caller’s own chats, and only of questions', async () => {
    const mine = await ask('Mine', 'One')
    const other = await ask('Other', 'Two')
    const gone = { code: 'not_found' }
    await expect(chats.showVersion(ben, mine.chatId, mine.questionId)).rejects.toMatchObject(gone)
    await expect(chats.showVersion(ana, mine.chatId, other.questionId)).rejects.toMatchObject(gone)
    for (const replaces of [other.questionId, mine.answerId, 'none', "' or 1=1"])
      await expect(ask('x', 'y', { chatId: mine.chatId, replaces })).rejects.toMatchObject(gone)
    await expect(ask('x', 'y', { replaces: mine.questionId })).rejects.toMatchObject(gone)
    expect(await shown(mine.chatId)).toEqual(['Mine', 'One'])
  })
})
