import {
  type PreviewRubric,
  RUBRIC_LIMITS,
  RUBRIC_PREVIEW_LIMITS,
  type RubricData,
  type RubricPreview,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { AppError, badRequest, invalid, isAppError } from '../../../platform/errors.ts'
import { askedBy } from '../../usage/index.ts'
import type { RubricProposals } from '../propose-rubric.ts'
import { toContent } from '../rubric-content.ts'
import { toDataFromMarkdown, toDataFromTable, toImportedData } from '../rubric-data.ts'
import { findTables } from './find-tables.ts'
import { toTableRubric } from './table-rubric.ts'

export interface RubricPreviewDeps {
  /** The text of a document, with its tables in Markdown. */
  readText(
    file: { bytes: Uint8Array; filename: string },
    signal: AbortSignal,
  ): Promise<{ title: string; text: string }>
  proposals: Pick<RubricProposals, 'convert'>
}

interface Material {
  text: string
  /** Used if the text has no title. */
  title: string
}

/**
 * Reads a rubric from a file or a pasted table. Saves nothing. Tables are read by their structure; other documents are
 * converted by the organization's model, if it has one.
 */
export function createRubricPreview({ readText, proposals }: RubricPreviewDeps) {
  async function readMaterial({ file, text }: PreviewRubric, signal: AbortSignal): Promise<Material> {
    if (!file) {
      if (text === undefined) throw badRequest(say('rubrics.nothing_to_read'))
      return { text, title: '' }
    }
    if (file.size > RUBRIC_PREVIEW_LIMITS.fileBytes)
      throw new AppError(
        'too_large',
        say('documents.too_large', { limit: RUBRIC_PREVIEW_LIMITS.fileBytes / 1024 / 1024 }),
      )
    const name = file.name.replace(/\.[^.]+$/, '').slice(0, RUBRIC_LIMITS.title)
    if (isPlainText(file)) return { text: await file.text(), title: name }
    const bytes = new Uint8Array(await file.arrayBuffer())
    const document = await readText({ bytes, filename: file.name }, signal)
    return { text: document.text, title: document.title || name }
  }

  return async (caller: UserCaller, request: PreviewRubric, signal: AbortSignal): Promise<RubricPreview> => {
    const material = await readMaterial(request, signal)
    const rubric = readExport(material.text, request.file) ?? readTable(material)
    if (rubric) return rubric
    if (material.text.trim() === '') throw invalid(say('rubrics.no_table'))
    const proposal = await proposals.convert({
      prompt: material.text.slice(0, RUBRIC_PREVIEW_LIMITS.modelText),
      language: request.language,
      model: undefined,
      organizationId: caller.organizationId,
      askedFor: askedBy(caller),
      signal,
    })
    if (!proposal.rubric) throw invalid(say('rubrics.no_table'))
    return toPreview(proposal.rubric, 'model', proposal.explanation)
  }
}

export type PreviewRubricFile = ReturnType<typeof createRubricPreview>

const isPlainText = ({ name, type }: File): boolean =>
  /\.(json|md|markdown|csv|tsv|txt)$/i.test(name) || type === 'application/json'

/** A file exported here or by LAMB; undefined if it is another one. */
function readExport(text: string, file: File | undefined): RubricPreview | undefined {
  // For JSON there is no other way to read it, so its faults are reported.
  if (file && /\.json$/i.test(file.name)) return toPreview(toImportedData(text), 'file')
  try {
    return toPreview(toDataFromMarkdown(text), 'file')
  } catch (error) {
    if (!isAppError(error)) throw error
    return undefined
  }
}

function readTable({ text, title }: Material): RubricPreview | undefined {
  const tables = findTables(text)
  const rubric = toTableRubric(tables.tables)
  return rubric && toPreview(toDataFromTable(tables.title || title, rubric.criteria), 'table')
}

const toPreview = (rubric: RubricData, source: RubricPreview['source'], explanation = ''): RubricPreview => ({
  rubric: toContent(rubric),
  source,
  explanation,
})
