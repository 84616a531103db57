export { withoutSecrets } from './config-secrets.ts'
export { type FirstConfigDraft, toFirstConfig } from './first-config.ts'
export { findKnowledgeServer, type KnowledgeServer, kbServer } from './knowledge-server.ts'
export { findMoodle, type MoodleSettings } from './moodle-settings.ts'
export { type OrganizationRow, organizationRepository } from './organization.repository.ts'
export {
  createOrganizationService,
  type OrganizationDeps,
  type OrganizationService,
  SYSTEM_SLUG,
} from './organization.service.ts'
export { createOrganizationStats, type OrganizationStats } from './organization-stats.ts'
export {
  defaultSetup,
  ENVIRONMENT_PROVIDERS,
  findProvider,
  fromEnvironment,
  globalDefaultModel,
  type OrganizationSettings,
  type ProviderSettings,
  pickModel,
  smallFastModel,
  toolUseModel,
} from './provider-settings.ts'
export { replaceKeyCopies } from './replace-key-copies.ts'
export { findEmbeddings, findReranker, type RerankServer } from './search-models.ts'
export { requireFreeSignupKey } from './signup.ts'
export { requireGoodSignupKey } from './signup-key.ts'
export { requireGoodSlug, toSlug } from './slug.ts'
export { parseConfig } from './stored-config.ts'
