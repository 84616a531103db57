import { type Caller, isOrganizationAdmin, isStudent } from './caller.ts'
import { AppError, type ErrorCode } from './errors.ts'
import type { Language } from './languages.ts'
import { serverTexts } from './texts/server-texts.ts'

type Kind = 'busy' | 'refused' | 'late' | 'failed'
/** Students and other people who chat can't fix the provider; educators asked a model for something else, such as a rubric. */
type Readers = 'chat' | 'educators'

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
  toPlain(error, 'chat', { language, reference })

/**
 * The error as this caller may see it. Admins and people who maintain the failed component see the provider's message;
 * others get a generic one. Students get no messages about the setup of models either. Pure.
 */
export function toErrorFor(caller: Caller | undefined, error: AppError, words: PlainWords): AppError {
  const isAdmin = caller?.kind === 'user' && (caller.systemAdmin || isOrganizationAdmin(caller))
  const chatsOnly = caller !== undefined && isStudent(caller)
  const isHidden = error.details.fromProvider || (chatsOnly && isSetupError(error))
  if (!isHidden || error.details.isForReader || isAdmin) return error
  return toPlain(error, caller?.kind === 'user' && !chatsOnly ? 'educators' : 'chat', words)
}

function toPlain(error: AppError, readers: Readers, { language, reference }: PlainWords): AppError {
  const { place: _place, fromProvider: _words, param: _param, ...details } = error.details
  const { [readers]: messages, withReference } = serverTexts(language).failures
  const message = withReference({ message: messages[kindOf(error)], reference })
  return new AppError(error.code, message, { ...details, cause: error })
}
