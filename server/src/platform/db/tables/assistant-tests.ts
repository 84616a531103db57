import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** A question to an assistant with the checks that its answer must pass. */
export interface AssistantTestTable {
  id: Generated<number>
  assistant_id: number
  title: string
  description: Generated<string>
  /** LAMB's `scenario_type`. */
  kind: string
  /** JSON list of `{role, content}`; the last one is the question. */
  messages: string
  /** What a good answer contains, for reviewers. */
  expected: Generated<string>
  /** JSON list of texts. */
  tags: Generated<string>
  /** JSON list of checks. */
  checks: Generated<string>
  created_by: number | null
  created_at: number
  updated_at: number
}

export interface TestRunTable {
  id: Generated<number>
  assistant_id: number
  state: 'running' | 'completed' | 'cancelled' | 'skipped'
  total: number
  /** Whether all tests ran with the assistant as it was, so that the run counts for publishing. */
  complete: Flag
  /** Of the assistant and its tests at the start. */
  fingerprint: string
  /** The model that replaced the assistant's own. */
  model: string | null
  version: number
  created_by: number | null
  created_at: number
  /** Updated with each result. A run that is not active any more was interrupted. */
  active_at: number
  finished_at: number | null
  /** Started by a schedule instead of a person. */
  scheduled: Generated<Flag>
  /** JSON: the message that says why it was skipped or ended early. */
  reason: string | null
  /** Of settings that are not saved. */
  draft: Generated<Flag>
  /** A nearly used-up budget replaced the model or left out tools. */
  degraded: Generated<Flag>
}

export interface TestResultTable {
  id: Generated<number>
  run_id: number
  assistant_id: number
  test_id: number | null
  title: string
  messages: string
  answer: string
  /** JSON: sources, calls, grade and the result of each check. */
  details: string
  outcome: 'passed' | 'failed' | 'error' | 'unchecked'
  error: string | null
  model: string
  version: number
  input_tokens: number
  output_tokens: number
  /** In millionths. */
  cost: number | null
  milliseconds: number
  /** JSON: the assistant's settings at that time. */
  snapshot: string
  /** The messages that the model got, cut and without secrets; null if the organization keeps no traces. */
  prompt: string | null
  /** Of the whole prompt, to see that it changed. */
  prompt_hash: string | null
  prompt_shortened: Generated<Flag>
  created_at: number
}

export interface TestVerdictTable {
  id: Generated<number>
  result_id: number
  user_id: number | null
  verdict: 'good' | 'bad' | 'mixed'
  notes: Generated<string>
  /** JSON, from LAMB's clients. */
  dimensions: Generated<string>
  created_at: number
}

/** Assistants that can only be published while their tests pass. */
export interface TestGateTable {
  assistant_id: number
  required: Flag
}

/** When the tests of an assistant run by themselves, and the run in progress. */
export interface TestScheduleTable {
  assistant_id: number
  /** The runs have the rights and the budget of this person. Null: the account was deleted. */
  user_id: number | null
  every: 'daily' | 'weekly'
  /** 1 is Monday. Only for weekly runs. */
  weekday: number | null
  /** Such as `06:00`, in the time zone. */
  time: string
  time_zone: string
  next_at: number
  /** JSON: the message that says why the schedule was turned off. */
  stopped: string | null
  /** The run in progress. */
  run_id: number | null
  leased_by: string | null
  leased_until: Generated<number>
  attempts: Generated<number>
  /** JSON: the tests that started to fail, until the person has seen it. */
  notice: string | null
  created_at: number
  updated_at: number
}
