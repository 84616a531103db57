import { say } from '@bellwether/wire'
import type { TranscribeRequest } from '../../connectors/connector.ts'
import type { Recording, Transcriber } from '../../modules/knowledge/index.ts'
import { findTranscription } from '../../modules/organizations/index.ts'
import type { MeasureCall, MeasuredUsage } from '../../modules/usage/index.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { isTimeout } from '../../platform/time-limit.ts'
import { callModel } from './call-model.ts'
import { accessProvider, type ProviderAccessDeps } from './provider-access.ts'

export interface TranscriberDeps extends ProviderAccessDeps {
  measureCall: MeasureCall
  /** Of one recording. */
  maxBytes: number
  /** Set only in tests. */
  firstWaitMs?: number
  callMs?: number
}

/** A long lecture takes a few minutes, and a server without a graphics card takes longer. */
const CALL_MS = 15 * 60_000
const MINUTE_MS = 60_000

/** What providers charge for is known afterwards. Until then, a recording has 128 kbit per second. */
const BYTES_PER_SECOND = 16_000
/** Per second, for models that are priced by tokens. */
const TOKENS_HEARD = 10
const TOKENS_WRITTEN = 4

/** Transcribes recordings with the organization's own model. A model is named `provider/model`. */
export function createTranscriber(deps: TranscriberDeps): Transcriber & { providers(): string[] } {
  const { connectors, measureCall, maxBytes, firstWaitMs, callMs = CALL_MS } = deps
  return {
    maxBytes,

    /** Names of the providers that offer such models. */
    providers: () =>
      connectors
        .list()
        .flatMap(({ provider, transcribe }) => (provider !== undefined && transcribe ? [provider] : [])),

    async modelOf(organizationId) {
      const choice = findTranscription(await deps.settingsOf(organizationId))
      return choice && `${choice.provider}/${choice.model}`
    },

    async transcribe(organizationId, name, recording, signal, askedFor) {
      const slash = name.indexOf('/')
      const model = name.slice(slash + 1)
      const access = await accessProvider(deps, organizationId, name.slice(0, slash))
      const { connector, settings, fromSystem } = access
      const { transcribe } = connector
      if (!transcribe) throw badRequest(say('models.no_transcription', { provider: connector.title }))
      const estimate = estimateOf(recording)
      try {
        return await callModel(measureCall, {
          kind: 'transcription',
          organizationId,
          choice: { connector, model, fromSystem },
          askedFor,
          estimate,
          signal,
          retry: { firstWaitMs, callMs },
          async work(limit, report) {
            let used: MeasuredUsage = { ...estimate, usage: undefined }
            const onUsage: TranscribeRequest['onUsage'] = ({ tokens, seconds = secondsOf(recording) }) => {
              used = { usage: tokens, seconds }
            }
            const request = { model, recording, firstByteMs: callMs, onUsage }
            const transcript = await transcribe(request, settings, limit)
            report(used)
            return transcript
          },
        })
      } catch (error) {
        signal.throwIfAborted()
        if (!isTimeout(error)) throw error
        throw new AppError(
          'provider_timeout',
          say('models.transcription_timeout', { minutes: Math.ceil(callMs / MINUTE_MS) }),
          { cause: error },
        )
      }
    },
  }
}

const secondsOf = ({
  size,
  seconds = size / BYTES_PER_SECOND,
}: Pick<Recording, 'size' | 'seconds'>): number => Math.ceil(seconds)

function estimateOf(recording: Recording): MeasuredUsage {
  const seconds = secondsOf(recording)
  return { usage: { inputTokens: seconds * TOKENS_HEARD, outputTokens: seconds * TOKENS_WRITTEN }, seconds }
}
