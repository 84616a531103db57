import { afterAll, describe, expect, it } from 'vitest'
import { chunkOf, frameOf, type Script } from '../../../../test/harness/fake-upstream.ts'
import { startRubricWorld } from '../rubric-world.testing.ts'

const TEXT = 'We walked north by the compass and drew a map.'
const JUDGED = {
  criteria: [
    {
      criterion: 1,
      level: 'Found',
      evidence: ['north by  the compass', 'by bus'],
      justification: 'Says so.',
    },
    { criterion: 2, level: 'Clear', evidence: ['drew a map'], justification: 'Drawn.' },
  ],
  feedback: 'Well done.',
}

const world = await startRubricWorld()
const { app, upstream, token, rubric, answers, asked } = world
afterAll(world.stop)

describe('evaluation of a text by a rubric', () => {
  const evaluate = (body: object = { text: TEXT }) =>
    app.call('POST', `/rubrics/${rubric}/evaluate`, token, body)

  it('evaluates a text', async () => {
    answers(JSON.stringify(JUDGED))
    const { status, body } = await evaluate({ text: TEXT, language: 'eu' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      success: true,
      total: 10,
      percentage: 100,
      model: 'large',
      criteria: [
        { evidence: [{ quote: 'north by the compass' }], evidence_dropped: 1 },
        { evidence_dropped: 0 },
      ],
    })
    expect(asked().texts[0]).toContain('Basque')
  })

  it('asks again for missing parts, then reports them', async () => {
    answers(JSON.stringify({ criteria: JUDGED.criteria.slice(0, 1) }), 'sorry')
    const { status, body } = await evaluate()
    expect(status).toBe(200)
    expect(asked(1).texts.at(-1)).toContain('criterion 2 (Map) is not evaluated')
    expect(body).toMatchObject({
      success: false,
      total: null,
      points_so_far: 6,
      criteria: [{ status: 'evaluated' }, { status: 'missing' }],
      missing: [expect.stringContaining('Map'), expect.any(String)],
    })
  })

  it('validates the request', async () => {
    for (const bad of [{}, { text: '' }, { text: 'x'.repeat(100_001) }, { text: 'x', language: 'xx' }])
      expect((await evaluate(bad)).status).toBe(422)
    expect((await app.call('POST', '/rubrics/nowhere/evaluate', token, { text: 'x' })).status).toBe(404)
  })

  it('does not wait for a provider that hangs', async () => {
    answers(() => undefined)
    expect((await evaluate()).status).toBe(504)
  })

  it('ends the call when the client disconnects', () =>
    world.leave(`/rubrics/${rubric}/evaluate`, { text: 'x' }))

  it('can be called as a function by an assistant’s model', async () => {
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'rubric_eval', arguments: JSON.stringify({ text: TEXT }) },
    }
    const calls: Script = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ role: 'assistant', tool_calls: [call] })))
      response.end(frameOf(chunkOf({}, 'tool_calls')) + frameOf('[DONE]'))
    }
    answers(calls, JSON.stringify(JUDGED), 'You got 10 of 10.')
    const id = await app.makeAssistant(token, {
      metadata: {
        connector: 'openai',
        llm: 'small',
        prompt_processor: 'multi_augment',
        assistant_type: 'multi_tool',
        tools: [{ type: 'rubric_eval', use: 'call', config: { rubric_id: rubric } }],
      },
    })
    const answer = await app.call('POST', '/v1/chat/completions', token, {
      model: `lamb_assistant.${id}`,
      messages: [{ role: 'user', content: `Grade this: ${TEXT}` }],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(upstream.seen).toHaveLength(3)
    expect(asked(2).texts.at(-1)).toContain('**Total: 10 / 10** (100 %)')
    expect(answer.body.choices[0].message.content).toContain('10 of 10')
  })
})
