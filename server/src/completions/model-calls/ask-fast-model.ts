import { say } from '@bellwether/wire'
import type { ChatMessage } from '../../connectors/connector.ts'
import {
  globalDefaultModel,
  type OrganizationSettings,
  smallFastModel,
} from '../../modules/organizations/index.ts'
import type { AskedFor, MeasureCall } from '../../modules/usage/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { ChooseModel } from '../models/choose-model.ts'
import { callChatModel } from './call-model.ts'

export interface FastModelDeps {
  config: Config
  log: Log
  chooseModel: ChooseModel
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  measureCall: MeasureCall
}

export type AskFastModel = (
  organizationId: number,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  /** Absent if the server itself calls the model. */
  askedFor?: AskedFor,
) => Promise<string>

/** A longer answer is not read to its end. */
const MAX_ANSWER_LENGTH = 64 * 1024

/**
 * Sends a short request of the server itself, such as “describe this assistant”, to the
 * organization's small, fast model.
 */
export const createAskFastModel =
  ({ config, log, chooseModel, settingsOf, measureCall }: FastModelDeps): AskFastModel =>
  async (organizationId, messages, signal, askedFor) => {
    const organization = await settingsOf(organizationId)
    const preferred = smallFastModel(organization, config) ?? globalDefaultModel(organization, config)
    if (!preferred) throw badRequest(say('models.fast_required'))
    const choice = chooseModel(organization, preferred.provider, preferred.model)
    const { model, insteadOf } = choice
    if (insteadOf !== undefined)
      log.warn(
        { organization: organizationId, wanted: insteadOf, model },
        'fast model not available; using another model',
      )
    const call = { choice, messages, organizationId, askedFor, signal, maxLength: MAX_ANSWER_LENGTH }
    const { text } = await callChatModel(measureCall, call)
    return text.trim()
  }
