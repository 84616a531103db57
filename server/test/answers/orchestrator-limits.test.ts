import { beforeEach, describe, expect, it } from 'vitest'
import { chunkOf, frameOf, type Script } from '../harness/fake-upstream.ts'
import { type JsonAnswer, onEachDatabase } from '../harness/test-app.ts'
import { type FakeService, withToolService } from '../harness/tool-service.ts'
import {
  ask,
  callsOf,
  expectOk,
  makeLeader,
  QUESTION,
  resultsIn,
  says,
  scripted,
  type ToolWorld,
} from '../harness/tool-world.ts'

const hangs: Script = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(frameOf(chunkOf({ content: 'Let me think' })))
}

onEachDatabase('limits of an orchestrator on $name', ({ env }) => {
  let world: ToolWorld
  let service: FakeService

  withToolService(env, (made) => {
    world = made.world
    service = made.service
  })

  const makeExpert = (metadata: object = {}) =>
    world.app.makeAssistant(world.people.ana.token, {
      system_prompt: 'You know sheep.',
      metadata: { connector: 'openai', llm: 'sub', ...metadata },
    })
  const toolFor = (expert: number, more: object = {}) => ({
    type: 'assistant',
    use: 'call',
    config: { assistant_id: expert },
    ...more,
  })
  const callOf = (expert: number) => ({ name: `call_assistant_${expert}`, arguments: { query: QUESTION } })
  const traceOf = async ({ headers }: Pick<JsonAnswer, 'headers'>) =>
    (await world.app.call('GET', `/traces/${headers.get('x-trace-id')}`, world.people.ana.token)).body
  const modelsAsked = (model: string) =>
    world.upstream.seen.filter(({ body }) => body['model'] === model).length
  const led = (calls: Parameters<typeof scripted>[0], sub: Script) => {
    const lead = scripted(calls)
    world.upstream.answer((response, seen) => (seen.body['model'] === 'lead' ? lead : sub)(response, seen))
  }

  describe('sub-assistant that hangs', () => {
    it('times out on its own; the others answer and the answer completes', async () => {
      const [slow, quick] = [await makeExpert(), await makeExpert({ llm: 'quick' })]
      const id = await makeLeader(world, [toolFor(slow, { timeout_ms: 1000 }), toolFor(quick)])
      const lead = scripted([callOf(slow), callOf(quick)])
      world.upstream.answer((response, seen) => {
        const { model } = seen.body
        return (model === 'lead' ? lead : model === 'quick' ? says('Quickly.') : hangs)(response, seen)
      })
      const answer = await expectOk(ask(world.app, id, world.people.stu.token))
      expect(answer.body.choices[0].message.content).toBe('All done.')
      const results = world.upstream.seen.flatMap(resultsIn)
      expect(results[0]).toBe('Error: it took too long')
      expect(results[1]).toContain('Quickly.')
      await expect.poll(() => world.upstream.open()).toBe(0)
      const trace = await traceOf(answer)
      expect(trace.outcome).toBe('ok')
      const outcomes = trace.steps
        .filter((step: { kind: string }) => step.kind === 'tool')
        .map((step: { outcome: string }) => step.outcome)
      expect(outcomes).toEqual(['timeout', 'ok'])
      const part = trace.children.find((one: { assistant_id: number }) => one.assistant_id === slow)
      expect(part.outcome).toBe('cancelled')
    })

    it('leaves its placeholder empty if it is injected', async () => {
      const expert = await makeExpert()
      const tools = [toolFor(expert, { use: 'inject', timeout_ms: 1000 })]
      const id = await makeLeader(world, tools, { prompt_template: '[{tool_result}]' })
      led([], hangs)
      const answer = await expectOk(ask(world.app, id, world.people.stu.token))
      expect(answer.body.choices[0].message.content).toBe('All done.')
      expect(JSON.stringify(world.upstream.seen.at(-1)?.body['messages'])).toContain('[]')
      await expect.poll(() => world.upstream.open()).toBe(0)
    })

    it('can’t exceed the limit of the whole answer, which is an error', async () => {
      const expert = await makeExpert()
      const id = await makeLeader(world, [toolFor(expert)], { metadata: { limits: { seconds: 1 } } })
      led([callOf(expert)], hangs)
      const answer = await ask(world.app, id, world.people.stu.token)
      expect(answer.status).toBe(504)
      await expect.poll(() => world.upstream.open()).toBe(0)
    })
  })

  it('counts calls of sub-assistants in the limits of the whole answer', async () => {
    service.answer = (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('found')
    const config = { name: 'look_up', description: 'Looks it up.', url: `${service.url}/quick` }
    const expert = await makeExpert({ tools: [{ type: 'http_request', use: 'call', config }] })
    const offeredLast = async (tool_calls: number) => {
      const id = await makeLeader(world, [toolFor(expert)], { metadata: { limits: { tool_calls } } })
      led([callOf(expert)], (response, seen) =>
        (resultsIn(seen).length > 0 ? says('It is found.') : callsOf([{ name: 'look_up', arguments: {} }]))(
          response,
          seen,
        ),
      )
      await expectOk(ask(world.app, id, world.people.stu.token))
      const last = world.upstream.seen.findLast(({ body }) => body['model'] === 'lead')
      return Array.isArray(last?.body['tools'])
    }
    expect([await offeredLast(3), await offeredLast(2)]).toEqual([true, false])
  })

  describe('client that disconnects', () => {
    it.each([
      ['streamed', true],
      ['in one piece', false],
    ])('ends three nested levels at once: %s', async (_how, stream) => {
      const { app, people, upstream } = world
      const expert = await makeExpert({
        tools: [
          {
            type: 'http_request',
            use: 'call',
            config: { name: 'look_up', description: 'Looks it up.', url: `${service.url}/slow` },
          },
        ],
      })
      const id = await makeLeader(world, [toolFor(expert)])
      led([callOf(expert)], callsOf([{ name: 'look_up', arguments: {} }]))
      service.answer = (response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        response.write('a drop')
      }
      const leaving = new AbortController()
      const answer = fetch(`${app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${people.ana.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: `lamb_assistant.${id}`,
          stream,
          messages: [{ role: 'user', content: QUESTION }],
        }),
        signal: leaving.signal,
      })
      answer.then((response) => response.text()).catch(() => undefined)
      await expect.poll(() => service.openAnswers(), { timeout: 10_000, interval: 10 }).toBe(1)
      const asked = upstream.seen.length
      leaving.abort()
      await expect.poll(() => service.openAnswers()).toBe(0)
      expect(upstream.open()).toBe(0)
      // Both levels record how they ended, and no model was called after the client had disconnected.
      for (const assistant of [id, expert])
        await expect
          .poll(async () => (await app.call('GET', `/assistants/${assistant}/traces`, people.ana.token)).body)
          .toMatchObject({ traces: [{ outcome: 'cancelled' }] })
      expect(upstream.seen).toHaveLength(asked)
    })
  })

  describe('budget', () => {
    const limit = async (body: object): Promise<number> => {
      const made = await expectOk(
        world.app.call('POST', '/organizations/current/budgets', world.admin, { period: 'day', ...body }),
      )
      return made.body.id
    }
    const stateOf = async (id: number) =>
      (await world.app.call('GET', `/budgets/${id}`, world.admin)).body.states[0]
    beforeEach(async () => {
      const { budgets } = (await world.app.call('GET', '/organizations/current/budgets', world.admin)).body
      for (const { id } of budgets) await world.app.call('DELETE', `/budgets/${id}`, world.admin)
      // A new budget counts what the tests before used today.
      await world.app.app.services.usage.flush()
      await world.app.app.services.db.deleteFrom('usage_records').execute()
    })

    it('counts answers of sub-assistants, and is not overspent by simultaneous questions', async () => {
      const expert = await makeExpert()
      const id = await makeLeader(world, [toolFor(expert)])
      led([callOf(expert)], says('I am', ' the expert.'))
      const budget = await limit({ scope: 'organization', max_requests: 11 })
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, at) =>
          ask(world.app, id, world.people.ana.token, { stream: at % 2 === 0 }),
        ),
      )
      const answered = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(24 - answered.length)
      expect(answered.length).toBeGreaterThan(0)
      // Accepted questions are answered, with or without the sub-assistant; together they fit the budget.
      for (const { body } of answered) expect(JSON.stringify(body)).toContain('All done.')
      expect(answered.length + modelsAsked('sub')).toBe(11)
      expect(await stateOf(budget)).toMatchObject({ spent: { requests: 11 }, reserved: { requests: 0 } })
    })

    it('of tokens applies to both levels', async () => {
      const expert = await makeExpert()
      const id = await makeLeader(world, [toolFor(expert)])
      led([callOf(expert)], says('I am', ' the expert.'))
      const budget = await limit({ scope: 'organization', max_tokens: 9000 })
      await Promise.all(Array.from({ length: 16 }, () => ask(world.app, id, world.people.ana.token)))
      const { spent, reserved } = await stateOf(budget)
      expect(reserved.tokens).toBe(0)
      expect(spent.tokens).toBeGreaterThan(0)
      expect(spent.tokens).toBeLessThanOrEqual(9000)
    })

    it('of the sub-assistant, once used up, is reported to the model and the answer continues', async () => {
      const expert = await makeExpert()
      const id = await makeLeader(world, [toolFor(expert)])
      led([callOf(expert)], says('I am', ' the expert.'))
      await limit({ scope: 'assistant', assistant_id: expert, max_requests: 1 })
      await expectOk(ask(world.app, id, world.people.stu.token))
      world.upstream.seen.length = 0
      const answer = await expectOk(ask(world.app, id, world.people.stu.token))
      expect(answer.body.choices[0].message.content).toBe('All done.')
      expect(modelsAsked('sub')).toBe(0)
      const [result = ''] = world.upstream.seen.flatMap(resultsIn)
      expect(result).toMatch(/^Error: .*resets/)
    })
  })
})
