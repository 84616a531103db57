// The ways in which students sign in, as a browser does it. Each returns an access token.
import { createHmac, randomUUID } from 'node:crypto'

export async function request(url, options = {}) {
  const answer = await fetch(url, { redirect: 'manual', ...options })
  if (answer.status >= 400)
    throw new Error(`${new URL(url).pathname}: ${answer.status} ${await answer.text()}`)
  return answer
}
const json = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  body: JSON.stringify(body),
})
const cookiesOf = (answer) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
/** Pages are read to the end, so that the connection can be used again. */
const finish = async (answer) => {
  await answer.arrayBuffer()
  return answer
}

export async function byPassword(server, { email, password }, from) {
  const options = json({ email, password })
  const answer = await request(`${server}/creator/login`, {
    ...options,
    headers: { ...options.headers, ...from },
  })
  const body = await answer.json()
  if (!body.success) throw new Error(`/creator/login: ${JSON.stringify(body)}`)
  return body.data.token
}

export async function byClassLink(server, code, from) {
  const options = json({ name: 'A student' })
  const answer = await request(`${server}/links/${code}/enter`, {
    ...options,
    headers: { ...options.headers, ...from },
  })
  return (await answer.json()).token
}

export async function byOpenId(server, from) {
  const started = await finish(await request(`${server}/auth/oidc/start?return_to=/`, { headers: from }))
  const issued = await finish(await request(started.headers.get('location')))
  const callback = new URL(issued.headers.get('location'))
  const arrived = await finish(
    await request(`${server}${callback.pathname}${callback.search}`, {
      headers: { ...from, cookie: cookiesOf(started) },
    }),
  )
  const session = await request(`${server}/session/refresh`, {
    method: 'POST',
    headers: { ...from, cookie: cookiesOf(arrived), 'sec-fetch-site': 'same-origin' },
  })
  return (await session.json()).access_token
}

/** An LTI 1.1 launch and the exchange of its code. */
export async function byLaunch(server, { key, secret, student }, from) {
  const url = `${server}/lamb/v1/lti_users/lti`
  const fields = {
    lti_message_type: 'basic-lti-launch-request',
    lti_version: 'LTI-1p0',
    resource_link_id: 'bench',
    roles: 'Learner',
    user_id: student,
    lis_person_name_full: student,
    tool_consumer_instance_guid: 'lms.example',
    oauth_consumer_key: key,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomUUID(),
    oauth_version: '1.0',
  }
  const encode = (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const pairs = Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signature = createHmac('sha1', `${secret}&`)
    .update(`POST&${encode(url)}&${encode(pairs)}`)
    .digest('base64')
  const launched = await finish(
    await request(url, {
      method: 'POST',
      headers: from,
      body: new URLSearchParams({ ...fields, oauth_signature: signature }),
    }),
  )
  const query = new URL(launched.headers.get('location'), server).searchParams
  const options = json({ code: query.get('code') ?? query.get('token'), framed: false })
  const entered = await request(`${server}/lti/enter`, {
    ...options,
    headers: { ...options.headers, ...from },
  })
  return (await entered.json()).access_token
}
