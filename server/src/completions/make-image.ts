import { findProvider, type OrganizationSettings } from '../modules/organizations/index.ts'
import type { ModelCall } from '../modules/usage/index.ts'
import type { Config } from '../platform/config.ts'
import type { ChooseModel } from './choose-model.ts'

export interface MakeImageDeps {
  config: Config
  chooseModel: ChooseModel
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Hears what each picture took. */
  onUsage?(call: ModelCall): void
}

export interface WantedImage {
  prompt: string
  /** The organization's own default when absent. */
  model?: string | undefined
  /** In whose files it is kept. */
  owner: { userId: number; organizationId: number }
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

/** Asks the organization's image model, as an assistant on that connector does. */
export function createMakeImage({ config, chooseModel, settingsOf, onUsage }: MakeImageDeps): MakeImage {
  return async ({ prompt, model: given, owner, signal }) => {
    const organization = await settingsOf(owner.organizationId)
    const wanted = given || findProvider(organization, 'google', config)?.default_model || USUAL_MODEL
    const { connector, settings, model } = chooseModel(organization, CONNECTOR, wanted)
    const request = { model, messages: [{ role: 'user', content: prompt }], params: {}, acceptFrames: false }
    let text = ''
    for await (const event of connector.stream(request, settings, { signal, owner })) {
      if (event.type === 'text-delta') text += event.text
      if (event.type !== 'end') continue
      const { organizationId } = owner
      const images = imagesIn(text).length
      onUsage?.({
        kind: 'model',
        organizationId,
        provider: connector.name,
        model,
        usage: event.usage,
        images,
      })
    }
    return { urls: imagesIn(text), text, model }
  }
}

/** The addresses that the connector wrote, as Markdown. */
const imagesIn = (text: string): string[] =>
  [...text.matchAll(/!\[Generated Image\]\(([^()\s]+)\)/g)].map(([, url = '']) => url)
