import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  chunkOf,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../../../test/harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

type Message = { role: string; content: string; tool_calls?: unknown }

/** Requests one image, then answers. */
const paints: Script = (response, seen) => {
  const messages = seen.body['messages'] as Message[]
  if (messages.some((message) => message.tool_calls)) return says('Done.')(response, seen)
  const call = { name: 'image_gen', arguments: '{"prompt":"A sheep with a bell"}' }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(frameOf(chunkOf({ tool_calls: [{ index: 0, id: 'c1', type: 'function', function: call }] })))
  response.end(frameOf(chunkOf({}, 'tool_calls')) + frameOf('[DONE]'))
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Starts an image provider that takes a moment for each image and counts them. */
async function startPainter() {
  let made = 0
  const inlineData = { mimeType: 'image/png', data: PNG }
  const body = JSON.stringify({
    candidates: [{ content: { parts: [{ inlineData }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1290 },
  })
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      made++
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body), 50)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    made: () => made,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

onEachDatabase('image usage ($name)', ({ env }) => {
  let app: TestApp
  let model: Awaited<ReturnType<typeof startFakeUpstream>>
  let painter: Awaited<ReturnType<typeof startPainter>>

  beforeAll(async () => {
    model = await startFakeUpstream(paints)
    painter = await startPainter()
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'k',
      GOOGLE_BASE_URL: painter.url,
      GOOGLE_API_KEY: 'k',
      GEMINI_DEFAULT_MODEL: 'painter',
    })
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
    await painter.stop()
  })

  it('records images for the person who requested them, and makes no more at once than a budget allows', async () => {
    const admin = await app.signIn()
    const free = { input: 0, output: 0 }
    await app.call('PUT', '/organizations/current/prices', admin, {
      currency: 'EUR',
      prices: [
        { model: 'painter', ...free, image: 0.1 },
        { model: 'm', ...free },
      ],
    })
    const tools = [{ type: 'image_gen', use: 'call' }]
    const assistant = await app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'm', tools } })
    const limit = { scope: 'user', period: 'day', max_cost: 0.5 }
    const budget = (await app.call('POST', '/organizations/current/budgets', admin, limit)).body.id
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.call('POST', '/v1/chat/completions', admin, {
          model: `lamb_assistant.${assistant}`,
          messages: [{ role: 'user', content: 'Paint' }],
        }),
      ),
    )
    // The model answers even without an image.
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(painter.made()).toBe(5)
    const results = model.seen.flatMap(({ body }) =>
      (body['messages'] as Message[]).filter(({ role }) => role === 'tool').map(({ content }) => content),
    )
    expect(results.filter((text) => text.includes('![Generated Image]'))).toHaveLength(5)
    expect(results.filter((text) => /budget.*(is used up|is reserved).*resets/.test(text))).toHaveLength(15)
    const { states } = (await app.call('GET', `/budgets/${budget}`, admin)).body
    expect(states).toMatchObject([{ spent: { cost: 0.5 }, reserved: { cost: 0 } }])

    await app.app.services.usage.flush()
    const day = new Date().toISOString().slice(0, 10)
    const report = (await app.call('GET', `/usage?from=${day}&to=${day}`, admin)).body
    expect(report.units.images).toBe(5)
    expect(report.tools).toMatchObject([{ tool: 'image_gen', images: 5, cost: 0.5, output_tokens: 6450 }])
    expect(report.assistants).toMatchObject([{ id: assistant, answers: 20, cost: 0.5 }])
    expect(report.models.map(({ model, cost }: Record<string, unknown>) => [model, cost])).toContainEqual([
      'painter',
      0.5,
    ])
  })
})
