import { nowSeconds } from '../../platform/clock.ts'
import { createBatchWriter } from '../../platform/db/batch-writer.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import { usageRepository } from './usage.repository.ts'

export interface UsageNote extends TokenUsage {
  /** An answer of an assistant, another kind of model call, or the runs of one tool in an answer. */
  kind: 'answer' | 'embedding' | 'model' | 'image' | 'rerank' | 'transcription' | 'tool'
  organizationId: number
  /** 0 for no assistant, or a draft. */
  assistantId: number
  /** The assistant's owner, who may see how much others have used it. */
  ownerId: number | null
  userId: number | null
  endUser: string | null
  provider: string
  model: string
  /** Millionths, for the calls with a known price; null if there is none. */
  cost: number | null
  /** Number of model calls without a price. */
  unpriced: number
  toolCalls: number
  outcome: 'ok' | 'failed' | 'cancelled'
  /** The tool that ran or that caused the model call. */
  tool?: string | null
  /** Images created, searches reranked, seconds transcribed, or runs of the tool. */
  units?: number
  /** The organization used the system organization's provider. */
  fromSystem?: boolean | undefined
}

export interface UsageRecorder {
  /** Cheap: rows are written in batches, a fraction of a second later. */
  record(note: UsageNote): void
}

export interface UsageRecorderDeps {
  outbox: Outbox
  onNote(note: UsageNote): void
  onError(error: unknown, lost: number): void
}

const DELAY_MS = 250

export function createUsageRecorder({ outbox, onNote, onError }: UsageRecorderDeps) {
  const rows = createBatchWriter<NewRow<'usage_records'>, NewRow<'usage_records'>>({
    prepare: (batch) => batch,
    write: usageRepository.insertMany,
    outbox,
    kind: 'usage',
    onError,
    maxRows: 500,
    maxDelayMs: DELAY_MS,
  })
  const toolRuns = new Map<string, UsageNote>()
  let timer: NodeJS.Timeout | undefined

  function addToolRuns(): void {
    clearTimeout(timer)
    timer = undefined
    for (const note of toolRuns.values()) rows.add(toRow(note))
    toolRuns.clear()
  }

  /** Merges tool runs: when a whole class asks at once, this makes a few rows instead of hundreds. */
  function addToolRun(note: UsageNote): void {
    const key = keyOf(note)
    const existing = toolRuns.get(key)
    toolRuns.set(
      key,
      existing
        ? { ...existing, units: unitsOf(existing) + unitsOf(note), cost: sumOf(existing, note) }
        : note,
    )
    timer ??= setTimeout(addToolRuns, DELAY_MS)
  }

  return {
    record(note: UsageNote): void {
      onNote(note)
      if (note.kind === 'tool') addToolRun(note)
      else rows.add(toRow(note))
    },
    flush(): Promise<void> {
      addToolRuns()
      return rows.flush()
    },
    close(): Promise<void> {
      addToolRuns()
      return rows.close()
    },
  }
}

const unitsOf = ({ units = 0 }: UsageNote): number => units
const sumOf = (a: UsageNote, b: UsageNote): number | null =>
  a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0)

const keyOf = ({ organizationId, assistantId, userId, tool, outcome, endUser }: UsageNote): string =>
  `${organizationId} ${assistantId} ${userId} ${tool} ${outcome} ${endUser ?? ''}`

/** A provider may report anything; a number that the column can't hold would lose all rows that are saved with it. */
const toCount = (reported: number): number => Math.min(MAX_COUNT, Math.max(0, Math.round(reported) || 0))
const MAX_COUNT = 2 ** 31 - 1

const toRow = (note: UsageNote): NewRow<'usage_records'> => ({
  kind: note.kind,
  organization_id: note.organizationId,
  assistant_id: note.assistantId,
  owner_id: note.ownerId,
  user_id: note.userId,
  end_user: note.endUser,
  provider: note.provider,
  model: note.model,
  input_tokens: toCount(note.inputTokens),
  output_tokens: toCount(note.outputTokens),
  cached_tokens: toCount(note.cachedTokens ?? 0),
  cache_write_tokens: toCount(note.cacheWriteTokens ?? 0),
  reasoning_tokens: toCount(note.reasoningTokens ?? 0),
  cost: note.cost,
  unpriced: note.unpriced,
  tool_calls: note.toolCalls,
  outcome: note.outcome,
  tool: note.tool ?? null,
  units: toCount(note.units ?? 0),
  system_provider: note.fromSystem ? 1 : 0,
  created_at: nowSeconds(),
})
