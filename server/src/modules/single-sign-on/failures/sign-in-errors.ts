import { type MessageCode, type SignInReason, say, signInReasonSchema } from '@bellwether/wire'
import { AppError, isAppError } from '../../../platform/errors.ts'
import { readOidcRefusal } from '../oidc/oidc-refusal.ts'
import { Refusal } from '../providers/refusal.ts'

export type RefusalMessage = Extract<MessageCode, 'sign_in.provider_invalid' | 'sign_in.logout_token_invalid'>

/** What people see of a failed sign-in or sign-out. The cause is for the log. */
export function toSignInError(
  error: unknown,
  refusal: RefusalMessage = 'sign_in.provider_invalid',
): AppError {
  if (isAppError(error) && isForPeople(error)) return error
  if (findRefusal(error).reason === 'unreachable')
    return new AppError('provider_failed', say('sign_in.provider_unreachable'), { cause: error })
  return new AppError('bad_request', say(refusal), { cause: error })
}

/** About the person or their account; others are of the outbound client. */
const isForPeople = ({ userMessage }: AppError): boolean =>
  /^(sign_in|users|not_found)\./.test(userMessage?.code ?? '')

/** The first check in the chain of causes that says what is wrong. */
export function findRefusal(error: unknown): Refusal {
  for (const cause of chainOf(error)) {
    const found = cause instanceof Refusal ? cause : (readAppError(cause) ?? readOidcRefusal(cause))
    if (found) return found
  }
  return new Refusal('other')
}

/** Messages for people end with the reason: `sign_in.email_unverified`. */
function readAppError(error: Error): Refusal | undefined {
  if (!isAppError(error)) return undefined
  if (!isForPeople(error)) return new Refusal('unreachable')
  if (error.cause !== undefined) return undefined
  const reason = signInReasonSchema.safeParse(error.userMessage?.code.split('.')[1])
  return new Refusal(reason.data ?? ('other' satisfies SignInReason))
}

/** For the log: the reason, names and codes only, because messages and causes may quote tokens. */
export function describeError(error: unknown): Record<string, unknown> {
  const { reason, seconds, detail } = findRefusal(error)
  const names = chainOf(error).map((cause) => {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
    return [cause.name, code].filter(Boolean).join(' ')
  })
  return {
    reason,
    ...(seconds === undefined ? {} : { seconds }),
    ...(detail === undefined ? {} : { detail }),
    cause: names.join(' < '),
  }
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let cause = error; cause instanceof Error && chain.length < 5; cause = cause.cause) chain.push(cause)
  return chain
}
