import type { ZodType, z } from 'zod'
import type { Caller, UserCaller } from '../caller.ts'
import type { ErrorShape } from './error-bodies.ts'
import type { Exchange } from './exchange.ts'

/**
 * The callers that an endpoint admits; the access policy decides what they may do with an object. There is no default:
 * an endpoint without it does not compile.
 *
 * - `public`: everyone. `optional`: everyone, but a valid credential is recognized.
 * - `user`: a session or an unlimited personal key. `session`: a session only (passwords, keys).
 * - `author`: a `user` who may build assistants. Student accounts are for chatting only.
 * - `organization-admin`, `system-admin`: a `user` with that role.
 * - `completion`: a user, a personal key (also one limited to some assistants), or the operator's system key.
 */
export type Access =
  | 'public'
  | 'optional'
  | 'user'
  | 'session'
  | 'author'
  | 'organization-admin'
  | 'system-admin'
  | 'completion'

export type CallerOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'optional'
    ? UserCaller | undefined
    : A extends 'completion'
      ? Caller
      : UserCaller

export type BodyKind = 'json' | 'form' | 'json-or-form' | 'bytes'

export const OWN_API = 'Bellwether'
/** The APIs that the server speaks: its own, and those of other products. */
export type Api = typeof OWN_API | 'LAMB' | 'OpenAI' | 'LTI' | 'MCP' | 'AgentSmithy'

/** What a request is answered with: JSON of a schema, or what no schema describes. */
export type Answer = ZodType | 'none' | 'file' | 'page' | 'redirect' | 'events'

export interface EndpointSpec<
  A extends Access,
  P extends ZodType,
  Q extends ZodType,
  B extends ZodType,
  R extends Answer,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * In OpenAPI's notation, `/creator/chats/{id}`; `{path+}` matches the rest of the path. Several paths are aliases.
   */
  path: string | readonly string[]
  /** The group on the API page. */
  tag: string
  /** A short title: "List assistants". */
  summary: string
  /** Full sentences: what it does, what it changes and what callers should know. */
  description: string
  access: A
  /** Whether guests of class links may call it, too. Only for chatting with the assistant of their link. */
  openToGuests?: boolean
  params?: P
  query?: Q
  body?: B
  /** Recognizes common bodies that the schema accepts as they are, so that it need not run. False if in doubt. */
  isOrdinary?: (body: unknown) => boolean
  bodyKind?: BodyKind
  bodyLimit?: number
  /** An absent body counts as `{}`. */
  bodyOptional?: boolean
  /** The error for a body that is not JSON: 400, or 422 as FastAPI answers. */
  invalidJson?: 'bad_request' | 'invalid'
  /** Fields that clients send back because they have read them; ignored where unknown fields are refused. */
  readOnlyFields?: readonly string[]
  /** Instead of `body`: a form that the handler reads as a stream (`multipart.ts`). For the API page. */
  form?: ZodType
  /** The response on success. */
  answer: R
  /** Ignores fields of the body that are not in its schema. By default they are refused: a typo must not pass unnoticed. */
  lenient?: boolean
  status?: number
  /**
   * Whether sending the request twice would create two objects, which `Idempotency-Key` prevents. Defaults to true
   * for status 201.
   */
  creates?: boolean
  /** Records the call in the audit log. Endpoints for admins are always recorded. */
  audited?: boolean
  errors?: ErrorShape
  handle(input: {
    params: z.output<P>
    query: z.output<Q>
    body: z.output<B>
    caller: CallerOf<A>
    exchange: Exchange
  }): Answered<R> | Promise<Answered<R>>
}

/** What the handler of an endpoint with this answer returns; a symbol is `ANSWERED`. */
type Answered<R extends Answer> = R extends ZodType
  ? Immutable<z.output<R>> | Reply | symbol
  : R extends 'none'
    ? // biome-ignore lint/suspicious/noConfusingVoidType: what a handler without an answer returns
      void | null | Reply | symbol
    : Reply | symbol

type Immutable<T> = T extends readonly (infer E)[]
  ? readonly Immutable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

