import { say } from '@bellwether/wire'
import type { HeaderList } from './headers.ts'
import { secretsOf } from './placeholders.ts'
import { HttpToolFailure } from './url-template.ts'

/** Finds a secret of the assistant's owner, and the one host that it may be sent to. */
export type FindSecret = (
  ownerId: number,
  name: string,
) => Promise<{ value: string; host: string } | undefined>

/**
 * Returns the values of the secrets that the headers mention. Throws, naming the secret, if one is missing or
 * belongs to another host.
 */
export async function resolveSecrets(
  findSecret: FindSecret,
  ownerId: number,
  headers: HeaderList,
  url: URL,
): Promise<Map<string, string>> {
  const secrets = new Map<string, string>()
  for (const name of new Set(headers.flatMap(({ value }) => secretsOf(value)))) {
    const secret = await findSecret(ownerId, name)
    if (!secret) throw new HttpToolFailure(say('reasons.secret_not_found', { name }))
    if (!isBoundTo(secret.host, url))
      throw new HttpToolFailure(say('reasons.secret_not_for_host', { name, host: url.host }))
    secrets.set(name, secret.value)
  }
  return secrets
}

/** A host without a port means https: the secret must not be sent unencrypted. */
function isBoundTo(host: string, url: URL): boolean {
  const bound = new URL(`https://${host}`)
  const boundPort = bound.port || '443'
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (boundPort === '443' && url.protocol !== 'https:') return false
  return bound.hostname === url.hostname && boundPort === port
}
