import { QUOTES_MODEL } from '../../connectors/quotes/quotes.connector.ts'
import type { FirstModel } from '../../modules/assistants/index.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import { isAppError } from '../../platform/errors.ts'
import type { ChooseDefaultModel } from './choose-default-model.ts'

export interface FirstModelDeps {
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  chooseDefaultModel: ChooseDefaultModel
}

/** Chooses the model of a new assistant: the organization's default model, or quotes from its material if there is none. */
export const createFirstModel =
  ({ settingsOf, chooseDefaultModel }: FirstModelDeps) =>
  async (organizationId: number): Promise<FirstModel> => {
    try {
      const { connector, model } = await chooseDefaultModel(await settingsOf(organizationId), undefined)
      return { connector: connector.name, llm: model }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { connector: 'quotes', llm: QUOTES_MODEL }
    }
  }
