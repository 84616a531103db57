import {
  type AnswerGrounds,
  answerGroundsSchema,
  type ChatHead,
  type ChatList,
  type ChatListQuery,
  type ChatWithMessages,
  parseJsonObject,
  type StoredMessage,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import type { Row } from '../../platform/db/schema.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { requireMay, type Verb } from '../access/index.ts'
import { branchMethods } from './branches/branch-methods.ts'
import { branchOf, versionsIn } from './branches/branches.ts'
import { type ChatMessageRow, type ChatWithCount, chatRepository } from './chat.repository.ts'
import { isChatId } from './chat-id.ts'
import { feedbackRepository } from './feedback/feedback.repository.ts'
import { feedbackMethods } from './feedback/message-feedback.ts'
import type { FollowedAnswer } from './running/running-answer.ts'
import { type BegunAnswer, createRunningAnswers, type RunningAnswersDeps } from './running/running-answers.ts'
import { toAutoTitle } from './titles.ts'
import { createBeginTurn } from './turns.ts'

export interface ChatDeps extends Pick<RunningAnswersDeps, 'db' | 'notifications' | 'instances' | 'log'> {
  outbox: Outbox
  /** Injected, because assistants belong to another module. */
  mayUseAssistant(caller: UserCaller, assistantId: number): Promise<boolean>
  /** Whether the organization lets educators read chats that start now. */
  isReadByEducators(organizationId: number): Promise<boolean>
  /** How long an answer continues without a reader. */
  patienceMs?: number
}

const THING = 'Chat'
const DRAFT_SECONDS = 24 * 3600

/**
 * A chat belongs to one person. Here, no one else can read it or learn that it exists, whatever their role; educators
 * read it in the activity of their assistant, if the organization allows it.
 */
export function createChatService(deps: ChatDeps) {
  const { db } = deps
  const lookup = createLookup(deps)
  const { getFor } = lookup
  const running = createRunningAnswers(deps)

  return {
    beginTurn: createBeginTurn(deps),

    /** An answer continues without its reader for a while; see `running`. */
    beginRunning: (
      caller: UserCaller,
      id: string,
      headers: Record<string, string>,
      cancel: (reason: Error) => void,
    ): BegunAnswer => running.begin(caller.userId, id, headers, cancel),

    removeOldRunning: running.removeOld,

    /** Chats with documents whose page was closed before the first question. */
    removeOldDrafts: (signal: AbortSignal): Promise<number> =>
      inBatches((limit) => chatRepository.removeDrafts(db, nowSeconds() - DRAFT_SECONDS, limit), signal),

    /** The answer in progress in one of the caller's chats, on any instance. */
    async running(caller: UserCaller, id: string): Promise<FollowedAnswer | undefined> {
      await getFor(caller, 'see', id)
      return running.find(caller.userId, id)
    },

    /** Ends it. Returns whether there was one. */
    async stop(caller: UserCaller, id: string): Promise<boolean> {
      await getFor(caller, 'edit', id)
      return running.stop(caller.userId, id)
    },
    ...readMethods(deps, lookup),
    ...createMethods(deps, lookup),
    /** Throws not_found unless the caller may change the chat. */
    requireOwn: (caller: UserCaller, id: string): Promise<ChatHead> =>
      getFor(caller, 'edit', id).then(toHead),

    ...branchMethods(db, (caller, id) => getFor(caller, 'edit', id)),
    ...feedbackMethods(db, (caller, id) => getFor(caller, 'edit', id)),

    /** `updated_at` stays unchanged: it is the time of the last message, by which lists are sorted. */
    async update(
      caller: UserCaller,
      id: string,
      { title, archived }: { title?: string | undefined; archived?: boolean | undefined },
    ): Promise<ChatHead> {
      const chat = await getFor(caller, 'edit', id)
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(archived === undefined ? {} : { archived: archived ? (1 as const) : (0 as const) }),
      }
      if (Object.keys(change).length > 0) await chatRepository.update(db, caller.userId, id, change)
      return toHead({ ...chat, ...change })
    },

    async delete(caller: UserCaller, id: string): Promise<void> {
      await getFor(caller, 'manage', id)
      await running.stop(caller.userId, id)
      await chatRepository.delete(db, caller.userId, id)
    },
  }
}

function createLookup({ db }: ChatDeps) {
  async function getFor(caller: UserCaller, verb: Verb, id: string): Promise<ChatWithCount> {
    const chat = isChatId(id) ? await chatRepository.find(db, caller.userId, id) : undefined
    if (!chat) throw notFound(THING)
    requireMay(
      caller,
      verb,
      { kind: 'chat', organizationId: caller.organizationId, ownerId: chat.user_id },
      THING,
    )
    return chat
  }

  return { getFor }
}

type Lookup = ReturnType<typeof createLookup>

