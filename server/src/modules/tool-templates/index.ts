export { createToolTemplateRoutes } from './tool-template.routes.ts'
export { createToolTemplateService, type ToolTemplateService } from './tool-template.service.ts'
