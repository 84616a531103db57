import { expect, it, vi } from 'vitest'
import type { Connector } from '../../connectors/connector.ts'
import type { MeasureCall } from '../../modules/usage/index.ts'
import { readConfig } from '../../platform/config.ts'
import { createMakeImage } from './make-image.ts'

const settings = { id: 1, slug: 'x', name: 'X', isSystem: false, status: 'active', config: {} } as const
const connector = {
  name: 'banana_img',
  async *stream() {
    yield { type: 'text-delta', text: '![Generated Image](https://a/1.png)' }
    yield { type: 'end', reason: 'stop', usage: { inputTokens: 9, outputTokens: 1290 } }
  },
} as unknown as Connector
const wanted = {
  prompt: 'A sheep',
  owner: { userId: 7, organizationId: 1 },
  askedFor: { assistantId: 5, ownerId: 7, userId: 8, endUser: null, tool: 'image_gen' },
  signal: new AbortController().signal,
}

it('counts each image for the person it is created for', async () => {
  const took = vi.fn()
  const calls: unknown[] = []
  const measureCall: MeasureCall = (call, work) => {
    calls.push(call)
    return work(took)
  }
  const makeImage = createMakeImage({
    config: readConfig({}),
    settingsOf: async () => settings,
    chooseModel: (_organization, _connector, model) => ({
      connector,
      settings: {},
      model,
      fallbackModel: undefined,
    }),
    measureCall,
  })
  expect(await makeImage(wanted)).toMatchObject({ urls: ['https://a/1.png'] })
  expect(calls).toMatchObject([
    {
      kind: 'image',
      organizationId: 1,
      provider: 'banana_img',
      askedFor: wanted.askedFor,
      estimate: { images: 1 },
    },
  ])
  expect(took).toHaveBeenCalledWith({ usage: { inputTokens: 9, outputTokens: 1290 }, images: 1 })
})
