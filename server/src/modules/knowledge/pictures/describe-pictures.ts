import { type Message, say } from '@bellwether/wire'
import type { Descriptions, PictureToDescribe } from '../../../documents/readers/pictures/picture-finder.ts'
import { isAppError, messageOf } from '../../../platform/errors.ts'
import { untilAvailable } from '../../../platform/jobs/until-available.ts'
import { inTime, withinTime } from '../../../platform/time-limit.ts'
import type { AskedFor } from '../../usage/index.ts'
import type { DescribedBefore } from './described-before.ts'
import type { PictureDescriber } from './picture-describer.ts'

export interface DescribeOrder {
  describer: PictureDescriber
  before: DescribedBefore
  organizationId: number
  /** The person who uploaded the file. */
  userId: number
  /** The model chosen for this file, if any. */
  chosenModel: string | undefined
  signal: AbortSignal
  onProgress(done: number, total: number): void
  limits?: Partial<typeof LIMITS>
}

const LIMITS = { atOnce: 3, pictureMs: 60_000, totalMs: 10 * 60_000, failures: 3 }

/** How such a warning started before warnings had codes. */
const OLD_NOT_DESCRIBED = 'Not described by a model'

/** A file with such a warning is processed again when it is uploaded again. */
export const lacksDescriptions = (warnings: readonly (string | Message)[]): boolean =>
  warnings.some((warning) =>
    typeof warning === 'string'
      ? warning.startsWith(OLD_NOT_DESCRIBED)
      : warning.code === 'document_warnings.images_not_described',
  )

type Reason = string | Message

/**
 * Has a model describe each image, a few at a time. A failure does not affect the others; after repeated failures the
 * rest is skipped. Only throws if the signal aborts.
 */
export async function describePictures(
  pictures: readonly PictureToDescribe[],
  order: DescribeOrder,
): Promise<Descriptions> {
  const { signal, onProgress } = order
  const limits = { ...LIMITS, ...order.limits }
  const model = await modelOf(order)
  if ('reason' in model)
    return { texts: [], warnings: [warningOf(pictures.length, pictures.length, model.reason)] }
  const work = new Describing(pictures, order, model.name, limits)
  onProgress(0, pictures.length)
  await Promise.all(Array.from({ length: limits.atOnce }, () => work.run()))
  signal.throwIfAborted()
  return work.result()
}

async function modelOf({ describer, organizationId, chosenModel, signal }: DescribeOrder) {
  try {
    return { name: await untilAvailable(() => describer.modelOf(organizationId, chosenModel), signal) }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { reason: messageOf(error) }
  }
}

class Describing {
  readonly #pictures: readonly PictureToDescribe[]
  readonly #order: DescribeOrder
  readonly #model: string
  readonly #limits: typeof LIMITS
  readonly #texts: (string | undefined)[]
  readonly #all: AbortSignal
  #next = 0
  #done = 0
  #failures = 0
  #reason: Reason | undefined
  #isOver = false

  constructor(
    pictures: readonly PictureToDescribe[],
    order: DescribeOrder,
    model: string,
    limits: typeof LIMITS,
  ) {
    this.#pictures = pictures
    this.#order = order
    this.#model = model
    this.#limits = limits
    this.#texts = pictures.map(() => undefined)
    this.#all = withinTime(order.signal, limits.totalMs)
  }

  /** Describes one image after the other until none are left. */
  async run(): Promise<void> {
    while (!this.#isOver && !this.#all.aborted && this.#next < this.#pictures.length) {
      const at = this.#next++
      const picture = this.#pictures[at]
      if (!picture) return
      await this.#describe(picture, at)
      this.#order.onProgress(++this.#done, this.#pictures.length)
    }
  }

  result(): Descriptions {
    const missing = this.#texts.filter((text) => text === undefined).length
    const reason = this.#reason ?? say('document_warnings.description_timeout')
    return {
      texts: this.#texts,
      warnings: missing > 0 ? [warningOf(missing, this.#pictures.length, reason)] : [],
    }
  }

  async #describe(picture: PictureToDescribe, at: number): Promise<void> {
    const { before, signal } = this.#order
    const earlier = before.find(this.#model, picture.checksum)
    try {
      const text = earlier ?? (await untilAvailable(() => this.#ask(picture), this.#all))
      if (text === '') throw new EmptyDescription()
      this.#texts[at] = text
      this.#failures = 0
      await untilAvailable(() => before.keep(this.#model, picture.checksum, text), this.#all)
    } catch (error) {
      if (signal.aborted) return
      this.#note(error)
    }
  }

  async #ask(picture: PictureToDescribe): Promise<string> {
    const { describer, organizationId, userId, chosenModel } = this.#order
    const text = await inTime(this.#all, this.#limits.pictureMs, (limit) =>
      describer.describe(organizationId, picture, limit, askedFor(userId), chosenModel),
    )
    return text.trim()
  }

  #note(error: unknown): void {
    this.#failures += 1
    this.#reason ??= reasonOf(error)
    const isOutOfMoney = isAppError(error) && error.code === 'quota_exceeded'
    if (isOutOfMoney) this.#reason = reasonOf(error)
    // Consecutive failures mean that the model is unavailable or can't read images.
    if (isOutOfMoney || this.#failures >= this.#limits.failures) this.#isOver = true
  }
}

const askedFor = (userId: number): AskedFor => ({
  assistantId: 0,
  ownerId: userId,
  userId,
  endUser: null,
  tool: null,
})

class EmptyDescription extends Error {}

/** Messages of an AppError are meant for people; others contain internals. */
function reasonOf(error: unknown): Reason {
  if (isAppError(error)) return messageOf(error)
  if (error instanceof EmptyDescription) return say('document_warnings.description_empty')
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return say(isTimeout ? 'document_warnings.description_timeout' : 'document_warnings.description_failed')
}

const warningOf = (missing: number, total: number, reason: Reason): Message =>
  say('document_warnings.images_not_described', { missing, total, reason })
