import type { Message, TestNotice } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/languages.ts'
import { type MailContent, toMailContent } from '../../../platform/mail/mail-content.ts'
import type { MailQueue } from '../../../platform/mail/mail-queue.ts'
import { serverTexts } from '../../../platform/texts/server-texts.ts'
import type { AssistantInContext } from '../../assistants/index.ts'
import { userRepository } from '../../users/index.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { toStoredMessage } from '../records.ts'
import { type RunRow, resultRepository } from '../result.repository.ts'
import { testRepository } from '../test.repository.ts'
import { removeOlderRuns } from '../work-through.ts'
import { nextRunAt } from './next-run.ts'
import { findRegressions, mergeNotice, readNotice } from './notices.ts'
import { type ScheduleJob, scheduleRepository } from './schedule.repository.ts'

export interface EndDeps {
  db: Db
  mail: Pick<MailQueue, 'isConfigured' | 'add' | 'sendSoon'>
  /** Where links in e-mails lead. */
  publicUrl: string
}

const POSTPONED_SECONDS = 300

/** With the times that the schedule has by now: a person may have changed them during the run. */
async function planNext(tx: Db, job: ScheduleJob, change: { notice?: string | null } = {}): Promise<boolean> {
  const now = nowSeconds()
  const row = (await scheduleRepository.find(tx, job.id)) ?? job
  // The database, whose clock decides what is due, may be ahead of this process.
  const next = {
    next_at: nextRunAt(row, Math.max(now, job.next_at)),
    run_id: null,
    attempts: 0,
    updated_at: now,
  }
  return scheduleRepository.release(tx, job, { ...next, ...change })
}

/** The owner can no longer run it. */
export async function switchOff({ db }: EndDeps, job: ScheduleJob, why: Message): Promise<void> {
  const now = nowSeconds()
  if (job.run_id !== null) await resultRepository.finishRun(db, job.run_id, 'cancelled', now)
  const change = { stopped: toStoredMessage(why), run_id: null, attempts: 0, updated_at: now }
  await scheduleRepository.release(db, job, change)
}

export async function postpone({ db }: EndDeps, job: ScheduleJob): Promise<void> {
  const now = nowSeconds()
  await scheduleRepository.release(db, job, {
    next_at: now + POSTPONED_SECONDS,
    run_id: null,
    attempts: 0,
    updated_at: now,
  })
}

/** Ends the run in progress, unless it was cancelled. A run without results was skipped. */
export async function endEarly({ db }: EndDeps, job: ScheduleJob, why?: string | Message): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { run_id: runId } = (await scheduleRepository.find(tx, job.id)) ?? job
    if (!(await planNext(tx, job)) || runId === null) return
    const hasResults = (await resultRepository.listHeads(tx, [runId])).length > 0
    const reason = why === undefined ? null : toStoredMessage(why)
    const state = hasResults || why === undefined ? 'cancelled' : 'skipped'
    await resultRepository.finishRun(tx, runId, state, nowSeconds(), reason)
  })
}

/** Records that the tests could not run, and why. */
export async function skipRun(
  { db }: EndDeps,
  job: ScheduleJob,
  caller: UserCaller,
  row: AssistantInContext,
  why: string | Message,
): Promise<void> {
  const tests = await testRepository.list(db, job.id)
  const now = nowSeconds()
  await db.transaction().execute(async (tx) => {
    if (!(await planNext(tx, job))) return
    await resultRepository.insertRun(tx, {
      assistant_id: job.id,
      state: 'skipped',
      total: tests.length,
      complete: 0,
      fingerprint: fingerprintOf(row, tests),
      model: null,
      version: row.version,
      created_by: caller.userId,
      created_at: now,
      active_at: now,
      finished_at: now,
      scheduled: 1,
      reason: toStoredMessage(why),
    })
  })
  await removeOlderRuns(db, job.id)
}

/** Notes which tests started to fail, for the person who set up the schedule, who also gets an e-mail. */
export async function endCompleted(
  deps: EndDeps,
  job: ScheduleJob,
  caller: UserCaller,
  row: AssistantInContext,
  run: RunRow,
): Promise<void> {
  const { db, mail } = deps
  const regressions = await findRegressions(db, run)
  await db.transaction().execute(async (tx) => {
    const schedule = await scheduleRepository.find(tx, job.id)
    const isTheirs = schedule?.user_id === caller.userId
    const notice = schedule
      ? await mergeNotice(tx, run, readNotice(schedule), isTheirs ? regressions : undefined)
      : null
    if (!(await planNext(tx, job, { notice: notice && JSON.stringify(notice) }))) return
    const isOver = await resultRepository.finishRun(tx, run.id, 'completed', nowSeconds())
    if (isOver && regressions && isTheirs) await sendMail(deps, tx, caller, row, regressions)
  })
  mail.sendSoon()
  await removeOlderRuns(db, job.id)
}

async function sendMail(
  { mail, publicUrl }: EndDeps,
  tx: Db,
  caller: UserCaller,
  row: AssistantInContext,
  notice: TestNotice,
): Promise<void> {
  if (!mail.isConfigured) return
  const user = await userRepository.findAccount(tx, caller.userId)
  if (!user) return
  const url = `${publicUrl}/assistants/${row.id}/tests`
  await mail.add(tx, {
    organizationId: user.organization_id,
    to: user.email,
    kind: 'tests_fail',
    content: toRegressionMail(user.language ?? 'en', { name: row.name, url }, notice),
  })
}

const MAX_TITLES = 10

/** Tells which tests started to fail, and what changed. Pure. */
function toRegressionMail(
  language: Language,
  { name, url }: { name: string; url: string },
  { tests, model, version }: TestNotice,
): MailContent {
  const t = serverTexts(language).testMail
  const subject = { assistant: name, count: tests.length }
  const titles = tests.slice(0, MAX_TITLES).map(({ title }) => `• ${title}`)
  const more = tests.length > MAX_TITLES ? [t.more({ count: tests.length - MAX_TITLES })] : []
  const changes = [...(model ? [t.model(model)] : []), ...(version ? [t.version(version)] : [])]
  return toMailContent({
    language,
    subject: t.subject(subject),
    paragraphs: [t.text(subject), ...titles, ...more, ...(changes.length > 0 ? changes : [t.same])],
    link: { label: t.link, url },
    notes: [t.why],
  })
}
