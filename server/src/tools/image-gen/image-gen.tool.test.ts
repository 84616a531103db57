import { say } from '@bellwether/wire'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { MakeImage } from '../../completions/model-calls/make-image.ts'
import { AppError } from '../../platform/errors.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import { type ImageGenDeps, imageGenTool } from './image-gen.tool.ts'

const URL = 'https://school.example.edu/static/public/7/img/a.png?sig=s'
type Wanted = Parameters<ImageGenDeps['makeImage']>[0]
const asked: Wanted[] = []
const making: ImageGenDeps['makeImage'] = async (wanted) => {
  asked.push(wanted)
  return { urls: [URL], text: '', model: 'painter' }
}
const saying = (text: string) =>
  imageGenTool({ makeImage: async () => ({ urls: [], text, model: 'painter' }) })
const refusing = imageGenTool({
  makeImage: () => Promise.reject(new AppError('bad_request', say('models.no_provider', { name: 'x' }))),
})
const input = { prompt: 'A sheep with a bell' }

toolContract('image_gen', () => ({
  tool: imageGenTool({ makeImage: making }),
  works: { input },
  failures: {
    'no image model': { input, tool: refusing },
    'words instead of a picture': { input, tool: saying('I can’t\npaint that. '.repeat(50)) },
    'nothing at all': { input, tool: saying('') },
  },
}))

describe('image generation tool', () => {
  it('works with the image function of completions', () => {
    expectTypeOf<MakeImage>().toExtend<ImageGenDeps['makeImage']>()
  })

  it('returns Markdown and a source, and stores the image with the assistant’s owner', async () => {
    const output = await tryTool(imageGenTool({ makeImage: making }), { settings: { model: 'big' }, input })
    expect(asked.at(-1)).toMatchObject({
      prompt: 'A sheep with a bell',
      model: 'big',
      owner: { userId: 7, organizationId: 1 },
      askedFor: { assistantId: 5, ownerId: 7, userId: 7, endUser: null, tool: 'image_gen' },
    })
    expect(output).toEqual({
      ok: true,
      content: `![Generated Image](${URL})`,
      sources: [{ type: 'image', title: 'A sheep with a bell', url: URL }],
      metadata: { model: 'painter', images: 1 },
    })
  })

  it('can only be called, has a longer time limit, and validates its input', () => {
    const tool = imageGenTool({ makeImage: making })
    expect(tool.inject).toBeUndefined()
    expect(tool.timeoutMs).toBeGreaterThan(30_000)
    for (const bad of [{}, { prompt: ' ' }, { prompt: 'x'.repeat(4001) }])
      expect(tool.input.safeParse(bad).success).toBe(false)
  })

  it('hides errors that are not meant for people', async () => {
    const broken = imageGenTool({ makeImage: () => Promise.reject(new TypeError('secret internals')) })
    await expect(tryTool(broken, { input })).rejects.toThrow(TypeError)
  })
})
