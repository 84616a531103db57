import { wantsDescriptions } from '../plugins/plugins.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { parseOrEmpty } from '../records/records.ts'

type Reading = Pick<
  KnowledgeFileRow,
  'status' | 'stage' | 'progress_current' | 'progress_total' | 'started_at' | 'error_code' | 'error_message'
> &
  Partial<Pick<KnowledgeFileRow, 'plugin_params'>>

export interface FileProgress {
  percentage: number
  message: string
  eta_seconds: number | null
  retryable: boolean
}

/** The share of each stage in the progress: reading takes longest. Only finished files have 100. */
const STAGES: Readonly<Record<string, { from: number; to: number; label: string }>> = {
  fetch: { from: 0, to: 0, label: 'Fetching pages' },
  transcribe: { from: 0, to: 0, label: 'Transcribing' },
  read: { from: 0, to: 70, label: 'Reading' },
  split: { from: 70, to: 75, label: 'Splitting into passages' },
  index: { from: 75, to: 99, label: 'Making it searchable' },
}
/** Describing images with a model takes longest by far. */
const WITH_PICTURES: typeof STAGES = {
  ...STAGES,
  read: { from: 0, to: 20, label: 'Reading' },
  describe: { from: 20, to: 70, label: 'Describing images' },
}
const stageOf = ({ stage, plugin_params = '' }: Reading) =>
  (wantsDescriptions(parseOrEmpty(plugin_params)) ? WITH_PICTURES : STAGES)[stage]

/** Errors that neither other settings nor a later attempt can fix. */
const HOPELESS: ReadonlySet<string> = new Set([
  'corrupt',
  'empty',
  'unsupported',
  'too_large',
  'too_many_pages',
  'expands_too_much',
])

/** The progress of a file. Pure. */
export function progressOf(file: Reading, now: number): FileProgress {
  const percentage = percentageOf(file)
  return {
    percentage,
    message: messageOf(file),
    eta_seconds: etaOf(file, percentage, now),
    retryable:
      file.status === 'cancelled' || (file.status === 'failed' && !HOPELESS.has(file.error_code ?? '')),
  }
}

function percentageOf(file: Reading): number {
  const { status, progress_current, progress_total } = file
  if (status === 'completed') return 100
  const part = stageOf(file)
  if (status !== 'processing' || !part) return 0
  const share = progress_total > 0 ? Math.min(1, progress_current / progress_total) : 0
  return Math.round((part.from + (part.to - part.from) * share) * 10) / 10
}

function messageOf(file: Reading): string {
  const { status, progress_current, progress_total, error_message } = file
  switch (status) {
    case 'completed':
      return 'Done'
    case 'failed':
      return error_message ?? 'Failed'
    case 'cancelled':
      return 'Cancelled'
    case 'pending':
      return error_message ? 'Waiting to be tried again' : 'Waiting'
    case 'processing': {
      const label = stageOf(file)?.label ?? 'Working'
      return progress_total > 0 ? `${label}: ${progress_current} of ${progress_total}` : label
    }
  }
}

/** Extrapolated from the time so far; undefined while there is too little to go by. */
function etaOf({ status, started_at }: Reading, percentage: number, now: number): number | null {
  if (status !== 'processing' || started_at === null || percentage < 1) return null
  const elapsed = now - started_at
  return elapsed < 1 ? null : Math.ceil((elapsed * (100 - percentage)) / percentage)
}
