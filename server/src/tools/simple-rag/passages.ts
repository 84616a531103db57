import { placeText, type SearchGrade, type Source } from '@bellwether/wire'
import type { NearestDocument } from '../../modules/knowledge/index.ts'

/** A passage of any knowledge base. */
export interface FoundPassage {
  collection: string
  title: string
  text: string
  similarity: number
  url?: string | undefined
  file_id?: string | undefined
  page?: number | undefined
  page_end?: number | undefined
  slide?: number | undefined
  sheet?: string | undefined
  time?: string | undefined
  heading?: string | undefined
  start?: number | undefined
  end?: number | undefined
}

const NOTHING =
  'No passage of the knowledge base matches this question. Say so instead of answering from other sources.'
const PERHAPS =
  'The knowledge base may not answer this question. These are the closest passages; use them only if they do:'
const MAX_QUOTE = 300

interface Result {
  passages: readonly FoundPassage[]
  grade: SearchGrade
  nearest?: readonly NearestDocument[] | undefined
}

/** Formats passages for the model: numbered, each with its location, or bare, as in LAMB. */
export function toContext({ passages, grade, nearest = [] }: Result, numbered: boolean): string {
  if (!numbered) return passages.map((passage) => passage.text).join('\n\n')
  if (passages.length === 0) return [NOTHING, ...nearest.map(toNearest)].join('\n')
  const numberedPassages = passages
    .map((passage, at) => `[${at + 1}] ${placeOf(passage)}\n${passage.text}`)
    .join('\n\n')
  return grade === 'perhaps' ? `${PERHAPS}\n\n${numberedPassages}` : numberedPassages
}

const toNearest = ({ title, opening }: NearestDocument): string =>
  opening === undefined ? `It has “${title}”.` : `It has “${title}”, which begins: ${opening}`

/** Such as `Photosynthesis.pdf, page 3, Light › Pigments`. */
function placeOf(passage: FoundPassage): string {
  const { title, heading = '', sheet } = passage
  // The heading of a sheet is its name.
  return [title, placeText(passage), heading === sheet ? '' : heading]
    .filter((part) => part !== '')
    .join(', ')
}

export const toSources = (passages: readonly FoundPassage[], grade: SearchGrade): Source[] =>
  passages.map((passage, at) => ({
    type: 'passage',
    n: at + 1,
    title: passage.title,
    grade,
    ...(passage.url === undefined ? {} : { url: passage.url }),
    similarity: passage.similarity,
    collection: passage.collection,
    ...(passage.file_id === undefined ? {} : { file_id: passage.file_id }),
    ...(passage.page === undefined ? {} : { page: passage.page }),
    ...(passage.page_end === undefined ? {} : { page_end: passage.page_end }),
    ...(passage.slide === undefined ? {} : { slide: passage.slide }),
    ...(passage.sheet === undefined ? {} : { sheet: passage.sheet }),
    ...(passage.time === undefined ? {} : { time: passage.time }),
    ...(passage.start === undefined ? {} : { start: passage.start, end: passage.end }),
    quote: cut(passage.text),
  }))

/** Does not split characters such as emoji. */
const cut = (text: string): string =>
  text.length <= MAX_QUOTE ? text : `${text.slice(0, MAX_QUOTE).replace(/[\uD800-\uDBFF]$/, '')}…`
