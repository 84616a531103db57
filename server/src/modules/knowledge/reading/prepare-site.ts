import { type Message, say } from '@bellwether/wire'
import type { SplitSettings } from '../../../documents/chunking/split-settings.ts'
import { type Block, type DocumentText, joinBlocks } from '../../../documents/readers/document-text.ts'
import { isUnreadable, UnreadableDocument } from '../../../documents/readers/unreadable-document.ts'
import {
  type CutPart,
  cutText,
  joinParts,
  type PageWarning,
  type PreparedDocument,
} from './index-document.ts'
import type { DocumentToRead, ReadingOrder, ReadingProgress, UnchangedPage } from './reading-messages.ts'

type OnProgress = (progress: ReadingProgress) => void
type ReadOne = (document: DocumentToRead, onProgress: OnProgress) => Promise<DocumentText>

interface Page extends CutPart {
  title: string
  warnings: readonly PageWarning[]
}

const silent: OnProgress = () => undefined

/** Each page is split separately, so that unchanged pages can be reused as they are. */
export async function prepareSite(
  { documents, name, split }: ReadingOrder,
  readOne: ReadOne,
  onProgress: OnProgress,
): Promise<PreparedDocument> {
  const pages: Page[] = []
  const isAlone = documents.length === 1
  for (const [index, document] of documents.entries()) {
    if (!isAlone) onProgress({ stage: 'read', current: index, total: documents.length, unit: 'pages' })
    if ('kept' in document) pages.push(toPage(document))
    else if (isAlone) pages.push(cutAlone(await readOne(document, onProgress), document, split))
    else pages.push(await cutPage(document, readOne, split))
  }
  const warnings = pages.flatMap((page) => page.warnings)
  const first = pages.find(({ chunks }) => chunks.length > 0)
  if (!first) throw new UnreadableDocument('empty', toEmpty(warnings[0]))
  onProgress({ stage: 'split', current: 0, total: pages.length, unit: 'pages' })
  const { starts, ...indexed } = joinParts(first.title || name, pages)
  return {
    ...indexed,
    title: first.title,
    characters: Math.max(...pages.map(({ characters }, at) => (starts[at] ?? 0) + characters)),
    warnings,
    pages: pages.map(({ title, characters, warnings: pageWarnings }, at) => ({
      title,
      start: starts[at] ?? 0,
      characters,
      ...(pageWarnings.length > 0 ? { warnings: pageWarnings } : {}),
    })),
  }
}

const toPage = ({ kept, characters, title, warnings = [] }: UnchangedPage): Page => ({
  chunks: [...kept],
  characters,
  title,
  warnings,
})

const cutAlone = (
  { blocks, title = '', warnings = [] }: DocumentText,
  document: DocumentToRead,
  split: SplitSettings,
): Page => ({ ...cut(blocks, document, split), title, warnings })

/** Under its title. An unreadable page is skipped. */
async function cutPage(document: DocumentToRead, readOne: ReadOne, split: SplitSettings): Promise<Page> {
  const { url, options } = document
  const ofPage = (reason: Message) => say('document_warnings.part', { part: url ?? options.filename, reason })
  try {
    const { blocks, title = options.filename, warnings = [] } = await readOne(document, silent)
    const parts = cut([{ text: title, heading: 1 }, ...blocks.map(belowTitle)], document, split)
    return { ...parts, title, warnings: warnings.map(ofPage) }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { chunks: [], characters: 0, title: options.filename, warnings: [ofPage(error.userMessage)] }
  }
}

function cut(blocks: readonly Block[], { url, time }: DocumentToRead, split: SplitSettings): CutPart {
  const place = { ...(url === undefined ? {} : { url }), ...(time === undefined ? {} : { time }) }
  const { text, marks } = joinBlocks(blocks.map((block) => ({ ...block, ...place })))
  return cutText(text, marks, split)
}

const belowTitle = (block: Block): Block =>
  block.heading === undefined ? block : { ...block, heading: Math.min(block.heading + 1, 6) }

const toEmpty = (warning: PageWarning | undefined): Message =>
  warning === undefined
    ? say('documents.no_text_at_address')
    : say('documents.no_text_because', { reason: warning })
