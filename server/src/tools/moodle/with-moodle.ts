import { say } from '@bellwether/wire'
import type { MoodleSettings } from '../../modules/organizations/index.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import type { ToolOutput, ToolRun } from '../tool.ts'
import { toFailed } from '../tool-failure.ts'
import type { Asking } from './find-person.ts'
import { createMoodleClient, type MoodleClient } from './moodle-client.ts'
import { MoodleFailure, MoodleRefusal } from './moodle-failure.ts'

export interface MoodleDeps {
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
  moodleOf(organizationId: number): Promise<MoodleSettings | undefined>
  /**
   * The e-mail address of the person who asks: the calling user's, or that of the end user forwarded by a
   * trusted client (which may also use another identifier). Undefined if a client forwards no one, because
   * the owner of its key is not the person who asks, and if the address of the calling user is not confirmed.
   */
  identityOf(asking: { caller: Caller; endUser?: string | undefined }): string | undefined
  /** Time limit for all calls together. Set only in tests. */
  limitMs?: number
}

export type MoodleRun = Pick<ToolRun<unknown, unknown>, 'caller' | 'endUser' | 'assistant' | 'signal'>

/** The person signed up with an unconfirmed e-mail address: using it could give them another person's data. */
export const UNCONFIRMED: ToolOutput = toFailed(say('reasons.email_unconfirmed'), { denied: true })

export const isUnconfirmed = (caller: Caller, identity: string | undefined): boolean =>
  identity === undefined && caller.kind === 'user' && !caller.trustedForwarder

/** Queries the Moodle of the assistant's organization for the person who asks. Failures get our own messages. */
export async function withMoodle(
  deps: MoodleDeps,
  { caller, endUser, assistant, signal }: MoodleRun,
  work: (moodle: MoodleClient, asking: Asking) => Promise<string>,
): Promise<ToolOutput> {
  signal.throwIfAborted()
  const settings = await deps.moodleOf(assistant.organizationId)
  if (!settings) return toFailed(say('reasons.moodle_not_configured'))
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
    if (limit.signal.aborted) return toFailed(say('reasons.moodle_timeout', { seconds: limitMs / 1000 }))
    if (error instanceof MoodleRefusal) return toFailed(error.said, { denied: true })
    if (error instanceof MoodleFailure) return toFailed(error.said, { detail: error.detail })
    throw error
  } finally {
    limit.clear()
  }
}
