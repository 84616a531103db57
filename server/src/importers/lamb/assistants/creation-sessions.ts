import { CREATION_LIMITS, say } from '@bellwether/wire'
import * as z from 'zod'
import { nowSeconds } from '../../../platform/clock.ts'
import { newUuid } from '../../../platform/ids.ts'
import { type Draft, type ImportRun, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { Note } from '../report.ts'
import { type LegacyRow, parseLegacyJson, toSeconds } from '../source/legacy-row.ts'
import { readMessages } from '../tests/legacy-messages.ts'
import { importedSessionRepository } from './creation-session.repository.ts'
import { createOwners, type Owners } from './owners.ts'

const KIND = 'creation session'
const PAGE = 50
const SESSION_ID = /^[\w-]{1,100}$/
const MAX_CALLS = 500
const MAX_TOOL = 200
const MAX_MILLISECONDS = 2_000_000_000

/** Sessions of LAMB's agent that helps to build assistants. */
export async function importCreationSessions(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  for (const { rows } of run.lamb.pages('aac_sessions', PAGE)) {
    const done = await itemRepository.findMany(run.db, run.sourceId, KIND, rows.map(idOf))
    const drafts: Draft[] = []
    for (const row of rows) {
      if (done.has(idOf(row))) run.report.count(KIND, 'unchanged')
      else drafts.push(...((await toDraft(run, row, owners)) ?? []))
    }
    await saveAll(run, drafts)
  }
}

const idOf = (row: LegacyRow): string => row.text('id').slice(0, 100)

async function toDraft(run: ImportRun, row: LegacyRow, owners: Owners): Promise<Draft[] | undefined> {
  const legacyId = idOf(row)
  const { messages, calls, skill } = readConversation(row.text('conversation'))
  const title = (row.text('title').trim() || messages[0]?.content || '').slice(0, CREATION_LIMITS.title)
  const leave = (reason: Note) => void skip(run, KIND, legacyId, title, reason)
  // LAMB keeps sessions that people deleted.
  if (row.has('status') && row.text('status') !== 'active') return leave(say('imports.deleted_in_lamb'))
  const owner = await owners.find(row.text('user_email'))
  if (!owner) return leave(say('imports.person_not_imported'))
  const legacyAssistant = row.integer('assistant_id')
  const assistant = run.ids.number('assistant', legacyAssistant) ?? null
  const createdAt = row.time('created_at', nowSeconds())
  const updatedAt = Math.max(row.time('updated_at', createdAt), createdAt)
  const isFree = SESSION_ID.test(legacyId) && !(await importedSessionRepository.isTaken(run.db, legacyId))
  const id = isFree ? legacyId : newUuid()
  const draft: Draft = {
    kind: KIND,
    legacyId,
    name: title,
    notes:
      legacyAssistant !== undefined && assistant === null ? [say('imports.session_without_assistant')] : [],
    isCounted: true,
    insert: (tx) =>
      importedSessionRepository.insert(tx, {
        session: {
          id,
          organization_id: owner.organizationId,
          user_id: owner.id,
          assistant_id: assistant,
          skill,
          title,
          turn_count: messages.filter(({ role }) => role === 'user').length,
          busy_by: null,
          created_at: createdAt,
          updated_at: updatedAt,
        },
        messages: messages.map(({ role, content }) => ({
          session_id: id,
          role,
          content: content.slice(0, CREATION_LIMITS.message),
          trace_id: null,
          created_at: updatedAt,
        })),
        calls: calls.map(({ ts, ...call }) => ({
          ...call,
          session_id: id,
          proposal_id: null,
          created_at: toSeconds(ts) ?? updatedAt,
        })),
      }),
  }
  return [draft]
}

const callSchema = z.object({
  ts: z.unknown(),
  command: z.string().default(''),
  success: z.boolean().default(true),
  elapsed_ms: z.number().nonnegative().max(MAX_MILLISECONDS).catch(0),
  summary: z.string().catch(''),
})
const skillSchema = z.object({ id: z.string().max(100) })
const NUL = '\u0000'

/** A list of messages; newer versions store an object around it, with the tool calls. */
function readConversation(text: string) {
  const whole = parseLegacyJson(text) ?? {}
  const list = Array.isArray(whole['messages']) ? JSON.stringify(whole['messages']) : text
  const messages = readMessages(list).slice(-CREATION_LIMITS.messages)
  const audit: unknown[] = Array.isArray(whole['tool_audit']) ? whole['tool_audit'] : []
  const info = whole['skill_info']
  const skillInfo =
    typeof info === 'object' && info !== null ? { id: undefined, skill_id: undefined, ...info } : undefined
  const skill = skillSchema.safeParse({ id: skillInfo?.skill_id ?? skillInfo?.id })
  return {
    messages,
    calls: audit.slice(-MAX_CALLS).flatMap((entry) => {
      const { data } = callSchema.safeParse(entry)
      if (!data) return []
      return [
        {
          ts: data.ts,
          tool: data.command.replaceAll(NUL, '').slice(0, MAX_TOOL),
          succeeded: data.success ? (1 as const) : (0 as const),
          milliseconds: Math.round(data.elapsed_ms),
          summary: data.summary.replaceAll(NUL, '').slice(0, CREATION_LIMITS.summary),
        },
      ]
    }),
    skill: skill.success ? skill.data.id : null,
  }
}
