export type CitationStatus = 'supported' | 'unsupported' | 'wrong_mark' | 'no_claim' | 'unchecked'

export interface CheckedSentence {
  /** Its position in the answer, in UTF-16 units. */
  start: number
  end: number
  /** The sources it cites. */
  marks: number[]
  /** The source that supports it best, if the score is high enough. */
  support: number | null
  /** How much of the sentence that source supports, from 0 to 1. */
  score: number
  status: CitationStatus
}

export interface CitationCheck {
  sentences: CheckedSentence[]
  /** Cited numbers that no source has. */
  dangling_marks: number[]
  /** The number of sentences that no source supports. */
  unsupported: number
  wrong_marks: number
}
