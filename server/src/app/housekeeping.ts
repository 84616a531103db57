import { removeOldCopies } from '../platform/storage/local-file.ts'
import type { Services } from './services/create-services.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A small recurring task. It can be run twice, or on several instances at once. */
export interface HousekeepingTask {
  name: string
  run(doing: Doing): Promise<unknown>
}

interface Doing {
  /** Aborts when the server stops: finish the current item, and start no other. */
  signal: AbortSignal
  /** Reports a failure of one item, which must not hold up the others. */
  onError(error: unknown): void
}

export interface HousekeepingDeps {
  chores: readonly HousekeepingTask[]
  onError(error: unknown, chore: string): void
  /** Only tests pass another one. */
  everyMs?: number
}

/** Runs the tasks at startup and every hour, one after the other. */
export function createHousekeeping({ chores, onError, everyMs = HOUR_MS }: HousekeepingDeps) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function runAll(): Promise<void> {
    for (const { name, run } of chores) {
      if (signal.aborted) return
      const tell = (error: unknown) => onError(error, name)
      await run({ signal, onError: tell }).catch(tell)
    }
  }

  let running: Promise<void> | undefined
  const start = () => {
    // A round that takes longer than an hour delays the next one.
    running ??= runAll().finally(() => {
      running = undefined
    })
  }
  let timer: NodeJS.Timeout | undefined
  return {
    runAll,
    start(): void {
      start()
      timer = setInterval(start, everyMs).unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** The clock of a storage may differ by this much. */
const SKEW_MS = 60_000

/**
 * How old unfinished files are before they are removed. One SQLite file has one server: what is older than this process
 * was left by one that was killed. Several instances may share a storage.
 */
const unfinishedMs = (kind: Services['databaseKind']): number =>
  kind === 'sqlite' ? Math.min(DAY_MS, process.uptime() * 1000 + SKEW_MS) : DAY_MS

/** Traces have their own clean-up. */
export const listHousekeepingTasks = ({
  approvals,
  audit,
  browserSessions,
  chats,
  databaseKind,
  emailConfirmations,
  files,
  invitations,
  guests,
  spending,
  storage,
  dataDir,
  knowledge,
  lti,
  lti13,
  mail,
  mcpSessionNotes,
  refreshSamlMetadata,
  signInFlows,
  workspaces,
  idempotency,
  outboxDatabase,
  personalData,
  privacy,
  removeOldTestPrompts,
}: Pick<
  Services,
  | 'approvals'
  | 'audit'
  | 'browserSessions'
  | 'chats'
  | 'databaseKind'
  | 'emailConfirmations'
  | 'files'
  | 'invitations'
  | 'guests'
  | 'spending'
  | 'storage'
  | 'dataDir'
  | 'knowledge'
  | 'lti'
  | 'lti13'
  | 'mail'
  | 'mcpSessionNotes'
  | 'refreshSamlMetadata'
  | 'signInFlows'
  | 'workspaces'
  | 'idempotency'
  | 'outboxDatabase'
  | 'personalData'
  | 'privacy'
  | 'removeOldTestPrompts'
>): readonly HousekeepingTask[] => [
  { name: 'approvals', run: ({ signal }) => approvals.removeOld(signal) },
  { name: 'audit log', run: ({ signal }) => audit.removeOld(signal) },
  { name: 'browser sessions', run: ({ signal }) => browserSessions.removeOld(signal) },
  { name: 'SAML metadata', run: ({ signal }) => refreshSamlMetadata(signal) },
  { name: 'unfinished sign-ins', run: ({ signal }) => signInFlows.removeOld(signal) },
  { name: 'guests of class links', run: ({ signal }) => guests.removeOld(signal) },
  { name: 'chats', run: ({ signal }) => privacy.removeOldChats(signal) },
  { name: 'prompts of tests', run: ({ signal }) => removeOldTestPrompts(signal) },
  { name: 'records of deleted people', run: ({ signal }) => personalData.removeLateRecords(signal) },
  { name: 'draft chats', run: ({ signal }) => chats.removeOldDrafts(signal) },
  { name: 'running answers', run: () => chats.removeOldRunning() },
  { name: 'idempotency keys', run: ({ signal }) => idempotency.removeOld(signal) },
  { name: 'account links', run: ({ signal }) => emailConfirmations.removeOld(signal) },
  { name: 'invitations', run: ({ signal }) => invitations.removeOld(signal) },
  { name: 'e-mails', run: ({ signal }) => mail.removeOld(signal) },
  { name: 'outbox', run: ({ signal }) => outboxDatabase.removeOld(signal) },
  { name: 'budgets', run: ({ signal }) => spending.removeOld(signal) },
  {
    name: 'unfinished uploads',
    run: ({ signal }) => storage.removeLeftovers(unfinishedMs(databaseKind), signal),
  },
  {
    name: 'temporary copies',
    run: ({ signal }) => removeOldCopies(dataDir, unfinishedMs(databaseKind), signal),
  },
  { name: 'files without an account or a row', run: ({ signal }) => files.removeLeftovers(DAY_MS, signal) },
  { name: 'files without a document', run: ({ signal }) => knowledge.removeUnowned(DAY_MS, signal) },
  { name: 'LTI launches', run: ({ signal }) => lti.removeOld(signal) },
  { name: 'LTI logins and keys', run: ({ signal }) => lti13.removeOld(signal) },
  { name: 'MCP sessions', run: ({ signal }) => mcpSessionNotes.removeOld(signal) },
  { name: 'files of deleted workspaces', run: () => workspaces.removeUnownedObjects() },
  { name: 'folders of commands', run: () => workspaces.removeOldCommandFolders() },
  { name: 'workspaces', run: (doing) => workspaces.retention.tidy(doing) },
]
