import { type RunningAnswer, textOfFrames } from '../../../modules/chats/index.ts'
import type { ANSWERED, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { relayAnswer } from './answer-relay.ts'
import { onTape } from './answer-tape.ts'

/** How often what was said so far is kept, for a reader who finds another instance, or this one started anew. */
const KEEP_MS = 1000

export interface KeptAnswer {
  running: RunningAnswer
  saidSoFar(text: string): Promise<void>
}

/**
 * Writes an answer that does not end with its reader. `answer` writes it to the exchange that it is given; `begin` is called when
 * its first word is about to come.
 */
export async function answerOnTape(
  exchange: Exchange,
  answer: (taped: Exchange) => Promise<typeof ANSWERED | Reply>,
  begin: (headers: Record<string, string>, cancel: (reason: Error) => void) => KeptAnswer,
): Promise<typeof ANSWERED | Reply> {
  let kept: KeptAnswer | undefined
  let keeper: ReturnType<typeof keepWords> | undefined
  let hasBegun: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const tape = onTape(exchange, {
    begin(headers) {
      kept = begin(headers, (reason) => tape.cancel(reason))
      keeper = keepWords(kept, exchange)
      hasBegun()
    },
    write(frame) {
      keeper?.write(frame)
      kept?.running.write(frame)
    },
    end() {
      keeper?.stop()
      kept?.running.end()
    },
  })
  const answered = answer(tape.taped)
  const first = await Promise.race([answered, begun])
  // Refused before it began, or answered in one piece.
  if (!kept) return first ?? answered
  answered.catch((error: unknown) => {
    exchange.log.error({ err: error }, 'an answer that outlives its reader failed')
    kept?.running.end()
  })
  return relayAnswer(exchange, kept.running, 0)
}

/** Keeps the words of an answer every second, as long as there are new ones. */
function keepWords({ saidSoFar }: KeptAnswer, exchange: Exchange) {
  let text = ''
  let unread = ''
  const timer = setInterval(() => {
    const news = textOfFrames(unread)
    unread = ''
    if (news === '') return
    text += news
    saidSoFar(text).catch((error: unknown) =>
      exchange.log.warn({ err: error }, 'what was said so far is not kept'),
    )
  }, KEEP_MS).unref()
  return {
    write(frame: string): void {
      unread += frame
    },
    stop: (): void => clearInterval(timer),
  }
}
