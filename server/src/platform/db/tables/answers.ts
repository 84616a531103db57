import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ChatTable {
  id: string
  user_id: number
  assistant_id: number
  title: string
  archived: Generated<Flag>
  /** 1 if educators may read it: the organization allowed it when the chat was started. */
  in_activity: Generated<Flag>
  /** The last message of the branch that is shown. Null while there are no branches. */
  current_message_id: Generated<string | null>
  /** Null if it is not pinned. */
  pinned_at: Generated<number | null>
  folder_id: Generated<string | null>
  /** 1 until the first question: not listed, and deleted after a day. */
  draft: Generated<Flag>
  created_at: number
  updated_at: number
}

/** A person's folder for chats. */
export interface ChatFolderTable {
  id: string
  user_id: number
  name: string
  created_at: number
}

/** What a guest of a class link uploaded on one day. */
export interface GuestUploadTable {
  user_id: number
  /** Days since 1970, in UTC. */
  day: number
  documents: number
  bytes: number
}

/** A title that a model wrote for a topic of the activity. */
export interface TopicTitleTable {
  assistant_id: number
  /** A hash of the words and examples of the topic. */
  topic: string
  title: string
  summary: string
  created_at: number
}

export interface ChatAttachmentTable {
  id: string
  chat_id: string
  /** The file name. */
  name: string
  /** Bytes of the file. */
  size: number
  text: string
  /** 1 if the file has more text. */
  is_cut: Flag
  created_at: number
}

export interface ChatMessageTable {
  id: string
  chat_id: string
  /** For an answer: its question. */
  parent_id: string | null
  /** The message before it in its branch. Set once the chat has branches; null for its first questions. */
  previous_id: Generated<string | null>
  /** The message after it that was shown when the person left this branch. */
  shown_next_id: Generated<string | null>
  /** Order within the chat. */
  position: number
  role: 'user' | 'assistant'
  content: string
  /** Whether the answer is complete; 0 if the client disconnected or the provider failed. */
  complete: Generated<Flag>
  /** JSON: the sources of an answer, for showing it again. */
  grounds: string | null
  /** Whether the material supported an answer. Null if it was not searched. */
  support: Generated<'found' | 'perhaps' | 'nothing' | null>
  /** 1 if the author has hidden the question, and with it the answer, from educators. */
  hidden: Generated<Flag>
  /** 1 if an educator has dealt with this unanswered question. */
  handled: Generated<Flag>
  created_at: number
}

/** Images sent with a question. */
export interface ChatPictureTable {
  id: string
  message_id: string
  /** Order within the question. */
  position: number
  content_type: string
  bytes: Uint8Array
}

/** The opinion of a chat's owner about an answer. */
export interface MessageFeedbackTable {
  message_id: string
  value: 'up' | 'down'
  comment: Generated<string>
  created_at: number
  updated_at: number
}

/** The documents that an answer cites. */
export interface AnswerDocumentTable {
  message_id: string
  /** It may have been deleted since. */
  file_id: number
}

/** The level that a work reached in one criterion of a rubric. */
export interface RubricResultTable {
  id: Generated<number>
  /** The answer in which it was evaluated. */
  message_id: string
  /** The title of the rubric. */
  rubric: string
  criterion: string
  /** Order within the rubric. */
  position: number
  level: string
  score: number
  highest: number
}

/** Whether educators may see the person's name beside their conversations. No row: not asked yet. */
export interface ActivityConsentTable {
  user_id: number
  organization_id: number
  named: Flag
  decided_at: number
}

export interface UsageRecordTable {
  id: Generated<number>
  organization_id: number
  assistant_id: number
  /** The person who asked: a user, or the name given by a trusted forwarder. */
  user_id: number | null
  end_user: string | null
  provider: string
  model: string
  input_tokens: number
  output_tokens: number
  /** Parts of the input: read from the provider's cache, and written to it. */
  cached_tokens: Generated<number>
  cache_write_tokens: Generated<number>
  /** Part of the output. */
  reasoning_tokens: Generated<number>
  outcome: 'ok' | 'failed' | 'cancelled'
  created_at: number
  /** An answer of an assistant, another kind of model call, or the runs of one tool in an answer. */
  kind: Generated<'answer' | 'embedding' | 'model' | 'image' | 'rerank' | 'transcription' | 'tool'>
  /** The owner of the assistant. */
  owner_id: number | null
  /** Millionths of the organization's currency, for the calls with a known price; null if there is none. */
  cost: number | null
  /** Number of model calls without a price. */
  unpriced: Generated<number>
  tool_calls: Generated<number>
  /** The tool that ran or that caused the model call. */
  tool: string | null
  /** Images created, searches reranked, seconds transcribed, or runs of the tool. */
  units: Generated<number>
  /** 1 if the organization used the system organization's provider. */
  system_provider: Generated<Flag>
}

export interface TraceTable {
  /** Starts with the time, so that ids sort by age. */
  id: string
  organization_id: number
  assistant_id: number
  /** The person who asked, as for usage. */
  user_id: number | null
  end_user: string | null
  /** The path pattern of the request. */
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
  /** 1 if the model was stopped from calling more tools. */
  capped: Generated<Flag>
  /** The answer that this one is a part of: an orchestrator asked this assistant. */
  parent_id: Generated<string | null>
  /** JSON, without secrets. */
  steps: string
  /** JSON of the model's input, without secrets; null unless the assistant is verbose. */
  prompt: string | null
  /** JSON: deviations from the usual steps, in words. */
  notes: Generated<string>
}
