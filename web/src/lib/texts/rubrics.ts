import { namespace } from '../i18n/texts.svelte.ts'

export const rubricsTexts = namespace('rubrics')
