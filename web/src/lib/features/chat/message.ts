import type { MessageFeedback, PassagePlace, Source } from '@bellwether/wire'
import { toSafeFileName } from '@bellwether/wire/file-names'
import type { ApiError, StreamedEdit } from '$lib/api'
import { isObject, stringOf } from '$lib/json.ts'
import type { ShownApproval } from './approvals/approvals.ts'
import type { CitedLocation } from './documents/documents.ts'
import type { Step } from './steps/steps.ts'

export interface Money {
  amount: number
  /** ISO 4217 code. */
  currency: string
}

/** An image attached to a question. */
export interface Picture {
  name: string
  /** A `data:` URL. */
  url: string
}

export interface Message {
  id: number
  /** The server's id, once it is stored. */
  storedId: string | undefined
  role: 'user' | 'assistant'
  text: string
  pictures: Picture[]
  steps: Step[]
  /** Tool calls that waited, or wait, for the user's approval. */
  approvals: ShownApproval[]
  /** Files changed by the answer. */
  edits: StreamedEdit[]
  /** Deviations from the usual steps, such as to stay within a budget. */
  notes: string[]
  sources: ShownSource[]
  citations: Citations | undefined
  traceId: string | undefined
  error: ApiError | undefined
  isRunning: boolean
  wasStopped: boolean
  elapsedMs: number | undefined
  cost: Money | undefined
  /** The server's ids of all versions of the message, if there are several. */
  versions: string[]
  /** The user's rating of an answer. */
  feedback: MessageFeedback | undefined
  /** Whether the user has hidden the question from educators. */
  hidden: boolean
}

export const newMessage = (id: number, role: Message['role'], text: string): Message => ({
  id,
  storedId: undefined,
  role,
  text,
  pictures: [],
  steps: [],
  approvals: [],
  edits: [],
  notes: [],
  sources: [],
  citations: undefined,
  traceId: undefined,
  error: undefined,
  isRunning: false,
  wasStopped: false,
  elapsedMs: undefined,
  cost: undefined,
  versions: [],
  feedback: undefined,
  hidden: false,
})

/** The versions that a new version of this message comes after. Pure. */
export const versionsOf = ({ versions, storedId }: Message): string[] =>
  versions.length > 0 || storedId === undefined ? [...versions] : [storedId]

/** Takes the server's id of a message, which is a further version if there are others. */
export function setStored(message: Message, id: string | undefined): void {
  message.storedId = id
  if (id !== undefined && message.versions.length > 0 && !message.versions.includes(id))
    message.versions = [...message.versions, id]
}

/** Whether this text is the answer to the same question, asked just before. Pure. */
export function isEarlierAnswer(messages: readonly Message[], answer: Message, text: string): boolean {
  const before = messages.slice(0, messages.indexOf(answer))
  const [question, ...rest] = before.toReversed()
  const earlierQuestion = rest.find(({ role }) => role === 'user')
  const earlierAnswer = rest.find(({ role }) => role === 'assistant')
  return earlierQuestion?.text === question?.text && earlierAnswer?.text === text
}

/** One request can't carry all images of a long conversation. */
const MAX_PICTURE_CHARACTERS = 20_000_000

interface ContentPart {
  type: string
  text?: string
  [field: string]: unknown
}

/** The messages in the format of OpenAI's API, with as many of the newest images as fit. Pure. */
export function toRequest(messages: readonly Message[]): { role: string; content: string | ContentPart[] }[] {
  let room = MAX_PICTURE_CHARACTERS
  const hasRoom = ({ url }: Picture): boolean => {
    room -= url.length
    return room >= 0
  }
  return messages
    .filter(({ text }) => text !== '')
    .toReversed()
    .map(({ role, text, pictures }) => ({ role, content: toContent(text, pictures.filter(hasRoom)) }))
    .toReversed()
}

const toContent = (text: string, pictures: readonly Picture[]): string | ContentPart[] =>
  pictures.length === 0
    ? text
    : [{ type: 'text', text }, ...pictures.map(({ url }) => ({ type: 'image_url', image_url: { url } }))]

/** The result of checking the answer's citations; positions refer to the answer's text. */
export interface Citations {
  sentences: { start: number; end: number; status: string }[]
  unsupported: number
}

/** A source for display. */
export interface ShownSource {
  n: number
  title: string
  location: PassagePlace
  quote: string
  url: string | undefined
  isRubric: boolean
  /** Its location in a document of a knowledge base. */
  document: CitedLocation | undefined
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Sources keep the number used in the answer; those without one come after the highest. Pure. */
export function toShownSources(sources: readonly Source[]): ShownSource[] {
  let highest = Math.max(0, ...sources.map((source) => numberOf(source['n']) ?? 0))
  return sources.map((source) => {
    return {
      n: numberOf(source['n']) ?? ++highest,
      title: toSafeFileName(source.title ?? stringOf(source['name'])),
      location: toLocation(source),
      quote: stringOf(source['quote']),
      url: safeUrl(source.url),
      isRubric: source['type'] === 'rubric',
      document: toDocument(source),
    }
  })
}

const toLocation = (source: Source): PassagePlace => ({
  page: numberOf(source['page']),
  page_end: numberOf(source['page_end']),
  slide: numberOf(source['slide']),
  sheet: stringOf(source['sheet']),
  time: stringOf(source['time']),
})

/** Answers from an external knowledge base server have no document here. */
function toDocument(source: Source): CitedLocation | undefined {
  const [base, file] = [stringOf(source['collection']), stringOf(source['file_id'])]
  const [start, end] = [numberOf(source['start']), numberOf(source['end'])]
  if (base === '' || file === '' || start === undefined || end === undefined) return undefined
  return { base, file, start, end, link: safeUrl(source.url) }
}

/** Sources come from documents that anyone may have written, so only http(s) addresses are allowed. */
export function safeUrl(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  return /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : undefined
}

/** Undefined if the server's data can't be read. */
export function toCitations(value: unknown): Citations | undefined {
  if (!isObject(value) || !Array.isArray(value['sentences'])) return undefined
  const sentences = value['sentences'].flatMap((entry: unknown) =>
    isObject(entry) && typeof entry['start'] === 'number' && typeof entry['end'] === 'number'
      ? [{ start: entry['start'], end: entry['end'], status: stringOf(entry['status']) }]
      : [],
  )
  return { sentences, unsupported: numberOf(value['unsupported']) ?? 0 }
}

/** The citation numbers in an answer, in order. Pure. */
export const citedNumbers = (text: string): number[] => [
  ...new Set(Array.from(text.matchAll(/[[【](\d{1,3})[\]】](?!\()/g), (mark) => Number(mark[1]))),
]
