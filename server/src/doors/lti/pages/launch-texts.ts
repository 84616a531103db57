import type { LaunchProblem } from '../../../modules/lti/index.ts'
import type { Language } from '../../../platform/languages.ts'
import { ca } from './texts/ca.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { eu } from './texts/eu.ts'
import type { LaunchTexts } from './texts/shape.ts'

export const LAUNCH_TEXTS: Record<Language, LaunchTexts> = { en, es, ca, eu }

export const problemText = (language: Language, problem: LaunchProblem, field: string): string =>
  LAUNCH_TEXTS[language].problems[problem].replace('{field}', field)
