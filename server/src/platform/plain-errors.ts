import { AppError, type ErrorCode } from './errors.ts'
import type { Language } from './languages.ts'

type Kind = 'busy' | 'refused' | 'late' | 'failed'

/** For readers who can't fix the provider, in their language. */
const MESSAGES: Readonly<Record<Kind, Readonly<Record<Language, string>>>> = {
  busy: {
    en: 'The assistant is busy right now. Please try again in a moment.',
    es: 'El asistente está ocupado en este momento. Inténtalo de nuevo dentro de un rato.',
    ca: 'L’assistent està ocupat en aquest moment. Torna-ho a provar d’aquí a una estona.',
    eu: 'Laguntzailea lanpetuta dago une honetan. Saiatu berriro geroxeago.',
  },
  refused: {
    en: 'The assistant can’t answer this message. Try to shorten it or to ask in another way.',
    es: 'El asistente no puede responder a este mensaje. Prueba a acortarlo o a preguntarlo de otra manera.',
    ca: 'L’assistent no pot respondre aquest missatge. Prova d’escurçar-lo o de preguntar-ho d’una altra manera.',
    eu: 'Laguntzaileak ezin dio mezu honi erantzun. Saiatu laburtzen edo beste modu batera galdetzen.',
  },
  late: {
    en: 'The assistant took too long to answer. Please try again.',
    es: 'El asistente ha tardado demasiado en responder. Inténtalo de nuevo.',
    ca: 'L’assistent ha trigat massa a respondre. Torna-ho a provar.',
    eu: 'Laguntzaileak denbora gehiegi behar izan du erantzuteko. Saiatu berriro.',
  },
  failed: {
    en: 'The assistant can’t answer right now. If this happens again, tell your teacher.',
    es: 'El asistente no puede responder en este momento. Si vuelve a ocurrir, avisa a tu docente.',
    ca: 'L’assistent no pot respondre en aquest moment. Si torna a passar, avisa el teu docent.',
    eu: 'Laguntzaileak ezin du une honetan erantzun. Berriro gertatzen bada, esan irakasleari.',
  },
}

const REFERENCE: Readonly<Record<Language, string>> = {
  en: 'Reference',
  es: 'Referencia',
  ca: 'Referència',
  eu: 'Erreferentzia',
}

function kindOf(error: AppError): Kind {
  if (isSetupError(error)) return 'failed'
  const code: ErrorCode = error.code
  if (code === 'too_many_requests' || code === 'unavailable') return 'busy'
  if (code === 'bad_request') return 'refused'
  return code === 'provider_timeout' ? 'late' : 'failed'
}

/** Whether an error says how a model or provider is set up, which students can't change. Pure. */
export const isSetupError = ({ userMessage }: AppError): boolean =>
  userMessage?.code.startsWith('models.') === true

/** Whether an error quotes a provider or names its host. Pure. */
export const isProviderError = ({ code, details }: AppError): boolean =>
  code === 'provider_failed' || details.fromProvider === true

/**
 * The same error with a generic message and a reference number, by which maintainers of the assistant find the
 * details. Pure.
 */
export function toPlainError(error: AppError, language: Language, reference: string): AppError {
  const { place: _place, fromProvider: _words, param: _param, ...details } = error.details
  const message = `${MESSAGES[kindOf(error)][language]} (${REFERENCE[language]}: ${reference})`
  return new AppError(error.code, message, { ...details, cause: error })
}
