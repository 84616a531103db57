import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

/** In both fakes, four characters are a token. */
const ofTokens = (count: number, letter: string) => letter.repeat(4 * count)
const SYSTEM = ofTokens(2000, 's')
const ANSWER = ofTokens(100, 'a')
/** In the template, it has a blank line before and after it: 101 tokens. */
const question = (turn: number) => ({ role: 'user', content: ofTokens(100, String(turn)) })

interface Block {
  text?: string
  cache_control?: { type: string }
}
interface Body {
  system?: string | Block[]
  messages: { content: Block[] }[]
}

/** Caches what is marked, as Anthropic does: up to the last mark, and reads the longest beginning that it knows. */
function cachingAnthropic(): Script {
  const known = new Set<string>()
  return (response, seen) => {
    const { system = [], messages } = seen.body as unknown as Body
    const systemBlocks = typeof system === 'string' ? [{ text: system }] : system
    let text = ''
    let read = 0
    let end = 0
    const marked: string[] = []
    for (const block of [...systemBlocks, ...messages.flatMap(({ content }) => content)]) {
      text += block.text ?? ''
      if (!('cache_control' in block)) continue
      end = text.length
      marked.push(text)
    }
    for (const beginning of known) if (text.startsWith(beginning)) read = Math.max(read, beginning.length)
    for (const beginning of marked) known.add(beginning)
    const usage = {
      input_tokens: (text.length - end) / 4,
      cache_read_input_tokens: read / 4,
      cache_creation_input_tokens: (end - read) / 4,
      output_tokens: 1,
    }
    const send = (type: string, fields: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send('message_start', { message: { usage } })
    send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: ANSWER } })
    send('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 100 } })
    send('message_stop', {})
    response.end()
  }
}

/** Caches by itself, and reports what it found in its cache and how much of its output was reasoning. */
function cachingOpenAi(...cached: number[]): Script {
  return (response, { body }) => {
    const messages = body['messages'] as { content: string }[]
    const prompt_tokens = messages.reduce((sum, { content }) => sum + content.length / 4, 0)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frameOf(chunkOf({ content: ANSWER }, 'stop')))
    const usage = {
      prompt_tokens,
      completion_tokens: 100,
      total_tokens: prompt_tokens + 100,
      prompt_tokens_details: { cached_tokens: cached.shift() ?? 0 },
      completion_tokens_details: { reasoning_tokens: 40 },
    }
    response.write(frameOf({ ...chunkOf({}), choices: [], usage }))
    response.end(frameOf('[DONE]'))
  }
}

const INVOICES = [
  {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    // Per million: 3 input, 0.30 read, 3.75 written, 15 output.
    costs: [
      2000 * 3.75 + 101 * 3 + 100 * 15,
      2000 * 0.3 + 200 * 3.75 + 101 * 3 + 100 * 15,
      2200 * 0.3 + 200 * 3.75 + 101 * 3 + 100 * 15,
      2400 * 0.3 + 200 * 3.75 + 101 * 3 + 100 * 15,
      2600 * 0.3 + 200 * 3.75 + 101 * 3 + 100 * 15,
    ],
    total: 22_275,
    cached: [0, 2000, 2200, 2400, 2600],
    written: 2800,
    reasoning: 0,
  },
  {
    provider: 'openai',
    model: 'gpt-5',
    // Per million: 1.25 input, 0.125 cached, 10 output. Each answer is rounded to a millionth.
    costs: [3626, 1716, 1678, 1784, 1746],
    total: 10_550,
    cached: [0, 1920, 2176, 2304, 2560],
    written: 0,
    reasoning: 200,
  },
]

