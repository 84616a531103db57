import { type ClientPolicy, type CompletionRequest, say } from '@bellwether/wire'
import * as z from 'zod'
import type { Connector } from '../../connectors/connector.ts'
import { badRequest } from '../../platform/errors.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import { isObject } from '../../platform/is-object.ts'

/** More than any model generates in one answer. */
const MAX_ANSWER_TOKENS = 1_000_000
const MAX_FUNCTIONS = 128
const MAX_STOPS = 4
const MAX_BIASES = 1024
const MAX_ID_LENGTH = 512
const LABEL_RULE = `must be a string of at most ${MAX_ID_LENGTH} characters`

const between = (min: number, max: number) =>
  z.number(`must be a number between ${min} and ${max}`).min(min).max(max)
const wholeNumber = (min: number, max: number) =>
  z.int(`must be a whole number between ${min} and ${max}`).min(min).max(max)
const flag = z.boolean('must be true or false')
const label = z.string(LABEL_RULE).max(MAX_ID_LENGTH, LABEL_RULE)

const functionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, say('fields.tool_name').text)
const functionSpec = z.looseObject({
  name: functionName,
  description: z.string().nullish(),
  parameters: z.looseObject({}).nullish(),
  strict: z.boolean().nullish(),
})
const clientTool = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('function'), function: functionSpec }),
    z.looseObject({ type: z.literal('custom'), custom: z.looseObject({ name: functionName }) }),
  ],
  'must be a tool of type "function" or "custom"',
)
const responseFormat = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('text') }),
    z.looseObject({ type: z.literal('json_object') }),
    z.looseObject({
      type: z.literal('json_schema'),
      json_schema: z.looseObject({ name: z.string().min(1), schema: z.looseObject({}).nullish() }),
    }),
  ],
  'must have a type: "text", "json_object" or "json_schema"',
)

/** The parameters that a client may set, with OpenAI's types and ranges. Others are ignored. */
const PARAMS = {
  temperature: between(0, 2),
  top_p: between(0, 1),
  n: wholeNumber(1, 128),
  best_of: wholeNumber(1, 128),
  max_tokens: wholeNumber(1, MAX_ANSWER_TOKENS),
  max_completion_tokens: wholeNumber(1, MAX_ANSWER_TOKENS),
  stop: z.union(
    [z.string(), z.array(z.string()).max(MAX_STOPS)],
    `must be a string or a list of at most ${MAX_STOPS} strings`,
  ),
  presence_penalty: between(-2, 2),
  frequency_penalty: between(-2, 2),
  logit_bias: z
    .record(z.string(), between(-100, 100))
    .refine((biases) => Object.keys(biases).length <= MAX_BIASES, `must have at most ${MAX_BIASES} entries`),
  logprobs: flag,
  top_logprobs: wholeNumber(0, 20),
  seed: z.int('must be a whole number'),
  user: label,
  safety_identifier: label,
  prompt_cache_key: label,
  response_format: responseFormat,
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']),
  verbosity: z.enum(['low', 'medium', 'high']),
  tools: z.array(clientTool).max(MAX_FUNCTIONS),
  tool_choice: z.union(
    [z.enum(['none', 'auto', 'required']), z.looseObject({ type: z.string() })],
    'must be "none", "auto", "required" or one of the tools',
  ),
  parallel_tool_calls: flag,
  functions: z.array(functionSpec).max(MAX_FUNCTIONS),
  function_call: z.union([z.enum(['none', 'auto']), z.looseObject({ name: functionName })]),
  // Parameters of other OpenAI-compatible servers.
  top_k: wholeNumber(-1, 100_000),
  min_p: between(0, 1),
  repetition_penalty: between(0, 10),
  num_ctx: wholeNumber(1, 10_000_000),
  num_predict: wholeNumber(1, MAX_ANSWER_TOKENS),
  // Only if the assistant's policy allows them: they cost extra, or make the provider store the conversation.
  store: flag,
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority']),
  web_search_options: z.looseObject({}),
  prediction: z.looseObject({}),
  modalities: z.array(z.enum(['text', 'audio'])),
  audio: z.looseObject({}),
} as const

