export { toFreeName as toFreeTemplateName } from './names.ts'
export { createTemplateService, type TemplateDeps, type TemplateService } from './template.service.ts'
