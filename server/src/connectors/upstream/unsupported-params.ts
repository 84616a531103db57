import { say } from '@bellwether/wire'
import { isObject } from '../../platform/is-object.ts'
import type { ModelRequest, UnsupportedParam } from '../connector.ts'

/** Parameters that change the kind of answer, and whether a value asks only for an ordinary answer. */
const ORDINARY: Readonly<Record<string, (value: unknown) => boolean>> = {
  n: (value) => value === 1,
  best_of: (value) => value === 1,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  response_format: (value) => isObject(value) && value.type === 'text',
  tools: (value) => Array.isArray(value) && value.length === 0,
  tool_choice: (value) => value === 'auto' || value === 'none',
  parallel_tool_calls: (value) => value === true,
  functions: (value) => Array.isArray(value) && value.length === 0,
  function_call: (value) => value === 'auto' || value === 'none',
  logit_bias: (value) => isObject(value) && Object.keys(value).length === 0,
  presence_penalty: (value) => value === 0,
  frequency_penalty: (value) => value === 0,
  seed: () => false,
  stop: (value) => Array.isArray(value) && value.length === 0,
  modalities: (value) => Array.isArray(value) && value.every((modality) => modality === 'text'),
  reasoning_effort: () => false,
  web_search_options: () => false,
  audio: () => false,
}

/** Sampling parameters, which have no meaning for image models or without a model. */
export const SAMPLING: ReadonlySet<string> = new Set([
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'logit_bias',
  'reasoning_effort',
])

/** Returns the first parameter that is not in `supported` and asks for more than an ordinary answer. Pure. */
export function findUnsupported(
  title: string,
  supported: ReadonlySet<string>,
  params: ModelRequest['params'],
): UnsupportedParam | undefined {
  for (const [param, isOrdinary] of Object.entries(ORDINARY)) {
    const value = params[param]
    if (value === undefined || value === null || supported.has(param) || isOrdinary(value)) continue
    return { param, message: say('providers.param_unsupported', { provider: title }) }
  }
  return undefined
}
