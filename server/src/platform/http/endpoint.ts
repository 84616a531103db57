import type { ZodType, z } from 'zod'
import type { Caller, UserCaller } from '../caller.ts'
import type { ErrorShape } from './error-bodies.ts'
import type { Exchange } from './exchange.ts'

/**
 * Who may come in at all; what they may do with an object is the policy's question. There is no default: an endpoint that
 * does not say who may enter does not compile.
 *
 * - `public`: anybody. `optional`: anybody, but a good credential is recognised.
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

export interface EndpointSpec<A extends Access, P extends ZodType, Q extends ZodType, B extends ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In OpenAPI's spelling, `/creator/chats/{id}`; `{path+}` takes the rest of the path. Several = the same thing under other names. */
  path: string | readonly string[]
  /** The group that the API page lists it under. */
  tag: string
  /** A short heading: "List assistants". */
  summary: string
  /** Full sentences: what it does, what it changes, what callers should know. */
  description: string
  access: A
  params?: P
  query?: Q
  body?: B
  bodyKind?: BodyKind
  bodyLimit?: number
  /** An absent body counts as `{}`. */
  bodyOptional?: boolean
  /** Fields that clients send back because they read them; they are ignored where unknown fields are refused. */
  readOnlyFields?: readonly string[]
  /** Instead of `body`: a form that the handler receives itself, piece by piece (`multipart.ts`). For the API page. */
  form?: ZodType
  /** What a success looks like, for the API page. */
  answer?: ZodType
  status?: number
  /** Sending the request twice would make two of something: `Idempotency-Key` prevents it. True for 201 unless set. */
  creates?: boolean
  /** Those who answer for the organization may read later that this was done; what only admins may do always is. */
  audited?: boolean
  errors?: ErrorShape
  handle(input: {
    params: z.output<P>
    query: z.output<Q>
    body: z.output<B>
    caller: CallerOf<A>
    exchange: Exchange
  }): unknown
}

/** An endpoint with its types checked and erased: what the app mounts and the API page lists. */
export interface Endpoint {
  method: EndpointSpec<Access, ZodType, ZodType, ZodType>['method']
  paths: readonly string[]
  tag: string
  summary: string
  description: string
  access: Access
  params: ZodType | undefined
  query: ZodType | undefined
  body: ZodType | undefined
  bodyKind: BodyKind
  bodyLimit: number | undefined
  bodyOptional: boolean
  readOnlyFields: ReadonlySet<string>
  /** Whether a field that the body's schema doesn't have is refused. */
  strictBody?: boolean
  form: ZodType | undefined
  answer: ZodType | undefined
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

export function endpoint<
  A extends Access,
  P extends ZodType = ZodType,
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
>(spec: EndpointSpec<A, P, Q, B>): Endpoint {
  return {
    method: spec.method,
    paths: typeof spec.path === 'string' ? [spec.path] : spec.path,
    tag: spec.tag,
    summary: spec.summary,
    description: spec.description,
    access: spec.access,
    params: spec.params,
    query: spec.query,
    body: spec.body,
    bodyKind: spec.bodyKind ?? 'json',
    bodyLimit: spec.bodyLimit,
    bodyOptional: spec.bodyOptional ?? false,
    readOnlyFields: new Set(spec.readOnlyFields),
    form: spec.form,
    answer: spec.answer,
    status: spec.status ?? 200,
    creates: spec.creates ?? spec.status === 201,
    audited: spec.audited ?? (spec.access === 'organization-admin' || spec.access === 'system-admin'),
    errors: spec.errors ?? 'lamb',
    handle: spec.handle as Endpoint['handle'],
  }
}

/** Returned by a handler that has written its answer itself (streams). */
export const ANSWERED = Symbol('answered')

/** An answer that is not JSON, or that needs headers of its own. */
export class Reply {
  constructor(
    readonly body: string | Buffer | object | null,
    readonly headers: Record<string, string> = {},
    readonly status?: number,
  ) {}
}
