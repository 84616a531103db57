import type * as z from 'zod'

/** A subject that instances tell each other about. During an upgrade they may run different versions, so messages are checked. */
export interface Channel<T> {
  name: string
  schema: z.ZodType<T>
}

export interface Subscriber<T> {
  receive(message: T): void
  /** Messages may have been missed: look in the database for what they would have reported. */
  lookAgain(): void
}

/** Messages to all instances, this one included. Ids rather than contents: receivers find the rest in the database. */
export interface Notifications {
  /** Whether there can be other instances. */
  readonly isShared: boolean
  /**
   * Subscribers of this instance are notified before it returns, the others within milliseconds. They also get it after they have lost
   * their connection for some minutes. Fails when the database can’t be reached.
   */
  publish<T>(channel: Channel<T>, message: T): Promise<void>
  /** Without a guarantee, and cheaper: for receivers that also look from time to time. Never fails. */
  hint<T>(channel: Channel<T>, message: T): void
  /** Returns a function that ends the subscription. */
  subscribe<T>(channel: Channel<T>, subscriber: Subscriber<T>): () => void
  start(): Promise<void>
  close(): Promise<void>
}
