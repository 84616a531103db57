import { findProvider, type OrganizationSettings } from '../../modules/organizations/index.ts'
import type { AskedFor, MeasureCall } from '../../modules/usage/index.ts'
import type { Config } from '../../platform/config.ts'
import { type TokenUsage, totalTokens } from '../../platform/token-usage.ts'
import { toTokens } from '../budget/estimate-tokens.ts'
import type { ChooseModel } from '../models/choose-model.ts'
import { callChatModel } from './call-model.ts'

export interface MakeImageDeps {
  config: Config
  chooseModel: ChooseModel
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  measureCall: MeasureCall
}

export interface WantedImage {
  prompt: string
  /** Defaults to the organization's image model. */
  model?: string | undefined
  /** Owns the file. */
  owner: { userId: number; organizationId: number }
  /** The person it is created for. */
  askedFor: AskedFor
  signal: AbortSignal
}

/** The URLs of the images, or the model's text if it created none. */
export interface MadeImage {
  urls: string[]
  text: string
  model: string
}

export type MakeImage = (order: WantedImage) => Promise<MadeImage>

const CONNECTOR = 'banana_img'
const DEFAULT_MODEL = 'gemini-2.5-flash-image-preview'

/** An estimate for providers that count images as tokens. */
const PICTURE_TOKENS = 1300

/** Calls the organization's image model in the same way as an assistant with that connector. */
export const createMakeImage =
  ({ config, chooseModel, settingsOf, measureCall }: MakeImageDeps): MakeImage =>
  async ({ prompt, model: requestedModel, owner, askedFor, signal }) => {
    const { organizationId, userId } = owner
    const organization = await settingsOf(organizationId)
    const modelName =
      requestedModel || findProvider(organization, 'google', config)?.default_model || DEFAULT_MODEL
    const choice = chooseModel(organization, CONNECTOR, modelName)
    const usage = { inputTokens: toTokens(prompt.length), outputTokens: PICTURE_TOKENS }
    const images = {
      estimate: { usage, images: 1 },
      count: (used: TokenUsage | undefined, text: string) => ({
        usage: reported(used),
        images: imagesIn(text).length,
      }),
    }
    const messages = [{ role: 'user', content: prompt }]
    const call = { choice, messages, organizationId, userId, askedFor, signal, images }
    const { text } = await callChatModel(measureCall, call)
    return { urls: imagesIn(text), text, model: choice.model }
  }

/** Zero means that the provider does not report usage. */
const reported = (usage: TokenUsage | undefined): TokenUsage | undefined =>
  usage && totalTokens(usage) > 0 ? usage : undefined

/** The image URLs in the connector's Markdown. */
const imagesIn = (text: string): string[] =>
  [...text.matchAll(/!\[Generated Image\]\(([^()\s]+)\)/g)].map(([, url = '']) => url)
