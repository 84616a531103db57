import { type Message, say } from '@bellwether/wire'
import * as z from 'zod'
import { toIssue } from '../../platform/http/plain-issue.ts'
import { withoutSecrets } from './placeholders.ts'

/** Headers that belong to the connection, reveal other users or change the meaning of a request. */
const RESERVED_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-real-ip',
])
const RESERVED_PREFIX = /^(proxy|sec|x-forwarded)-/
/** Names of headers with credentials, which people who can read the assistant must not see. */
const SECRET_HEADER =
  /authorization|api[-_]?key|token|secret|password|credential|(^|[-_])(auth|key|pwd|jwt|session)$/

const headerSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .max(100)
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, say('tools.header_name').text),
    value: z
      .string()
      .max(2000)
      .regex(/^[\x20-\x7e]*$/, say('tools.header_value').text),
  })
  .superRefine(({ name, value }, context) => {
    const message = findHeaderFault(name.toLowerCase(), value)
    if (message) context.addIssue(toIssue(message))
  })

function findHeaderFault(name: string, value: string): Message | undefined {
  if (RESERVED_HEADERS.has(name) || RESERVED_PREFIX.test(name))
    return say('tools.header_not_allowed', { name })
  const rest = withoutSecrets(value)
  if (/[{}]/.test(rest)) return say('tools.header_braces', { secret: '{secret:NAME}' })
  if (SECRET_HEADER.test(name) && rest === value && value.trim() !== '')
    return say('tools.header_secret', { name, secret: '{secret:NAME}' })
  return undefined
}

export const headersSchema = z
  .array(headerSchema)
  .max(20)
  .default([])
  .refine(
    (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
    say('tools.header_twice').text,
  )
export type HeaderList = z.output<typeof headersSchema>

export const contentTypeOf = (headers: HeaderList): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
