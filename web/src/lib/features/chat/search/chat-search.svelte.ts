import type { ChatSearchResult, ChatSearchResults } from '@bellwether/wire'
import { untrack } from 'svelte'
import { api, isAbort } from '$lib/api'

export const searchChats = (
  query: string,
  { limit, cursor, signal }: { limit?: number; cursor?: string | undefined; signal: AbortSignal },
): Promise<ChatSearchResults> => api.get('/chats/search', { query: { query, limit, cursor }, signal })

/** The chat at a message, or at its end if only the title matched. Pure. */
export const matchPath = (chatId: string, messageId: string | undefined): string =>
  `/chats/${chatId}${messageId === undefined ? '' : `?message=${messageId}`}`

export const plainText = (pieces: ChatSearchResult['title']): string =>
  pieces.map(({ text }) => text).join('')

/** One request searches a limited number of messages, so a few follow until there is a full page. */
const REQUESTS_AT_ONCE = 5
const PAGE_SIZE = 20

/** The results of a search in all chats, page after page. */
export class ChatSearch {
  results = $state.raw<readonly ChatSearchResult[]>([])
  /** Undefined: all chats have been searched. */
  next = $state<string>()
  isLoading = $state(false)
  error = $state.raw<unknown>()
  /** What the results are for. */
  searched = $state('')
  #query = ''
  #running: AbortController | undefined

  search(query: string): void {
    untrack(() => {
      this.#query = query
      void this.#read(undefined, true)
    })
  }

  again = (): void => this.search(this.#query)
  more = (): Promise<void> => this.#read(this.next, false)

  stop(): void {
    this.#running?.abort()
  }

  async #read(from: string | undefined, isNew: boolean): Promise<void> {
    this.stop()
    const running = new AbortController()
    this.#running = running
    this.isLoading = true
    this.error = undefined
    const query = this.#query
    let cursor = from
    const results: ChatSearchResult[] = []
    try {
      for (let request = 0; request < REQUESTS_AT_ONCE; request++) {
        const limit = PAGE_SIZE - results.length
        const page = await searchChats(query, { cursor, limit, signal: running.signal })
        results.push(...page.results)
        cursor = page.next ?? undefined
        if (cursor === undefined || results.length >= PAGE_SIZE) break
      }
      this.results = isNew ? results : [...this.results, ...results]
      this.next = cursor
      this.searched = query
    } catch (error) {
      if (!(isAbort(error) && running.signal.aborted)) this.error = error
    } finally {
      if (running === this.#running) this.isLoading = false
    }
  }
}
