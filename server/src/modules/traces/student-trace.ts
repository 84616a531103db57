import type { StudentTrace } from '@bellwether/wire'
import type { Row } from '../../platform/db/schema.ts'
import { type TraceHead, toFullRecord } from './trace-row.ts'

/** Fields are added one by one, so that new ones stay hidden from students. */
export const toStudentHead = (row: TraceHead): Omit<StudentTrace, 'steps'> => ({
  id: row.id,
  assistant_id: row.assistant_id,
  outcome: row.outcome,
  started_at: row.started_at,
  duration_ms: row.duration_ms,
})

/** The tools that ran for an answer. Notes and reasons may name models and servers. */
export const toStudentTrace = (row: Row<'traces'>): StudentTrace => ({
  ...toStudentHead(row),
  steps: toFullRecord(row).steps.flatMap((step) => {
    if (step.kind !== 'tool') return []
    const { kind, tool, use, name, label, sources, iteration, milliseconds, outcome } = step
    const labelField = label === undefined ? {} : { label }
    return [{ kind, tool, use, name, ...labelField, sources, iteration, milliseconds, outcome }]
  }),
})
