import type { Generated } from 'kysely'

/** Works that are graded with a rubric. The rubric is a copy, so that all works are graded with the same one. */
export interface GradingTable {
  id: Generated<number>
  rubric_id: number
  owner_id: number
  kind: 'batch' | 'calibration'
  name: string
  /** Null for the organization's default model. */
  model: string | null
  /** The assistant that grades instead of a model. */
  assistant_id: number | null
  assistant_name: string | null
  language: string | null
  /** JSON of the rubric. */
  rubric: string
  /** The calibration with the same works before the rubric was changed. */
  previous_id: number | null
  /** In millionths; null for no limit. */
  max_cost: Generated<number | null>
  /** In millionths, over all runs. */
  spent: Generated<number>
  created_at: number
}

export interface GradedWorkTable {
  id: Generated<number>
  grading_id: number
  name: string
  text: string
  state: Generated<'new' | 'waiting' | 'grading' | 'graded' | 'failed' | 'cancelled'>
  /** Identifies the claim of the process that grades it. */
  leased_by: string | null
  leased_until: Generated<number>
  run_after: Generated<number>
  /** Counts up each time the work is put into the queue by a person. */
  run: Generated<number>
  attempts: Generated<number>
  /** JSON: the model's grades with evidence. */
  evaluation: string | null
  /** JSON list: grades given before the model's were seen. */
  hand_grades: string | null
  /** JSON: the person's grades and feedback, which replace the model's. */
  review: string | null
  /** JSON: a message with its code. */
  error: string | null
  accepted_by: number | null
  accepted_at: number | null
  created_at: number
  updated_at: number
}
