import * as z from 'zod'
import { withoutSecrets } from './placeholders.ts'

/** They belong to the connection, would tell who else we know, or would make a request another one than it seems. */
const NOT_YOURS = new Set([
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
const NOT_YOURS_EITHER = /^(proxy|sec|x-forwarded)-/
/** Under such names stands what nobody may read who may read the assistant. */
const HOLDS_A_SECRET =
  /authorization|api[-_]?key|token|secret|password|credential|(^|[-_])(auth|key|pwd|jwt|session)$/

const headerSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .max(100)
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'a header’s name has letters, digits and - only')
      .meta({ title: 'Name' }),
    value: z
      .string()
      .max(2000)
      .regex(/^[\x20-\x7e]*$/, 'a header’s value is one line of printable ASCII characters')
      .meta({ title: 'Value', description: 'Can contain {secret:NAME}.' }),
  })
  .superRefine(({ name, value }, context) => {
    const message = findHeaderFault(name.toLowerCase(), value)
    if (message) context.addIssue({ code: 'custom', message })
  })

function findHeaderFault(name: string, value: string): string | undefined {
  if (NOT_YOURS.has(name) || NOT_YOURS_EITHER.test(name)) return `the header ${name} can’t be set; remove it`
  const rest = withoutSecrets(value)
  if (/[{}]/.test(rest)) return 'only {secret:NAME} may stand in braces in a header'
  if (HOLDS_A_SECRET.test(name) && rest === value && value.trim() !== '')
    return `keep what ${name} holds as a tool secret, and write {secret:NAME} here`
  return undefined
}

export const headersSchema = z
  .array(headerSchema)
  .max(20)
  .default([])
  .refine(
    (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
    'a header stands here twice; remove one',
  )
export type HeaderList = z.output<typeof headersSchema>

export const contentTypeOf = (headers: HeaderList): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
