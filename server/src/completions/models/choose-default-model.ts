import { say } from '@bellwether/wire'
import type { Connector } from '../../connectors/connector.ts'
import { QUOTES_MODEL } from '../../connectors/quotes/quotes.connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import type { FirstModel } from '../../modules/assistants/index.ts'
import {
  findProvider,
  globalDefaultModel,
  type OrganizationSettings,
  type ProviderSettings,
} from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest, isAppError } from '../../platform/errors.ts'
import type { ChooseModel, ModelChoice } from './choose-model.ts'
import type { FoundModels } from './found-models.ts'

export interface DefaultModelDeps {
  config: Config
  connectors: Pick<ConnectorRegistry, 'list'>
  chooseModel: ChooseModel
  foundModels: Pick<FoundModels, 'of'>
}

interface Ready {
  connector: Connector
  provider: ProviderSettings
}

export type ChooseDefaultModel = (
  organization: OrganizationSettings,
  requested: string | undefined,
) => Promise<ModelChoice>

/**
 * Chooses the model of new assistants and of requests of the server itself: the organization's default model, or that
 * of the first provider that has one, or the best chat model of the first provider that lists one. A caller may ask for
 * another model that the organization offers.
 */
export const createDefaultModelChooser =
  (deps: DefaultModelDeps): ChooseDefaultModel =>
  async (organization, requested) => {
    const ready = readyProviders(deps, organization)
    const [first] = ready
    if (!first) throw badRequest(say('models.none', { organization: organization.name }))
    const overall = globalDefaultModel(organization, deps.config)
    const preferred = ready.find(({ connector }) =>
      [connector.name, connector.provider].includes(overall?.provider),
    )
    if (requested !== undefined) {
      const inOrder = preferred ? [preferred, ...ready] : ready
      return deps.chooseModel(organization, offering(inOrder, organization, requested), requested)
    }
    if (preferred) return deps.chooseModel(organization, preferred.connector.name, overall?.model ?? '')
    const named = ready.find(({ provider }) => provider.default_model !== undefined)
    if (named) return deps.chooseModel(organization, named.connector.name, '')
    for (const { connector, provider } of ready) {
      const ids =
        provider.models.length > 0 ? provider.models : await deps.foundModels.of(connector, provider)
      const model = bestChatModel(ids)
      if (model !== undefined) return deps.chooseModel(organization, connector.name, model)
    }
    throw badRequest(say('models.default_required', { provider: first.connector.title }))
  }

/** A provider that lists no models accepts any name. */
function offering(ready: readonly Ready[], organization: OrganizationSettings, model: string): string {
  const match =
    ready.find(({ provider }) => provider.models.includes(model)) ??
    ready.find(({ provider }) => provider.models.length === 0)
  if (!match) throw badRequest(say('models.not_offered_here', { organization: organization.name, model }))
  return match.connector.name
}

/** The text providers that are fully set up. */
const readyProviders = (
  { config, connectors }: DefaultModelDeps,
  organization: OrganizationSettings,
): Ready[] =>
  connectors.list().flatMap((connector) => {
    if (connector.provider === undefined || !connector.capabilities.text) return []
    const provider = findProvider(organization, connector.provider, config)
    // A default model alone, for example from an environment variable, is not a usable provider.
    const isSetUp = provider?.api_key || provider?.base_url
    return isSetUp && connector.settings.safeParse(provider).success ? [{ connector, provider }] : []
  })

/**
 * Chooses a model of a provider for a new assistant if none is selected. Pure, and the same for the same list in any order.
 * The rules, in this order (docs/admins/providers.md has them for operators):
 * 1. Only models that chat: no embeddings, images, video, audio, moderation, reranking, search or completion-only models.
 * 2. Well-known chat families before others, and models that their providers have replaced last.
 * 3. For open models the larger one, by the size in its name; for the others the higher version.
 * 4. The standard model of a family before its small and its very large variants.
 * 5. No preview, no dated snapshot; then the shorter name, then the alphabet.
 */

