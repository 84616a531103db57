export { createTemplateService, type TemplateDeps, type TemplateService } from './template.service.ts'
