import { expect, it, vi } from 'vitest'
import { createNoteModelCall } from './model-calls.ts'
import type { UsageNote } from './usage-recorder.ts'

const settings = { id: 1, slug: 'x', name: 'X', isSystem: false, status: 'active', config: {} } as const

it('writes down and charges what the server asks models for on its own', async () => {
  const notes: UsageNote[] = []
  const charge = vi.fn(async () => undefined)
  const onError = vi.fn()
  const note = createNoteModelCall({
    usage: { record: (one) => void notes.push(one) },
    settingsOf: async () => settings,
    charge,
    onError,
  })
  const call = { organizationId: 1, provider: 'openai', usage: { inputTokens: 1000, outputTokens: 0 } }
  note({ ...call, kind: 'embedding', model: 'text-embedding-3-small' })
  note({ ...call, kind: 'model', model: 'unheard-of' })
  await vi.waitFor(() => expect(charge).toHaveBeenCalledTimes(2))
  expect(notes).toMatchObject([
    { kind: 'embedding', cost: 20, unpriced: 0, inputTokens: 1000 },
    { kind: 'model', cost: null, unpriced: 1 },
  ])
  expect(charge).toHaveBeenCalledWith(1, { cost: 20, tokens: 1000, requests: 0 })
  expect(onError).not.toHaveBeenCalled()
})
