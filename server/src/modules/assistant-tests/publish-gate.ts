import { type Message, say, type TestGate } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { conflict } from '../../platform/errors.ts'
import type { AssistantInContext } from '../assistants/index.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isFailure, isUnreviewed } from './records.ts'
import { resultRepository } from './result.repository.ts'
import { testRepository } from './test.repository.ts'

export interface PublishGateDeps {
  db: Db
  /** Whether the organization requires passing tests of all its assistants. */
  isRequiredIn(organizationId: number): Promise<boolean>
  /** Resolves when the entry is safe. */
  note(entry: {
    organizationId: number
    userId: number
    action: string
    object: Message
    detail: Message
    outcome: 'ok'
  }): Promise<void>
}

/** Keeps an assistant unpublished while its tests fail, where the organization or the assistant requires that. */
export function createPublishGate({ db, isRequiredIn, note }: PublishGateDeps) {
  async function gateOf(row: AssistantInContext): Promise<TestGate> {
    return {
      required: await testRepository.isRequired(db, row.id),
      required_by_organization: await isRequiredIn(row.organization_id),
      ...(await stateOf(row)),
    }
  }

  async function stateOf(row: AssistantInContext): Promise<Pick<TestGate, 'state' | 'failed'>> {
    const tests = await testRepository.list(db, row.id)
    if (tests.length === 0) return { state: 'no_tests', failed: 0 }
    const run = await resultRepository.findLastComplete(db, row.id)
    if (!run) return { state: 'not_run', failed: 0 }
    if (run.fingerprint !== fingerprintOf(row, tests)) return { state: 'changed', failed: 0 }
    const results = await resultRepository.listHeads(db, [run.id])
    const failed = results.filter(isFailure).length
    if (failed > 0) return { state: 'failed', failed }
    return { state: results.some(isUnreviewed) ? 'unreviewed' : 'passed', failed }
  }

  return {
    gateOf,

    /** Throws `tests_failed`, unless the person accepts that with a reason, which is logged. */
    async requirePassed(
      caller: UserCaller,
      row: AssistantInContext,
      reason: string | undefined,
    ): Promise<void> {
      const gate = await gateOf(row)
      if (!gate.required && !gate.required_by_organization) return
      if (gate.state === 'passed') return
      if (reason === undefined) throw conflict(toRefusal(gate), { bodyCode: 'tests_failed' })
      await note({
        organizationId: row.organization_id,
        userId: caller.userId,
        action: 'assistant.publish_without_tests',
        object: say('parts.audit_assistant', { assistant: row.id }),
        detail: toAuditDetail(gate, reason),
        outcome: 'ok',
      })
    },
  }
}

export type PublishGate = ReturnType<typeof createPublishGate>

function toAuditDetail({ state, failed }: TestGate, reason: string) {
  if (state === 'failed') return say('parts.audit_tests_failed', { count: failed, reason })
  if (state === 'changed') return say('parts.audit_tests_changed', { reason })
  if (state === 'unreviewed') return say('parts.audit_tests_unreviewed', { reason })
  return say(state === 'no_tests' ? 'parts.audit_tests_missing' : 'parts.audit_tests_not_run', { reason })
}

function toRefusal({ state, failed }: TestGate) {
  if (state === 'failed') return say('tests.failed', { count: failed })
  if (state === 'changed') return say('tests.changed')
  if (state === 'unreviewed') return say('tests.unreviewed')
  return say(state === 'no_tests' ? 'tests.required' : 'tests.not_run')
}
