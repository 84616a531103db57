import { kvcacheAugment, kvcacheMultiAugment } from './kvcache-augment.ts'
import { multiAugment } from './multi-augment.ts'
import type { PromptProcessor } from './prompt-processor.ts'
import { simpleAugment } from './simple-augment.ts'
import { toolAugment } from './tool-augment.ts'

interface Processor {
  process: PromptProcessor
  /** Searches the knowledge bases for the whole conversation instead of the last message. */
  searchesByConversation?: true
}

/** All prompt processors. To add one, create a file here and add a line. */
const PROMPT_PROCESSORS: Readonly<Record<string, Processor>> = {
  simple_augment: { process: simpleAugment },
  multi_augment: { process: multiAugment },
  tool_augment: { process: toolAugment },
  context_aware_augment: { process: simpleAugment, searchesByConversation: true },
  // `{moodle_user}` is filled in every template. The name remains for assistants that use it.
  moodle_augment: { process: simpleAugment },
  kvcache_augment: { process: kvcacheAugment },
}

export const promptProcessorNames = (): string[] => Object.keys(PROMPT_PROCESSORS)

const find = (name: string): Processor | undefined =>
  Object.hasOwn(PROMPT_PROCESSORS, name) ? PROMPT_PROCESSORS[name] : undefined

export const findPromptProcessor = (name: string): PromptProcessor | undefined => find(name)?.process

export const searchesByConversation = (name: string): boolean => find(name)?.searchesByConversation === true

/**
 * With more than `{context}` to fill, `simple_augment` becomes `multi_augment`. Otherwise it stays, because a
 * converted classic assistant must give the same prompt, byte for byte.
 */
export const chooseProcessor = (name: string, fillsMore: boolean): PromptProcessor | undefined => {
  const process = findPromptProcessor(name)
  if (!fillsMore) return process
  if (process === kvcacheAugment) return kvcacheMultiAugment
  return process === simpleAugment ? multiAugment : process
}

/** Whether this is one of LAMB's processors: assistants that name one get LAMB's prompt. */
export const isLambProcessor = (name: string): boolean => {
  const process = findPromptProcessor(name)
  return process === simpleAugment || process === kvcacheAugment
}

/** Whether the context is part of the system prompt, so that the template need not name it. */
export const putsContextIntoSystemPrompt = (process: PromptProcessor | undefined): boolean =>
  process === kvcacheAugment || process === kvcacheMultiAugment

/** The default for multi-tool assistants. It removes placeholders that nothing fills. */
export const processorOfTools = 'multi_augment'

/** Whether a placeholder that nothing fills is removed from the prompt rather than kept as text. */
export const removesUnfilled = (process: PromptProcessor | undefined): boolean =>
  process === multiAugment || process === toolAugment || process === kvcacheMultiAugment
