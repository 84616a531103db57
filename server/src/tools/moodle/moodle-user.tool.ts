import * as z from 'zod'
import { createShareWork } from '../share-work.ts'
import { defineTool, type ToolOutput } from '../tool.ts'
import { findSelf } from './find-person.ts'
import { isUnconfirmed, type MoodleDeps, UNCONFIRMED, withMoodle } from './with-moodle.ts'

/** A chat looks up the same person again and again. */
const CACHE_MS = 60_000
/** Runs before every answer, so it waits less than a tool that was called explicitly. */
const LIMIT_MS = 3000

/**
 * Fills `{moodle_user}` with the Moodle id of the person who asks, or with the server's own identifier if
 * Moodle does not know them. Added automatically if a template contains the placeholder.
 */
export function moodleUserTool(deps: MoodleDeps) {
  const share = createShareWork<ToolOutput>({ keepMs: CACHE_MS, most: 2000 })
  const limited = { ...deps, limitMs: deps.limitMs ?? LIMIT_MS }
  return defineTool({
    name: 'moodle_user',
    title: 'Moodle user',
    description: 'The user’s Moodle ID, or their e-mail address if they have none.',
    category: 'lms',
    version: '1.0',
    config: z.object({}),
    input: z.object({}),
    inject: { placeholder: 'moodle_user', input: () => ({}) },
    async run(run): Promise<ToolOutput> {
      run.signal.throwIfAborted()
      const { organizationId } = run.assistant
      const asker = deps.identityOf(run)
      if (isUnconfirmed(run.caller, asker)) return UNCONFIRMED
      const identity = asker ?? ''
      const settings = identity === '' ? undefined : await deps.moodleOf(organizationId)
      const isLookedUp = settings && (identity.includes('@') || settings.idsAreMoodles)
      if (!isLookedUp) return { ok: true, content: identity, sources: [] }
      const key = `${organizationId}\n${settings.url}\n${identity.toLowerCase()}`
      const person = await share(key, run.signal, (signal) =>
        withMoodle(limited, { ...run, signal }, async (moodle, asking) =>
          String((await findSelf(moodle, asking)).id),
        ),
      )
      if (person.ok) return person
      return { ok: true, content: identity, sources: [], metadata: { note: person.reason } }
    },
  })
}
