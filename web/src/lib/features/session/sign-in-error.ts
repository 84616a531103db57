import { ApiError } from '$lib/api'
import { texts } from './texts'

/** A sign-in error with the page's own message. */
export const signInError = (thrown: unknown): unknown =>
  thrown instanceof ApiError && thrown.message === 'Invalid credentials'
    ? new ApiError(401, texts().wrong)
    : thrown
