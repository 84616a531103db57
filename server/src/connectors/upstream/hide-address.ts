import { AppError, isAppError, messageWithoutHost } from '../../platform/errors.ts'
import type { Connector, ModelEvent } from '../connector.ts'

const hidden = new WeakMap<Connector, Connector>()

/**
 * For an organization that uses the system's providers: hides the addresses of the operator's servers in
 * the connector's errors.
 */
export function hideAddress(connector: Connector): Connector {
  const cached = hidden.get(connector)
  if (cached) return cached
  const { embed, rerank, transcribe } = connector
  const hiding: Connector = {
    ...connector,
    listModels: (settings, signal) => connector.listModels(settings, signal).catch(throwHidden),
    stream: (request, settings, context) => ({
      [Symbol.asyncIterator]() {
        try {
          return new HidingIterator(connector.stream(request, settings, context)[Symbol.asyncIterator]())
        } catch (error) {
          return throwHidden(error)
        }
      },
    }),
    ...(embed && {
      embed: (request, settings, signal) => embed(request, settings, signal).catch(throwHidden),
    }),
    ...(rerank && {
      rerank: (request, settings, signal) => rerank(request, settings, signal).catch(throwHidden),
    }),
    ...(transcribe && {
      transcribe: (request, settings, signal) => transcribe(request, settings, signal).catch(throwHidden),
    }),
  }
  hidden.set(connector, hiding)
  return hiding
}

/**
 * Not a generator: V8 describes the objects of each generator function in the old generation, so one that is created per
 * request would keep its prompt until the next full collection.
 */
class HidingIterator implements AsyncIterator<ModelEvent> {
  readonly #events: AsyncIterator<ModelEvent>

  constructor(events: AsyncIterator<ModelEvent>) {
    this.#events = events
  }

  next(): Promise<IteratorResult<ModelEvent>> {
    return this.#events.next().catch(throwHidden)
  }

  async return(): Promise<IteratorResult<ModelEvent>> {
    await this.#events.return?.()
    return { value: undefined, done: true }
  }
}

function throwHidden(error: unknown): never {
  if (!isAppError(error) || !error.details.place) throw error
  const { place: _hidden, ...details } = error.details
  throw new AppError(error.code, messageWithoutHost(error), { ...details, cause: error })
}
