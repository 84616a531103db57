import * as z from 'zod'
import { answerLimitsSchema } from '../oversight/money.ts'
import { toolTimeoutSchema } from '../tools/tool-entries.ts'
import { parseJsonObject, toGreeting, toSuggestedQuestions } from './assistant-texts.ts'

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

/** Missing means the strictest. */
const clientPolicySchema = z.object({
  /** For `n` and `best_of`. */
  max_n: z.int().min(1).max(16).optional(),
  allow: z
    .array(z.enum(['store', 'service_tier', 'web_search_options', 'prediction', 'modalities', 'audio']))
    .optional(),
})
export type ClientPolicy = z.infer<typeof clientPolicySchema>

/** Parameters set by the author, with OpenAI's names. Others are passed on as they are. */
const modelParamsSchema = z.looseObject({
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  seed: z.int().nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
})

/** The spending limit that LAMB stores: `{enabled, cost_limit_usd, alert_thresholds}` or a boolean. */
const toQuota = (value: unknown) => {
  const quota: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : { enabled: value }
  const { enabled, cost_limit_usd: limit, alert_thresholds: thresholds } = quota
  return {
    enabled: enabled === true,
    cost_limit_usd: typeof limit === 'number' ? limit : null,
    alert_thresholds: (Array.isArray(thresholds) ? thresholds : []).filter(
      (threshold): threshold is number => typeof threshold === 'number',
    ),
  }
}

/** A switch that may be unset. Any value other than true, false or nothing counts as off. */
const optionalSwitch = z
  .unknown()
  .optional()
  .transform((value) => (value === undefined || value === null ? undefined : value === true))

const looseText = z.union([z.string(), z.number().transform(String)]).catch('')

const capabilitiesSchema = z.looseObject({
  vision: z.boolean().catch(false),
  image_generation: z.boolean().catch(false),
})
const NO_CAPABILITIES = { vision: false, image_generation: false }

/** A stored object without its invalid members: one of them must not remove the limit beside it. */
const validMembers = <S extends z.ZodObject>(schema: S) =>
  schema.catch(({ input, issues }) => {
    const invalid = new Set(issues.map(({ path }) => path?.[0]))
    const valid = Object.entries(Object(input)).filter(([name]) => !invalid.has(name))
    return schema.safeParse(Object.fromEntries(valid)).data ?? schema.parse({})
  })

declare module 'zod' {
  interface GlobalMeta {
    /**
     * Of a setting. `form`: it has its own field in the builder. `advanced`: the builder draws it from the list, and
     * a save refuses invalid values. `program`: programs write it.
     */
    'x-place'?: 'form' | 'advanced' | 'program'
  }
}
const FORM = { 'x-place': 'form' } as const
const ADVANCED = { 'x-place': 'advanced' } as const
const PROGRAM = { 'x-place': 'program' } as const

/**
 * The settings of an assistant: the one list of them. They are read leniently: they may be years old, imported, or
 * written by another program. An invalid field counts as missing; an unknown field is kept. Titles and help are in
 * `texts/<language>/tools.json`, by name.
 */
export const assistantMetadataSchema = z.looseObject({
  connector: settled('openai').meta(FORM),
  /** '' means the provider's default model. */
  llm: looseText.meta(FORM),
  greeting: z.unknown().optional().transform(toGreeting).pipe(z.string()).meta(FORM),
  suggested_questions: z
    .unknown()
    .optional()
    .transform(toSuggestedQuestions)
    .pipe(z.array(z.string()))
    .meta(FORM),
  capabilities: capabilitiesSchema.catch(NO_CAPABILITIES).meta(FORM),
  chat_attachments: z.boolean().catch(false).meta(FORM),
  /** As saved: the available tools and the format of entries are defined in a higher layer. */
  tools: z.array(z.unknown()).catch([]).meta(FORM),
  allow_side_effects: z.boolean().catch(false).meta(FORM),
  /** Whether tool output is marked as data in the prompt; unset means only for multi-tool assistants. */
  fence_data: optionalSwitch.meta(FORM),
  prompt_processor: settled('simple_augment', ['default']).meta(FORM),
  /**
   * '' means none at all, which LAMB distinguishes from `no_rag`: the former removes `{context}`, the latter leaves
   * blank lines.
   */
  rag_processor: settled('')
    .transform((name) => (name.toLowerCase() === 'no rag' ? 'no_rag' : name))
    .meta(FORM),
  file_path: looseText.meta(FORM),
  rubric_id: looseText.meta(FORM),
  rubric_format: z.enum(['markdown', 'json']).catch('markdown').meta(FORM),

  model_params: validMembers(modelParamsSchema).meta(ADVANCED),
  /**
   * The model that chooses tools: a name, or `fast`. '' means the organization's setting, or else the assistant's
   * own.
   */
  tool_model: z.string().trim().catch('').meta(ADVANCED),
  max_tool_iterations: z.int().min(1).max(20).catch(5).meta(ADVANCED),
  tool_timeout_ms: toolTimeoutSchema.catch(10_000).meta(ADVANCED),
  limits: validMembers(answerLimitsSchema).meta(ADVANCED),
  /** Whether another model may answer when this one fails; unset means the organization's setting. */
  model_fallback: z.boolean().optional().catch(undefined).meta(ADVANCED),
  client_policy: validMembers(clientPolicySchema).meta(ADVANCED),
  blank_context: z.boolean().catch(false).meta(ADVANCED),
  status_style: z.enum(['event', 'content']).catch('event').meta(ADVANCED),
  verbose: z.boolean().catch(false).meta(ADVANCED),

  /** Missing or unknown means `classic`. */
  assistant_type: z
    .unknown()
    .optional()
    .transform((value) => ASSISTANT_TYPES.find((type) => type === value) ?? 'classic')
    .meta(PROGRAM),
  quota: z.unknown().optional().transform(toQuota).meta(PROGRAM),
  /** Settings without a version are from before versions existed. */
  _format_version: z.int().min(1).catch(1).meta(PROGRAM),
})
export type AssistantMetadata = z.infer<typeof assistantMetadataSchema>

/** What people who chat with an assistant may know of its settings. */
export const chatSettingsSchema = z.object({
  ...assistantMetadataSchema.pick({ greeting: true, suggested_questions: true, chat_attachments: true })
    .shape,
  capabilities: capabilitiesSchema.strip().catch(NO_CAPABILITIES),
})

/**
 * The advanced settings: what a save accepts, which is the schema without the value that replaces an invalid one, and
 * the value that counts if there is none.
 */
export const advancedSettings = () =>
  Object.entries(assistantMetadataSchema.shape).flatMap(([name, schema]) =>
    schema.meta()?.['x-place'] === 'advanced' && 'unwrap' in schema
      ? [{ name, accepts: schema.unwrap(), fallback: schema.parse(undefined) }]
      : [],
  )

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
