import { isMessage, joinMessages, say } from '@bellwether/wire'
import * as z from 'zod'
import { isAppError, messageOf } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import type { Outbound, OutboundRequest } from '../../platform/outbound/outbound.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import type { ToolOutput, ToolRun } from '../tool.ts'
import { toFailed } from '../tool-failure.ts'
import { fillBody } from './body-template.ts'
import { type ApiAnswer, callApi } from './call-api.ts'
import { checkArguments } from './check-arguments.ts'
import { toJsonSchema } from './parameters.ts'
import { fillSecrets, type Values } from './placeholders.ts'
import { type FindSecret, resolveSecrets } from './resolve-secrets.ts'
import { parseResponsePath, pickText } from './response-path.ts'
import { type HttpRequestSettings, settingsSchema, toBodyTemplate } from './settings.ts'
import { fillUrl, HttpToolFailure, parseUrlTemplate } from './url-template.ts'

export interface HttpRequestDeps {
  /** Guarded, because educators choose these URLs. */
  outbound: Pick<Outbound, 'guarded'>
  findSecret: FindSecret
}

type Arguments = Record<string, unknown>
type Run = ToolRun<HttpRequestSettings, Arguments>

const MAX_REASON = 300

/** A tool that educators configure without code: one HTTP request with parameters that the model fills in. */
export const httpRequestTool = (deps: HttpRequestDeps) =>
  defineBuiltIn<HttpRequestSettings, Arguments>({
    name: 'http_request',
    category: 'custom',
    version: '1.0',
    config: settingsSchema,
    // Another tool's output in the URL could redirect the call.
    readsOwnPlaceholders: true,
    input: z.record(z.string(), z.unknown()),
    inject: {
      placeholder: 'http_result',
      // All other parameters use their defaults.
      input: ({ question }) => ({ question }),
      status: ({ name }) => `🌐 Calling ${name}…`,
    },
    call: {
      // The list of tools needs a name without settings.
      functionName: ({ name }: { name?: string }) => name ?? 'http_request',
      describe: ({ description }) => description,
      parameters: ({ parameters }) => toJsonSchema(parameters),
    },
    explain: ({ description, url }) => {
      const template = parseUrlTemplate(url)
      return { description, sentTo: isMessage(template) ? undefined : new URL(template.origin).host }
    },
    hasSideEffects: ({ method }) => method !== 'GET',
    opensChanges: ({ allow_when_published: isOpen }) => isOpen,
    async run(run) {
      try {
        return await request(deps, run)
      } catch (error) {
        run.signal.throwIfAborted()
        // The message of an AppError is meant for people, such as a URL that is not allowed or an unreachable
        // server.
        if (!(error instanceof HttpToolFailure) && !isAppError(error)) throw error
        const message = error instanceof HttpToolFailure ? error.reason : messageOf(error)
        return { ...toFailed(message), reason: error.message.slice(0, MAX_REASON) }
      }
    },
  })

async function request(deps: HttpRequestDeps, run: Run): Promise<ToolOutput> {
  const { config, assistant, signal } = run
  signal.throwIfAborted()
  const values = requireGoodArguments(run)
  const template = parseUrlTemplate(config.url)
  if (isMessage(template)) throw new HttpToolFailure(template)
  const url = new URL(fillUrl(template, values))
  const secrets = await resolveSecrets(deps.findSecret, assistant.ownerId, config.headers, url)
  const answer = await callInTime(deps, run, {
    method: config.method,
    url: url.href,
    ...toHeadersAndBody(config, values, secrets),
  })
  const hidden = [...secrets.values()]
  return {
    ok: true,
    content: redact(toContent(config, answer, url.host), hidden),
    // Without the query, which may contain private values.
    sources: [{ title: config.name, url: redact(url.origin + url.pathname, hidden) }],
  }
}

function requireGoodArguments({ config: { parameters }, input }: Run): Values {
  // The engine always passes the question; tools without such a parameter ignore it.
  const { question, ...others } = input
  const values = Object.hasOwn(parameters.properties, 'question') ? { ...others, question } : others
  const checked = checkArguments(parameters, values)
  if (!checked.ok) throw new HttpToolFailure(joinMessages('parts.series', checked.faults))
  return checked.values
}

function toHeadersAndBody(
  config: HttpRequestSettings,
  values: Values,
  secrets: ReadonlyMap<string, string>,
): Pick<OutboundRequest, 'headers' | 'body'> {
  const template = toBodyTemplate(config)
  if (isMessage(template)) throw new HttpToolFailure(template)
  const payload = template && fillBody(template, values)
  const headers: Record<string, string> = {
    'user-agent': 'Bellwether',
    accept: 'application/json, text/*;q=0.9',
    ...(payload ? { 'content-type': payload.contentType } : {}),
  }
  for (const { name, value } of config.headers) headers[name.toLowerCase()] = fillSecrets(value, secrets)
  return { headers, ...(payload ? { body: payload.body } : {}) }
}

/** Applies one time limit to everything: the connection, redirects, and a slow body. */
async function callInTime(
  { outbound }: HttpRequestDeps,
  { config, signal }: Run,
  call: Omit<OutboundRequest, 'signal'>,
): Promise<ApiAnswer> {
  const limit = limitTime(signal, config.timeout_ms, () => toTimeout(config.timeout_ms))
  try {
    return await callApi(outbound.guarded.tools, { ...call, signal: limit.signal }, config.max_bytes)
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted)
      throw new HttpToolFailure(
        say('reasons.web_timeout', { host: new URL(call.url).host, seconds: config.timeout_ms / 1000 }),
      )
    throw error
  } finally {
    limit.clear()
  }
}

function toContent(
  { response_path: text = '' }: HttpRequestSettings,
  answer: ApiAnswer,
  host: string,
): string {
  const path = text ? parseResponsePath(text) : undefined
  if (answer.text === '') return `${host} answered with status ${answer.status} and no content.`
  if (!path) return answer.text
  const picked = pickText(path, parseJson(answer.text, host))
  if (picked === undefined) throw new HttpToolFailure(say('reasons.web_no_value', { host, path: text }))
  return picked
}

function parseJson(text: string, host: string): unknown {
  const value = tryParseJson(text)
  if (value === undefined) throw new HttpToolFailure(say('reasons.web_not_json', { host }))
  return value
}

const REDACTED = '[redacted]'

/** Removes these secrets from a text, in all common encodings. Pure. */
function redact(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text
  // Longest first: one may be part of another, and the rest of it would remain.
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length)
  return spellings.reduce((left, spelling) => left.replaceAll(spelling, REDACTED), toPlainEscapes(text))
}

const spellingsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('hex').toUpperCase(),
]

/**
 * Decodes JSON escapes such as `\u0073` and `\/`, which hide a secret from a search but not from
 * people. `\\` stays a pair.
 */
const toPlainEscapes = (text: string): string =>
  text.replace(/\\(?:u00([2-7][0-9a-f])|(.))/gi, (written: string, code?: string, other?: string) => {
    if (other !== undefined) return other === '/' ? '/' : written
    const character = String.fromCharCode(Number.parseInt(code ?? '', 16))
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
