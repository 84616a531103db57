import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../platform/secrets/secret-box.ts'

/** In the order in which they were sent; names may repeat. */
export type Parameters = readonly (readonly [name: string, value: string])[]

/** RFC 3986, as OAuth 1.0a requires: `encodeURIComponent` leaves five characters unescaped. Pure. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** RFC 5849, 3.4.1. Parameters in the query of `url` must be among `parameters` already. Pure. */
export function toBaseString(method: string, url: string, parameters: Parameters): string {
  const pairs = parameters
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return [method.toUpperCase(), percentEncode(toBaseUrl(url)), percentEncode(pairs)].join('&')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Scheme and host in lower case, without default port, query and fragment. */
function toBaseUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** Pure. */
export const signHmacSha1 = (baseString: string, secret: string): string =>
  createHmac('sha1', `${percentEncode(secret)}&`)
    .update(baseString)
    .digest('base64')

/** LAMB signs with the secret as it is; the standard encodes it. They differ only for unusual secrets. */
const signAsLamb = (baseString: string, secret: string): string =>
  createHmac('sha1', `${secret}&`).update(baseString).digest('base64')

export interface SignedRequest {
  method: string
  /** The addresses at which the sender may have reached this server. */
  urls: readonly string[]
  parameters: Parameters
  signature: string
}

/** Always does the same work, and compares in constant time. Pure. */
export function isSignedWith(
  secret: string,
  { method, urls, parameters, signature }: SignedRequest,
): boolean {
  let isSigned = false
  for (const url of urls) {
    const baseString = toBaseString(method, url, parameters)
    for (const sign of [signHmacSha1, signAsLamb])
      if (isSameSecret(sign(baseString, secret), signature)) isSigned = true
  }
  return isSigned
}