type ParamName = keyof typeof PARAMS
const isParam = (name: string): name is ParamName => Object.hasOwn(PARAMS, name)

/** These cost extra, or make the provider store the conversation. */
const NEEDS_PERMISSION: ReadonlySet<string> = new Set<ParamName>([
  'store',
  'service_tier',
  'web_search_options',
  'prediction',
  'modalities',
  'audio',
])

/** These only apply to functions sent by the client; providers refuse them otherwise. */
const ABOUT_FUNCTIONS: ReadonlySet<string> = new Set<ParamName>([
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
])

/** Read by this server and never sent to the model. */
const OURS: ReadonlySet<string> = new Set(['model', 'messages', 'stream', 'stream_options'])

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** Whether the client sends functions of its own. Some clients always send the field, empty or null. Pure. */
export const hasOwnFunctions = (request: CompletionRequest): boolean =>
  isFilled(request['tools']) || isFilled(request['functions'])

export interface ClientParams {
  params: Record<string, unknown>
  /** Parameters that were not sent to the provider. */
  ignored: string[]
}

/** Validates the client's parameters. Throws bad_request naming the first invalid one. Pure. */
export function readClientParams(request: CompletionRequest, policy: ClientPolicy): ClientParams {
  const params: Record<string, unknown> = {}
  const ignored: string[] = []
  const hasFunctions = hasOwnFunctions(request)
  const permitted = new Set<string>(policy.allow)
  for (const name in request) {
    const value = request[name]
    if (OURS.has(name) || value === undefined || value === null) continue
    if (!isParam(name)) continue
    const parsed = PARAMS[name].safeParse(value)
    if (!parsed.success) throw wrong(name, parsed.error)
    if (NEEDS_PERMISSION.has(name) && !permitted.has(name)) ignored.push(name)
    else if (hasFunctions || !ABOUT_FUNCTIONS.has(name)) params[name] = value
  }
  requireFewChoices(params, policy.max_n ?? 1)
  requireKnownChoice(params)
  return { params, ignored }
}

function wrong(name: string, { issues }: z.ZodError): Error {
  const [issue] = issues
  const param = [name, ...(issue?.path ?? []).map(String)].join('.')
  return badRequest(say('answers.param_invalid', { param, problem: issueMessage(issue) }), {
    param,
  })
}

/** Limits the number of choices, because each one costs money. */
function requireFewChoices(params: ClientParams['params'], max: number): void {
  for (const param of ['n', 'best_of']) {
    const value = params[param]
    if (typeof value === 'number' && value > max)
      throw badRequest(say('answers.too_many_choices', { param, limit: max }), { param })
  }
}

/** The function in `tool_choice` must be one of those sent. Both were checked above, so no schema is needed. */
function requireKnownChoice({ tools, tool_choice: choice }: ClientParams['params']): void {
  const name = functionNameOf(choice)
  if (name === undefined) return
  if (!Array.isArray(tools) || !tools.some((tool) => functionNameOf(tool) === name))
    throw badRequest(say('answers.unknown_tool_choice', { name }), { param: 'tool_choice' })
}

const functionNameOf = (choice: unknown): string | undefined => {
  const chosenFunction = isObject(choice) ? choice['function'] : undefined
  const name = isObject(chosenFunction) ? chosenFunction['name'] : undefined
  return typeof name === 'string' ? name : undefined
}

/** Refuses parameters that the provider does not support, instead of dropping them silently. */
export function requireSupported(connector: Connector, params: Readonly<Record<string, unknown>>): void {
  const refused = connector.findUnsupported?.(params)
  if (!refused) return
  const { param, message: problem } = refused
  throw badRequest(say('answers.param_invalid', { param, problem }), { param })
}
