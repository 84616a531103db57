import {
  clientPolicySchema,
  maxToolIterationsSchema,
  parseJsonObject,
  toolTimeoutSchema,
} from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'
import { requireGoodAnswerLimits } from './answer-limits.ts'

const TIMEOUT_MESSAGE = 'give whole milliseconds, from 1000 to 120000'

/** On save: limits that make no sense are refused, where a run would quietly take the usual ones. */
export function requireGoodLimits(metadata: string): void {
  const settings = parseJsonObject(metadata) ?? {}
  requireTimeout(settings['tool_timeout_ms'], 'tool_timeout_ms')
  const turns = settings['max_tool_iterations']
  if (isGiven(turns) && !maxToolIterationsSchema.safeParse(turns).success)
    throw badRequest('max_tool_iterations: give a whole number, from 1 to 20')
  requireGoodAnswerLimits(metadata)
  requireGoodPolicy(settings['client_policy'])
  const toolModel = settings['tool_model']
  if (isGiven(toolModel) && typeof toolModel !== 'string')
    throw badRequest('tool_model: give the name of a model, or "fast"')
  const tools: unknown = settings['tools']
  if (!Array.isArray(tools)) return
  for (const [index, entry] of tools.entries()) {
    if (typeof entry === 'object' && entry !== null)
      requireTimeout(Reflect.get(entry, 'timeout_ms'), `tools/${index}/timeout_ms`)
  }
}

function requireGoodPolicy(given: unknown): void {
  const parsed = isGiven(given) ? clientPolicySchema.safeParse(given) : undefined
  if (!parsed?.error) return
  const [issue] = parsed.error.issues
  throw badRequest(
    `${['client_policy', ...(issue?.path ?? [])].join('/')}: ${issue?.message ?? 'is not valid'}`,
  )
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function requireTimeout(value: unknown, field: string): void {
  if (isGiven(value) && !toolTimeoutSchema.safeParse(value).success)
    throw badRequest(`${field}: ${TIMEOUT_MESSAGE}`)
}
