import { createBatchWriter } from '../../platform/db/batch-writer.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { traceRepository } from './trace.repository.ts'
import type { TraceNote } from './trace-note.ts'
import { toRow } from './trace-row.ts'

export interface TraceRecorder {
  /** Cheap: rows are created and written in batches, a fraction of a second later. */
  record(note: TraceNote): void
}

export interface TraceRecorderDeps {
  outbox: Outbox
  onError(error: unknown, lost: number): void
}

export function createTraceRecorder({ outbox, onError }: TraceRecorderDeps) {
  /** A note that can't be written must not prevent the rest of its batch. */
  const toRows = (notes: readonly TraceNote[]): NewRow<'traces'>[] =>
    notes.flatMap((note) => {
      try {
        return [toRow(note)]
      } catch (error) {
        onError(error, 1)
        return []
      }
    })
  const notes = createBatchWriter<TraceNote, NewRow<'traces'>>({
    prepare: toRows,
    write: traceRepository.insertMany,
    outbox,
    kind: 'traces',
    onError,
    maxRows: 200,
    maxDelayMs: 250,
    // Queued notes hold the model's input until they are written.
    maxQueued: 5000,
  })
  return { record: notes.add, flush: notes.flush, close: notes.close }
}
