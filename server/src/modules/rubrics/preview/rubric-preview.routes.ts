import { previewRubricSchema, RUBRIC_PREVIEW_LIMITS, rubricPreviewSchema } from '@bellwether/wire'
import type { AnswerSlots } from '../../../platform/answer-slots.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { PreviewRubricFile } from './rubric-preview.ts'

/** Space for the other parts of a form. */
const FORM_OVERHEAD = 64 * 1024

export const createRubricPreviewRoutes = ({
  previewRubric,
  slots,
}: {
  previewRubric: PreviewRubricFile
  slots: Pick<AnswerSlots, 'during'>
}): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/rubrics/preview',
    tag: 'Rubrics',
    summary: 'Read a rubric from a file or a pasted table',
    description:
      'From Word, PDF, Markdown, CSV, spreadsheets and exported rubrics, or from `text`. Tables are read without a model: one row per criterion, one column per level. Other documents are converted by the organization’s model. Nothing is saved; create the rubric with `POST /creator/rubrics`.',
    access: 'author',
    bodyKind: 'json-or-form',
    bodyLimit: RUBRIC_PREVIEW_LIMITS.fileBytes + FORM_OVERHEAD,
    body: previewRubricSchema,
    answer: rubricPreviewSchema,
    handle: ({ body, caller, exchange }) =>
      slots.during({ caller }, () => previewRubric(caller, body, exchange.signal)),
  }),
]
