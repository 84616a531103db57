import { namespace } from '../i18n/texts.svelte.ts'

export const toolsTexts = namespace('tools')
