import { say } from '@bellwether/wire'
import { providerFailed } from '../errors.ts'
import type { OutboundClient, OutboundControl, OutboundHead, OutboundRequest } from './outbound.ts'

/** Collects a small response; refuses one larger than `maxBytes` without reading it to the end. */
export function fetchWhole(
  client: Pick<OutboundClient, 'start'>,
  request: OutboundRequest,
  maxBytes: number,
): Promise<OutboundHead & { body: Buffer }> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    let head: OutboundHead | undefined
    let control: OutboundControl | undefined
    const tooLarge = () => {
      const host = new URL(request.url).host
      return providerFailed(say('network.response_too_large', { host, limit: maxBytes }), {
        retryable: false,
        place: host,
      })
    }
    control = client.start(request, {
      onHead(received) {
        head = received
        if (request.method !== 'HEAD' && Number(received.headers['content-length']) > maxBytes)
          control?.abort(tooLarge())
      },
      onData(bytes) {
        size += bytes.length
        if (size > maxBytes) control?.abort(tooLarge())
        else pieces.push(bytes)
        return true
      },
      onEnd() {
        if (head)
          resolve({
            ...head,
            body: pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, size),
          })
        else reject(providerFailed(say('network.no_response')))
      },
      onError: reject,
    })
  })
}
