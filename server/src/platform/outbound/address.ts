import { say } from '@bellwether/wire'
import { badRequest } from '../errors.ts'

export interface Address {
  origin: string
  path: string
  host: string
}

/** The same few addresses are called all the time, and parsing one costs more than the rest of starting a call. */
const parsed = new Map<string, Address>()
const MAX_REMEMBERED = 1000

/** Throws bad_request for anything but http and https, and for credentials in the address. */
export function parseAddress(address: string): Address {
  const cached = parsed.get(address)
  if (cached) return cached
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw badRequest(say('network.url_invalid', { url: withoutCredentials(address) }))
  }
  if (url.username || url.password) {
    throw badRequest(say('network.url_has_credentials', { host: url.host }))
  }
  if (parsed.size >= MAX_REMEMBERED) parsed.clear()
  const result = { origin: url.origin, path: url.pathname + url.search, host: url.host }
  parsed.set(address, result)
  return result
}

const withoutCredentials = (address: string): string => address.replace(/\/\/[^/]*@/, '//').slice(0, 200)
