import { setImmediate as otherWork } from 'node:timers/promises'
import { type Message, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import { newUuid } from '../../../platform/ids.ts'
import { type Draft, type ImportRun, type InsertMany, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import { toEmail } from '../legacy-ids.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import type { LegacySource } from '../source/open-source.ts'
import { chatRepository } from './chat.repository.ts'
import { type FindConsents, readConsents } from './consents.ts'
import { createImageLinks, type RewriteImageLinks } from './image-links.ts'
import { type LegacyChat, readLegacyChat } from './read-chat.ts'

const PAGE = 100
const CHAT_ID = /^[\w-]{1,100}$/

interface ChatDraft extends Draft {
  /** In which the student has agreed that teachers read it. */
  activityIds: readonly number[]
  chat: NewRow<'chats'>
  messages: NewRow<'chat_messages'>[]
}

interface ChatSource {
  /** Our ids of activities. */
  consentsOf?(row: LegacyRow, assistantId: number): readonly number[]
  kind: string
  step: Message
  source: LegacySource
  table: string
  userOf(row: LegacyRow): number | undefined
  assistantOf(row: LegacyRow, chat: LegacyChat): number | undefined
}

/** Chats of educators in LAMB itself. */
export const importLambChats = (run: ImportRun): Promise<void> =>
  importChats(run, {
    kind: 'chat',
    step: say('imports.step_chats'),
    source: run.lamb,
    table: 'lamb_chats',
    userOf: (row) => run.ids.number('user', row.integer('user_id')),
    assistantOf: (row) => run.ids.number('assistant', row.integer('assistant_id')),
  })

/** Chats of students in Open WebUI. Only those with assistants of LAMB. */
export async function importWebuiChats(run: ImportRun): Promise<void> {
  if (!run.webui) {
    run.report.notice(say('imports.student_chats_in_webui'))
    return
  }
  const people = await peopleOf(run, run.webui)
  const consents: FindConsents = await readConsents(run)
  await importChats(run, {
    kind: 'student chat',
    consentsOf: (row, assistantId) => consents(people.get(row.text('user_id'))?.email ?? '', assistantId),
    step: say('imports.step_student_chats'),
    source: run.webui,
    table: 'chat',
    userOf: (row) => people.get(row.text('user_id'))?.ourId,
    assistantOf: (_row, { assistantIds }) =>
      assistantIds.map((id) => run.ids.number('assistant', id)).find((id) => id !== undefined),
  })
}

/** By the id in Open WebUI. It and LAMB share only e-mail addresses. */
async function peopleOf(
  run: ImportRun,
  webui: LegacySource,
): Promise<Map<string, { ourId: number; email: string }>> {
  const creators = new Map<string, number>()
  for (const row of run.lamb.rows('Creator_users')) {
    const ourId = run.ids.number('user', row.integer('id'))
    if (ourId !== undefined) creators.set(toEmail(row.text('user_email')), ourId)
  }
  const people = new Map<string, { ourId: number; email: string }>()
  for (const { rows } of webui.pages('user', 1000)) {
    for (const row of rows) {
      const email = toEmail(row.text('email'))
      const ourId = creators.get(email) ?? run.ids.number('lti user', email)
      if (ourId !== undefined) people.set(row.text('id'), { ourId, email })
    }
    await otherWork()
  }
  return people
}

async function importChats(run: ImportRun, from: ChatSource): Promise<void> {
  const { kind, source, table } = from
  const total = source.count(table)
  const rewrite = createImageLinks(run)
  let count = 0
  let readable = 0
  let hidden = 0
  for (const { rows } of source.pages(table, PAGE)) {
    const ids = rows.map((row) => row.text('id').slice(0, 200))
    const done = await itemRepository.findMany(run.db, run.sourceId, kind, ids)
    const takenIds = await chatRepository.findTaken(run.db, ids)
    const drafts: ChatDraft[] = []
    for (const row of rows) {
      const id = row.text('id').slice(0, 200)
      if (done.has(id)) run.report.count(kind, 'unchanged')
      else {
        const draft = await toDraft(run, from, row, { id, isTaken: takenIds.has(id), rewrite })
        if (draft) drafts.push(draft)
        if (draft?.chat.in_activity === 1) readable++
        else if (draft) hidden++
      }
    }
    await saveAll(run, drafts, insertChats as InsertMany)
    count += rows.length
    run.onProgress({ step: from.step, done: count, total })
  }
  if (from.consentsOf && readable + hidden > 0)
    run.report.notice(say('imports.chats_readable', { readable, private: hidden }))
}

async function insertChats(tx: Db, drafts: readonly ChatDraft[]): Promise<string[]> {
  await chatRepository.insertChats(
    tx,
    drafts.map(({ chat }) => chat),
  )
  await chatRepository.insertMessages(
    tx,
    drafts.flatMap(({ messages }) => messages),
  )
  for (const { chat, activityIds } of drafts)
    if (activityIds.length > 0)
      await chatRepository.includeInConsent(tx, activityIds, chat.user_id, chat.created_at)
  return drafts.map(({ chat }) => chat.id)
}

async function toDraft(
  run: ImportRun,
  { kind, userOf, assistantOf, consentsOf }: ChatSource,
  row: LegacyRow,
  { id, isTaken, rewrite }: { id: string; isTaken: boolean; rewrite: RewriteImageLinks },
): Promise<ChatDraft | undefined> {
  const title = row.text('title').trim()
  const leave = (reason: Note) => void skip(run, kind, id, title, reason)
  const now = nowSeconds()
  const createdAt = row.time('created_at', now)
  const read = readLegacyChat(row.text('chat'), createdAt)
  if (!read) return leave(say('imports.chat_unreadable'))
  const userId = userOf(row)
  if (userId === undefined) return leave(say('imports.person_not_imported'))
  const assistantId = assistantOf(row, read)
  if (assistantId === undefined) return leave(say('imports.chat_assistant_not_imported'))
  const activityIds = consentsOf?.(row, assistantId) ?? []
  const chatId = CHAT_ID.test(id) && !isTaken ? id : newUuid()
  const notes = read.leftOut > 0 ? [say('imports.messages_left_out', { count: read.leftOut })] : []
  return {
    kind,
    legacyId: id,
    name: title,
    notes,
    isCounted: true,
    activityIds,
    insert: async () => chatId,
    chat: {
      id: chatId,
      user_id: userId,
      assistant_id: assistantId,
      title: title.slice(0, 200) || 'Chat',
      in_activity: activityIds.length > 0 ? 1 : 0,
      archived: row.flag('archived', false) ? 1 : 0,
      created_at: createdAt,
      updated_at: row.time('updated_at', createdAt),
    },
    messages: toMessages(chatId, await rewrite(read.messages)),
  }
}

function toMessages(chatId: string, messages: LegacyChat['messages']): NewRow<'chat_messages'>[] {
  let parent: string | null = null
  return messages.map(({ role, content, createdAt }, position) => {
    const id = newUuid()
    const row = {
      id,
      chat_id: chatId,
      parent_id: parent,
      position,
      role,
      content,
      complete: 1 as const,
      grounds: null,
      created_at: createdAt,
    }
    parent = id
    return row
  })
}
