import { say } from '@bellwether/wire'
import * as z from 'zod'
import {
  type StoredRubric,
  toEvaluationJson,
  toEvaluationMarkdown,
  toLambEvaluation,
} from '../../modules/rubrics/index.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { toFailed } from '../tool-failure.ts'

/** Finds a rubric that this owner has or that is public in their organization. */
export type FindRubric = (
  owner: { userId: number; organizationId: number },
  rubricId: string,
) => Promise<StoredRubric | undefined>

interface Form {
  format: 'markdown' | 'json'
  lamb_words: boolean
}

/** Caches the texts of a rubric, which are the same in every answer. */
const printed = new WeakMap<StoredRubric, Map<string, string>>()

function print(rubric: StoredRubric, form: Form): string {
  const texts = printed.get(rubric) ?? new Map<string, string>()
  printed.set(rubric, texts)
  const key = `${form.format} ${form.lamb_words}`
  const text = texts.get(key) ?? write(rubric, form)
  texts.set(key, text)
  return text
}

function write({ json, sheet, stored }: StoredRubric, { format, lamb_words }: Form): string {
  if (lamb_words) return toLambEvaluation(json, format)
  return format === 'json' ? toEvaluationJson(sheet, stored) : toEvaluationMarkdown(sheet)
}

/** Puts a rubric into the prompt, as instructions for grading. */
export const rubricRagTool = (findRubric: FindRubric) =>
  defineBuiltIn({
    name: 'rubric_rag',
    aliases: ['rubric'],
    category: 'context',
    lamb: {
      title: 'Assessment Rubric',
      description: 'Injects a rubric for assessment-based responses',
      category: 'rubric',
    },
    version: '1.0',
    config: z.object({
      rubric_id: z
        .union(
          [z.string().trim().min(1, say('tools.choose_rubric').text).max(100), z.int().positive()],
          say('tools.choose_rubric').text,
        )
        .transform(String)
        .meta({ widget: 'rubric-picker' }),
      format: z.enum(['markdown', 'json']).default('markdown'),
      lamb_words: z.boolean().default(false),
    }),
    input: z.object({}),
    inject: {
      placeholder: 'rubric',
      input: () => ({}),
      status: ({ rubric_id: id }) => `generating rubric ${/^[\w-]{1,100}$/.test(id) ? id : '…'}`,
    },
    call: {
      functionName: () => 'get_rubric',
      describe: () =>
        'Returns the rubric for grading: its criteria, levels and weights, and how to compute the score.',
    },
    targets: ({ rubric_id: id }) => [{ kind: 'rubric', id }],
    async run({ config, assistant }) {
      const owner = { userId: assistant.ownerId, organizationId: assistant.organizationId }
      const rubric = await findRubric(owner, config.rubric_id)
      if (!rubric) {
        const id = JSON.stringify(config.rubric_id)
        return toFailed(say('reasons.rubric_not_found', { id }))
      }
      const { rubricId, title, description } = rubric
      const source = { type: 'rubric', rubric_id: rubricId, title, description, format: config.format }
      return { ok: true, content: print(rubric, config), sources: [source] }
    },
  })
