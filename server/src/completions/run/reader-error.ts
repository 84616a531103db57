import { type Asking, askingPerson } from '../../platform/asking-person.ts'
import { isOrganizationAdmin } from '../../platform/caller.ts'
import { AppError, isAppError, messageOf } from '../../platform/errors.ts'
import type { Language } from '../../platform/languages.ts'
import { isProviderError, isSetupError, toPlainError } from '../../platform/plain-errors.ts'

interface Reader {
  asking: Asking
  assistant: { ownerId: number; organizationId: number }
  language: Language
}

/**
 * The owner and admins get the provider's own message, which they can act on. Others get a plain sentence
 * and the id of the trace.
 */
export function toReaderError(error: unknown, reader: Reader, traceId: string): unknown {
  if (!isAppError(error) || !(isProviderError(error) || isSetupError(error))) return error
  if (!isResponsible(reader)) return toPlainError(error, reader.language, traceId)
  const { cause = error, details } = error
  return new AppError(error.code, messageOf(error), { ...details, isForReader: true, cause })
}

const isResponsible = ({ asking: { caller }, assistant: { ownerId, organizationId } }: Reader): boolean =>
  caller.kind === 'user' &&
  askingPerson({ caller }).kind === 'user' &&
  (caller.userId === ownerId ||
    caller.systemAdmin ||
    (caller.organizationId === organizationId && isOrganizationAdmin(caller)))
