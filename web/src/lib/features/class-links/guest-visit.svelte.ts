import type { EnteredClassLink, KeptChats, OpenedClassLink } from '@bellwether/wire'
import { session } from '$features/session/session.svelte.ts'
import { ApiError, guestToken } from '$lib/api'
import { remember, remembered } from '$lib/state/remember.ts'
import { enterLink, keepChats, leaveAsGuest, lookUpLink } from './class-links.ts'

/** What the page of a link shows. */
export type Stage =
  | { name: 'loading' }
  | { name: 'failed'; error: unknown }
  /** `hasChats`: the guest has been here before and can still keep the chats. */
  | { name: 'closed'; link: OpenedClassLink; hasChats: boolean }
  | { name: 'missing' }
  | { name: 'members' }
  | { name: 'passphrase'; link: OpenedClassLink }
  | { name: 'chat'; entered: EnteredClassLink }
  /** A member chats with their own account, on the usual page. */
  | { name: 'member'; assistantId: number; kept: number }
  | { name: 'left' }

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status

/** A person who has opened a class link. The browser keeps the token, so that the next visit is the same guest's. */
export class GuestVisit {
  stage = $state.raw<Stage>({ name: 'loading' })
  readonly #code: string
  readonly #key: string

  constructor(code: string) {
    this.#code = code
    this.#key = `guest.${code.toLowerCase().replace(/[\s-]/g, '')}`
  }

  start = async (): Promise<void> => {
    this.stage = { name: 'loading' }
    try {
      this.stage = await this.#find()
    } catch (error) {
      this.stage = isStatus(error, 404) ? { name: 'missing' } : { name: 'failed', error }
    }
  }

  /** Rejects if the passphrase is wrong. */
  async enter(details: { passphrase?: string; name?: string }): Promise<void> {
    const entered = await enterLink(this.#code, details)
    if (entered.token === null) {
      this.stage = { name: 'member', assistantId: entered.assistant.id, kept: 0 }
      return
    }
    remember(this.#key, entered.token)
    guestToken.use(entered.token)
    this.stage = { name: 'chat', entered }
  }

  async leave(): Promise<void> {
    await leaveAsGuest()
    this.#forget()
    this.stage = { name: 'left' }
  }

  /** The page is closed; other pages belong to the signed-in person. */
  end(): void {
    guestToken.use(undefined)
  }

  #forget(): void {
    remember(this.#key, null)
    guestToken.use(undefined)
  }

  async #find(): Promise<Stage> {
    const guest = remembered(this.#key)
    // Asks for a session only if this browser had one: guests need no cookie.
    const isSignedIn = session.isExpected() && (await session.load())
    guestToken.use(undefined)
    if (isSignedIn) {
      const link = await lookUpLink(this.#code)
      const movedChats = link.is_member && guest ? await this.#keep(guest) : undefined
      const assistantId = link.is_member ? (link.assistant?.id ?? movedChats?.assistant_id) : undefined
      if (assistantId !== undefined) return { name: 'member', assistantId, kept: movedChats?.chats ?? 0 }
    }
    guestToken.use(guest ?? undefined)
    const link = await lookUpLink(this.#code)
    if (link.state !== 'open') return { name: 'closed', link, hasChats: guest !== null }
    if (link.kind === 'organization') return { name: 'members' }
    if (link.kind === 'passphrase' && !link.is_guest) return { name: 'passphrase', link }
    await this.enter({})
    return this.stage
  }

  /** Undefined if the guest is gone: then there is nothing to keep. */
  async #keep(guest: string): Promise<KeptChats | undefined> {
    const moved = await keepChats(this.#code, guest).catch((error: unknown) => {
      if (isStatus(error, 404)) return undefined
      throw error
    })
    this.#forget()
    return moved
  }
}
