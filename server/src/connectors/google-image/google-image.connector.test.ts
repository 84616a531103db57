import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { collect } from '../collect.contract.ts'
import { connectorContract } from '../connector.contract.ts'
import type { ChatMessage } from '../connector.ts'
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream.contract.ts'
import { createGoogleImageConnector, type ImageToSave } from './google-image.connector.ts'

const KEY = 'AIzaSyTest0123456789abcdef'
const candidate = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { parts }, finishReason }],
})

connectorContract('banana_img', {
  create: (outbound) => createGoogleImageConnector({ outbound, saveImage: async () => ({ url: '/x.png' }) }),
  model: 'gemini-test',
  acceptFrames: true,
  settings: { api_key: KEY },
  key: KEY,
  contentType: 'application/json; charset=UTF-8',
  answer: ({ pieces, reason, inputTokens, outputTokens }) =>
    JSON.stringify({
      ...candidate(
        pieces.map((text) => ({ text })),
        reason === 'length' ? 'MAX_TOKENS' : 'STOP',
      ),
      usageMetadata: { promptTokenCount: inputTokens, candidatesTokenCount: outputTokens },
    }),
  unfinished: (pieces) => JSON.stringify(candidate(pieces.map((text) => ({ text })))),
  malformed: '[{',
  refusal: (message) => JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  reported: (_pieces, message) =>
    JSON.stringify({ promptFeedback: { blockReason: 'OTHER', blockReasonMessage: message } }),
  reportedCode: 'bad_request',
  whole: true,
})

describe('banana_img', () => {
  let upstream: FakeUpstream
  let outbound: Outbound
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    outbound = createOutbound({ allow: {}, onRefused: () => undefined, firstByteMs: 5000, idleMs: 5000 })
  })
  afterAll(async () => {
    await outbound.close()
    await upstream.close()
  })

  const saved: ImageToSave[] = []
  const run = (
    answer: object,
    messages: ChatMessage[] = [{ role: 'user', content: 'A cat' }],
    settings: object = {},
  ) => {
    upstream.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const connector = createGoogleImageConnector({
      outbound,
      async saveImage(image) {
        saved.push(image)
        return { url: `https://example.edu/${saved.length}.png` }
      },
    })
    const parsed = connector.settings.parse({
      api_key: KEY,
      base_url: upstream.url,
      trusted: true,
      ...settings,
    })
    const request = { model: 'gemini-test', messages, params: {}, acceptFrames: false }
    const context = { signal: new AbortController().signal, owner: { userId: 7, organizationId: 3 } }
    return collect(connector.stream(request, parsed, context))
  }
  const image = (text: string) => ({
    inlineData: { mimeType: 'image/png', data: Buffer.from(text).toString('base64') },
  })

  test('stores images with their owner and shows them one below the other', async () => {
    const { text, end } = await run(candidate([{ text: 'Here:' }, image('one'), image('two')], 'STOP'))
    expect(saved).toEqual([
      { userId: 7, organizationId: 3, contentType: 'image/png', bytes: Buffer.from('one') },
      { userId: 7, organizationId: 3, contentType: 'image/png', bytes: Buffer.from('two') },
    ])
    expect(text).toBe(
      '![Generated Image](https://example.edu/1.png)\n\n![Generated Image](https://example.edu/2.png)',
    )
    expect(end?.reason).toBe('stop')
  })

  test('counts reasoning as output, and input that was in the cache', async () => {
    const usageMetadata = {
      promptTokenCount: 90,
      cachedContentTokenCount: 60,
      candidatesTokenCount: 1120,
      thoughtsTokenCount: 200,
    }
    const { end } = await run({ ...candidate([image('x')], 'STOP'), usageMetadata })
    expect(end?.usage).toEqual({
      inputTokens: 90,
      cachedTokens: 60,
      outputTokens: 1320,
      reasoningTokens: 200,
    })
  })

  test('sends the user’s last message, all images in the messages, and the key in a header', async () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,QUJD' } }
    const far = { type: 'image_url', image_url: { url: 'https://example.edu/a.png' } }
    await run(candidate([image('x')], 'STOP'), [
      { role: 'system', content: 'Paint' },
      { role: 'user', content: [{ type: 'text', text: 'A cat' }, picture, far] },
      { role: 'assistant', content: '![Generated Image](x)' },
      { role: 'user', content: 'Make it blue' },
    ])
    const request = upstream.requests.at(-1)
    expect(request?.url).toBe('/v1beta/models/gemini-test:generateContent')
    expect(request?.headers['x-goog-api-key']).toBe(KEY)
    expect(JSON.parse(request!.body).contents).toEqual([
      {
        role: 'user',
        parts: [{ text: 'Make it blue' }, { inlineData: { mimeType: 'image/jpeg', data: 'QUJD' } }],
      },
    ])
  })

  test.each([
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    { candidates: [{ finishReason: 'IMAGE_SAFETY' }] },
    candidate([image('never shown')], 'SAFETY'),
  ])('reports what Google declines: %j', async (answer) => {
    const before = saved.length
    const { error } = await run(answer)
    expect(error).toMatchObject({
      code: 'bad_request',
      details: { retryable: false, providerCode: 'content_filter' },
    })
    expect((error as Error).message).toContain('declined to create this image')
    expect(saved).toHaveLength(before)
  })

  test('reports a response without image and text, a missing prompt and a missing key', async () => {
    expect((await run(candidate([], 'STOP'))).error).toMatchObject({ code: 'provider_failed' })
    expect((await run({}, [{ role: 'user', content: ' ' }])).error).toMatchObject({ code: 'bad_request' })
    expect((await run({}, undefined, { api_key: '' })).error).toMatchObject({
      code: 'bad_request',
      message: 'There is no API key for Google. An organization admin can add one in the settings.',
    })
  })

  test('marks models as image models', async () => {
    const connector = createGoogleImageConnector({ outbound, saveImage: async () => ({ url: '' }) })
    const list = (models?: string[]) =>
      connector.listModels(connector.settings.parse(models ? { models } : {}), new AbortController().signal)
    expect((await list()).map((model) => model.id)).toEqual([
      'gemini-2.5-flash-image-preview',
      'gemini-3-pro-image-preview',
    ])
    expect(await list(['m'])).toEqual([{ id: 'm', capabilities: { vision: true, image_generation: true } }])
  })
})
