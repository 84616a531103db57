import { LRUCache } from 'lru-cache'
import type { Log } from '../../../../platform/log.ts'
import { inTime } from '../../../../platform/time-limit.ts'
import type { EmbeddedQuestion } from '../../../../search/vectors/semantic-score.ts'
import { toUnit } from '../../../../search/vectors/vector-block.ts'
import type { AskedFor } from '../../../usage/index.ts'
import type { Embedder } from './embedder.ts'

export interface EmbedQueryDeps {
  embedder: Embedder
  log: Log
  /** How long to wait for a question's vector before searching by words alone. */
  limitMs?: number
}

const LIMIT_MS = 2000
/** A late response is still cached, because it is the same for every question. */
const BACKGROUND_LIMIT_MS = 60_000
const KEPT_MS = 10 * 60_000

/** Embeds questions, each once. */
export function createEmbedQuery({ embedder, log, limitMs = LIMIT_MS }: EmbedQueryDeps) {
  const questions = new LRUCache<string, Float32Array>({ max: 500, ttl: KEPT_MS })
  const backgrounds = new LRUCache<string, Promise<Float32Array[]>>({ max: 50 })

  async function vectorOf(
    organization: number,
    model: string,
    question: string,
    signal: AbortSignal,
    askedFor: AskedFor | undefined,
  ): Promise<Float32Array | undefined> {
    const key = `${organization}:${model}:${question}`
    const cached = questions.get(key)
    if (cached) return cached
    const [first] = await embedder.embed(organization, model, [question], 'question', signal, askedFor)
    const vector = first && toUnit(first)
    if (vector) questions.set(key, vector)
    return vector
  }

  function backgroundOf(organization: number, model: string): Promise<Float32Array[]> {
    const key = `${organization}:${model}`
    let vectors = backgrounds.get(key)
    if (!vectors) {
      const limit = AbortSignal.timeout(BACKGROUND_LIMIT_MS)
      vectors = embedder
        .embed(organization, model, BACKGROUND_TEXTS, 'passage', limit)
        .then((embedded) => embedded.flatMap((vector) => toUnit(vector) ?? []))
        .catch((error: unknown) => {
          backgrounds.delete(key)
          log.warn({ err: error, organization, model }, 'failed to embed the reference texts')
          return []
        })
      backgrounds.set(key, vectors)
    }
    return vectors
  }

  /** Undefined if the provider fails or takes too long: then only words are used. Throws if the client disconnected. */
  return async (
    organization: number,
    model: string,
    question: string,
    signal: AbortSignal,
    askedFor?: AskedFor,
  ): Promise<EmbeddedQuestion | undefined> => {
    try {
      const [vector, background] = await inTime(signal, limitMs, (limit) =>
        withLimit(
          Promise.all([
            vectorOf(organization, model, question, limit, askedFor),
            backgroundOf(organization, model),
          ]),
          limit,
        ),
      )
      if (!vector) return undefined
      const comparable = background.filter((other) => other.length === vector.length)
      // Another model under the same name: they are embedded again for the next question.
      if (comparable.length < background.length) backgrounds.delete(`${organization}:${model}`)
      return { model, vector, background: comparable.map((other) => dot(vector, other)) }
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ err: error, organization, model }, 'failed to embed a question')
      return undefined
    }
  }
}

export type EmbedQuery = ReturnType<typeof createEmbedQuery>

function withLimit<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(limit.reason)
    limit.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => limit.removeEventListener('abort', stop))
    if (limit.aborted) stop()
  })
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

/**
 * Unrelated sentences in the most common languages. The similarity of a question to these is the level of chance,
 * which can't be estimated from a knowledge base with three passages.
 */
export const BACKGROUND_TEXTS: readonly string[] = [
  'The harbour was rebuilt after the storm, and fishing boats returned in spring.',
  'Add the flour slowly, stir until smooth, and let the dough rest for an hour.',
  'The committee will vote on the new budget at its meeting next Tuesday.',
  'A triangle with two equal sides has two equal angles.',
  'She bought a second-hand bicycle and rides it to the station every morning.',
  'Interest on the loan is paid twice a year, in June and in December.',
  'The orchestra tuned its instruments while the audience took their seats.',
  'Volcanic soil holds water well and is rich in minerals.',
  'El equipo local perdió el partido en los últimos minutos.',
  'La biblioteca abre de lunes a viernes de nueve a dos.',
  'El contrato puede rescindirse con un mes de antelación.',
  'Las ballenas jorobadas recorren miles de kilómetros cada invierno.',
  'El tren con destino a Sevilla saldrá por la vía cuatro.',
  'La levadura transforma el azúcar en alcohol y dióxido de carbono.',
  'El mercat del poble es fa els dimecres a la plaça major.',
  'Cal signar els documents abans de lliurar-los a secretaria.',
  'La collita de raïm ha estat més curta que la de l’any passat.',
  'El pont romànic travessa el riu a l’entrada de la vila.',
  'Etxeko atea gorriz margotu zuten joan den udan.',
  'Mendiko bidea elurrez estalita dago abendutik martxora.',
  'Liburutegian isilik egon behar da irakurtzen dagoenarentzat.',
  'Cette lettre a été écrite par un médecin de campagne.',
  'Die Ausstellung zeigt Möbel und Stoffe aus drei Jahrhunderten.',
  'for (let i = 0; i < rows.length; i++) total += rows[i].price',
]
