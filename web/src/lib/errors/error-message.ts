import { ApiError, type Fault } from '$lib/api'
import { format } from '$lib/i18n'
import { inReadersLanguage } from '$lib/messages'
import { texts as commonTexts } from '$lib/texts'
import { texts } from './texts'
import { readValidationFault } from './validation-fault.ts'

/** The message to show for an error. The server's own message, if it sent one, says what happened and what to do. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return commonTexts().failed
  if (error.isUnreachable) return commonTexts().unreachable
  if (error.faults.length > 0) return error.faults.map(faultText).join(' · ')
  return inReadersLanguage(error.serverMessage)
}

/** The messages to show beside the fields of a form, by field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(error.faults.map((fault) => [fault.field, faultText(fault)]))
}

function faultText({ type, message }: Fault): string {
  const fault = message.code === undefined ? readValidationFault(type, message.text) : undefined
  if (!fault) return inReadersLanguage(message)
  const t = texts()
  switch (fault.kind) {
    case 'choice':
    case 'unknownField':
      return t[fault.kind](fault.names)
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return t[fault.kind](fault.limit)
    case 'min':
    case 'max':
    case 'above':
    case 'below':
    case 'multipleOf':
      return t[fault.kind](format.number(fault.limit))
    default:
      return t[fault.kind]
  }
}
