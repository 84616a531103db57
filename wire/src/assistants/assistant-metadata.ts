import * as z from 'zod'
import { answerLimitsSchema } from '../oversight/money.ts'
import { toolTimeoutSchema } from '../tools/tool-entries.ts'
import { parseJsonObject } from './assistant-texts.ts'

/**
 * An assistant that asks others is an orchestrator, one that works on the files of a workspace is an agent. Both are
 * multi-tool assistants.
 */
export const ASSISTANT_TYPES = ['classic', 'multi_tool', 'orchestrator', 'agent'] as const
export type AssistantType = (typeof ASSISTANT_TYPES)[number]

/** A setting that is missing, empty, or an old spelling of "nothing" becomes `fallback`. */
const settled = (fallback: string, oldSpellings: readonly string[] = []) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      const trimmed = typeof value === 'string' ? value.trim() : ''
      return trimmed === '' || oldSpellings.includes(trimmed.toLowerCase()) ? fallback : trimmed
    })

export const maxToolIterationsSchema = z.int().min(1).max(20)

/**
 * What clients may request from an assistant's model beyond the usual parameters (`metadata.client_policy`). Missing
 * means the strictest.
 */
export const clientPolicySchema = z.object({
  /** Maximum number of choices (`n`, `best_of`) in one request; 1 if missing. */
  max_n: z.int().min(1).max(16).optional(),
  /**
   * Parameters that cost extra or make the provider store the conversation. They are only passed on if listed here.
   */
  allow: z
    .array(z.enum(['store', 'service_tier', 'web_search_options', 'prediction', 'modalities', 'audio']))
    .optional(),
})
export type ClientPolicy = z.infer<typeof clientPolicySchema>

/** A switch that may be unset. Any value other than true, false or nothing counts as off. */
const optionalSwitch = z
  .unknown()
  .optional()
  .transform((value) => (value === undefined || value === null ? undefined : value === true))

const looseText = z.union([z.string(), z.number().transform(String)]).catch('')

/**
 * The settings of an assistant, parsed leniently: they may be years old, imported, or written by another program. An
 * invalid field counts as missing; an unknown field is kept.
 */
export const assistantMetadataSchema = z.looseObject({
  prompt_processor: settled('simple_augment', ['default']),
  connector: settled('openai'),
  /** '' means the provider's default model. */
  llm: looseText,
  /**
   * '' means none at all, which LAMB distinguishes from `no_rag`: the former removes `{context}`, the latter leaves
   * blank lines.
   */
  rag_processor: settled('').transform((name) => (name.toLowerCase() === 'no rag' ? 'no_rag' : name)),
  file_path: looseText,
  rubric_id: looseText,
  rubric_format: z.enum(['markdown', 'json']).catch('markdown'),
  capabilities: z
    .looseObject({ vision: z.boolean().catch(false), image_generation: z.boolean().catch(false) })
    .catch({ vision: false, image_generation: false }),
  /** Missing or unknown means `classic`. */
  assistant_type: z
    .unknown()
    .optional()
    .transform((value) => ASSISTANT_TYPES.find((type) => type === value) ?? 'classic'),
  /** As saved: the available tools and the format of entries are defined in a higher layer. */
  tools: z.array(z.unknown()).catch([]),
  /** Whether traces store the model's input. */
  verbose: z.boolean().catch(false),
  /** Time limit of one tool run; an entry may set its own. */
  tool_timeout_ms: toolTimeoutSchema.catch(10_000),
  /** How often the model may call tools before it has to answer. */
  max_tool_iterations: maxToolIterationsSchema.catch(5),
  /** Sampling parameters set by the author, with OpenAI's names (`temperature`, `top_p`, …). */
  model_params: z.record(z.string(), z.unknown()).catch({}),
  /** What clients may set; the strictest policy if it is invalid. */
  client_policy: clientPolicySchema.catch({}),
  /** Whether another model may answer when this one fails; unset means the organization's setting. */
  model_fallback: z.boolean().optional().catch(undefined),
  /**
   * The model that chooses tools: a name, or `fast`. '' means the organization's setting, or else the assistant's
   * own.
   */
  tool_model: settled(''),
  /** The limits of one answer. */
  limits: answerLimitsSchema.catch({}),
  /** Whether tools with side effects may run for everyone, not only for the owner. */
  allow_side_effects: z.boolean().catch(false),
  /** Whether tool output is marked as data in the prompt; unset means only for multi-tool assistants. */
  fence_data: optionalSwitch,
  /** Whether an empty `{context}` leaves blank lines, as LAMB does. */
  blank_context: z.boolean().catch(false),
  /** `content`: status lines are part of the answer's text. */
  status_style: z.enum(['event', 'content']).catch('event'),
})
export type AssistantMetadata = z.infer<typeof assistantMetadataSchema>

/** The normalized form of a stored text. Undefined if it is invalid. Pure. */
export function parseMetadata(json: string): AssistantMetadata | undefined {
  const object = parseJsonObject(json)
  return object && assistantMetadataSchema.parse(object)
}

const ASKING_TOOLS: ReadonlySet<unknown> = new Set(['assistant', 'assistant_call', 'assistant_tool'])

/**
 * The type shown to people, in badges and filters. It follows from the tools that run, not from the stored type:
 * `multi_tool` with an assistant among its tools is an orchestrator. Pure.
 */
export function shownType({ assistant_type: stored, tools }: AssistantMetadata): AssistantType {
  const enabled = tools.filter(
    (entry): entry is Record<string, unknown> =>
      typeof entry === 'object' && entry !== null && Reflect.get(entry, 'enabled') !== false,
  )
  if (enabled.some(hasWorkspace)) return 'agent'
  if (enabled.some((entry) => ASKING_TOOLS.has(nameOf(entry)))) return 'orchestrator'
  if (stored !== 'classic') return 'multi_tool'
  // An entry without `use` that is an object is injected.
  return enabled.some((entry) => nameOf(entry) !== '' && entry['use'] !== 'call') ? 'multi_tool' : 'classic'
}

const nameOf = ({ plugin, type }: Record<string, unknown>): string =>
  [plugin, type].map((name) => (typeof name === 'string' ? name.trim() : '')).find((name) => name !== '') ??
  ''

function hasWorkspace({ config, workspace_id: beside }: Record<string, unknown>): boolean {
  const within =
    typeof config === 'object' && config !== null ? Reflect.get(config, 'workspace_id') : undefined
  return within !== undefined || beside !== undefined
}
