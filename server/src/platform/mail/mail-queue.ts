import type { MailKind } from '@bellwether/wire'
import { nowSeconds } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import type { Outbox } from '../db/outbox/outbox.ts'
import { newUuid } from '../ids.ts'
import { createWorkQueue, delayAfter } from '../jobs/work-queue.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type MailRow, mailRepository } from './mail.repository.ts'
import type { MailContent } from './mail-content.ts'
import { type MailFault, type MailServer, toMailFault } from './mail-server.ts'

export interface MailQueueDeps {
  db: Db
  /** Keeps the fact that a mail was sent while the database is unavailable, so that it is not sent again. */
  outbox: Pick<Outbox, 'writer'>
  box: SecretBox
  log: Log
  /** Undefined without SMTP_URL. */
  server: MailServer | undefined
}

export interface NewMail {
  /** The organization whose admins see whether it was sent. */
  organizationId: number
  to: string
  kind: MailKind
  content: MailContent
  /** For e-mails with a link that expires; a day by default. */
  giveUpAt?: number
}

const DAY_SECONDS = 86_400
const RETENTION_DAYS = 30
/** Longer than an attempt can take. A mail that an instance was sending when it was killed is sent again after this time. */
const CLAIM_SECONDS = 300
const LOOK_MS = 15_000

/**
 * E-mails that wait in the database until the mail server has taken them. Requests only add to it, so they neither wait
 * for the mail server nor fail with it, and a restart loses nothing. Any instance may send a mail.
 */
export function createMailQueue(deps: MailQueueDeps) {
  const { db, box, log, server } = deps
  const { attempt, isSaved } = createAttempt(deps)
  const queue =
    server &&
    createWorkQueue<MailRow>({
      name: 'e-mails',
      log,
      lookMs: LOOK_MS,
      // Until its queued result is written, the database lists a mail as unsent.
      listDue: async (limit, mayRetry) =>
        isSaved() ? mailRepository.listDue(db, nowSeconds(), limit, mayRetry) : [],
      // One after the other: all go to the same mail server.
      groupOf: () => server,
      attempt: (mail) => attempt(server, mail),
    })

  return {
    /** Whether e-mails can be sent at all. */
    isConfigured: server !== undefined,
    /** Call it after the transaction that added the mail. Returns immediately. */
    sendSoon: (): void => queue?.workSoon(),
    /** Resolves when nothing is due any more. */
    idle: async (): Promise<void> => queue?.idle(),
    start: (): void => queue?.start(),

    /** Returns its id. */
    async add(tx: Db, { organizationId, to, kind, content, giveUpAt }: NewMail): Promise<string> {
      const id = newUuid()
      const now = nowSeconds()
      await mailRepository.insert(tx, {
        id,
        organization_id: organizationId,
        recipient: to,
        kind,
        content: box.seal(JSON.stringify(content)),
        next_at: now,
        give_up_at: giveUpAt ?? now + DAY_SECONDS,
        created_at: now,
        error: null,
        ended_at: null,
      })
      return id
    },

    /** Sends immediately, with a single attempt, to test the settings. Undefined if the mail server accepted it. */
    async sendNow(to: string, content: MailContent): Promise<MailFault | undefined> {
      try {
        await server?.send({ ...content, to, messageId: newUuid() })
      } catch (error) {
        return toMailFault(error)
      }
    },

    listOf: (organizationId: number, limit: number): Promise<MailRow[]> =>
      mailRepository.listOf(db, organizationId, limit),
    listByIds: (ids: readonly string[]): Promise<MailRow[]> => mailRepository.listByIds(db, ids),

    async removeOld(signal: AbortSignal): Promise<void> {
      const before = nowSeconds() - RETENTION_DAYS * DAY_SECONDS
      await inBatches((limit) => mailRepository.removeOld(db, before, limit), signal)
    },

    /** A mail that is being sent gets a few seconds; one that takes longer is sent again after the next start. */
    async stop(): Promise<void> {
      await queue?.stop()
      server?.close()
    },
  }
}

export type MailQueue = ReturnType<typeof createMailQueue>

interface EndedMail {
  id: string
  state: 'sent' | 'failed'
  error: string | null
  now: number
}

/** Sends one mail, or notes when to try again. */
function createAttempt({ db, outbox, box, log }: MailQueueDeps) {
  const ends = outbox.writer<EndedMail>('mails', (tx, { id, ...ended }) => mailRepository.end(tx, id, ended))
  const end = (mail: MailRow, state: EndedMail['state'], error: string | null) =>
    ends.write({ id: mail.id, state, error, now: nowSeconds() })

  async function fail(mail: MailRow, error: unknown): Promise<void> {
    const { reason, permanent, status } = toMailFault(error)
    const attempts = mail.attempts + 1
    const nextAt = nowSeconds() + delayAfter(attempts)
    const isOver = permanent || nextAt >= mail.give_up_at
    // Without the error itself: replies of mail servers may repeat what was sent to them.
    log.warn(
      { mail: mail.id, kind: mail.kind, reason, status, attempts },
      isOver ? 'failed to send an e-mail; giving up' : 'failed to send an e-mail; trying again later',
    )
    if (isOver) await end(mail, 'failed', reason)
    else await mailRepository.postpone(db, mail.id, nextAt, reason)
  }

  async function attempt(server: MailServer, mail: MailRow): Promise<void> {
    const now = nowSeconds()
    if (!(await mailRepository.claim(db, mail, now + CLAIM_SECONDS))) return
    if (mail.give_up_at <= now) return end(mail, 'failed', mail.error ?? 'unreachable')
    let content: MailContent
    try {
      content = JSON.parse(box.open(mail.content ?? '')) as MailContent
    } catch {
      // The encryption key was changed. Its link would not help anyway.
      return end(mail, 'failed', 'unreadable')
    }
    try {
      await server.send({ ...content, to: mail.recipient, messageId: mail.id })
    } catch (error) {
      return fail(mail, error)
    }
    await end(mail, 'sent', null)
  }

  return { attempt, isSaved: () => ends.waiting === 0 }
}
