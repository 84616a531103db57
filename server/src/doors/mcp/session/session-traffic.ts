import { newUuid } from '../../../platform/ids.ts'
import { waitForMessage } from '../../../platform/instances/wait-for-message.ts'
import type { Log } from '../../../platform/log.ts'
import type { Notifications } from '../../../platform/notifications/notifications.ts'
import { type RpcReply, repliesIn } from '../protocol/rpc-messages.ts'
import { keyOf, type RequestId, type RunningRequests } from './running-requests.ts'
import { cancelled, reply as replyChannel, replyReceived, sessionEnded } from './session-channels.ts'

export interface SessionTrafficDeps {
  running: RunningRequests
  notifications: Notifications
  /** A session has ended, here or on another instance. */
  onEnd(session: string): void
  log: Pick<Log, 'warn'>
}

/** Another instance that is waiting for the reply takes it within milliseconds. */
const DELIVERY_LIMIT_MS = 3000

/** Later messages of a session reach any instance; the request they are about may run on another one. */
export function createSessionTraffic({ running, notifications, onEnd, log }: SessionTrafficDeps) {
  const undelivered = new Map<string, () => void>()
  // Without the message, a request runs until its client disconnects or its time limit is reached.
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'failed to notify other instances of an MCP session')
  const lookAgain = () => undefined

  notifications.subscribe(cancelled, {
    receive: ({ session, request }) => running.cancel(session, request),
    lookAgain,
  })
  notifications.subscribe(sessionEnded, {
    receive({ session }) {
      running.cancelAll(session)
      onEnd(session)
    },
    lookAgain,
  })
  notifications.subscribe(replyChannel, {
    receive({ session, delivery, reply }) {
      if (repliesIn(reply).some((one) => running.deliver(session, one)))
        notifications.publish(replyReceived, { delivery }).catch(onError)
    },
    lookAgain,
  })
  notifications.subscribe(replyReceived, {
    receive: ({ delivery }) => undelivered.get(delivery)?.(),
    lookAgain,
  })

  async function deliverElsewhere(session: string, reply: RpcReply): Promise<boolean> {
    const delivery = newUuid()
    let isDelivered = false
    const acknowledged = new Promise<void>((resolve) => {
      undelivered.set(delivery, () => {
        isDelivered = true
        resolve()
      })
    })
    try {
      await notifications.publish(replyChannel, { session, delivery, reply })
      await waitForMessage(acknowledged, DELIVERY_LIMIT_MS)
      return isDelivered
    } finally {
      undelivered.delete(delivery)
    }
  }

  return {
    async cancel(session: string, id: RequestId): Promise<void> {
      await notifications.publish(cancelled, { session, request: keyOf(id) }).catch(onError)
    },

    async end(session: string): Promise<void> {
      await notifications.publish(sessionEnded, { session }).catch(onError)
    },

    /** Whether a request of the session was waiting for this reply. */
    deliver: async (session: string, reply: RpcReply): Promise<boolean> =>
      running.deliver(session, reply) || (notifications.isShared && (await deliverElsewhere(session, reply))),
  }
}
