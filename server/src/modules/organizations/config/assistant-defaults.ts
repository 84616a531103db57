import {
  assistantDefaultSettingsSchema,
  ORGANIZATION_DEFAULTS,
  type OrganizationConfig,
} from '@bellwether/wire'

/** The form's initial values, unless the organization sets its own. */
const BUILT_IN = {
  ...assistantDefaultSettingsSchema.parse(ORGANIZATION_DEFAULTS),
  prompt_processor: 'simple_augment',
  connector: 'openai',
  llm: 'gpt-4o-mini',
  rag_processor: 'no_rag',
  RAG_collections: '',
} as const

/** The plain object that LAMB's clients read. `model` is the model for the organization's new assistants. Pure. */
export const toAssistantDefaults = (
  config: OrganizationConfig,
  model: { connector?: string; llm?: string } = {},
): Record<string, unknown> => ({
  ...BUILT_IN,
  ...model,
  ...config.assistant_defaults,
})
