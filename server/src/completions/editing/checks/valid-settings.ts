import { advancedSettings, parseJsonObject, say, toolTimeoutSchema } from '@bellwether/wire'
import type * as z from 'zod'
import { badRequest } from '../../../platform/errors.ts'
import { issueMessage } from '../../../platform/http/plain-issue.ts'

/** Refuses values on save that a run would silently replace with the defaults. */
export function requireValidSettings(metadata: string): void {
  const settings = parseJsonObject(metadata) ?? {}
  for (const { name, accepts } of advancedSettings()) requireValid(accepts, settings[name], name)
  const tools: unknown = settings['tools']
  if (!Array.isArray(tools)) return
  for (const [index, entry] of tools.entries()) {
    if (typeof entry === 'object' && entry !== null)
      requireValid(toolTimeoutSchema, Reflect.get(entry, 'timeout_ms'), `tools/${index}/timeout_ms`)
  }
}

function requireValid(schema: z.ZodType, value: unknown, field: string): void {
  if (value === undefined || value === null) return
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) return
  const path = [field, ...issue.path].join('/')
  throw badRequest(say('settings.field_invalid', { path, problem: issueMessage(issue) }))
}