const NOT_FOR_CHAT =
  /embed|rerank|moderation|guard|whisper|transcri|tts|speech|audio|voice|realtime|dall-?e|image|imagen|diffusion|flux|sora|video|veo|\bocr\b|clip|search-preview|deep-research|computer-use|codex|babbage|davinci|curie|text-ada|gpt-3\.5-turbo-instruct|nomic|minilm|\bbge|\be5\b|\bgte|colbert|\baqa\b/i
const HOSTED = /^(?:models\/|[\w-]+\/)?(?:gpt-\d|chatgpt|o\d|claude|gemini)/i
const OPEN =
  /llama|qwen|mi[sx]tral|gemma|deepseek|\bphi|command|gpt-oss|granite|olmo|yi\b|glm|kimi|falcon|salamandra|latxa|chat|instruct/i
const REPLACED = /gpt-3\.5|gpt-4-(?:0|1|32k|vision)|gpt-4$|claude-(?:1|2|instant)|gemini-1\.0|llama-?2\b/i
const CODE_ONLY = /coder|codellama|starcoder|code-?gemma/i
const SMALL = /mini|nano|haiku|flash|lite|small|tiny/i
const VERY_LARGE = /opus|-pro\b(?<!gemini[\w.-]*-pro)|ultra/i
const PREVIEW = /preview|beta|exp\b|experimental|latest/i
const DATED = /\d{4}-?\d{2}-?\d{2}$|-\d{4}$/

export function bestChatModel(ids: readonly string[]): string | undefined {
  return ids
    .filter((id) => id.trim() !== '' && !NOT_FOR_CHAT.test(id))
    .map((id) => ({ id, score: scoreOf(id) }))
    .sort((a, b) => compare(b.score, a.score) || a.id.length - b.id.length || (a.id < b.id ? -1 : 1))[0]?.id
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((result, value, index) => result || value - (b[index] ?? 0), 0)

function scoreOf(id: string): number[] {
  const isHosted = HOSTED.test(id)
  return [
    familyOf(id, isHosted),
    isHosted ? versionOf(id) : sizeOf(id),
    SMALL.test(id) || VERY_LARGE.test(id) ? 0 : 1,
    SMALL.test(id) ? 1 : 0,
    PREVIEW.test(id) ? 0 : 1,
    DATED.test(id) ? 0 : 1,
    isHosted ? 0 : versionOf(id),
  ]
}

function familyOf(id: string, isHosted: boolean): number {
  if (REPLACED.test(id)) return 0
  if (CODE_ONLY.test(id)) return 1
  return isHosted ? 4 : OPEN.test(id) ? 3 : 2
}

/** `gpt-4.1` → 4.1, `claude-3-5-sonnet` → 3.5, `gpt-4o` slightly above `gpt-4`. Dates are not versions. */
function versionOf(id: string): number {
  const match = /(?<!\d)(\d{1,2})(?:[.-](\d{1,2})(?!\d))?(?!\d)/.exec(id)
  const version = match ? Number(`${match[1]}.${match[2] ?? '0'}`) : 0
  return /gpt-4o/i.test(id) ? version + 0.05 : version
}

/** In billions of parameters. Assumed for models that do not state their size. */
const DEFAULT_SIZE = 7
const sizeOf = (id: string): number => Number(/(\d+(?:\.\d+)?)b\b/i.exec(id)?.[1] ?? DEFAULT_SIZE)

interface FirstModelDeps {
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  chooseDefaultModel: ChooseDefaultModel
}

/** Chooses the model of a new assistant: the organization's default model, or quotes from its material if there is none. */
export const createFirstModel =
  ({ settingsOf, chooseDefaultModel }: FirstModelDeps) =>
  async (organizationId: number): Promise<FirstModel> => {
    try {
      const { connector, model } = await chooseDefaultModel(await settingsOf(organizationId), undefined)
      return { connector: connector.name, llm: model }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { connector: 'quotes', llm: QUOTES_MODEL }
    }
  }
