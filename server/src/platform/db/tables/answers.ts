import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ChatTable {
  id: string
  user_id: number
  assistant_id: number
  title: string
  archived: Generated<Flag>
  created_at: number
  updated_at: number
}

export interface ChatMessageTable {
  id: string
  chat_id: string
  parent_id: string | null
  /** Order within the chat. */
  position: number
  role: 'user' | 'assistant'
  content: string
  /** Whether the answer came to its end; 0 when the client left or the provider failed. */
  complete: Generated<Flag>
  /** JSON: the sources of an answer, for showing it again. */
  grounds: string | null
  created_at: number
}

/** Pictures sent with a question. */
export interface ChatPictureTable {
  id: string
  message_id: string
  /** Order within the question. */
  position: number
  content_type: string
  bytes: Uint8Array
}

export interface UsageRecordTable {
  id: Generated<number>
  organization_id: number
  assistant_id: number
  /** Who asked: a user of ours, or (behind a trusted forwarder) the name it gave. */
  user_id: number | null
  end_user: string | null
  provider: string
  model: string
  input_tokens: number
  output_tokens: number
  outcome: 'ok' | 'failed' | 'cancelled'
  created_at: number
  /** An answer of an assistant; what else models were asked for; or how often an answer ran one of its tools. */
  kind: Generated<'answer' | 'embedding' | 'model' | 'image' | 'rerank' | 'tool'>
  /** Whose assistant was asked. */
  owner_id: number | null
  /** Millionths of the organization's currency, of the calls whose price is known; null = of none. */
  cost: number | null
  /** How many calls of a model had no price. */
  unpriced: Generated<number>
  tool_calls: Generated<number>
  /** The tool that ran, or for which a model was asked. */
  tool: string | null
  /** Pictures made, searches ranked, or runs of the tool. */
  units: Generated<number>
  /** 1 = the organization used the system organization's provider. */
  system_provider: Generated<Flag>
}

export interface TraceTable {
  /** Begins with the time, so that ids sort by age. */
  id: string
  organization_id: number
  assistant_id: number
  /** Who asked, as for usage. */
  user_id: number | null
  end_user: string | null
  /** The pattern of the address that was asked. */
  door: string
  request_model: string | null
  provider: string
  model: string
  outcome: 'ok' | 'failed' | 'cancelled'
  started_at: number
  duration_ms: number
  input_tokens: number
  output_tokens: number
  /** In the organization's currency. */
  cost: number | null
  iterations: number
  /** 1 = the model was stopped from calling more tools. */
  capped: Generated<Flag>
  /** The answer that this one is a part of: an assistant worked for another. */
  parent_id: Generated<string | null>
  /** JSON, without secrets. */
  steps: string
  /** JSON of what the model got, without secrets; null unless the assistant is verbose. */
  prompt: string | null
  /** JSON: what was done otherwise than usual, in words. */
  notes: Generated<string>
}
