import type { UserCaller } from '../../platform/caller.ts'
import { forbidden } from '../../platform/errors.ts'

/** Students have accounts too. Whoever tries out an assistant of their own has its models and its tools as its owner would. */
export function requireMaker({ userType, systemAdmin }: UserCaller): void {
  if (userType === 'end_user' && !systemAdmin)
    throw forbidden(
      'Your account is for chatting; ask your organization admin for one that can make assistants',
    )
}
