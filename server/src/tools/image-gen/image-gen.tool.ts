import { say } from '@bellwether/wire'
import * as z from 'zod'
import { type AskedFor, askedFor } from '../../modules/usage/index.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { toFailed, toModelFailure } from '../tool-failure.ts'

export interface ImageGenDeps {
  /** Creates images and stores them among the files of `owner`. */
  makeImage(order: {
    prompt: string
    model?: string | undefined
    owner: { userId: number; organizationId: number }
    /** The person it is created for. */
    askedFor: AskedFor
    signal: AbortSignal
  }): Promise<{ urls: string[]; text: string; model: string }>
}

/** Image models take longer than a lookup. */
const TIMEOUT_MS = 90_000
const MAX_PROMPT = 4000
const MAX_TITLE = 100

/** Creates an image from a description. */
export const imageGenTool = ({ makeImage }: ImageGenDeps) =>
  defineBuiltIn({
    name: 'image_gen',
    aliases: ['image_generation'],
    category: 'images',
    version: '1.0',
    config: z.object({
      model: z.string().trim().max(200).optional(),
    }),
    input: z.object({
      prompt: z
        .string()
        .trim()
        .min(1, say('fields.image_prompt_required').text)
        .max(MAX_PROMPT)
        .describe('What the image shows, in full sentences: subject, style, colors, labels'),
    }),
    call: {
      functionName: () => 'image_gen',
      describe: () =>
        'Creates an image from a description and returns it as Markdown. Put that Markdown into your answer unchanged, so that the person sees the image.',
    },
    asksModels: true,
    timeoutMs: TIMEOUT_MS,
    async run({ config, input, caller, endUser, assistant, signal }) {
      signal.throwIfAborted()
      const { ownerId: userId, organizationId } = assistant
      const order = {
        prompt: input.prompt,
        model: config.model || undefined,
        owner: { userId, organizationId },
        askedFor: askedFor({ caller, endUser, assistant }, 'image_gen'),
        signal,
      }
      const result = await makeImage(order).catch((error: unknown) => toModelFailure(error, signal))
      if ('ok' in result) return result
      const { urls, text, model } = result
      if (urls.length === 0)
        return toFailed(
          text.trim()
            ? say('reasons.image_missing_because', { text: oneLine(text, 200) })
            : say('reasons.image_missing'),
        )
      const title = oneLine(input.prompt, MAX_TITLE)
      return {
        ok: true,
        content: urls.map((url) => `![Generated Image](${url})`).join('\n\n'),
        sources: urls.map((url) => ({ type: 'image', title, url })),
        metadata: { model, images: urls.length },
      }
    },
  })

const oneLine = (text: string, longest: number): string => text.replace(/\s+/g, ' ').trim().slice(0, longest)
