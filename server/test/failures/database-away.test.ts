import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { budgetRepository, toBudget } from '../../src/modules/budgets/budget.repository.ts'
import { createRules, personOf } from '../../src/modules/budgets/rules.ts'
import { createRedactor } from '../../src/modules/traces/index.ts'
import type { UserCaller } from '../../src/platform/caller.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { withShortTimers } from '../harness/short-timers.ts'
import { eachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')
describe.skipIf(!postgres)(`answers that end while PostgreSQL is away${postgres ? '' : ' SKIPPED'}`, () => {
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
  let env: Record<string, string>
  let app: TestApp
  let token: string
  beforeAll(async () => {
    const settings = await postgres?.env()
    proxy = await startDatabaseProxy(new URL(settings?.['DATABASE_URL'] ?? ''))
    env = { DATABASE_URL: proxy.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'bellwether-away-')) }
    app = await startTestApp(env)
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    proxy.close()
  })

  /** Starts an answer and everything that is written when it ends. */
  async function beginAnswer(text: string) {
    const assistant = await app.makeAssistant(token)
    const { services } = app.app
    const { db } = services
    const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const caller = {
      kind: 'user',
      userId: user.id,
      organizationId: user.organization_id,
      onlyAssistants: null,
    } as UserCaller
    const organizationId = user.organization_id
    await budgetRepository.insert(db, {
      organization_id: organizationId,
      target: text,
      set_by: 'organization',
      assistant_id: assistant,
      user_id: null,
      period: 'month',
      max_cost: null,
      max_tokens: null,
      max_requests: 100,
      degrade: '{}',
      created_by: null,
      created_at: 1,
      updated_at: 1,
    })
    const budgets = (await budgetRepository.ofOrganization(db, organizationId)).map(toBudget)
    const applied = createRules(budgets, assistant)?.for(personOf(caller, undefined), false) ?? []
    const amounts = { cost: 0, tokens: 5, requests: 1 }
    const spending = await services.spending.reserve(applied, amounts, {
      caller,
      assistant: { ownerId: user.id, organizationId },
    })
    const turn = await services.chats.beginTurn(caller, { assistantId: assistant, userText: 'Why?' })
    return {
      async end() {
        services.usage.record({
          kind: 'answer',
          organizationId,
          assistantId: assistant,
          ownerId: user.id,
          userId: user.id,
          endUser: null,
          provider: 'bypass',
          model: 'm',
          inputTokens: 1,
          outputTokens: 2,
          cost: null,
          unpriced: 0,
          toolCalls: 0,
          outcome: 'ok',
        })
        services.traceRecorder.record({
          id: `trace-${text}`,
          organizationId,
          assistantId: assistant,
          userId: user.id,
          endUser: null,
          door: '/v1',
          requestModel: null,
          provider: 'bypass',
          model: 'm',
          inputTokens: 1,
          outputTokens: 2,
          iterations: 1,
          capped: false,
          outcome: 'ok',
          startedAt: 1,
          milliseconds: 1,
          steps: [],
          prompt: undefined,
          redact: createRedactor([]),
        })
        await Promise.all([
          turn.answer(text, true),
          spending.settle(amounts),
          services.usage.flush(),
          services.traceRecorder.flush(),
        ])
      },
      async kept() {
        const { db: now } = app.app.services
        const of = { assistant_id: assistant }
        const [usage, traces, answers, reserved] = await Promise.all([
          now.selectFrom('usage_records').select('id').where('assistant_id', '=', of.assistant_id).execute(),
          now.selectFrom('traces').select('id').where('assistant_id', '=', of.assistant_id).execute(),
          now.selectFrom('chat_messages').select('content').where('content', '=', text).execute(),
          now.selectFrom('budget_reservations').select('id').execute(),
        ])
        return [usage.length, traces.length, answers.length, reserved.length]
      },
    }
  }

  it('are written when it is back', async () => {
    const answer = await beginAnswer('held back')
    proxy.cut()
    await answer.end()
    expect(app.app.services.outbox.waiting).toBeGreaterThan(0)
    proxy.mend()
    await expect.poll(() => answer.kept(), { timeout: 20_000 }).toEqual([1, 1, 1, 0])
    expect(app.app.services.outbox.waiting).toBe(0)
  })

  it('are written on the next start if the server stops in between', async () => {
    const answer = await beginAnswer('kept for the next start')
    proxy.cut()
    await answer.end()
    await app.stop()
    expect(readdirSync(join(env['DATA_DIR'] ?? '', 'unsaved'))).toHaveLength(1)
    proxy.mend()
    app = await startTestApp(env)
    await expect.poll(() => answer.kept(), { timeout: 20_000 }).toEqual([1, 1, 1, 0])
  })
  it('are written on the next start if the server stops while the database does not respond', {
    tags: ['nightly'],
  }, async () => {
    const answer = await beginAnswer('kept although silent')
    proxy.freeze()
    // In the order of the time limits: of a write (2 s), of the database at shutdown (3 s).
    await withShortTimers([500, 3000], async () => {
      const ending = answer.end()
      await app.stop()
      await ending
    })
    proxy.cut()
    proxy.mend()
    app = await startTestApp(env)
    await expect.poll(() => answer.kept(), { timeout: 20_000 }).toEqual([1, 1, 1, 0])
  })
})
