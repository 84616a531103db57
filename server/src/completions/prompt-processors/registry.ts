import { multiAugment } from './multi-augment.ts'
import type { PromptProcessor } from './prompt-processor.ts'
import { simpleAugment } from './simple-augment.ts'
import { toolAugment } from './tool-augment.ts'

interface Processor {
  process: PromptProcessor
  /** The assistant's knowledge bases are searched for what the whole conversation asks, not for its last message. */
  searchesByConversation?: true
}

/** Every prompt processor there is. Adding one: a file beside this one, and a line here. */
const PROMPT_PROCESSORS: Readonly<Record<string, Processor>> = {
  simple_augment: { process: simpleAugment },
  multi_augment: { process: multiAugment },
  tool_augment: { process: toolAugment },
  context_aware_augment: { process: simpleAugment, searchesByConversation: true },
  // `{moodle_user}` is filled in every template; the name is kept for assistants that were made for it.
  moodle_augment: { process: simpleAugment },
}

export const promptProcessorNames = (): string[] => Object.keys(PROMPT_PROCESSORS)

const find = (name: string): Processor | undefined =>
  Object.hasOwn(PROMPT_PROCESSORS, name) ? PROMPT_PROCESSORS[name] : undefined

export const findPromptProcessor = (name: string): PromptProcessor | undefined => find(name)?.process

export const searchesByConversation = (name: string): boolean => find(name)?.searchesByConversation === true

/**
 * With more than `{context}` to fill, `simple_augment` is `multi_augment`. With no more than that it stays what it is: an assistant that was
 * converted from a classic one must give the same prompt, byte for byte.
 */
export const chooseProcessor = (name: string, fillsMore: boolean): PromptProcessor | undefined => {
  const process = findPromptProcessor(name)
  return fillsMore && process === simpleAugment ? multiAugment : process
}

/** LAMB's own: an assistant that names one of them gets LAMB's prompt. */
export const isLambProcessor = (name: string): boolean => find(name)?.process === simpleAugment

/** Of an assistant made of tools that names none: placeholders that nothing fills are taken out. */
export const processorOfTools = 'multi_augment'

/** Whether a placeholder that nothing fills is taken out of the prompt, or stays in it as text. */
export const removesUnfilled = (process: PromptProcessor | undefined): boolean =>
  process === multiAugment || process === toolAugment
