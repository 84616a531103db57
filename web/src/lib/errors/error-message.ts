import { ApiError, type Fault } from '$lib/api'
import { inReadersLanguage } from '$lib/messages'
import { appTexts } from '$lib/texts/app.ts'

/** The message to show for an error. The server's own message, if it sent one, says what happened and what to do. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return appTexts().common.failed
  if (error.isUnreachable) return `${appTexts().common.unreachableTitle}. ${appTexts().common.unreachable}`
  if (error.faults.length > 0) return error.faults.map(faultText).join(' · ')
  return inReadersLanguage(error.serverMessage)
}

/** The messages to show beside the fields of a form, by field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(error.faults.map((fault) => [fault.field, faultText(fault)]))
}

const faultText = ({ message }: Fault): string => inReadersLanguage(message)