onEachDatabase('five turns that begin alike ($name)', ({ env }) => {
  let app: TestApp
  let anthropic: FakeUpstream
  let openai: FakeUpstream
  let admin: string

  beforeAll(async () => {
    anthropic = await startFakeUpstream(cachingAnthropic())
    openai = await startFakeUpstream(cachingOpenAi(0, 1920, 2176, 2304, 2560))
    app = await startTestApp({
      ...(await env()),
      ANTHROPIC_BASE_URL: anthropic.url,
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_MODELS: 'claude-sonnet-4-5',
      OPENAI_BASE_URL: openai.url,
      OPENAI_API_KEY: 'k',
    })
    admin = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await anthropic.stop()
    await openai.stop()
  })

  const make = (connector: string, llm: string, fields: object = {}) =>
    app.makeAssistant(admin, {
      system_prompt: SYSTEM,
      prompt_template: '{user_input}',
      ...fields,
      metadata: { connector, llm, ...('metadata' in fields ? (fields.metadata as object) : {}) },
    })
  const ask = (id: number, messages: object[], stream = false) =>
    app.call('POST', '/v1/chat/completions', admin, {
      model: `lamb_assistant.${id}`,
      messages,
      ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    })
  const talkOf = (turns: number) =>
    Array.from({ length: turns }, (_, at) => at + 1).flatMap((turn) => [
      ...(turn > 1 ? [{ role: 'assistant', content: ANSWER }] : []),
      question(turn),
    ])

  it.each(INVOICES)('cost what $provider charges, everywhere', async (invoice) => {
    const { provider, model, costs, total, cached, written, reasoning } = invoice
    const cachedTotal = cached.reduce((sum, tokens) => sum + tokens, 0)
    const id = await make(provider, model)
    const budgetOf = { scope: 'assistant', assistant_id: id, period: 'month', max_cost: 5 }
    const budget = await app.call('POST', '/organizations/current/budgets', admin, budgetOf)
    for (let turn = 1; turn <= 5; turn++) {
      const { body } = await ask(id, talkOf(turn), turn === 5)
      const usage = turn === 5 ? JSON.parse(/data: (.*"usage":.*)/.exec(body)?.[1] ?? '{}').usage : body.usage
      expect(usage).toMatchObject({ prompt_tokens: 1901 + turn * 200, completion_tokens: 100 })
      expect(usage.prompt_tokens_details?.cached_tokens ?? 0).toBe(cached[turn - 1])
      expect(usage.completion_tokens_details?.reasoning_tokens ?? 0).toBe(reasoning / 5)
    }

    const tokens = {
      input_tokens: 12_505,
      output_tokens: 500,
      cached_tokens: cachedTotal,
      cache_write_tokens: written,
      reasoning_tokens: reasoning,
    }
    const today = new Date().toISOString().slice(0, 10)
    const period = `from=${today}&to=${today}&scope=organization`
    const report = (await app.call('GET', `/usage?${period}`, admin)).body
    const ofModel = report.models.find((row: { model: string }) => row.model === model)
    expect(ofModel).toMatchObject({ ...tokens, answers: 5, cost: total / 1e6, unpriced: 0 })
    const ofAssistant = report.assistants.find((row: { id: number }) => row.id === id)
    expect(ofAssistant).toMatchObject({ ...tokens, cost: total / 1e6 })
    const csv = (await app.call('GET', `/usage/export?${period}`, admin)).body
    const line = csv.split('\r\n').find((row: string) => row.includes(model))
    expect(line).toContain(`,5,0,12505,500,0,${total / 1e6},USD,0,`)
    expect(line.endsWith(`,${cachedTotal},${written},${reasoning}`)).toBe(true)

    const { budgets } = (await app.call('GET', '/organizations/current/budgets', admin)).body
    const { states } = budgets.find((row: { id: number }) => row.id === budget.body.id)
    expect(states).toMatchObject([
      { spent: { cost: total / 1e6, tokens: 13_005, requests: 5 }, reserved: { cost: 0, tokens: 0 } },
    ])
    const lamb = (await app.call('GET', '/creator/admin/cost-overview', admin)).body
    expect(lamb.assistants.find((row: { id: number }) => row.id === id)).toMatchObject({
      cost_usd: total / 1e6,
      prompt_tokens: 12_505,
      completion_tokens: 500,
    })

    const { traces } = (await app.call('GET', `/assistants/${id}/traces`, admin)).body
    const [last] = traces
    expect(traces.map(({ cost }: { cost: number }) => Math.round(cost * 1e6)).reverse()).toEqual(costs)
    const { steps } = (await app.call('GET', `/traces/${last.id}`, admin)).body
    expect(steps.at(-1)).toMatchObject({ kind: 'model', input_tokens: 2901, cached_tokens: cached[4] })
  })

  it('cache the system prompt only up to the passages in it', async () => {
    const base = (await app.call('POST', '/knowledge-bases', admin, { name: 'course' })).body.id
    const form = new FormData()
    form.set('files', new File(['Mitochondria release energy.'], 'biology.txt'))
    const file = (await app.call('POST', `/knowledge-bases/${base}/files`, admin, form)).body.files[0].id
    await vi.waitFor(
      async () => {
        const { body } = await app.call('GET', `/knowledge-bases/${base}/files/${file}`, admin)
        expect(body.status).toBe('completed')
      },
      { timeout: 20_000 },
    )
    const tools = [
      { type: 'simple_rag', placeholder: 'context', config: { collections: [base], threshold: 0 } },
    ]
    const metadata = { prompt_processor: 'kvcache_augment', tools }
    const id = await make('anthropic', 'claude-sonnet-4-5', { metadata })
    const turns = [question(1), { role: 'assistant', content: ANSWER }]
    await ask(id, [...turns, { role: 'user', content: 'What do mitochondria do?' }])
    const [seen] = anthropic.seen.slice(-1)
    const { system, messages } = (seen?.body ?? {}) as unknown as Body
    expect(system).toMatchObject([
      { text: SYSTEM, cache_control: { type: 'ephemeral' } },
      { text: expect.stringContaining('Mitochondria release energy.') },
    ])
    expect(JSON.stringify([(system as Block[])[1], messages])).not.toContain('cache_control')
  })
})
