import { type Message, type RubricData, type RubricWish, SCORING_TYPES, say } from '@bellwether/wire'
import * as z from 'zod'
import { type AppError, isAppError, messageOf } from '../../platform/errors.ts'
import { FENCE_RULE, fenced } from '../../platform/text/fenced.ts'
import type { AskedFor } from '../usage/index.ts'
import { type AskForJson, toLanguageRule } from './evaluation/model-question.ts'
import { readProposal } from './proposed-rubric.ts'
import type { ReadableRubric } from './records.ts'

export interface Wish extends RubricWish {
  organizationId: number
  signal: AbortSignal
  /** The person whose budget is used. */
  askedFor: AskedFor
}

type Stored = Readonly<Record<string, unknown>>

/** A proposal, or the reason why there is none; `failure` when no model could be called. */
export type ProposalOutcome = { promptUsed: string } & (
  | { rubric: RubricData; explanation: string }
  | { rubric?: undefined; problem: string | Message; raw?: string; failure?: AppError }
)

const MAX_RAW = 20_000

const id = z.string().optional().describe('only to keep the id of an existing item')
const level = z.object({ id, score: z.number(), label: z.string(), description: z.string() })
const criterion = z.object({
  id,
  name: z.string(),
  description: z.string(),
  weight: z.number().describe('percent; all weights sum to 100'),
  levels: z.array(level).min(2).describe('the best level first'),
})
/** The format requested from the model. Ids and dates are set by the server. */
const SCHEMA = z.toJSONSchema(
  z.object({
    rubric: z.object({
      title: z.string(),
      description: z.string(),
      metadata: z.object({ subject: z.string(), gradeLevel: z.string() }),
      criteria: z.array(criterion).min(1),
      scoringType: z.enum(SCORING_TYPES),
      maxScore: z.number(),
    }),
    explanation: z.string().describe('two or three sentences about the choices made'),
  }),
  { io: 'input' },
)

const RULES = [
  'Every criterion needs a name, a description of what it looks at, a weight in percent and at least two levels; all weights sum to 100.',
  'Every level needs a label, a number as score and a description that tells it apart from the next level by what can be seen in the work.',
  'Use the same labels and scores for all criteria unless something else is asked for. No text is empty.',
]

const GENERATE = [
  'You write assessment rubrics for teachers. Write one for the request below: three to six criteria with four levels each, and 10 as maximum score, unless the request says otherwise.',
  ...RULES,
  FENCE_RULE,
]

const MODIFY = [
  'You change assessment rubrics for teachers. Below are a rubric and a request. Answer with the whole rubric as it is after the change; what the request does not touch stays word for word, with its ids.',
  ...RULES,
  FENCE_RULE,
]

const CONVERT = [
  'You turn documents into assessment rubrics for teachers. Below is the text of a document that contains a rubric, perhaps without a table. Write down that rubric: keep its criteria, levels, scores and wording. Add only what is missing, such as weights, and say in the explanation what you added.',
  ...RULES,
  FENCE_RULE,
]

/** Rubrics written and changed by the organization's model. Nothing is saved here; that is up to the person. */
export function createRubricProposals({ askForJson }: { askForJson: AskForJson }) {
  async function propose(wish: Wish, prompt: Prompt, before?: Stored): Promise<ProposalOutcome> {
    const promptUsed = `${prompt.system}\n\n${prompt.user}`
    try {
      const { value, faults, raw } = await askForJson({
        organizationId: wish.organizationId,
        model: wish.model,
        messages: [
          { role: 'system', content: prompt.system },
          { role: 'user', content: prompt.user },
        ],
        schema: SCHEMA,
        read: (answer) => readProposal(answer, before),
        signal: wish.signal,
        askedFor: wish.askedFor,
      })
      if (value && faults.length === 0) return { promptUsed, ...value }
      const problem = say('rubrics.no_usable_proposal', { problems: faults.join('; ') })
      return { promptUsed, problem, raw: raw.slice(0, MAX_RAW) }
    } catch (error) {
      if (wish.signal.aborted || !isAppError(error)) throw error
      return { promptUsed, problem: messageOf(error), failure: error }
    }
  }

  return {
    generate: (wish: Wish): Promise<ProposalOutcome> => propose(wish, toGeneratePrompt(wish)),
    /** `prompt` is the text of the document. */
    convert: (wish: Wish): Promise<ProposalOutcome> => propose(wish, toConvertPrompt(wish)),
    modify(wish: Wish, { stored, title, description }: ReadableRubric): Promise<ProposalOutcome> {
      const before = { ...stored, title, description }
      return propose(wish, toModifyPrompt(wish, before), before)
    },
  }
}

export type RubricProposals = ReturnType<typeof createRubricProposals>

interface Prompt {
  system: string
  user: string
}

const toGeneratePrompt = ({ prompt, language }: Wish): Prompt => ({
  system: [...GENERATE, toLanguageRule(language ?? 'en', '')].join('\n'),
  user: `The request:\n${fenced('request', prompt)}`,
})

const toConvertPrompt = ({ prompt, language }: Wish): Prompt => ({
  system: [...CONVERT, toLanguageRule(language, 'the language of the document')].join('\n'),
  user: `The document:\n${fenced('document', prompt)}`,
})

const toModifyPrompt = ({ prompt, language }: Wish, before: Stored): Prompt => ({
  system: [...MODIFY, toLanguageRule(language, 'the language of the rubric')].join('\n'),
  user: `The rubric:\n${fenced('rubric', JSON.stringify(before))}\n\nThe request:\n${fenced('request', prompt)}`,
})
