import type { Caller } from '../platform/caller.ts'
import type { Exchange } from '../platform/http/exchange.ts'

/** The person whom a chat page such as Open WebUI names in its headers; believed only from a caller that may forward. */
export function forwardedUser(exchange: Exchange, caller: Caller): string | undefined {
  if (!caller.trustedForwarder) return undefined
  const given = exchange.header('x-openwebui-user-email') ?? exchange.header('x-openwebui-user-id')
  return given?.trim().slice(0, 200) || undefined
}
