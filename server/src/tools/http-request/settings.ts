import { isMessage, type Message, say } from '@bellwether/wire'
import * as z from 'zod'
import { toIssue } from '../../platform/http/plain-issue.ts'
import { type BodyTemplate, bodyParametersOf, parseBodyTemplate } from './body-template.ts'
import { findFault } from './check-arguments.ts'
import { contentTypeOf, headersSchema } from './headers.ts'
import { parametersSchema } from './parameters.ts'
import { parseResponsePath } from './response-path.ts'
import { parseUrlTemplate, pathParametersOf, type UrlTemplate, urlParametersOf } from './url-template.ts'

const fields = z.object({
  name: z
    .string(say('tools.name_required').text)
    .regex(/^[a-z][a-z0-9_]{0,47}$/, say('tools.name_invalid').text),
  description: z
    .string(say('tools.description_required').text)
    .trim()
    .min(1, say('tools.description_required').text)
    .max(1000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z.string(say('tools.url_required').text).trim().max(2000),
  headers: headersSchema,
  body_template: z.unknown().optional(),
  parameters: parametersSchema,
  response_path: z
    .string()
    .trim()
    .max(500)
    .refine((path) => path === '' || parseResponsePath(path) !== undefined, {
      message: say('tools.response_path').text,
    })
    .optional(),
  max_bytes: z.int().min(100).max(1_000_000).default(100_000),
  timeout_ms: z.int().min(100).max(30_000).default(10_000),
  allow_when_published: z.boolean().default(false),
})
export type HttpRequestSettings = z.output<typeof fields>

/** The settings, with every check that is possible before a call. */
export const settingsSchema = fields.superRefine((settings, context) => {
  for (const { path, message } of findFaults(settings)) context.addIssue(toIssue(message, path))
})

interface Fault {
  path: string[]
  message: Message
}

function findFaults(settings: HttpRequestSettings): Fault[] {
  const url = parseUrlTemplate(settings.url)
  const body = toBodyTemplate(settings)
  const broken = [
    ...(isMessage(url) ? [{ path: ['url'], message: url }] : []),
    ...(isMessage(body) ? [{ path: ['body_template'], message: body }] : []),
  ]
  if (isMessage(url) || isMessage(body)) return broken
  return [...findUndeclared(settings, url, body), ...findParameterFaults(settings, url, body)]
}

/** Undefined if there is none; an error message if it is invalid. */
export function toBodyTemplate({
  method,
  headers,
  body_template: template,
}: HttpRequestSettings): BodyTemplate | Message | undefined {
  if (template === undefined || template === null || template === '') return undefined
  if (method === 'GET') return say('tools.body_get')
  return parseBodyTemplate(template, contentTypeOf(headers))
}

function findUndeclared(
  { parameters }: HttpRequestSettings,
  url: UrlTemplate,
  body: BodyTemplate | undefined,
): Fault[] {
  const undeclared = (path: string, names: string[]): Fault[] =>
    [...new Set(names)]
      .filter((name) => !Object.hasOwn(parameters.properties, name))
      .map((name) => ({
        path: [path],
        message: say('tools.parameter_undeclared', { name: `{${name}}` }),
      }))
  return [
    ...undeclared('url', urlParametersOf(url)),
    ...undeclared('body_template', body ? bodyParametersOf(body) : []),
  ]
}

function findParameterFaults(
  { parameters: { properties, required } }: HttpRequestSettings,
  url: UrlTemplate,
  body: BodyTemplate | undefined,
): Fault[] {
  const faults: Fault[] = []
  const used = new Set([...urlParametersOf(url), ...(body ? bodyParametersOf(body) : [])])
  const inPath = new Set(pathParametersOf(url))
  for (const [name, parameter] of Object.entries(properties)) {
    const fault = (message: Message) => faults.push({ path: ['parameters', 'properties', name], message })
    const wrong = parameter.default === undefined ? undefined : findFault(parameter, parameter.default)
    if (wrong) fault(say('tools.parameter_default', { problem: wrong }))
    if (!used.has(name)) fault(say('tools.parameter_unused', { name: `{${name}}` }))
    if (inPath.has(name) && parameter.default === undefined && !required.includes(name))
      fault(say('tools.parameter_in_path'))
    if ((parameter.minimum ?? -Infinity) > (parameter.maximum ?? Infinity))
      fault(say('tools.parameter_range'))
    if ((parameter.minLength ?? 0) > (parameter.maxLength ?? Infinity)) fault(say('tools.parameter_lengths'))
  }
  for (const name of required.filter((field) => !Object.hasOwn(properties, field)))
    faults.push({
      path: ['parameters', 'required'],
      message: say('tools.required_undeclared', { name: JSON.stringify(name) }),
    })
  return faults
}
