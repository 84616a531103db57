import { checkCitationsInSlices } from '../citations/check-citations.ts'
import type { NumberedPassage } from '../citations/passage-windows.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import type { CompletionRecord } from '../record/completion-record.ts'

/** Checks the citations of a finished answer. */
export async function* checkSaid(
  text: string,
  passages: readonly NumberedPassage[],
  signal: AbortSignal,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, void, undefined> {
  if (text.trim() === '' || passages.length === 0) return
  const citations = await checkCitationsInSlices(text, passages, signal)
  record.noteCitations(citations)
  yield { type: 'citations', citations }
}
