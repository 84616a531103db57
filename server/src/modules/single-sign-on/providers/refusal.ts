import type { SignInReason } from '@bellwether/wire'

interface Details {
  /** How far a time is off, for clocks that differ. */
  seconds?: number | undefined
  /** For the log: the provider's own error code. */
  detail?: string | undefined
  cause?: unknown
}

/** A check that a provider's message has not passed. Never quotes the message. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly seconds: number | undefined
  readonly detail: string | undefined

  constructor(
    readonly reason: SignInReason,
    { seconds, detail, cause }: Details = {},
  ) {
    super(reason, cause === undefined ? undefined : { cause })
    this.seconds = seconds
    // It may come from anyone, in a message that is not signed.
    this.detail = /^[\w.-]{1,60}$/.exec(detail ?? '')?.[0]
  }
}
