import type { Api } from './api.d.ts'

export type Method = keyof Api

/** What has no JSON: files and pages are downloaded, events are read as they arrive. */
type Special = 'File' | 'Page' | 'Events'

/** The paths of a method that are answered with JSON, or with nothing. */
export type JsonPath<M extends Method> = {
  [P in keyof Api[M]]: Api[M][P] extends { answer: Special } ? never : P
}[keyof Api[M]] &
  string

/** The paths of a method that are answered with one of these. */
export type SpecialPath<M extends Method, S extends Special> = {
  [P in keyof Api[M]]: Api[M][P] extends { answer: S } ? P : never
}[keyof Api[M]] &
  string

export type AnswerOf<M extends Method, P extends keyof Api[M]> = Api[M][P] extends { answer: infer A }
  ? A
  : never
export type BodyOf<M extends Method, P extends keyof Api[M]> = Api[M][P] extends { body?: infer B }
  ? B
  : never
export type QueryOf<M extends Method, P extends keyof Api[M]> = Api[M][P] extends { query?: infer Q }
  ? Q
  : never
type InputOf<M extends Method, P extends keyof Api[M]> = Pick<
  Api[M][P],
  Extract<keyof Api[M][P], 'params' | 'query' | 'body'>
>

/** What a call needs; the argument may be left out if it needs nothing. */
export type Input<M extends Method, P extends keyof Api[M], Options> =
  object extends InputOf<M, P> ? [input?: InputOf<M, P> & Options] : [input: InputOf<M, P> & Options]

/** Any request, its types erased. */
export interface Untyped {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

export interface ApiClient<Options = object> {
  get<P extends JsonPath<'get'>>(path: P, ...input: Input<'get', P, Options>): Promise<AnswerOf<'get', P>>
  post<P extends JsonPath<'post'>>(path: P, ...input: Input<'post', P, Options>): Promise<AnswerOf<'post', P>>
  put<P extends JsonPath<'put'>>(path: P, ...input: Input<'put', P, Options>): Promise<AnswerOf<'put', P>>
  patch<P extends JsonPath<'patch'>>(
    path: P,
    ...input: Input<'patch', P, Options>
  ): Promise<AnswerOf<'patch', P>>
  delete<P extends JsonPath<'delete'>>(
    path: P,
    ...input: Input<'delete', P, Options>
  ): Promise<AnswerOf<'delete', P>>
}

/** Sends a request and rejects if it is refused. */
export type Send<Options> = (
  method: string,
  path: string,
  body: unknown,
  options: Options | undefined,
) => Promise<Response>

/** `/workspaces/{id}/files/{path}` with its values. A `path` keeps its slashes. */
export function toAddress(path: string, { params = {}, query = {} }: Untyped): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(params[name])
    return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as const],
  )
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(Object.fromEntries(pairs))}`
}

/** The typed client of a way to send requests. */
export function createApi<Options>(send: Send<Options>): ApiClient<Options> {
  const call =
    (method: string) =>
    async (path: string, input: Untyped & Options = {} as Untyped & Options): Promise<unknown> => {
      const response = await send(method, toAddress(path, input), input.body, input)
      return response.status === 204 ? undefined : await response.json()
    }
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  } as ApiClient<Options>
}
