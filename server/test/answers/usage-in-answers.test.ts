import { afterAll, beforeAll, expect, it } from 'vitest'
import { chunkOf, frameOf, type Script, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const call = (name: string, index: number) => ({
  index,
  id: `c${index}`,
  type: 'function',
  function: { name, arguments: '{"city":"x"}' },
})

/** Calls an existing and an unknown tool, then answers. */
const calling: Script = (response, seen) => {
  const messages = seen.body['messages'] as { tool_calls?: unknown }[]
  if (seen.body['model'] === 'small' || messages.some((message) => message.tool_calls))
    return says('Done.')(response, seen)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(frameOf(chunkOf({ tool_calls: [call('get_weather', 0), call('made_up', 1)] })))
  const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 }
  response.write(frameOf(chunkOf({}, 'tool_calls')) + frameOf({ ...chunkOf({}), choices: [], usage }))
  response.end(frameOf('[DONE]'))
}

onEachDatabase('usage of tools in answers ($name)', ({ env }) => {
  let app: TestApp
  let upstream: Awaited<ReturnType<typeof startFakeUpstream>>

  beforeAll(async () => {
    upstream = await startFakeUpstream(calling)
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'small',
      OPEN_METEO_GEOCODING_URL: 'http://127.0.0.1:1',
    })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  it('has a line for each tool, with its own cost and that of its model calls, also in budgets', async () => {
    const admin = await app.signIn()
    const prices = [
      { model: 'big', input: 1000, output: 1000 },
      { model: 'small', input: 100, output: 100 },
      { provider: 'tool', model: 'weather', calls: 5 },
    ]
    await app.call('PUT', '/organizations/current/prices', admin, { currency: 'EUR', prices })
    const limit = { scope: 'user', period: 'day', max_cost: 100 }
    const budget = (await app.call('POST', '/organizations/current/budgets', admin, limit)).body.id
    const assistant = await app.makeAssistant(admin, {
      prompt_template: '{query} {user_input}',
      metadata: {
        assistant_type: 'multi_tool',
        prompt_processor: 'multi_augment',
        connector: 'openai',
        llm: 'big',
        fence_data: false,
        tools: [
          { type: 'weather', use: 'call' },
          { type: 'query_rewrite', use: 'inject' },
        ],
      },
    })
    const answer = await app.call('POST', '/v1/chat/completions', admin, {
      model: `lamb_assistant.${assistant}`,
      messages: [{ role: 'user', content: 'And tomorrow?' }],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    // Immediately: a report saves first what was used just now.
    const day = new Date().toISOString().slice(0, 10)
    const report = (await app.call('GET', `/usage?from=${day}&to=${day}`, admin)).body
    expect(report.tools).toMatchObject([
      { tool: 'query_rewrite', runs: 1, failed: 0, input_tokens: 7, output_tokens: 1, cost: 0.0008 },
      { tool: 'weather', runs: 1, failed: 1, cost: 0.005 },
    ])
    expect(report.assistants).toMatchObject([{ id: assistant, answers: 1, tool_calls: 3 }])
    const { spent, reserved } = (await app.call('GET', `/budgets/${budget}`, admin)).body.states[0]
    expect(spent.cost).toBeCloseTo(report.totals.cost, 6)
    expect(spent.cost).toBeGreaterThan(0.0058)
    expect(reserved.cost).toBe(0)
  })
})
