export { createTemplateRoutes } from './template.routes.ts'
export {
  createTemplateService,
  type TemplateDeps,
  type TemplateService,
  toFreeName as toFreeTemplateName,
} from './template.service.ts'
