import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

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
