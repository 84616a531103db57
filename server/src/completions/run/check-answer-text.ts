import { checkCitations } from '../citations/check-citations.ts'
import type { NumberedPassage } from '../citations/passage-windows.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import type { CompletionRecord } from '../record/completion-record.ts'

/** Checks the citations of a finished answer. `removed`: those that were taken out of it. */
export async function* checkAnswerText(
  { text, removed }: { text: string; removed: ReadonlySet<number> },
  passages: readonly NumberedPassage[],
  signal: AbortSignal,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, void, undefined> {
  if (text.trim() === '' || passages.length === 0) return
  const checked = await checkCitations(text, passages, signal)
  const dangling = new Set([...checked.dangling_marks, ...removed])
  const citations = { ...checked, dangling_marks: [...dangling].sort((a, b) => a - b) }
  record.noteCitations(citations)
  yield { type: 'citations', citations }
}
