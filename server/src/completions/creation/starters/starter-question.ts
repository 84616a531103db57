import { GREETING_LENGTH, SUGGESTED_QUESTIONS } from '@bellwether/wire'
import * as z from 'zod'
import { FENCE_RULE, fenced } from '../../../platform/text/fenced.ts'
import { toFaults } from '../../../platform/text/validation-faults.ts'
import type { Reading } from '../../model-calls/ask-model-for-json.ts'
import type { MaterialDocument, StarterMaterial } from './starter-material.ts'

export interface Starters {
  greeting: string
  questions: string[]
}

export interface AssistantFacts {
  name: string
  description: string
  systemPrompt: string
}

/** How much of the assistant and of its material the model gets, in characters. */
const MAX_FIELD_LENGTH = 2000
const MAX_MATERIAL_LENGTH = 16_000
const MAX_HEADINGS = 30
const MAX_PASSAGE_LENGTH = 600
const WANTED_QUESTIONS = 4

const answerSchema = z.object({
  greeting: z.string().describe('one or two sentences, at most 300 characters'),
  questions: z.array(z.string().describe('one question, at most 120 characters')),
})
export const STARTER_SCHEMA = z.toJSONSchema(answerSchema)

const SYSTEM = [
  `An educator prepares an AI assistant for students. Write the greeting of an empty chat and ${WANTED_QUESTIONS} starter questions that a student can send with one click.`,
  'The greeting says in one or two plain sentences what the assistant helps with. Each question is one that a student of this course would ask and that the material answers; the questions are about different topics. Don’t answer them.',
  'Write in the language of the material, or of the instructions if there is no material. Plain text without links, Markdown or names of people.',
  FENCE_RULE,
].join('\n')

/** The prompt for the model. The assistant and its material are data. */
export const toStarterMessages = (facts: AssistantFacts, material: StarterMaterial) => [
  { role: 'system' as const, content: SYSTEM },
  {
    role: 'user' as const,
    content: [
      fenced('assistant', toFacts(facts)),
      ...(material.rubrics.length > 0 ? [fenced('rubrics', toRubrics(material))] : []),
      ...(material.documents.length > 0 ? [fenced('material', toSample(material.documents))] : []),
    ].join('\n\n'),
  },
]

const toFacts = ({ name, description, systemPrompt }: AssistantFacts): string =>
  [
    ['Name', name],
    ['Purpose', description],
    ['Instructions', systemPrompt],
  ]
    .filter(([, text]) => text?.trim())
    .map(([label, text]) => `${label}: ${text?.trim().slice(0, MAX_FIELD_LENGTH)}`)
    .join('\n')

const toRubrics = ({ rubrics }: StarterMaterial): string =>
  rubrics
    .map(({ title, criteria }) => `${title}: ${criteria.join(', ')}`.slice(0, MAX_FIELD_LENGTH))
    .join('\n')

/** The headings of each document and the beginnings of its passages; each document gets the same room. */
function toSample(documents: readonly MaterialDocument[]): string {
  const room = Math.floor(MAX_MATERIAL_LENGTH / documents.length)
  return documents
    .map(({ name, passages }) => {
      const headings = [...new Set(passages.map(({ heading }) => heading).filter((text) => text !== ''))]
      const texts = passages.map(({ text }) => text.trim().slice(0, MAX_PASSAGE_LENGTH))
      const headingLines = headings.slice(0, MAX_HEADINGS).map((heading) => `- ${heading}`)
      return [`Document: ${name}`, ...headingLines, ...texts].join('\n').slice(0, room)
    })
    .join('\n\n')
}

/** A link in a text that students see would be the work of a document, not of the educator. */
const LINK = /\bhttps?:|\bwww\.|\]\(|<[a-z/!]/i

/** The usable part of the model's answer. Blank, repeated and overlong questions are left out. Pure. */
export function readStarters(answer: unknown): Reading<Starters> {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return { value: undefined, faults: toFaults(parsed.error.issues) }
  const greeting = toLine(parsed.data.greeting)
  const once = new Map<string, string>()
  for (const question of parsed.data.questions.map(toLine)) {
    const key = question
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (key !== '' && question.length <= SUGGESTED_QUESTIONS.length && !LINK.test(question) && !once.has(key))
      once.set(key, question)
  }
  const questions = [...once.values()].slice(0, SUGGESTED_QUESTIONS.most)
  if (questions.length === 0)
    return { value: undefined, faults: ['questions: give short questions without links'] }
  const isUsable = greeting.length <= GREETING_LENGTH && !LINK.test(greeting)
  return { value: { greeting: isUsable ? greeting : '', questions }, faults: [] }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const toLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
