import { namespace } from '../i18n/texts.svelte.ts'

export const templatesTexts = namespace('templates')
