export { toAssistantDefaults } from './config/assistant-defaults.ts'
export { sealGivenSecrets, withoutSecrets } from './config/config-secrets.ts'
export { type FirstConfigDraft, toFirstConfig } from './config/first-config.ts'
export { findKnowledgeServer, type KnowledgeServer, kbServer } from './config/knowledge-server.ts'
export { abilitiesOf } from './config/model-abilities.ts'
export { findMoodle, type MoodleSettings } from './config/moodle-settings.ts'
export {
  defaultSetup,
  ENVIRONMENT_PROVIDERS,
  findProvider,
  fromEnvironment,
  globalDefaultModel,
  type OrganizationSettings,
  ownProvider,
  type ProviderSettings,
  pickModel,
  smallFastModel,
  toolUseModel,
} from './config/provider-settings.ts'
export { replaceKeyCopies } from './config/replace-key-copies.ts'
export { findEmbeddings, findReranker, findTranscription, type RerankServer } from './config/search-models.ts'
export { parseConfig } from './config/stored-config.ts'
export { createMoodleRoutes } from './moodle/moodle.routes.ts'
export { type OrganizationRow, organizationRepository } from './organization.repository.ts'
export { createOrganizationRoutes } from './organization.routes.ts'
export {
  createOrganizationService,
  type OrganizationDeps,
  type OrganizationService,
  SYSTEM_SLUG,
} from './organization.service.ts'
export { createOrganizationStats, type OrganizationStats } from './organization-stats.ts'
export { createProviderSettingRoutes } from './providers/providers.routes.ts'
export { createProviderService, type ProviderService } from './providers/providers.service.ts'
export { settingsIn, withSettings } from './settings/setting-values.ts'
export { createSettingsRoutes, settingsEndpoint } from './settings/settings.routes.ts'
export { requireFreeSignupKey, requireValidSignupKey, type SignupRole, signupRoleOf } from './signup.ts'
export { requireValidSlug, toSlug } from './slug.ts'
