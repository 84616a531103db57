import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { createModelCalls } from './model-calls.ts'
import type { UsageNote } from './usage-recorder.ts'

const settings = { id: 1, slug: 'x', name: 'X', isSystem: false, status: 'active', config: {} } as const
const asked = { assistantId: 5, ownerId: 7, userId: 8, endUser: null, tool: 'image_gen' }
const notes: UsageNote[] = []
const charge = vi.fn(async () => undefined)
const settle = vi.fn(async () => undefined)
const reserve = vi.fn(async () => ({ settle }))
const onError = vi.fn()
const { note, measure } = createModelCalls({
  usage: { record: (one) => void notes.push(one) },
  settingsOf: async () => settings,
  charge,
  reserve,
  onError,
})
const spent = (cost: number, tokens: number) => ({ cost, tokens, requests: 0 })

beforeEach(() => {
  notes.length = 0
  vi.clearAllMocks()
})

it('records and charges the server’s own model calls', async () => {
  const call = { organizationId: 1, provider: 'openai', usage: { inputTokens: 1000, outputTokens: 0 } }
  note({ ...call, kind: 'embedding', model: 'text-embedding-3-small' })
  note({ ...call, kind: 'model', model: 'unheard-of', askedFor: asked })
  await vi.waitFor(() => expect(charge).toHaveBeenCalledTimes(2))
  expect(notes).toMatchObject([
    { kind: 'embedding', cost: 20, unpriced: 0, inputTokens: 1000, assistantId: 0, tool: null },
    { kind: 'model', cost: null, unpriced: 1, ...asked },
  ])
  expect(charge).toHaveBeenCalledWith(1, spent(20, 1000), undefined, false)
  expect(charge).toHaveBeenCalledWith(1, spent(0, 1000), asked, false)
  expect(onError).not.toHaveBeenCalled()
})

describe('a measured call', () => {
  const estimate = { usage: { inputTokens: 10, outputTokens: 0 }, images: 1 }
  const call = {
    kind: 'image',
    organizationId: 1,
    provider: 'banana_img',
    model: 'imagen-4',
    askedFor: asked,
  } as const

  it('is reserved before, and settled to its actual usage', async () => {
    const made = await measure({ ...call, estimate }, async (took) => {
      expect(reserve).toHaveBeenCalledWith(1, spent(40_000, 10), asked, false)
      expect(notes).toEqual([])
      took({ usage: { inputTokens: 12, outputTokens: 0 }, images: 2 })
      return 'a picture'
    })
    expect(made).toBe('a picture')
    expect(notes).toMatchObject([{ kind: 'image', cost: 80_000, units: 2, inputTokens: 12, ...asked }])
    expect(settle.mock.calls).toEqual([[spent(80_000, 12)]])
  })

  it('is not made when there is no room', async () => {
    reserve.mockRejectedValueOnce(new AppError('quota_exceeded', 'used up'))
    const work = vi.fn()
    await expect(measure({ ...call, estimate }, work)).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(work).not.toHaveBeenCalled()
    expect(notes).toEqual([])
  })

  it('costs nothing when the provider refused, its question when the client disconnected, the estimate when usage is unknown', async () => {
    const refused = measure({ ...call, estimate }, () =>
      Promise.reject(new AppError('provider_failed', 'no')),
    )
    await expect(refused).rejects.toThrow('no')
    const left = measure({ ...call, estimate }, () => Promise.reject(new Error('left')))
    await expect(left).rejects.toThrow('left')
    expect(notes).toEqual([])
    await measure({ ...call, estimate }, async () => undefined)
    expect(notes).toMatchObject([{ cost: 0, inputTokens: 0, units: 0 }])
    expect(settle.mock.calls).toEqual([[spent(0, 0)], [spent(0, 10)], [spent(40_000, 10)]])
  })
})
