import type { ChatMessage } from '../../connectors/connector.ts'
import {
  globalDefaultModel,
  type OrganizationSettings,
  smallFastModel,
} from '../../modules/organizations/index.ts'
import { type AskedFor, type MeasureCall, unmeasured } from '../../modules/usage/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { estimateTurn } from '../budget/estimate-tokens.ts'
import type { ChooseModel } from '../models/choose-model.ts'
import { AnswerCollector } from '../openai/collect-answer.ts'

export interface FastModelDeps {
  config: Config
  log: Log
  chooseModel: ChooseModel
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Counts what each question takes. */
  measureCall?: MeasureCall
}

export type AskFastModel = (
  organizationId: number,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  /** Absent: the server asks by itself. */
  asked?: AskedFor,
) => Promise<string>

/** A short question of our own to the organization's small fast model, such as "describe this assistant". */
export function createAskFastModel(deps: FastModelDeps): AskFastModel {
  const { measureCall = unmeasured } = deps
  return async (organizationId, messages, signal, asked) => {
    const organization = await deps.settingsOf(organizationId)
    const wanted = smallFastModel(organization, deps.config) ?? globalDefaultModel(organization, deps.config)
    if (!wanted)
      throw badRequest('This needs a small fast model; an organization admin can choose one in the settings')
    const { connector, settings, model, fromSystem, insteadOf } = deps.chooseModel(
      organization,
      wanted.provider,
      wanted.model,
    )
    if (insteadOf !== undefined)
      deps.log.warn({ organization: organizationId, wanted: insteadOf, model }, 'fast model is not listed')
    const answer = new AnswerCollector({ id: 'fast', model })
    const context = { signal, owner: { userId: 0, organizationId } }
    const request = { model, messages, params: {}, acceptFrames: true }
    const estimate = { usage: estimateTurn(request, messages) }
    const provider = connector.name
    const call = { kind: 'model', organizationId, provider, model, asked, estimate, fromSystem } as const
    await measureCall(call, async (took) => {
      for await (const event of connector.stream(request, settings, context)) {
        answer.add(event)
        if (event.type === 'end') took({ usage: event.usage })
      }
    })
    return answer.text.trim()
  }
}
