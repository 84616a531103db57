import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { newToken } from '../../../platform/ids.ts'
import type { RpcReply } from '../protocol/rpc-messages.ts'

/**
 * Lets a server that only exists for one HTTP request ask its client something, although the reply comes with another
 * HTTP request. Each server numbers its questions from 0, so each question gets a unique mark by which the reply
 * finds it.
 */
export function markQuestions(transport: Transport): (reply: RpcReply) => boolean {
  const mark = `${newToken()}-`
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(withMark(message, mark), options)

  return function onReply(reply) {
    const id = String(reply.id)
    if (!id.startsWith(mark)) return false
    transport.onmessage?.({ ...reply, id: Number(id.slice(mark.length)) })
    return true
  }
}

function withMark(message: JSONRPCMessage, mark: string): JSONRPCMessage {
  if (!('method' in message)) return message
  if ('id' in message) return { ...message, id: mark + message.id }
  const params = message.params
  if (message.method !== 'notifications/cancelled' || params?.['requestId'] === undefined) return message
  return { ...message, params: { ...params, requestId: `${mark}${params['requestId']}` } }
}
