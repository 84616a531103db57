import type { MoodleSettings } from '../../modules/organizations/index.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import type { ToolOutput, ToolRun } from '../tool.ts'
import type { Asking } from './find-person.ts'
import { createMoodleClient, type MoodleClient } from './moodle-client.ts'
import { MoodleFailure, MoodleRefusal } from './moodle-failure.ts'

export interface MoodleDeps {
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
  moodleOf(organizationId: number): Promise<MoodleSettings | undefined>
  /**
   * The e-mail of the person who asks: the calling user's, or that of the end user whom a trusted client forwards (whom it may call
   * otherwise, too). Undefined when a client forwards no one: the owner of its key is not the one who asks; and when the e-mail of the
   * calling user is not known to be theirs.
   */
  identityOf(asking: { caller: Caller; endUser?: string | undefined }): string | undefined
  /** All calls together; only tests hand in another one. */
  limitMs?: number
}

export type MoodleRun = Pick<ToolRun<unknown, unknown>, 'caller' | 'endUser' | 'assistant' | 'signal'>

/** The person signed up with an unverified e-mail address: using it could give them another person's data. */
export const UNCONFIRMED = {
  ok: false,
  reason: 'your e-mail address has not been confirmed yet; ask an admin of your organization',
  denied: true,
} as const satisfies ToolOutput

export const isUnconfirmed = (caller: Caller, identity: string | undefined): boolean =>
  identity === undefined && caller.kind === 'user' && !caller.trustedForwarder

/** Asks the Moodle of the assistant's organization, for the person who asks. What goes wrong there is told in our words. */
export async function withMoodle(
  deps: MoodleDeps,
  { caller, endUser, assistant, signal }: MoodleRun,
  work: (moodle: MoodleClient, asking: Asking) => Promise<string>,
): Promise<ToolOutput> {
  signal.throwIfAborted()
  const settings = await deps.moodleOf(assistant.organizationId)
  if (!settings) return { ok: false, reason: 'Moodle is not configured for this organization' }
  const identity = deps.identityOf({ caller, endUser })
  if (isUnconfirmed(caller, identity)) return UNCONFIRMED
  const limitMs = deps.limitMs ?? 8000
  const limit = limitTime(signal, limitMs, () => toTimeout(limitMs))
  try {
    const moodle = createMoodleClient(deps.outbound, settings, limit.signal)
    const content = await work(moodle, { identity, idsAreMoodles: settings.idsAreMoodles === true })
    return { ok: true, content, sources: [] }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.signal.aborted)
      return { ok: false, reason: `Moodle did not respond within ${limitMs / 1000} s` }
    if (error instanceof MoodleRefusal) return { ok: false, reason: error.message, denied: true }
    if (error instanceof MoodleFailure) return { ok: false, reason: error.message, detail: error.detail }
    throw error
  } finally {
    limit.clear()
  }
}
