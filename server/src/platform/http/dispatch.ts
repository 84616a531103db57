import { say } from '@bellwether/wire'
import type { Caller, UserCaller } from '../caller.ts'
import { isGuest, isOrganizationAdmin } from '../caller.ts'
import { isForeignKeyViolation } from '../db/violations.ts'
import { AppError, forbidden, invalidFields, unauthenticated } from '../errors.ts'
import { sendAnswer, sendError } from './answer.ts'
import { check, faultsOf, parseJson, readBody } from './body.ts'
import { type Access, ANSWERED, type Endpoint, OWN_API } from './endpoint.ts'
import { toAppError } from './error-bodies.ts'
import { type Exchange, isStopped } from './exchange.ts'
import { parseForm } from './forms/parse-form.ts'
import type { Idempotency } from './idempotency/idempotency.ts'
import { createRouter } from './router.ts'
import { findUnknownField } from './unknown-fields.ts'

/** Reads the credential of a request. Undefined if none was sent; throws `unauthenticated` for an invalid one. */
export type Authenticate = (exchange: Exchange) => Promise<Caller | undefined>

/**
 * Pages for browsers. Both methods return false if the request is not for them; otherwise they have written the
 * response.
 */
export interface Pages {
  /** Runs before the endpoints: a page and an endpoint may have the same path. */
  serve(exchange: Exchange, path: string): Promise<boolean>
  /** Runs when there is no endpoint. */
  serveMissing(exchange: Exchange): Promise<boolean>
}

export interface AdminChange {
  caller: UserCaller
  /** `PUT /creator/admin/users/{id}` */
  action: string
  /** The ids in the path: `id=7`. */
  object: string
  /** The slug of the organization, if it is part of the path. */
  organization: string | undefined
  /** True once a part of the response was sent, such as of a download: an error is no refusal then. */
  isResponding(): boolean
}

export interface DispatchOptions {
  endpoints: readonly Endpoint[]
  authenticate: Authenticate
  maxBodyBytes: number
  /**
   * Makes and logs every change by an admin: none is saved without an entry, even if the server is killed. Never gets the input,
   * which may contain secrets.
   */
  noteAdminChange?<T>(about: AdminChange, change: () => Promise<T>): Promise<T>
  /** Undefined: repeated requests are not detected, such as in tests of a few endpoints. */
  idempotency?: Pick<Idempotency, 'once'>
  /** Undefined: this server has no pages. */
  pages?: Pages | undefined
}

/**
 * Finds the endpoint, authorizes the caller, parses the input and answers. One of the four places that catch errors.
 */
export function createDispatch(options: DispatchOptions) {
  const router = createRouter(options.endpoints)

  return async function dispatch(exchange: Exchange): Promise<void> {
    const { incoming, outgoing } = exchange
    const url = incoming.url ?? '/'
    const cut = url.indexOf('?')
    const path = withoutTrailingSlash(cut < 0 ? url : url.slice(0, cut))
    const method = incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET')
    const pages = method === 'GET' ? options.pages : undefined
    if (await pages?.serve(exchange, path)) return
    const match = router.match(method, path)
    if (!match) {
      incoming.resume()
      if (await pages?.serveMissing(exchange)) return
      return sendUnmatched(exchange, router.methodsAt(path), path)
    }
    exchange.route = match.route
    const { endpoint } = match
    let caller: Caller | undefined
    try {
      exchange.isOpenToGuests = endpoint.openToGuests
      caller = await authorize(endpoint.access, exchange, options.authenticate)
      const params = endpoint.params
        ? check(endpoint.params, match.params, 'path', endpoint.errors)
        : match.params
      const query = endpoint.query
        ? check(endpoint.query, toQuery(cut < 0 ? '' : url.slice(cut + 1)), 'query', endpoint.errors)
        : {}
      const body = endpoint.body ? await readInput(endpoint, exchange, options.maxBodyBytes) : undefined
      const handle = async () => endpoint.handle({ params, query, body, caller, exchange })
      const { idempotency, noteAdminChange } = options
      let work = handle
      if (noteAdminChange && isAdminChange(endpoint) && caller?.kind === 'user') {
        const about = {
          caller,
          action: `${endpoint.method} ${match.route}`,
          object: toObjectText(match.params),
          organization: toOrganization(match.params['slug'], query),
          isResponding: () => outgoing.headersSent,
        }
        work = () => noteAdminChange(about, handle)
      }
      const answer = await (idempotency
        ? idempotency.once({ endpoint, exchange, caller, body }, work)
        : work())
      if (answer !== ANSWERED) sendAnswer(outgoing, endpoint.status, answer)
    } catch (error) {
      refuse(exchange, endpoint, caller, error)
    }
  }
}

const isAdminChange = ({ method, audited }: Endpoint): boolean => method !== 'GET' && audited

const toObjectText = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')

const toOrganization = (slug: string | undefined, query: unknown): string | undefined => {
  const org = typeof query === 'object' && query !== null && 'org' in query ? query.org : undefined
  return slug ?? (typeof org === 'string' ? org : undefined)
}

