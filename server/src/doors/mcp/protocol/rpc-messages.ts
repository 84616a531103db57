import type { JSONRPCErrorResponse, JSONRPCResultResponse } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../../platform/is-object.ts'
import type { ClientAbilities } from '../offer/mcp-offer.ts'

/** The parts of a body that the door itself needs; the SDK parses it fully. Pure. */

export type RpcReply = JSONRPCResultResponse | JSONRPCErrorResponse

type Json = Record<string, unknown>
export type RequestId = string | number

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'
const messagesIn = (body: unknown): Json[] => [body].flat().filter(isObject)

export const requestIdsIn = (body: unknown): RequestId[] =>
  messagesIn(body)
    .filter((message) => 'method' in message)
    .map((message) => message['id'])
    .filter(isId)

/** The id of a single request. Null for several, or none: an error for them has no id. */
export const requestIdOf = (body: unknown): RequestId | null =>
  Array.isArray(body) ? null : (requestIdsIn(body)[0] ?? null)

/** The requests that the client cancels. They run in other HTTP requests than this one. */
export const cancelledIn = (body: unknown): RequestId[] =>
  messagesIn(body)
    .filter((message) => message['method'] === 'notifications/cancelled')
    .map(({ params }) => (isObject(params) ? params['requestId'] : undefined))
    .filter(isId)

/** The client's replies to our requests. They belong to other HTTP requests, too. */
export const repliesIn = (body: unknown): RpcReply[] =>
  messagesIn(body).filter(
    (message): message is RpcReply & Json =>
      !('method' in message) &&
      isId(message['id']) &&
      (isObject(message['result']) || isObject(message['error'])),
  )

/** The client's capabilities. Undefined if it is not an initialize request. */
export function helloIn(body: unknown): ClientAbilities | undefined {
  const hello = messagesIn(body).find((message) => message['method'] === 'initialize')
  if (!hello) return undefined
  const params = isObject(hello['params']) ? hello['params'] : {}
  const can = isObject(params['capabilities']) ? params['capabilities'] : {}
  const forms = can['elicitation']
  return {
    // Clients that can only open pages send `url` alone; `{}` has always meant forms.
    elicitation: isObject(forms) && ('form' in forms || !('url' in forms)),
    sampling: isObject(can['sampling']),
  }
}
