import { multiAugment } from './multi-augment.ts'
import type { PromptProcessor } from './prompt-processor.ts'
import { simpleAugment } from './simple-augment.ts'

/** Every prompt processor there is. Adding one: a file beside this one, and a line here. */
const PROMPT_PROCESSORS: Readonly<Record<string, PromptProcessor>> = {
  simple_augment: simpleAugment,
  multi_augment: multiAugment,
}

export const promptProcessorNames = (): string[] => Object.keys(PROMPT_PROCESSORS)

export const findPromptProcessor = (name: string): PromptProcessor | undefined =>
  Object.hasOwn(PROMPT_PROCESSORS, name) ? PROMPT_PROCESSORS[name] : undefined
