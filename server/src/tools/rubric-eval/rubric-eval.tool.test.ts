import { rubricSheetSchema, say } from '@bellwether/wire'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { AskModelForJson } from '../../completions/model-calls/ask-model-for-json.ts'
import { type AskForJson, createEvaluateWork } from '../../modules/rubrics/index.ts'
import { AppError } from '../../platform/errors.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import { toFailed } from '../tool-failure.ts'
import { type RubricEvalDeps, rubricEvalTool } from './rubric-eval.tool.ts'

const stored = {
  title: 'Essay',
  maxScore: 8,
  criteria: [
    {
      name: 'Thesis',
      description: 'Is there one?',
      weight: 100,
      levels: [
        { score: 4, label: 'Yes', description: 'Clear' },
        { score: 0, label: 'No', description: 'None' },
      ],
    },
  ],
}
const sheet = rubricSheetSchema.parse(stored)
const rubric = { rubricId: 'uuid-1', title: 'Essay', description: '', stored, sheet }

const asked: Parameters<AskForJson>[0][] = []
const answering: AskForJson = async (question) => {
  question.signal.throwIfAborted()
  asked.push(question)
  const criteria = [{ criterion: 1, level: 'Yes', evidence: ['bees matter'], justification: 'It says so.' }]
  return { ...question.read({ criteria }), raw: '', model: 'm' }
}
const noProvider = say('models.no_provider', { name: 'x' })
const refusing: AskForJson = () => Promise.reject(new AppError('bad_request', noProvider))

const owners: unknown[] = []
const findRubric: RubricEvalDeps['findRubric'] = async (owner, id) => {
  owners.push(owner)
  return id === '7' ? rubric : undefined
}
const make = (askForJson: AskForJson = answering) =>
  rubricEvalTool({ findRubric, evaluateWork: createEvaluateWork({ askForJson }) })
const input = { text: 'I say that bees matter.' }
const talk = { messages: [{ role: 'user', content: input.text }], question: input.text }

toolContract('rubric_eval', () => ({
  tool: make(),
  works: { settings: { rubric_id: 7 }, conversation: talk },
  failures: {
    'a rubric that is not open': { settings: { rubric_id: 'other' }, input },
    'no text': { settings: { rubric_id: 7 }, input: { text: ' ' } },
    'no model': { settings: { rubric_id: 7 }, input, tool: make(refusing) },
  },
}))

describe('rubric evaluation tool', () => {
  it('works with the evaluation of completions', () => {
    expectTypeOf<AskModelForJson>().toExtend<AskForJson>()
  })

  it('grades with the rights of the assistant’s owner, as text and as data', async () => {
    const settings = { rubric_id: '7', language: 'ca', model: 'big' }
    const output = await tryTool(make(), { settings, input })
    expect(owners.at(-1)).toEqual({ userId: 7, organizationId: 1 })
    expect(asked.at(-1)).toMatchObject({ organizationId: 1, model: 'big' })
    expect(asked.at(-1)?.messages[0]?.content).toContain('Catalan')
    expect(output).toMatchObject({
      ok: true,
      content: expect.stringContaining('**Total: 8 / 8** (100 %)'),
      sources: [{ type: 'rubric', rubric_id: 'uuid-1', title: 'Essay' }],
      metadata: { success: true, total: 8, criteria: [{ evidence: [{ quote: 'bees matter', start: 11 }] }] },
    })
  })

  it('grades the last message if it is injected', async () => {
    const output = await tryTool(make(), { settings: { rubric_id: 7 }, conversation: talk })
    expect(output).toMatchObject({ ok: true, metadata: { total: 8 } })
  })

  it('reports a missing model only to the trace', async () => {
    const settings = { rubric_id: 7 }
    expect(await tryTool(make(refusing), { settings, input })).toEqual(
      toFailed(say('reasons.could_not_answer'), { detail: noProvider }),
    )
    const late = () => Promise.reject(new AppError('provider_timeout', 'too\nlate'))
    expect(await tryTool(make(late), { settings, input })).toEqual(toFailed('too late'))
  })

  it('has its names and validates its settings', () => {
    const tool = make()
    expect(tool).toMatchObject({ name: 'rubric_eval', inject: { placeholder: 'rubric_evaluation' } })
    expect(tool.call?.functionName({})).toBe('rubric_eval')
    expect(z.toJSONSchema(tool.input, { io: 'input' })).toMatchObject({ required: ['text'] })
    for (const bad of [{}, { rubric_id: ' ' }, { rubric_id: 1, language: 'xx' }])
      expect(tool.config.safeParse(bad).success).toBe(false)
  })
})