/** An endpoint with its types checked and erased, as mounted by the app and listed on the API page. */
export interface Endpoint {
  api: Api
  method: EndpointSpec<Access, ZodType, ZodType, ZodType, Answer>['method']
  paths: readonly string[]
  tag: string
  summary: string
  description: string
  access: Access
  openToGuests: boolean
  params: ZodType | undefined
  query: ZodType | undefined
  body: ZodType | undefined
  isOrdinary?: ((body: unknown) => boolean) | undefined
  bodyKind: BodyKind
  bodyLimit: number | undefined
  bodyOptional: boolean
  invalidJson: 'bad_request' | 'invalid'
  readOnlyFields: ReadonlySet<string>
  lenient: boolean
  form: ZodType | undefined
  answer: Answer | undefined
  status: number
  creates: boolean
  audited: boolean
  errors: ErrorShape
  handle(input: {
    params: unknown
    query: unknown
    body: unknown
    caller: Caller | undefined
    exchange: Exchange
  }): unknown
}

export type ForeignSpec<A extends Access, P extends ZodType, Q extends ZodType, B extends ZodType> = Omit<
  EndpointSpec<A, P, Q, B, Answer>,
  'answer' | 'description' | 'handle'
> & {
  answer?: Answer
  /** What the summary does not say. */
  description?: string
  handle(input: Parameters<EndpointSpec<A, P, Q, B, Answer>['handle']>[0]): unknown
}

/** An endpoint of our own API. */
export function endpoint<
  A extends Access,
  P extends ZodType = ZodType,
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  R extends Answer = Answer,
>(spec: EndpointSpec<A, P, Q, B, R>): Endpoint {
  return toEndpoint(OWN_API, spec)
}

/**
 * Makes endpoints of another product's API: its clients may send fields that we don't read, and how they are answered
 * is described by that product.
 */
export const foreignEndpoint =
  (api: Api) =>
  <A extends Access, P extends ZodType = ZodType, Q extends ZodType = ZodType, B extends ZodType = ZodType>(
    spec: ForeignSpec<A, P, Q, B>,
  ): Endpoint =>
    toEndpoint(api, { lenient: true, ...spec })

function toEndpoint<A extends Access, P extends ZodType, Q extends ZodType, B extends ZodType>(
  api: Api,
  spec: ForeignSpec<A, P, Q, B>,
): Endpoint {
  return {
    api,
    method: spec.method,
    paths: typeof spec.path === 'string' ? [spec.path] : spec.path,
    tag: toTag(api, spec.tag),
    summary: spec.summary,
    description: spec.description ?? `In the form of ${api}’s API.`,
    access: spec.access,
    openToGuests: spec.openToGuests ?? false,
    params: spec.params,
    query: spec.query,
    body: spec.body,
    isOrdinary: spec.isOrdinary,
    bodyKind: spec.bodyKind ?? 'json',
    bodyLimit: spec.bodyLimit,
    bodyOptional: spec.bodyOptional ?? false,
    invalidJson: spec.invalidJson ?? 'bad_request',
    readOnlyFields: new Set(spec.readOnlyFields),
    lenient: spec.lenient ?? false,
    form: spec.form,
    answer: spec.answer,
    status: spec.status ?? (spec.answer === 'none' ? 204 : 200),
    creates: spec.creates ?? spec.status === 201,
    audited: spec.audited ?? (spec.access === 'organization-admin' || spec.access === 'system-admin'),
    errors: spec.errors ?? 'lamb',
    handle: spec.handle as Endpoint['handle'],
  }
}

/** No group on the API page has endpoints of two APIs: those of other products have their name. */
const toTag = (api: Api, tag: string): string =>
  api === OWN_API || tag.startsWith(api) ? tag : `${api}: ${tag.charAt(0).toLowerCase()}${tag.slice(1)}`

/** Returned by a handler that has written the response itself (streams). */
export const ANSWERED = Symbol('answered')

/** A response that is not JSON or needs its own headers. */
export class Reply {
  constructor(
    readonly body: string | Buffer | object | null,
    readonly headers: Record<string, string | string[]> = {},
    readonly status?: number,
  ) {}
}
