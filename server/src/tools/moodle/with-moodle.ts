import { say } from '@bellwether/wire'
import type { MoodleSettings } from '../../modules/organizations/index.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import type { ToolOutput, ToolRun } from '../tool.ts'
import { toFailed } from '../tool-failure.ts'
import type { Asking } from './find-person.ts'
import { createMoodleClient, type MoodleClient, siteOf } from './moodle-client.ts'
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
  /** The ids in this LMS of a person with an account, as its signed launches have proven. */
  provenIdsOf(userId: number, lms: { organizationId: number; issuer: string }): Promise<string[]>
  /** Time limit for all calls together. Set only in tests. */
  limitMs?: number
}

export type MoodleRun = Pick<ToolRun<unknown, unknown>, 'caller' | 'endUser' | 'assistant' | 'signal'>

/** Nothing proves who the person is: using an unconfirmed address could give them another person's data. */
export const UNPROVEN: ToolOutput = toFailed(say('reasons.moodle_who_asks'), { denied: true })

export const isUnproven = (caller: Caller, identity: string | undefined): boolean =>
  identity === undefined && caller.kind === 'user' && !caller.trustedForwarder

/**
 * Who asks. The id of a launch from this same Moodle comes first: addresses can be outdated, and then belong to someone
 * else. `settings` is undefined if the organization has no Moodle.
 */
export async function whoAsks(
  deps: Pick<MoodleDeps, 'identityOf' | 'provenIdsOf'>,
  { caller, endUser, assistant }: Omit<MoodleRun, 'signal'>,
  settings: MoodleSettings | undefined,
): Promise<Asking> {
  const { organizationId } = assistant
  if (settings && caller.kind === 'user' && !caller.trustedForwarder) {
    const lms = { organizationId, issuer: siteOf(settings.url) }
    const [id, another] = await deps.provenIdsOf(caller.userId, lms)
    if (id !== undefined)
      return { identity: another === undefined ? id : undefined, idsAreMoodles: true, isProven: true }
  }
  return { identity: deps.identityOf({ caller, endUser }), idsAreMoodles: settings?.idsAreMoodles === true }
}

/** Queries the Moodle of the assistant's organization for the person who asks. Failures get our own messages. */
export async function withMoodle(
  deps: MoodleDeps,
  run: MoodleRun,
  work: (moodle: MoodleClient, asking: Asking) => Promise<string>,
): Promise<ToolOutput> {
  const { assistant, signal } = run
  signal.throwIfAborted()
  const settings = await deps.moodleOf(assistant.organizationId)
  if (!settings) return toFailed(say('reasons.moodle_not_configured'))
  const asking = await whoAsks(deps, run, settings)
  if (isUnproven(run.caller, asking.identity)) return UNPROVEN
  const limitMs = deps.limitMs ?? 8000
  const limit = limitTime(signal, limitMs, () => toTimeout(limitMs))
  try {
    const moodle = createMoodleClient(deps.outbound, settings, limit.signal)
    const content = await work(moodle, asking)
    return { ok: true, content, sources: [] }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.signal.aborted) return toFailed(say('reasons.moodle_timeout', { seconds: limitMs / 1000 }))
    if (error instanceof MoodleRefusal) return toFailed(error.reason, { denied: true })
    if (error instanceof MoodleFailure) return toFailed(error.reason, { detail: error.detail })
    throw error
  } finally {
    limit.clear()
  }
}
