import { badRequest } from '../../platform/errors.ts'

const GOOD_KEY = /^(?=.{8,64}$)[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/

/** LAMB's rule. Whoever knows the key gets into the organization, so a short one is refused. */
export function requireGoodSignupKey(key: string): void {
  if (GOOD_KEY.test(key)) return
  throw badRequest(
    'The signup key must have 8 to 64 letters, digits, - or _, and must not start or end with - or _',
  )
}

export const signupKeyTaken = () => badRequest('This signup key is already in use; choose another one')
