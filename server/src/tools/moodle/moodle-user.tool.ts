import * as z from 'zod'
import { defineBuiltIn } from '../built-in-tool.ts'
import { createShareWork } from '../share-work.ts'
import type { ToolOutput } from '../tool.ts'
import { findSelf } from './find-person.ts'
import { isUnproven, type MoodleDeps, UNPROVEN, whoAsks, withMoodle } from './with-moodle.ts'

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
  return defineBuiltIn({
    name: 'moodle_user',
    category: 'lms',
    version: '1.0',
    config: z.object({}),
    input: z.object({}),
    inject: { placeholder: 'moodle_user', input: () => ({}) },
    async run(run): Promise<ToolOutput> {
      run.signal.throwIfAborted()
      const { organizationId } = run.assistant
      const settings = await deps.moodleOf(organizationId)
      const { identity = '', idsAreMoodles, isProven } = await whoAsks(deps, run, settings)
      if (isUnproven(run.caller, identity || undefined)) return UNPROVEN
      const isLookedUp = settings && identity !== '' && !isProven && (identity.includes('@') || idsAreMoodles)
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
