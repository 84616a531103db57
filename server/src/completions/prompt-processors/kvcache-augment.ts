import { fillTemplate, type Piece, textOfPieces, wrap } from './fill-template.ts'
import { multiAugment } from './multi-augment.ts'
import type { PromptInput, PromptProcessor } from './prompt-processor.ts'
import { simpleAugment, toContextText } from './simple-augment.ts'

/**
 * Puts the context into the system prompt, where it stays the same for all questions, so that providers can cache it:
 * in place of `{context}`, or at its end. The template is filled without it.
 */
const withContextInSystemPrompt =
  (process: PromptProcessor): PromptProcessor =>
  (input) => {
    const isContext = ({ placeholder }: { placeholder: string }) => placeholder === 'context'
    const context = input.insertions.find(isContext)
    const pieces = fillSystemPrompt(input, context ? toContextText(context) : '')
    const prompt = process({
      ...input,
      systemPrompt: textOfPieces(pieces),
      insertions: input.insertions.filter((insertion) => !isContext(insertion)),
    })
    const at = pieces.findIndex(({ placeholder }) => placeholder !== null)
    return at < 0 ? prompt : { ...prompt, fixedSystemLength: textOfPieces(pieces.slice(0, at)).length }
  }

function fillSystemPrompt({ systemPrompt }: PromptInput, context: string): Piece[] {
  let isFilled = false
  const pieces = fillTemplate(systemPrompt, (name) => {
    if (name !== 'context') return undefined
    isFilled = true
    return context === '' ? '' : wrap(context)
  })
  if (isFilled || context === '') return pieces
  const text = systemPrompt === '' ? context : `\n\n${context}`
  return [...pieces, { text, placeholder: 'context' }]
}

export const kvcacheAugment = withContextInSystemPrompt(simpleAugment)
export const kvcacheMultiAugment = withContextInSystemPrompt(multiAugment)
