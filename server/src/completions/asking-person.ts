import type { Caller } from '../platform/caller.ts'

/**
 * The e-mail or name of the person who asks. Behind a caller that forwards others, only the person it named: never the owner of the key.
 * Of anybody else the e-mail of their account, once it is known to be theirs: who signs up may type anybody's.
 */
export const identityOf = ({
  caller,
  endUser,
}: {
  caller: Caller
  endUser?: string | undefined
}): string | undefined => (caller.trustedForwarder ? endUser : caller.confirmedEmail)
