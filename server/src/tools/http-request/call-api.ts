import { type Message, say } from '@bellwether/wire'
import type {
  OutboundClient,
  OutboundControl,
  OutboundHead,
  OutboundRequest,
} from '../../platform/outbound/outbound.ts'
import { HttpToolFailure } from './url-template.ts'

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const READABLE = /^(?:text\/[\w.+-]+|application\/(?:[\w.-]+\+)?json)$/

export interface ApiAnswer {
  status: number
  text: string
  isJson: boolean
}

/**
 * Makes one call and returns its result as text. Redirects are followed only for GET and within the same
 * origin: headers, which may hold secrets, must not reach another one.
 */
export async function callApi(
  client: Pick<OutboundClient, 'start'>,
  request: OutboundRequest,
  maxBytes: number,
): Promise<ApiAnswer> {
  let url = request.url
  for (let followed = 0; followed <= MAX_REDIRECTS; followed++) {
    const answer = await receive(client, { ...request, url }, maxBytes)
    if (!('location' in answer)) return answer
    url = nextAddress(url, answer.location, request.method)
  }
  throw new HttpToolFailure(say('reasons.web_redirects', { host: hostOf(url), limit: MAX_REDIRECTS }))
}

function nextAddress(from: string, location: string, method: string): string {
  const host = hostOf(from)
  if (method !== 'GET') throw new HttpToolFailure(say('reasons.web_redirect_not_get', { host }))
  if (!URL.canParse(location, from)) throw new HttpToolFailure(say('reasons.web_redirect_invalid', { host }))
  const to = new URL(location, from)
  if (to.origin !== new URL(from).origin || to.username || to.password)
    throw new HttpToolFailure(say('reasons.web_redirect_elsewhere', { host }))
  return to.href
}

const hostOf = (url: string): string => new URL(url).host

/** Checks the head first, so that refused bodies are not read. */
function receive(
  client: Pick<OutboundClient, 'start'>,
  request: OutboundRequest,
  maxBytes: number,
): Promise<ApiAnswer | { location: string }> {
  const host = hostOf(request.url)
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    let head: OutboundHead | undefined
    let control: OutboundControl | undefined
    const stop = (failure: Error) => {
      reject(failure)
      control?.abort(failure)
    }
    const tooLarge = () => new HttpToolFailure(say('reasons.web_too_large', { host, limit: maxBytes }))
    control = client.start(request, {
      onHead(received) {
        head = received
        const location = received.headers['location']
        if (REDIRECTS.has(received.status) && typeof location === 'string') {
          resolve({ location })
          control?.abort(new Error('the body of a redirect is not read'))
          return
        }
        const fault = findFault(received, host)
        if (fault) stop(new HttpToolFailure(fault))
        else if (Number(received.headers['content-length']) > maxBytes) stop(tooLarge())
      },
      onData(bytes) {
        size += bytes.length
        if (size > maxBytes) stop(tooLarge())
        else pieces.push(bytes)
        return true
      },
      onEnd() {
        if (!head) return reject(new HttpToolFailure(say('reasons.web_incomplete', { host })))
        const body = Buffer.concat(pieces, size)
        const type = typeOf(head)
        if (size > 0 && !READABLE.test(type)) return reject(new HttpToolFailure(notText(host, type)))
        resolve({ status: head.status, text: decode(body, head), isJson: type.endsWith('json') })
      },
      onError: reject,
    })
  })
}

/** Reports only the status. The other server's text may contain anything and would reach a model. */
function findFault(head: OutboundHead, host: string): Message | undefined {
  if (head.status < 200 || head.status >= 300) return say('reasons.web_status', { host, status: head.status })
  const encoding = head.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return say('reasons.web_compressed', { host })
  const type = typeOf(head)
  return type !== '' && !READABLE.test(type) ? notText(host, type) : undefined
}

const notText = (host: string, type: string): Message =>
  /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(type)
    ? say('reasons.web_not_text', { host, type })
    : say('reasons.web_unknown_type', { host })

const contentTypeOf = ({ headers }: OutboundHead): string => {
  const contentType = headers['content-type']
  return typeof contentType === 'string' ? contentType : ''
}
const typeOf = (head: OutboundHead): string =>
  contentTypeOf(head).split(';', 1)[0]?.trim().toLowerCase() ?? ''

function decode(body: Buffer, head: OutboundHead): string {
  const charset = /;\s*charset="?([\w.:-]{1,40})"?/i.exec(contentTypeOf(head))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString('utf8')
  }
}
