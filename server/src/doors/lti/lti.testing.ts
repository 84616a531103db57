import { createHmac, randomUUID } from 'node:crypto'
import type { TestApp } from '../../../test/harness/test-app.ts'

/** Signs an LTI 1.1 launch as an LMS does. Independent of the server's own code. */
export function signLaunch(
  url: string,
  fields: Record<string, string | readonly string[]>,
  { key = 'lamb', secret, timestamp = Math.floor(Date.now() / 1000), nonce = randomUUID() }: Signing,
): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const item of typeof value === 'string' ? [value] : value) form.append(name, item)
  form.append('oauth_consumer_key', key)
  form.append('oauth_signature_method', 'HMAC-SHA1')
  form.append('oauth_timestamp', String(timestamp))
  form.append('oauth_nonce', nonce)
  form.append('oauth_version', '1.0')
  const encode = (text: string) =>
    [...Buffer.from(text, 'utf8')]
      .map((byte) => {
        const character = String.fromCharCode(byte)
        return /[A-Za-z0-9\-._~]/.test(character)
          ? character
          : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')
  const [base = '', query = ''] = url.split('?')
  const pairs = [...form, ...new URLSearchParams(query)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const text = `POST&${encode(base)}&${encode(pairs)}`
  form.append('oauth_signature', createHmac('sha1', `${secret}&`).update(text).digest('base64'))
  return form
}

export interface Signing {
  key?: string
  secret: string
  timestamp?: number
  nonce?: string
}

export interface LaunchAnswer {
  status: number
  location: string
  text: string
  headers: Headers
}

export async function postLaunch(
  url: string,
  form: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<LaunchAnswer> {
  const response = await fetch(url, { method: 'POST', body: form, headers, redirect: 'manual' })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
    headers: response.headers,
  }
}

/** The token or code in an address. */
export const tokenIn = (location: string): string => {
  const query = new URL(location, 'http://x').searchParams
  return query.get('token') ?? query.get('code') ?? ''
}

/** Exchanges the code of a launch as the page does. */
export async function enter(app: TestApp, code: string, framed = false) {
  const response = await fetch(`${app.url}/lti/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ code, framed }),
  })
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie') ?? '',
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    body: (await response.json()) as any,
  }
}

/** An educator with an account in an organization, and a published assistant. */
export async function makeEducator(app: TestApp, name: string) {
  const admin = await app.signIn()
  const organization = await app.call('POST', '/creator/admin/organizations/enhanced', admin, {
    slug: `org-${name}`,
    name: `Organization of ${name}`,
  })
  const email = `${name}@example.edu`
  const password = `password of ${name}`
  await app.call('POST', '/creator/admin/users/create', admin, {
    email,
    name,
    password,
    role: 'user',
    organization_id: organization.body.id,
    user_type: 'creator',
  })
  const token = await app.signIn(email, password)
  const assistant = await app.makeAssistant(token, { name: `Tutor of ${name}` })
  const published = await app.call('POST', `/assistants/${assistant}/publish`, token, {
    publish_status: true,
  })
  return {
    email,
    password,
    token,
    assistant,
    published,
    organizationId: organization.body.id as number,
    slug: `org-${name}`,
  }
}
