import { importRubricSchema, RUBRIC_LIMITS, savedRubricSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import {
  type ReadableRubric,
  type RubricService,
  toExportMarkdown,
  toSlug,
} from '../../../modules/rubrics/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'

const BASE = '/creator/rubrics'
const tag = 'Rubrics'
const params = z.object({ id: z.string().max(100) })
/** Space for the other parts of a form. */
const FORM_OVERHEAD = 64 * 1024

/** Import and export of rubrics. */
export function createRubricFileRoutes({ rubrics }: { rubrics: RubricService }): Endpoint[] {
  return [
    lambEndpoint({
      method: 'POST',
      path: `${BASE}/import`,
      tag,
      summary: 'Import a rubric',
      description: 'From an exported JSON or Markdown file.',
      access: 'author',
      bodyKind: 'form',
      bodyLimit: RUBRIC_LIMITS.fileBytes + FORM_OVERHEAD,
      body: importRubricSchema,
      answer: savedRubricSchema.extend({ message: z.string() }),
      async handle({ body: { file }, caller }) {
        if (file.size > RUBRIC_LIMITS.fileBytes)
          throw new AppError(
            'too_large',
            say('org_settings.rubric_too_large', { limit: RUBRIC_LIMITS.fileBytes / 1024 }),
          )
        const isPage = isMarkdown(file)
        const rubric = await rubrics.importFile(caller, await file.text(), isPage ? 'markdown' : 'json')
        const message = `Rubric "${rubric.title}" imported`
        return { success: true, rubric, message: isPage ? `${message}. ${NOT_IN_PAGES}` : message }
      },
    }),
    lambEndpoint({
      method: 'GET',
      path: `${BASE}/{id}/export/json`,
      tag,
      summary: 'Export a rubric as JSON',
      description: 'The file can be imported again.',
      access: 'author',
      params,
      async handle({ params, caller }) {
        const rubric = await rubrics.read(caller, params.id)
        const text = JSON.stringify(rubric.stored, null, 2)
        return new Reply(text, { ...asFile(rubric, 'json'), 'content-type': 'application/json' })
      },
    }),
    lambEndpoint({
      method: 'GET',
      path: `${BASE}/{id}/export/markdown`,
      tag,
      summary: 'Export a rubric as Markdown',
      description: 'A table with criteria and levels.',
      access: 'author',
      params,
      async handle({ params, caller }) {
        const rubric = await rubrics.read(caller, params.id)
        const text = toExportMarkdown(rubric.sheet, new Date())
        return new Reply(text, { ...asFile(rubric, 'md'), 'content-type': 'text/markdown; charset=utf-8' })
      },
    }),
  ]
}

const NOT_IN_PAGES =
  'A Markdown file has no weights and no descriptions of criteria: the weights are shared evenly, and each criterion is described by its name.'
const isMarkdown = ({ name, type }: File): boolean =>
  /\.(md|markdown)$/i.test(name) || type.startsWith('text/markdown')

/** Such as `essay-20260131.json`. A slug is ASCII, so the name needs no encoding. */
function asFile({ title }: ReadableRubric, extension: string) {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  return {
    'content-disposition': `attachment; filename="${toSlug(title)}-${day}.${extension}"`,
    'x-content-type-options': 'nosniff',
  }
}
