export type { AssistantInContext } from './assistant.repository.ts'
export { assistantRepository } from './assistant.repository.ts'
export { ASSISTANT_BODY_BYTES, createAssistantRoutes, toDownload } from './assistant.routes.ts'
export { type AssistantService, createAssistantService } from './assistant.service.ts'
export type { AssistantChange, AssistantDeps, CheckedSettings, SettingsToCheck } from './assistant-deps.ts'
export { requireAuthor } from './authors.ts'
export { changesBetween } from './changes.ts'
export { toFacts } from './facts.ts'
export { findOthersUsing, usageFor } from './lists/knowledge-use.repository.ts'
export { countReferencingAssistants } from './lists/referencing-assistants.repository.ts'
export { createUsableRoutes } from './lists/usable.routes.ts'
export type { AfterId, AssistantRef } from './lists/usable-assistant.repository.ts'
export {
  type AssistantForCompletion,
  findForCompletion,
  listUsable,
  requireUsable,
  type UsableAssistant,
} from './lists/usable-assistants.ts'
export { cutName, lambNameOf, toFreeLambName, toFreeName } from './names/names.ts'
export { createPictureRoutes } from './pictures/picture.routes.ts'
export { createPictureService, type PictureService } from './pictures/picture.service.ts'
export { createOpenWindows } from './presence/open-windows.ts'
export { createPresenceRoutes } from './presence/presence.routes.ts'
export { createPresenceService } from './presence/presence.service.ts'
export { publicationRepository } from './publication/publication.repository.ts'
export { createPublishCheckRoutes } from './publication/publish-check.routes.ts'
export { factsOf, isOrchestrator, ownerShownTo, REFUSED_CALL, toListedRecord, toSnapshot } from './records.ts'
export { saveForm } from './save.ts'
export type { FirstModel } from './settings.ts'
export { getSettings, quotaOf, requireReadableSettings } from './settings.ts'
export { createSharingRoutes } from './sharing/sharing.routes.ts'
export {
  createSharingService,
  type SharingDeps,
  type SharingPermission,
  type SharingService,
} from './sharing/sharing.service.ts'
export { createTemplateRoutes } from './templates/template.routes.ts'
export {
  createTemplateService,
  type TemplateDeps,
  type TemplateService,
  toFreeName as toFreeTemplateName,
} from './templates/template.service.ts'
export { createToolTemplateRoutes } from './templates/tool-template.routes.ts'
export { createToolTemplateService, type ToolTemplateService } from './templates/tool-template.service.ts'
export { createToolSecretRoutes } from './tool-secrets/tool-secret.routes.ts'
export { createToolSecretService, type ToolSecretService } from './tool-secrets/tool-secret.service.ts'
export type { ChooseObject, ImportedObjects, ObjectRef } from './transfer/imported-objects.ts'
export { versionRepository } from './versions/version.repository.ts'
export { createVersionRoutes } from './versions/version.routes.ts'
export { createVersionService, type VersionService } from './versions/version.service.ts'
