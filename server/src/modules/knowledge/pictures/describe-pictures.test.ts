import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { describePictures } from './describe-pictures.ts'

const away = () => new AppError('unavailable', 'away', { retryAfter: 1 })
const pictures = ['a', 'b', 'c', 'd'].map((checksum) => ({
  checksum,
  bytes: new Uint8Array(1),
  type: 'image/png',
}))

describe('pictures that are described during an outage of the database', () => {
  it.each(['modelOf', 'describe', 'keep'] as const)('are all described, each once: %s', async (failing) => {
    const described: string[] = []
    const kept: string[] = []
    let failures = failing === 'modelOf' ? 1 : 3
    const failFirst = (what: typeof failing) => {
      if (what === failing && failures-- > 0) throw away()
    }
    const { texts, warnings } = await describePictures(pictures as never, {
      describer: {
        async modelOf() {
          failFirst('modelOf')
          return 'm'
        },
        async describe(_organization: number, { checksum }: { checksum: string }) {
          failFirst('describe')
          described.push(checksum)
          return `Picture ${checksum}`
        },
      } as never,
      before: {
        find: () => undefined,
        async keep(_model, checksum) {
          failFirst('keep')
          kept.push(checksum)
        },
      },
      organizationId: 1,
      userId: 1,
      chosenModel: undefined,
      signal: new AbortController().signal,
      onProgress: vi.fn(),
    })
    expect(texts).toEqual(pictures.map(({ checksum }) => `Picture ${checksum}`))
    expect(warnings).toEqual([])
    expect(described.sort()).toEqual(['a', 'b', 'c', 'd'])
    expect(kept.sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

it('a described picture leaves no listener behind', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  try {
    const { texts } = await describePictures([...pictures, ...pictures, ...pictures] as never, {
      describer: { modelOf: async () => 'm', describe: async () => 'A picture' } as never,
      before: { find: () => undefined, keep: async () => undefined },
      organizationId: 1,
      userId: 1,
      chosenModel: undefined,
      signal: new AbortController().signal,
      onProgress: vi.fn(),
    })
    expect(texts).toHaveLength(12)
    // Node warns about more than ten.
    expect(warn).not.toHaveBeenCalled()
  } finally {
    warn.mockRestore()
  }
})
