import { nowSeconds } from '../../platform/clock.ts'
import { createBatchWriter } from '../../platform/db/batch-writer.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { usageRepository } from './usage.repository.ts'

export interface UsageNote {
  /** An answer of an assistant; what else models were asked for; or how often an answer ran one of its tools. */
  kind: 'answer' | 'embedding' | 'model' | 'image' | 'rerank' | 'tool'
  organizationId: number
  /** 0 = no assistant, or one that is not saved yet. */
  assistantId: number
  /** Whose assistant it is: what others ask it is theirs to see. */
  ownerId: number | null
  userId: number | null
  endUser: string | null
  provider: string
  model: string
  inputTokens: number
  outputTokens: number
  /** Millionths, of the calls whose price is known; null = of none. */
  cost: number | null
  /** How many calls of a model had no price. */
  unpriced: number
  toolCalls: number
  outcome: 'ok' | 'failed' | 'cancelled'
  /** The tool that ran, or for which a model was asked. */
  tool?: string | null
  /** Pictures made, searches put in order, or runs of the tool. */
  units?: number
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
        kind: note.kind,
        organization_id: note.organizationId,
        assistant_id: note.assistantId,
        owner_id: note.ownerId,
        user_id: note.userId,
        end_user: note.endUser,
        provider: note.provider,
        model: note.model,
        input_tokens: note.inputTokens,
        output_tokens: note.outputTokens,
        cost: note.cost,
        unpriced: note.unpriced,
        tool_calls: note.toolCalls,
        outcome: note.outcome,
        tool: note.tool ?? null,
        units: note.units ?? 0,
        created_at: nowSeconds(),
      })
    },
    flush: rows.flush,
    close: rows.close,
  }
}
