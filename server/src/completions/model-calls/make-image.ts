import type { TokenUsage } from '../../connectors/connector.ts'
import { findProvider, type OrganizationSettings } from '../../modules/organizations/index.ts'
import { type AskedFor, type MeasureCall, unmeasured } from '../../modules/usage/index.ts'
import type { Config } from '../../platform/config.ts'
import { toTokens } from '../budget/estimate-tokens.ts'
import type { ChooseModel } from '../models/choose-model.ts'

export interface MakeImageDeps {
  config: Config
  chooseModel: ChooseModel
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Counts what each picture takes. */
  measureCall?: MeasureCall
}

export interface WantedImage {
  prompt: string
  /** The organization's own default when absent. */
  model?: string | undefined
  /** In whose files it is kept. */
  owner: { userId: number; organizationId: number }
  /** Who has it made. */
  asked: AskedFor
  signal: AbortSignal
}

/** Pictures, each with its address; or what the model said instead of making one. */
export interface MadeImage {
  urls: string[]
  text: string
  model: string
}

export type MakeImage = (wanted: WantedImage) => Promise<MadeImage>

const CONNECTOR = 'banana_img'
const USUAL_MODEL = 'gemini-2.5-flash-image-preview'

/** About what one takes where a provider counts pictures as tokens. */
const PICTURE_TOKENS = 1300

/** Asks the organization's image model, as an assistant on that connector does. */
export function createMakeImage(deps: MakeImageDeps): MakeImage {
  const { config, chooseModel, settingsOf, measureCall = unmeasured } = deps
  return async ({ prompt, model: given, owner, asked, signal }) => {
    const { organizationId } = owner
    const organization = await settingsOf(organizationId)
    const wanted = given || findProvider(organization, 'google', config)?.default_model || USUAL_MODEL
    const { connector, settings, model, fromSystem } = chooseModel(organization, CONNECTOR, wanted)
    const request = { model, messages: [{ role: 'user', content: prompt }], params: {}, acceptFrames: false }
    const usage = { inputTokens: toTokens(prompt.length), outputTokens: PICTURE_TOKENS }
    const provider = connector.name
    const call = { kind: 'image', organizationId, provider, model, asked, fromSystem } as const
    let text = ''
    await measureCall({ ...call, estimate: { usage, images: 1 } }, async (took) => {
      for await (const event of connector.stream(request, settings, { signal, owner })) {
        if (event.type === 'text-delta') text += event.text
        if (event.type === 'end') took({ usage: counted(event.usage), images: imagesIn(text).length })
      }
    })
    return { urls: imagesIn(text), text, model }
  }
}

/** Nothing at all means that nobody counted. */
const counted = (usage: TokenUsage | undefined): TokenUsage | undefined =>
  usage && usage.inputTokens + usage.outputTokens > 0 ? usage : undefined

/** The addresses that the connector wrote, as Markdown. */
const imagesIn = (text: string): string[] =>
  [...text.matchAll(/!\[Generated Image\]\(([^()\s]+)\)/g)].map(([, url = '']) => url)
