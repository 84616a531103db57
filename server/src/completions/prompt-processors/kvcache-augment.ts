import { fillTemplate, textOfPieces, wrap } from './fill-template.ts'
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
    return process({
      ...input,
      systemPrompt: fillSystemPrompt(input, context ? toContextText(context) : ''),
      insertions: input.insertions.filter((insertion) => !isContext(insertion)),
    })
  }

function fillSystemPrompt({ systemPrompt }: PromptInput, context: string): string {
  let isFilled = false
  const pieces = fillTemplate(systemPrompt, (name) => {
    if (name !== 'context') return undefined
    isFilled = true
    return context === '' ? '' : wrap(context)
  })
  if (isFilled) return textOfPieces(pieces)
  return [systemPrompt, context].filter((text) => text !== '').join('\n\n')
}

export const kvcacheAugment = withContextInSystemPrompt(simpleAugment)
export const kvcacheMultiAugment = withContextInSystemPrompt(multiAugment)