function refuse(exchange: Exchange, endpoint: Endpoint, caller: Caller | undefined, thrown: unknown): void {
  const error = exchange.errorFor(caller, toAppError(thrown))
  if (error.code === 'internal') {
    // The access log tells whose client is gone.
    if (!isStopped(thrown, exchange.signal))
      exchange.log.error({ err: error.cause ?? error, route: exchange.route }, 'request failed')
  } else if (isForeignKeyViolation(error.cause))
    exchange.log.warn({ err: error.cause, route: exchange.route }, 'request refers to a deleted row')
  sendError(exchange.outgoing, endpoint.errors, error)
}

async function authorize(
  access: Access,
  exchange: Exchange,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  if (access === 'public') return undefined
  if (access === 'optional') {
    // As in LAMB: a stale token does not matter at a public endpoint.
    const identified = await authenticate(exchange).catch(() => undefined)
    return identified?.kind === 'user' && (identified.onlyAssistants === null || isGuest(identified))
      ? identified
      : undefined
  }
  const caller = await authenticate(exchange)
  if (!caller) throw unauthenticated(say('requests.not_authenticated'))
  if (caller.kind === 'user') {
    exchange.callerLabel = `user:${caller.userId}`
    exchange.organizationId = caller.organizationId
  } else exchange.callerLabel = 'system'
  // A guest has come this far because the endpoint is open to guests.
  if (access === 'completion' || isGuest(caller)) return caller
  if (caller.kind === 'system') throw forbidden(say('requests.system_key_only_completions'))
  if (caller.onlyAssistants !== null) throw forbidden(say('requests.key_limited_to_assistants'))
  if (access === 'session' && caller.credential !== 'session')
    throw forbidden(say('requests.session_required'))
  if (access === 'author' && caller.userType === 'end_user' && !caller.systemAdmin)
    throw forbidden(say('requests.account_cannot_build'))
  if (access === 'system-admin' && !caller.systemAdmin) throw forbidden(say('requests.system_admin_required'))
  if (access === 'organization-admin' && !caller.systemAdmin && !isOrganizationAdmin(caller)) {
    throw forbidden(say('requests.organization_admin_required'))
  }
  return caller
}

async function readInput(endpoint: Endpoint, exchange: Exchange, maxBodyBytes: number): Promise<unknown> {
  const bytes = await readBody(exchange.incoming, endpoint.bodyLimit ?? maxBodyBytes)
  const value = await parseInput(endpoint, exchange.header('content-type') ?? '', bytes)
  if (!endpoint.body || endpoint.isOrdinary?.(value)) return value
  const unknown = endpoint.lenient
    ? undefined
    : findUnknownField(endpoint.body, value, endpoint.readOnlyFields)
  if (!unknown) return check(endpoint.body, value, 'body', endpoint.errors)
  throw invalidFields(
    [{ path: [unknown], message: say('requests.unknown_field'), type: 'unrecognized_keys' }],
    // Such as a missing field, often the one that was meant.
    faultsOf(endpoint.body, value, 'body'),
  )
}

function parseInput(endpoint: Endpoint, contentType: string, bytes: Buffer): unknown {
  if (endpoint.bodyKind === 'bytes') return bytes
  if (bytes.length === 0 && endpoint.bodyOptional) return {}
  const isForm =
    contentType.startsWith('multipart/form-data') ||
    contentType.startsWith('application/x-www-form-urlencoded')
  if (endpoint.bodyKind === 'form' || (endpoint.bodyKind === 'json-or-form' && isForm))
    return parseForm(bytes, contentType)
  // Clients of other products send JSON with any type.
  if (endpoint.api === OWN_API && !isJsonType(contentType))
    throw new AppError('unsupported_media_type', say('requests.content_type_not_json'))
  return parseJson(bytes, endpoint.invalidJson)
}

/** A missing type counts as JSON. */
const isJsonType = (contentType: string): boolean =>
  contentType === '' || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType.trim())

function sendUnmatched(exchange: Exchange, allowed: string[], path: string): void {
  if (allowed.length === 0) {
    const isOpenAi = path.startsWith('/v1/')
    const message = say(isOpenAi ? 'requests.openai_url_unknown' : 'requests.not_found')
    const unknown = new AppError('not_found', message, { openAiCode: 'unknown_url' })
    sendError(exchange.outgoing, isOpenAi ? 'openai' : 'lamb', unknown)
    return
  }
  exchange.outgoing.setHeader('allow', allowed.join(', '))
  exchange.outgoing.statusCode = 405
  sendAnswer(exchange.outgoing, 405, { detail: `Use ${allowed.join(' or ')} here` })
}

const withoutTrailingSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path

function toQuery(text: string): Record<string, string | string[]> {
  // Without a prototype, whose properties would otherwise count as values of the request.
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    if (Array.isArray(before)) before.push(value)
    else query[name] = before === undefined ? value : [before, value]
  }
  return query
}

export const overloaded = () =>
  new AppError('unavailable', say('server.overloaded'), {
    retryAfter: 1,
  })
export const shuttingDown = () => new AppError('unavailable', say('server.shutting_down'), { retryAfter: 5 })
