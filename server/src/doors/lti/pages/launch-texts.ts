import type { LaunchProblem } from '../../../modules/lti/index.ts'
import type { Language } from '../../../platform/languages.ts'
import { serverTexts } from '../../../platform/texts/server-texts.ts'

export const launchTexts = (language: Language) => serverTexts(language).launch

export function problemText(language: Language, problem: LaunchProblem, field: string): string {
  const text = launchTexts(language).problems[problem]
  return typeof text === 'string' ? text : text({ field })
}
