import { nowSeconds } from '../../platform/clock.ts'
import { createBatchWriter } from '../../platform/db/batch-writer.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { usageRepository } from './usage.repository.ts'

export interface UsageNote {
  organizationId: number
  assistantId: number
  userId: number | null
  endUser: string | null
  provider: string
  model: string
  inputTokens: number
  outputTokens: number
  outcome: 'ok' | 'failed' | 'cancelled'
}

export interface UsageRecorder {
  /** Costs next to nothing: rows are written together, a fraction of a second later. */
  record(note: UsageNote): void
}

export interface UsageRecorderDeps {
  db: Db
  onNote?(note: UsageNote): void
  onError(error: unknown, lost: number): void
}

export function createUsageRecorder({ db, onNote, onError }: UsageRecorderDeps) {
  const rows = createBatchWriter<NewRow<'usage_records'>>(db, {
    write: usageRepository.insertMany,
    onError,
    maxRows: 500,
    maxDelayMs: 250,
  })
  return {
    record(note: UsageNote): void {
      onNote?.(note)
      rows.add({
        organization_id: note.organizationId,
        assistant_id: note.assistantId,
        user_id: note.userId,
        end_user: note.endUser,
        provider: note.provider,
        model: note.model,
        input_tokens: note.inputTokens,
        output_tokens: note.outputTokens,
        outcome: note.outcome,
        created_at: nowSeconds(),
      })
    },
    flush: rows.flush,
    close: rows.close,
  }
}
