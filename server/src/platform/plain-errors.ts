import { type Caller, isOrganizationAdmin, isStudent } from './caller.ts'
import { AppError, type ErrorCode } from './errors.ts'
import type { Language } from './languages.ts'

type Kind = 'busy' | 'refused' | 'late' | 'failed'
type Messages = Readonly<Record<Kind, Readonly<Record<Language, string>>>>

/** For people who chat and can't fix the provider, in their language. */
const FOR_CHAT: Messages = {
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

/** For educators who asked a model for something else, such as a rubric. */
const FOR_EDUCATORS: Messages = {
  busy: {
    en: 'The model is busy right now. Please try again in a moment.',
    es: 'El modelo está ocupado en este momento. Inténtalo de nuevo dentro de un rato.',
    ca: 'El model està ocupat en aquest moment. Torna-ho a provar d’aquí a una estona.',
    eu: 'Eredua lanpetuta dago une honetan. Saiatu berriro geroxeago.',
  },
  refused: {
    en: 'The model can’t process this request. Try shortening or rephrasing it.',
    es: 'El modelo no puede procesar esta petición. Prueba a acortarla o a formularla de otra manera.',
    ca: 'El model no pot processar aquesta petició. Prova d’escurçar-la o de formular-la d’una altra manera.',
    eu: 'Ereduak ezin du eskaera hau prozesatu. Saiatu laburtzen edo beste modu batera idazten.',
  },
  late: {
    en: 'The model took too long to answer. Please try again.',
    es: 'El modelo ha tardado demasiado en responder. Inténtalo de nuevo.',
    ca: 'El model ha trigat massa a respondre. Torna-ho a provar.',
    eu: 'Ereduak denbora gehiegi behar izan du erantzuteko. Saiatu berriro.',
  },
  failed: {
    en: 'The model can’t be used right now. If this happens again, tell an admin of your organization.',
    es: 'El modelo no se puede usar en este momento. Si vuelve a ocurrir, avisa a un administrador de tu organización.',
    ca: 'El model no es pot fer servir en aquest moment. Si torna a passar, avisa un administrador de la teva organització.',
    eu: 'Eredua ezin da une honetan erabili. Berriro gertatzen bada, esan zure erakundeko administratzaile bati.',
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

/** Whether an error says how a model, a provider or a prompt is set up, which students can't change. Pure. */
export const isSetupError = ({ userMessage }: AppError): boolean =>
  /^(?:models|prompts)\./.test(userMessage?.code ?? '')

/** Whether an error quotes a provider or names its host. Pure. */
export const isProviderError = ({ code, details }: AppError): boolean =>
  code === 'provider_failed' || details.fromProvider === true

export interface PlainWords {
  language: Language
  /** By which admins, and people who maintain the assistant, find the details. */
  reference: string
}

/** The same error with a generic message for people who chat, and a reference number. Pure. */
export const toPlainError = (error: AppError, language: Language, reference: string): AppError =>
  toPlain(error, FOR_CHAT, { language, reference })

/**
 * The error as this caller may see it. Admins and people who maintain the failed component see the provider's message;
 * others get a generic one. Students get no messages about the setup of models either. Pure.
 */
export function toErrorFor(caller: Caller | undefined, error: AppError, words: PlainWords): AppError {
  const isAdmin = caller?.kind === 'user' && (caller.systemAdmin || isOrganizationAdmin(caller))
  const chatsOnly = caller !== undefined && isStudent(caller)
  const isHidden = error.details.fromProvider || (chatsOnly && isSetupError(error))
  if (!isHidden || error.details.isForReader || isAdmin) return error
  return toPlain(error, caller?.kind === 'user' && !chatsOnly ? FOR_EDUCATORS : FOR_CHAT, words)
}

function toPlain(error: AppError, messages: Messages, { language, reference }: PlainWords): AppError {
  const { place: _place, fromProvider: _words, param: _param, ...details } = error.details
  const message = `${messages[kindOf(error)][language]} (${REFERENCE[language]}: ${reference})`
  return new AppError(error.code, message, { ...details, cause: error })
}
