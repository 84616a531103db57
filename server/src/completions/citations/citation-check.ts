export type CitationStatus = 'supported' | 'unsupported' | 'wrong_mark' | 'no_claim' | 'unchecked'

export interface CheckedSentence {
  /** Its position in the answer, in UTF-16 units. */
  start: number
  end: number
  /** The sources it cites. */
  marks: number[]
  /** The source with the best score, if the score is high enough. */
  support: number | null
  /** How much of the sentence that source supports, from 0 to 1. */
  score: number
  status: CitationStatus
}

export interface CitationCheck {
  sentences: CheckedSentence[]
  /** Cited numbers that belong to no source. */
  dangling_marks: number[]
  /** The number of sentences that no source supports. */
  unsupported: number
  wrong_marks: number
}
