export { createToolSecretRoutes } from './tool-secret.routes.ts'
export { createToolSecretService, type ToolSecretService } from './tool-secret.service.ts'
