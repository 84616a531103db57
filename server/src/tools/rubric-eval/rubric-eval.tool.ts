import { RUBRIC_AI_LIMITS, rubricLanguageSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import { type EvaluateWork, type ReadableRubric, toEvaluationReport } from '../../modules/rubrics/index.ts'
import { askedFor } from '../../modules/usage/index.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { toFailed, toModelFailure } from '../tool-failure.ts'

export interface RubricEvalDeps {
  /** Finds a rubric that this owner has or that is public in their organization. */
  findRubric(
    owner: { userId: number; organizationId: number },
    rubricId: string,
  ): Promise<ReadableRubric | undefined>
  evaluateWork: EvaluateWork
}

/** Grades a text by a rubric in a separate model call: the chat model reads the result and can't change the points. */
export const rubricEvalTool = ({ findRubric, evaluateWork }: RubricEvalDeps) =>
  defineBuiltIn({
    name: 'rubric_eval',
    aliases: ['rubric_evaluation'],
    category: 'evaluation',
    version: '1.0',
    config: z.object({
      rubric_id: z
        .union([z.string().trim().min(1, say('tools.choose_rubric').text).max(100), z.int().positive()])
        .transform(String)
        .meta({ widget: 'rubric-picker' }),
      language: rubricLanguageSchema.optional(),
      model: z.string().trim().max(RUBRIC_AI_LIMITS.model).optional(),
    }),
    input: z.object({
      text: z
        .string()
        .max(RUBRIC_AI_LIMITS.text)
        .describe('The whole work to evaluate, word for word, without comments'),
    }),
    inject: {
      placeholder: 'rubric_evaluation',
      input: ({ question }) => ({ text: question.slice(0, RUBRIC_AI_LIMITS.text) }),
      status: () => 'Evaluating with the rubric…',
    },
    call: {
      functionName: () => 'rubric_eval',
      describe: () =>
        'Evaluates a text with the assistant’s rubric. Returns level, score, quoted evidence and justification for every criterion, and the total. Use its numbers as they are.',
    },
    asksModels: true,
    targets: ({ rubric_id: id }) => [{ kind: 'rubric', id }],
    async run({ config, input, caller, endUser, assistant, signal }) {
      signal.throwIfAborted()
      const text = input.text.trim()
      if (text === '') return toFailed(say('reasons.nothing_to_evaluate'))
      const owner = { userId: assistant.ownerId, organizationId: assistant.organizationId }
      const rubric = await findRubric(owner, config.rubric_id)
      if (!rubric) {
        const id = JSON.stringify(config.rubric_id)
        return toFailed(say('reasons.rubric_not_found', { id }))
      }
      const work = { organizationId: assistant.organizationId, rubric, text, signal }
      const outcome = await evaluateWork({
        ...work,
        askedFor: askedFor({ caller, endUser, assistant }, 'rubric_eval'),
        language: config.language,
        model: config.model || undefined,
      }).catch((error: unknown) => toModelFailure(error, signal))
      if ('ok' in outcome) return outcome
      const { rubricId, title, description } = rubric
      return {
        ok: true,
        content: toEvaluationReport(outcome),
        sources: [{ type: 'rubric', rubric_id: rubricId, title, description }],
        metadata: outcome,
      }
    },
  })
