import {
  clientPolicySchema,
  maxToolIterationsSchema,
  parseJsonObject,
  say,
  toolTimeoutSchema,
} from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import { requireValidAnswerLimits } from './answer-limits.ts'

/** Refuses invalid limits on save. A run would silently use the defaults instead. */
export function requireValidLimits(metadata: string): void {
  const settings = parseJsonObject(metadata) ?? {}
  requireTimeout(settings['tool_timeout_ms'], 'tool_timeout_ms')
  const turns = settings['max_tool_iterations']
  if (isGiven(turns) && !maxToolIterationsSchema.safeParse(turns).success)
    throw badRequest(say('settings.max_iterations_invalid'))
  requireValidAnswerLimits(metadata)
  requireGoodPolicy(settings['client_policy'])
  const toolModel = settings['tool_model']
  if (isGiven(toolModel) && typeof toolModel !== 'string')
    throw badRequest(say('settings.tool_model_invalid'))
  const tools: unknown = settings['tools']
  if (!Array.isArray(tools)) return
  for (const [index, entry] of tools.entries()) {
    if (typeof entry === 'object' && entry !== null)
      requireTimeout(Reflect.get(entry, 'timeout_ms'), `tools/${index}/timeout_ms`)
  }
}

function requireGoodPolicy(policy: unknown): void {
  const parsed = isGiven(policy) ? clientPolicySchema.safeParse(policy) : undefined
  if (!parsed?.error) return
  const [issue] = parsed.error.issues
  const path = ['client_policy', ...(issue?.path ?? [])].join('/')
  throw badRequest(say('settings.field_invalid', { path, problem: issueMessage(issue) }))
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function requireTimeout(value: unknown, field: string): void {
  if (isGiven(value) && !toolTimeoutSchema.safeParse(value).success)
    throw badRequest(say('settings.tool_timeout_invalid', { field }))
}
