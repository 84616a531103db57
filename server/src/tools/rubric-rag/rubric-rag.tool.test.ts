import { rubricSheetSchema, say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { describeTool } from '../describe-tool.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import { toFailed } from '../tool-failure.ts'
import { type FindRubric, rubricRagTool } from './rubric-rag.tool.ts'

const stored = {
  title: 'Essay',
  description: 'Arguing well',
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
const rubric = {
  rubricId: 'uuid-1',
  title: 'Essay',
  description: 'Arguing well',
  json: JSON.stringify(stored),
  stored,
  sheet: rubricSheetSchema.parse(stored),
}

toolContract('rubric_rag', () => ({
  tool: rubricRagTool(async (_owner, id) => (id === '7' ? rubric : undefined)),
  works: { settings: { rubric_id: 7 } },
  failures: {
    'a rubric that is not open': { settings: { rubric_id: 'other' } },
    'an id in two lines': { settings: { rubric_id: 'a\nb' } },
  },
  finishesAnyway: true,
}))

describe('rubric tool', () => {
  const asked: unknown[] = []
  const findRubric: FindRubric = async (owner, id) => {
    asked.push({ owner, id })
    return id === '7' ? rubric : undefined
  }
  const tool = rubricRagTool(findRubric)
  const run = (settings: unknown) => tryTool(tool, { settings })

  it('returns instructions in Markdown, with the rights of the assistant’s owner', async () => {
    const output = await run({ rubric_id: 7 })
    expect(asked).toEqual([{ owner: { userId: 7, organizationId: 1 }, id: '7' }])
    expect(output).toEqual({
      ok: true,
      content: expect.stringContaining('# EVALUATION RUBRIC: Essay'),
      sources: [
        {
          type: 'rubric',
          rubric_id: 'uuid-1',
          title: 'Essay',
          description: 'Arguing well',
          format: 'markdown',
        },
      ],
    })
  })

  it('returns the words of LAMB for its classic assistants', async () => {
    const inLamb = { ok: true, content: expect.stringContaining('**Maximum possible score: 8**') }
    expect(await run({ rubric_id: 7, lamb_words: true })).toMatchObject(inLamb)
    const json = await run({ rubric_id: 7, lamb_words: true, format: 'json' })
    expect(json).toMatchObject({ content: expect.stringContaining('"format": "structured evaluation"') })
    expect(await run({ rubric_id: 7 })).not.toMatchObject(inLamb)
  })

  it('returns JSON', async () => {
    const output = await run({ rubric_id: ' 7 ', format: 'json' })
    if (!output.ok) throw new Error(output.reason)
    expect(JSON.parse(output.content)).toMatchObject({
      evaluation_instructions: { scoring_system: { formula: { scaling_factor: 2 } } },
      rubric: stored,
    })
    expect(output.sources).toMatchObject([{ format: 'json' }])
  })

  it('fails with a reason if the owner may not use the rubric', async () => {
    expect(await run({ rubric_id: 'other' })).toEqual(
      toFailed(say('reasons.rubric_not_found', { id: '"other"' })),
    )
  })

  it('reports which rubric it reads, by a safe id only', () => {
    const status = tool.inject?.status
    expect(status?.({ rubric_id: '7' })).toBe('generating rubric 7')
    expect(status?.({ rubric_id: '<b>' })).toBe('generating rubric …')
  })

  it('validates its settings', () => {
    expect(tool.config.parse({ rubric_id: 12 })).toEqual({
      rubric_id: '12',
      format: 'markdown',
      lamb_words: false,
    })
    for (const bad of [{}, { rubric_id: ' ' }, { rubric_id: 1.5 }, { rubric_id: 'x', format: 'xml' }]) {
      expect(tool.config.safeParse(bad).success).toBe(false)
    }
  })

  it('has a form and can be called', () => {
    expect(describeTool(tool).config_schema).toMatchObject({
      properties: { rubric_id: { title: 'Rubric', widget: 'rubric-picker' } },
    })
    expect(tool).toMatchObject({ name: 'rubric_rag', aliases: ['rubric'], inject: { placeholder: 'rubric' } })
    expect(tool.call?.functionName({})).toBe('get_rubric')
    expect(tool.call?.describe({})).toContain('rubric')
  })
})
