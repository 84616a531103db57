import { multiAugment } from './multi-augment.ts'
import type { PromptProcessor } from './prompt-processor.ts'
import { simpleAugment } from './simple-augment.ts'

/** Every prompt processor there is. Adding one: a file beside this one, and a line here. */
const PROMPT_PROCESSORS: Readonly<Record<string, PromptProcessor>> = {
  simple_augment: simpleAugment,
  multi_augment: multiAugment,
  // `{moodle_user}` is filled in every template; the name is kept for assistants that were made for it.
  moodle_augment: simpleAugment,
}

/** Names that stored assistants may have and nobody needs to choose any more: functions are offered whatever the processor. */
const OLD_NAMES: Readonly<Record<string, string>> = { tool_augment: 'simple_augment' }

export const promptProcessorNames = (): string[] => Object.keys(PROMPT_PROCESSORS)

export const findPromptProcessor = (given: string): PromptProcessor | undefined => {
  const name = Object.hasOwn(OLD_NAMES, given) ? (OLD_NAMES[given] ?? given) : given
  return Object.hasOwn(PROMPT_PROCESSORS, name) ? PROMPT_PROCESSORS[name] : undefined
}

/**
 * With more than `{context}` to fill, `simple_augment` is `multi_augment`. With no more than that it stays what it is: an assistant that was
 * converted from a classic one must give the same prompt, byte for byte.
 */
export const chooseProcessor = (name: string, fillsMore: boolean): PromptProcessor | undefined => {
  const process = findPromptProcessor(name)
  return fillsMore && process === simpleAugment ? multiAugment : process
}

/** Whether a placeholder that nothing fills is taken out of the prompt, or stays in it as text. */
export const removesUnfilled = (process: PromptProcessor | undefined): boolean => process === multiAugment
