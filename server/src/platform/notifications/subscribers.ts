import type { Log } from '../log.ts'
import type { Channel, Subscriber } from './notifications.ts'

interface Subscription {
  receive(message: unknown): void
  lookAgain(): void
}

/** The subscribers in this process. */
export function createSubscribers(log: Pick<Log, 'error'>) {
  const byChannel = new Map<string, Set<Subscription>>()
  const all = (): Subscription[] => [...byChannel.values()].flatMap((some) => [...some])

  /** One subscriber that fails must not keep a message from the others. */
  function safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, 'failed to handle a notification')
    }
  }

  return {
    add<T>({ name, schema }: Channel<T>, subscriber: Subscriber<T>): () => void {
      const subscription: Subscription = {
        receive(message) {
          const parsed = schema.safeParse(message)
          if (parsed.success) subscriber.receive(parsed.data)
        },
        lookAgain: () => subscriber.lookAgain(),
      }
      const subscriptions = byChannel.get(name) ?? new Set<Subscription>()
      byChannel.set(name, subscriptions.add(subscription))
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size === 0 && byChannel.get(name) === subscriptions) byChannel.delete(name)
      }
    },

    has: (channel: string): boolean => byChannel.has(channel),

    deliver(channel: string, message: unknown): void {
      for (const subscription of [...(byChannel.get(channel) ?? [])])
        safely(() => subscription.receive(message))
    },

    tellToLookAgain(): void {
      for (const subscription of all()) safely(() => subscription.lookAgain())
    },
  }
}

export type Subscribers = ReturnType<typeof createSubscribers>
