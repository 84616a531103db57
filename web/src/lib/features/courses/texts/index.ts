import { defineTexts } from '$lib/i18n'
import { ca } from './ca.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { eu } from './eu.ts'

export const texts = defineTexts({ en, es, ca, eu })
