import { remembered } from '../state/remember.ts'
import { chooseLanguage, isLanguage, type Language } from './languages.ts'

/** The one that was chosen in this browser; otherwise one that the browser asks for. */
export function firstLanguage(): Language {
  const saved = remembered('language')
  if (isLanguage(saved)) return saved
  return typeof navigator === 'undefined' ? 'en' : chooseLanguage(navigator.languages)
}
