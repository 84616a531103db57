import { say, TOPIC_TITLE_LIMITS, type TopicTitle } from '@bellwether/wire'
import * as z from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { FENCE_RULE, fenced } from '../../../platform/text/fenced.ts'
import { toFaults } from '../../../platform/text/validation-faults.ts'
import type { AskForJson } from '../../rubrics/index.ts'
import type { AskedFor } from '../../usage/index.ts'

/** What the model gets of a topic: nothing that the educator does not see. */
export interface TopicToTitle {
  label: string
  examples: readonly string[]
}

export interface TitleRequest {
  organizationId: number
  topics: readonly TopicToTitle[]
  /** The person whose budget is used. */
  askedFor: AskedFor
  signal: AbortSignal
}

const answerSchema = z.object({
  topics: z.array(
    z.object({
      number: z.int().describe('number of the topic'),
      title: z.string().describe('what the topic is about, in two to six words'),
      summary: z.string().describe('one sentence: what these students want to know'),
    }),
  ),
})
const SCHEMA = z.toJSONSchema(answerSchema)

const SYSTEM = [
  'You help a teacher to see what a class asks. For each numbered topic below there are its most frequent words and some questions of students. Give each topic a title of two to six words and one sentence that tells what the students want to know.',
  'Write in the language of the questions. Use no names of people. Don’t answer the questions, and write nothing that the words and questions don’t say.',
  FENCE_RULE,
].join('\n')

export type TitleTopics = ReturnType<typeof createTitleTopics>

/** Titles and summaries of topics, written by the organization's model. */
export const createTitleTopics =
  ({ askForJson }: { askForJson: AskForJson }) =>
  async ({ organizationId, topics, askedFor, signal }: TitleRequest): Promise<TopicTitle[]> => {
    if (topics.length === 0) return []
    const lines = topics.map(
      ({ label, examples }, at) =>
        `${at + 1}. ${label}\n${examples.map((example) => `   - ${example}`).join('\n')}`,
    )
    const { value, faults } = await askForJson({
      organizationId,
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: fenced('topics', lines.join('\n')) },
      ],
      schema: SCHEMA,
      read: (answer) => readTitles(answer, topics),
      signal,
      askedFor,
    })
    if (!value || faults.length > 0) throw new AppError('provider_failed', say('activity.titles_unusable'))
    return value
  }

function readTitles(answer: unknown, topics: readonly TopicToTitle[]) {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return { value: undefined, faults: toFaults(parsed.error.issues) }
  const titles = new Map<string, TopicTitle>()
  for (const { number, title, summary } of parsed.data.topics) {
    const label = topics[number - 1]?.label
    const text = toLine(title, TOPIC_TITLE_LIMITS.title)
    if (label !== undefined && text !== '')
      titles.set(label, { label, title: text, summary: toLine(summary, TOPIC_TITLE_LIMITS.summary) })
  }
  return titles.size > 0
    ? { value: [...titles.values()], faults: [] }
    : { value: undefined, faults: ['topics: give a title to each numbered topic'] }
}

const toLine = (text: string, limit: number): string => text.replace(/\s+/g, ' ').trim().slice(0, limit)
