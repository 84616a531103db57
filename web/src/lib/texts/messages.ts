import { namespace } from '../i18n/texts.svelte.ts'

export const messageTexts = namespace('messages')
