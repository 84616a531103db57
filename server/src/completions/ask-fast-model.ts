import type { ChatMessage } from '../connectors/connector.ts'
import {
  globalDefaultModel,
  type OrganizationSettings,
  smallFastModel,
} from '../modules/organizations/index.ts'
import type { ModelCall } from '../modules/usage/index.ts'
import type { Config } from '../platform/config.ts'
import { badRequest } from '../platform/errors.ts'
import type { ChooseModel } from './choose-model.ts'
import { AnswerCollector } from './collect-answer.ts'

export interface FastModelDeps {
  config: Config
  chooseModel: ChooseModel
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  /** Hears what each question took. */
  onUsage?(call: ModelCall): void
}

export type AskFastModel = (
  organizationId: number,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
) => Promise<string>

/** A short question of our own to the organization's small fast model, such as "describe this assistant". */
export function createAskFastModel(deps: FastModelDeps): AskFastModel {
  return async (organizationId, messages, signal) => {
    const organization = await deps.settingsOf(organizationId)
    const wanted = smallFastModel(organization, deps.config) ?? globalDefaultModel(organization, deps.config)
    if (!wanted)
      throw badRequest('This needs a small fast model; an organization admin can choose one in the settings')
    const { connector, settings, model } = deps.chooseModel(organization, wanted.provider, wanted.model)
    const answer = new AnswerCollector({ id: 'fast', model })
    const context = { signal, owner: { userId: 0, organizationId } }
    const request = { model, messages, params: {}, acceptFrames: true }
    for await (const event of connector.stream(request, settings, context)) {
      answer.add(event)
      if (event.type === 'end')
        deps.onUsage?.({ kind: 'model', organizationId, provider: connector.name, model, usage: event.usage })
    }
    return answer.text.trim()
  }
}
