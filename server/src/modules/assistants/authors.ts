import { say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { forbidden } from '../../platform/errors.ts'

/** Student accounts may not build assistants: an assistant's author uses its models and tools with the owner's rights. */
export function requireAuthor({ userType, systemAdmin }: UserCaller): void {
  if (userType === 'end_user' && !systemAdmin) throw forbidden(say('users.chat_only'))
}
