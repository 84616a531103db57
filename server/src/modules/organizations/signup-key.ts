import { say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'

const VALID_KEY = /^(?=.{8,64}$)[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/

/** LAMB's rule. Anyone with the key can join the organization, so short keys are refused. */
export function requireValidSignupKey(key: string): void {
  if (VALID_KEY.test(key)) return
  throw badRequest(say('organizations.signup_key_format'))
}

export const signupKeyTaken = () => badRequest(say('organizations.signup_key_taken'))
