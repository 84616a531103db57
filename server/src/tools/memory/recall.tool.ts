import { say } from '@bellwether/wire'
import * as z from 'zod'
import type { MemoryService } from '../../modules/memories/index.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { toFailed } from '../tool-failure.ts'

interface Wanted {
  about: string
  /** Set only by the engine: a model can't send it. */
  isInjected?: boolean
}

const input: z.ZodType<Wanted> = z.object({
  about: z
    .string()
    .max(500)
    .default('')
    .meta({ description: 'What to look for, in a few words; omit it for everything' }),
})

/** Returns what this assistant remembers about the person who asks. */
export const recallTool = ({ recall }: Pick<MemoryService, 'recall'>) =>
  defineBuiltIn({
    name: 'recall',
    category: 'memory',
    version: '1.0',
    config: z.object({
      max_facts: z.int().min(1).max(100).default(20),
    }),
    input,
    inject: {
      placeholder: 'memory',
      input: ({ question }) => ({ about: question.slice(0, 500), isInjected: true }),
    },
    call: {
      functionName: () => 'recall',
      describe: () => 'Get what you remember about the person who asks from earlier conversations.',
    },
    hasPrivateInput: true,
    async run({ config, input, caller, endUser, assistant, signal }) {
      signal.throwIfAborted()
      const facts = await recall({ caller, endUser }, assistant.id)
      if (!facts) return toFailed(say('reasons.person_unknown'))
      const lines = bestFirst(facts, input.about)
        .slice(0, config.max_facts)
        .map((fact) => `- ${fact}`)
      // An empty result stays empty in a prompt, but a model that called the tool needs an answer.
      const nothing = input.isInjected ? '' : 'Nothing is remembered about this person yet.'
      return { ok: true, content: lines.join('\n') || nothing, sources: [] }
    },
  })

/** Sorts facts by the number of words they share with the query; equal ones stay newest first. */
function bestFirst(facts: readonly string[], about: string): string[] {
  const queryWords = wordsOf(about)
  const shared = (fact: string) => [...wordsOf(fact)].filter((word) => queryWords.has(word)).length
  return facts
    .map((fact) => ({ fact, score: shared(fact) }))
    .sort((a, b) => b.score - a.score)
    .map(({ fact }) => fact)
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
