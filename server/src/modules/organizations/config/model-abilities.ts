import type { ModelAbilities, ModelMarks } from '@bellwether/wire'
import { defaultSetup, type OrganizationSettings } from './provider-settings.ts'

type Known = Partial<Omit<ModelAbilities, 'marks'>>

const CHAT = { text: true, embeddings: false } as const
const SEES = { ...CHAT, pictures: true, tools: true } as const
const NO_CHAT = { text: false, tools: false, pictures: false, embeddings: false } as const

/** By the names that providers use. The first match counts; what is not certain is left out. */
const KNOWN: readonly [RegExp, Known][] = [
  [/embed|nomic|minilm|\bbge\b|\bgte\b/, { ...NO_CHAT, embeddings: true }],
  [/rerank|moderation|whisper|transcribe|\btts\b|dall-?e|gpt-image|imagen|\bveo\b|sora/, NO_CHAT],
  [/audio|realtime|search-preview|deep-research|image/, {}],
  [/^gpt-5/, { ...SEES, context: 400_000 }],
  [/^gpt-4\.1/, { ...SEES, context: 1_047_576 }],
  [/^(gpt|chatgpt)-4o|^gpt-4-turbo/, { ...SEES, context: 128_000 }],
  [/^gpt-4(-\d{4})?$/, { ...CHAT, pictures: false, tools: true, context: 8192 }],
  [/^gpt-3\.5-turbo-instruct/, { ...CHAT, pictures: false, tools: false, context: 4096 }],
  [/^gpt-3\.5-turbo/, { ...CHAT, pictures: false, tools: true, context: 16_385 }],
  [/^o1-(mini|preview)/, { ...CHAT, pictures: false, tools: false, context: 128_000 }],
  [/^o3-mini/, { ...CHAT, pictures: false, tools: true, context: 200_000 }],
  [/^o[134](-|$)/, { ...SEES, context: 200_000 }],
  [/^claude-(3|opus|sonnet|haiku)/, { ...SEES, context: 200_000 }],
  [/^(models\/)?gemini-(1\.5|2|3)/, SEES],
  [/llava|moondream|bakllava/, { ...CHAT, pictures: true, tools: false }],
  [/vision|pixtral|minicpm-v|qwen[\d.]*-?vl/, { ...CHAT, pictures: true }],
  [/^llama-?3\.[13]/, { ...CHAT, pictures: false, tools: true, context: 128_000 }],
  [/^(gpt-oss|llama|mistral|mixtral|qwen|phi|gemma|deepseek|command)/, CHAT],
]

/** The marks of admins: those of the organization come before those of the system. Pure. */
function marksOf({ config, system }: OrganizationSettings, provider: string): Record<string, ModelMarks> {
  return {
    ...(system ? marksOf(system, provider) : {}),
    ...defaultSetup(config).providers?.[provider]?.model_marks,
  }
}

/** What is known of a model: an admin's marks, or else its name. Null is unknown. Pure. */
export function abilitiesOf(
  organization: OrganizationSettings,
  provider: string,
  model: string,
): ModelAbilities {
  const all = marksOf(organization, provider)
  const marks = Object.hasOwn(all, model) ? (all[model] ?? {}) : {}
  const name = model.toLowerCase().replace(/^(openai|anthropic|google|meta-llama|mistralai)\//, '')
  const byName = KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? {}
  return {
    text: marks.text ?? byName.text ?? null,
    pictures: marks.pictures ?? byName.pictures ?? null,
    tools: marks.tools ?? byName.tools ?? null,
    embeddings: marks.embeddings ?? byName.embeddings ?? null,
    context: marks.context ?? byName.context ?? null,
    marks,
  }
}
