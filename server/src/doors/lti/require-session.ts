import { say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { forbidden } from '../../platform/errors.ts'

/** An LMS can sign in members of the organization, so a leaked API key must not be able to add one. */
export function requireSession(caller: UserCaller): void {
  if (caller.credential !== 'session') throw forbidden(say('requests.session_required'))
}
