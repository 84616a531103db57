import { statfs } from 'node:fs/promises'
import type { SystemProblem, SystemStatus } from '@bellwether/wire'
import { countWithoutProviders } from '../../modules/budgets/index.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { statusRepository } from './status.repository.ts'

export interface SystemStatusDeps {
  db: Db
  config: Pick<Config, 'DATA_DIR' | 'SMTP_URL' | 'OIDC_ISSUER' | 'publicUrl'>
  /** Whether assistants of this organization have a language model. */
  hasModel(organizationId: number): Promise<boolean>
}

const HOUR = 3600
const DAY = 24 * HOUR
/** A weekly backup, and a day to make it. */
const BACKUP_SECONDS = 8 * DAY
const RECENT_SECONDS = 7 * DAY
const MIN_FREE_BYTES = 2 * 1024 ** 3
/** Of the answers in the last hour, if there are enough to be meaningful. */
const FAILED_SHARE = 0.2
const MIN_ANSWERS = 10

/** The setup steps of an installation, and its current problems. */
export function createSystemStatus({ db, config, hasModel }: SystemStatusDeps) {
  const isHttps = config.publicUrl.startsWith('https://')

  async function steps(organizationId: number, backupAt: number | undefined): Promise<SystemStatus['steps']> {
    const hasSignIn = config.OIDC_ISSUER !== undefined || (await statusRepository.countSignIns(db)) > 0
    return [
      { id: 'admin', done: true, optional: false },
      { id: 'model', done: await hasModel(organizationId), optional: false },
      { id: 'educator', done: (await statusRepository.countEducators(db)) > 0, optional: false },
      { id: 'https', done: isHttps, optional: false },
      { id: 'backup', done: isRecent(backupAt), optional: false },
      { id: 'smtp', done: config.SMTP_URL !== undefined, optional: true },
      { id: 'sign_in', done: hasSignIn, optional: true },
    ]
  }

  async function problems(backupAt: number | undefined): Promise<SystemProblem[]> {
    const now = nowSeconds()
    const free = await freeBytes(config.DATA_DIR)
    const answers = await statusRepository.countAnswers(db, now - HOUR)
    const isFailing = answers.all >= MIN_ANSWERS && answers.failed / answers.all > FAILED_SHARE
    const withoutProviders = await countWithoutProviders(db)
    const failedMails = await statusRepository.countFailedMails(db, now - RECENT_SECONDS)
    const lateMails = await statusRepository.countLateMails(db, now - HOUR)
    const failedDocuments = await statusRepository.countFailedDocuments(db, now - RECENT_SECONDS)
    const candidates: (SystemProblem | false)[] = [
      free !== undefined && free < MIN_FREE_BYTES && { id: 'disk_low', is_serious: true, bytes: free },
      isFailing && { id: 'answers_fail', is_serious: true, count: answers.failed, total: answers.all },
      withoutProviders > 0 && { id: 'budgets_used_up', is_serious: true, count: withoutProviders },
      failedMails > 0 && { id: 'mails_failed', is_serious: false, count: failedMails },
      lateMails > 0 && { id: 'mails_late', is_serious: false, count: lateMails },
      failedDocuments > 0 && { id: 'documents_failed', is_serious: false, count: failedDocuments },
      !isRecent(backupAt) && {
        id: 'backup_old',
        is_serious: false,
        ...(backupAt === undefined ? {} : { at: backupAt }),
      },
      !isHttps && !isLocal(config.publicUrl) && { id: 'no_https', is_serious: true },
    ]
    return candidates.filter((problem) => problem !== false)
  }

  return async (organizationId: number): Promise<SystemStatus> => {
    const backupAt = await statusRepository.lastBackup(db)
    return { steps: await steps(organizationId, backupAt), problems: await problems(backupAt) }
  }
}

export type ReadSystemStatus = ReturnType<typeof createSystemStatus>

const isRecent = (at: number | undefined): boolean => at !== undefined && at > nowSeconds() - BACKUP_SECONDS

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Undefined where the file system does not say. */
async function freeBytes(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return undefined
  }
}