const readMethods = ({ db }: ChatDeps, { getFor }: Lookup) => ({
  async list(caller: UserCaller, query: ChatListQuery, pinnedFirst = true): Promise<ChatList> {
    const filter = { assistantId: query.assistant_id, shelf: query.shelf, folderId: query.folder_id }
    const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page, pinnedFirst }
    const chats = await chatRepository.list(db, caller.userId, filter, page)
    // The total is derived from a page that is not full.
    const isLast = chats.length < page.limit && (chats.length > 0 || page.offset === 0)
    const total = isLast ? page.offset + chats.length : await chatRepository.count(db, caller.userId, filter)
    return {
      chats: chats.map(toHead),
      page: query.page,
      per_page: query.per_page,
      total_estimate: total,
    }
  },

  /**
   * The shown branch. Each message follows the previous one, so clients that support branches see a chat without any.
   */
  async get(caller: UserCaller, id: string): Promise<ChatWithMessages> {
    const chat = await getFor(caller, 'see', id)
    const rows = await readRows(db, id)
    const branch = branchOf(rows.all, chat.current_message_id)
    const inOneLine = branch.map((row, at) => ({ ...row, previous_id: branch[at - 1]?.id ?? null }))
    const messages = toMessages(inOneLine, rows, chat.current_message_id)
    return { ...toHead(chat), message_count: messages.length, messages }
  },

  /** Includes branches that are not shown: a tree by `parentId`. */
  async allVersions(caller: UserCaller, id: string): Promise<ChatWithMessages> {
    const chat = await getFor(caller, 'see', id)
    const rows = await readRows(db, id)
    const linked =
      chat.current_message_id === null
        ? rows.all.map((row, at) => ({ ...row, previous_id: rows.all[at - 1]?.id ?? null }))
        : rows.all
    return { ...toHead(chat), messages: toMessages(linked, rows, chat.current_message_id) }
  },

  /** An image of one of the caller's questions. */
  async picture(
    caller: UserCaller,
    id: string,
    pictureId: string,
  ): Promise<{ contentType: string; bytes: Buffer }> {
    await getFor(caller, 'see', id)
    const picture = isChatId(pictureId) ? await chatRepository.findPicture(db, id, pictureId) : undefined
    if (!picture) throw notFound('Picture')
    return { contentType: picture.content_type, bytes: Buffer.from(picture.bytes) }
  },
})

const createMethods = ({ db, mayUseAssistant, isReadByEducators }: ChatDeps, { getFor }: Lookup) => ({
  async create(
    caller: UserCaller,
    assistantId: number,
    title: string | undefined,
    isDraft = false,
  ): Promise<ChatHead> {
    if (!(await mayUseAssistant(caller, assistantId))) throw forbidden(say('chats.access_denied'))
    const id = newUuid()
    const now = nowSeconds()
    await chatRepository.insert(db, {
      id,
      user_id: caller.userId,
      assistant_id: assistantId,
      title: title || toAutoTitle('', new Date()),
      in_activity: (await isReadByEducators(caller.organizationId)) ? 1 : 0,
      draft: isDraft ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    return toHead(await getFor(caller, 'see', id))
  },
})

export type ChatService = ReturnType<typeof createChatService>

const toHead = (chat: ChatWithCount): ChatHead => ({
  id: chat.id,
  title: chat.title,
  assistant_id: chat.assistant_id,
  message_count: chat.message_count,
  created_at: chat.created_at,
  updated_at: chat.updated_at,
  archived: chat.archived,
  pinned: chat.pinned_at !== null,
  folder_id: chat.folder_id,
})

/** Entries in another format, from an older or newer server, are left out. */
const groundsOf = ({ grounds }: ChatMessageRow): AnswerGrounds =>
  answerGroundsSchema.safeParse(parseJsonObject(grounds ?? '')).data ?? {}

interface ChatRows {
  all: readonly ChatMessageRow[]
  pictures: readonly { id: string; message_id: string }[]
  feedback: readonly Row<'message_feedback'>[]
}

const readRows = async (db: Db, id: string): Promise<ChatRows> => ({
  all: await chatRepository.messagesOf(db, id),
  pictures: await chatRepository.pictureIdsOf(db, id),
  feedback: await feedbackRepository.ofChat(db, id),
})

/** `rows`: those to return, linked by `previous_id`. */
function toMessages(
  rows: readonly ChatMessageRow[],
  { all, pictures, feedback }: ChatRows,
  current: string | null,
): StoredMessage[] {
  const versionsOf = current === null ? () => [] : versionsIn(all)
  const original = new Map(all.map((row) => [row.id, row]))
  const children = new Map<string, string[]>()
  for (const { id, previous_id } of rows)
    if (previous_id !== null) children.set(previous_id, [...(children.get(previous_id) ?? []), id])
  return rows.map((row) => {
    const versions = versionsOf(original.get(row.id) ?? row)
    const rated = feedback.find(({ message_id }) => message_id === row.id)
    const pictureIds = pictures.filter(({ message_id }) => message_id === row.id).map(({ id }) => id)
    return {
      id: row.id,
      role: row.role,
      content: row.content,
      timestamp: row.created_at,
      parentId: row.previous_id,
      childrenIds: children.get(row.id) ?? [],
      complete: row.complete === 1,
      ...(pictureIds.length > 0 ? { pictures: pictureIds } : {}),
      ...groundsOf(row),
      ...(rated ? { feedback: { value: rated.value, comment: rated.comment } } : {}),
      ...(versions.length > 1 ? { versions } : {}),
      ...(row.hidden === 1 ? { hidden: true } : {}),
    }
  })
}
