import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CHAT_SEARCH_LIMITS,
  type ChatSearchQuery,
  type ChatSearchResult,
  type ChatSearchResults,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { branchOf } from '../branches/branches.ts'
import { withoutTime } from '../titles.ts'
import {
  type ChatPosition,
  chatSearchRepository,
  type SearchedChat,
  type SearchedMessage,
} from './chat-search.repository.ts'
import { hasAllWords, markAll, markSnippet, mayHaveWords, toPlainLine, toSearchWords } from './mark-words.ts'

/** What one request reads at most. The next page continues after it. */
export const SEARCH_COST = {
  chats: 400,
  chatsAtOnce: 100,
  messages: 4000,
  messagesAtOnce: 500,
  charactersPerMessage: 20_000,
  /** Other requests get their turn after this number of characters. */
  charactersPerTurn: 100_000,
} as const

export interface ChatSearchDeps {
  /** The connection for reports: a search must not delay answers. */
  reports: Db
  cost?: { [key in keyof typeof SEARCH_COST]: number }
}

export type SearchChats = (
  caller: UserCaller,
  query: ChatSearchQuery,
  signal: AbortSignal,
) => Promise<ChatSearchResults>

/**
 * Searches the caller's own chats, last used first. The words are compared here and not by the database, because the
 * two databases treat accents and case differently.
 */
export const createSearchChats =
  ({ reports, cost = SEARCH_COST }: ChatSearchDeps): SearchChats =>
  async (caller, { query, limit, cursor }, signal) => {
    const words = toSearchWords(query, CHAT_SEARCH_LIMITS.words)
    const results: ChatSearchResult[] = []
    if (words.length === 0) return { results, next: null }
    let position = cursor === undefined ? undefined : toPosition(cursor)
    let messages = 0
    const matching = createFilter(words, cost.charactersPerTurn)
    for (let read = 0; read < cost.chats; read += cost.chatsAtOnce) {
      const chats = await chatSearchRepository.chats(reports, caller.userId, position, cost.chatsAtOnce)
      for (const portion of inPortions(chats, cost.messagesAtOnce)) {
        signal.throwIfAborted()
        const texts = await textsOf(reports, portion, cost)
        messages += texts.count
        for (const chat of portion) {
          const rows = texts.of(chat.id)
          const result = toResult(chat, rows, await matching(rows), words)
          if (result) results.push(result)
          position = { updatedAt: chat.updated_at, id: chat.id }
          if (results.length === limit) return { results, next: toCursor(position) }
        }
        if (messages >= cost.messages) return { results, next: position ? toCursor(position) : null }
      }
      if (chats.length < cost.chatsAtOnce) return { results, next: null }
    }
    return { results, next: position ? toCursor(position) : null }
  }

/** Messages with all words, as plain lines. Lets other requests in between, also within one long chat. */
export function createFilter(words: readonly string[], charactersPerTurn: number) {
  let characters = 0
  return async (rows: readonly SearchedMessage[]): Promise<SearchedMessage[]> => {
    const matches: SearchedMessage[] = []
    for (const row of rows) {
      const line = mayHaveWords(row.content, words) ? toPlainLine(row.content) : ''
      if (hasAllWords(line, words)) matches.push({ ...row, content: line })
      characters += row.content.length
      if (characters < charactersPerTurn) continue
      characters = 0
      await nextTurn()
    }
    return matches
  }
}

const toCursor = ({ updatedAt, id }: ChatPosition): string => `${updatedAt}_${id}`

function toPosition(cursor: string): ChatPosition {
  const [updatedAt = '', id = ''] = cursor.split('_')
  return { updatedAt: Number(updatedAt), id }
}

/** Chats in their order, in groups with at most `most` messages. A longer chat is a group of its own. Pure. */
export function inPortions<T extends { message_count: number }>(chats: readonly T[], most: number): T[][] {
  const portions: T[][] = []
  let room = 0
  for (const chat of chats) {
    const last = portions.at(-1)
    if (last && chat.message_count <= room) last.push(chat)
    else {
      portions.push([chat])
      room = most
    }
    room -= chat.message_count
  }
  return portions
}

async function textsOf(
  db: Db,
  chats: readonly SearchedChat[],
  cost: { messagesAtOnce: number; charactersPerMessage: number },
) {
  const ids = chats.filter((chat) => chat.message_count > 0).map(({ id }) => id)
  const limits = { messages: cost.messagesAtOnce, characters: cost.charactersPerMessage }
  const rows = ids.length === 0 ? [] : await chatSearchRepository.messages(db, ids, limits)
  const byChat = new Map<string, SearchedMessage[]>(ids.map((id) => [id, []]))
  for (const row of rows) byChat.get(row.chat_id)?.push(row)
  return { count: rows.length, of: (id: string): SearchedMessage[] => byChat.get(id) ?? [] }
}

/** Undefined if neither the title nor a message has all words. `rows` are newest first. Pure. */
function toResult(
  chat: SearchedChat,
  rows: readonly SearchedMessage[],
  messages: readonly SearchedMessage[],
  words: readonly string[],
): ChatSearchResult | undefined {
  const title = withoutTime(chat.title)
  if (messages.length === 0 && !hasAllWords(title, words)) return undefined
  const matches = shownIfAny(chat, rows, messages)
  return {
    chat_id: chat.id,
    title: markAll(title, words),
    assistant_id: chat.assistant_id,
    archived: chat.archived === 1,
    updated_at: chat.updated_at,
    matches: matches.slice(0, CHAT_SEARCH_LIMITS.matchesPerChat).map((row) => ({
      message_id: row.id,
      role: row.role,
      created_at: row.created_at,
      snippet: markSnippet(row.content, words),
    })),
    match_count: matches.length,
  }
}

/** Other versions of messages count only if the shown ones have no match. Pure. */
function shownIfAny(
  chat: SearchedChat,
  rows: readonly SearchedMessage[],
  messages: readonly SearchedMessage[],
): readonly SearchedMessage[] {
  if (chat.current_message_id === null) return messages
  const branch = new Set(branchOf(rows, chat.current_message_id).map(({ id }) => id))
  const visible = messages.filter(({ id }) => branch.has(id))
  return visible.length > 0 ? visible : messages
}
