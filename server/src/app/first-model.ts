import type { ModelChoice } from '../completions/choose-model.ts'
import { QUOTES_MODEL } from '../connectors/quotes/quotes.connector.ts'
import type { FirstModel } from '../modules/assistants/index.ts'
import type { OrganizationSettings } from '../modules/organizations/index.ts'
import { isAppError } from '../platform/errors.ts'

export interface FirstModelDeps {
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  chooseDefaultModel(organization: OrganizationSettings, wanted: undefined): ModelChoice
}

/** What a new assistant answers with: the organization's model, or quotes of its material while there is none. */
export const createFirstModel =
  ({ settingsOf, chooseDefaultModel }: FirstModelDeps) =>
  async (organizationId: number): Promise<FirstModel> => {
    const organization = await settingsOf(organizationId)
    try {
      const { connector, model } = chooseDefaultModel(organization, undefined)
      return { connector: connector.name, llm: model }
    } catch (error) {
      if (isAppError(error)) return { connector: 'quotes', llm: QUOTES_MODEL }
      throw error
    }
  }
