import { ApiError } from '$lib/api'
import { texts } from './texts'

/** A sign-in error with the page's own message. */
export const signInError = (error: unknown): unknown =>
  error instanceof ApiError && error.message === 'Invalid credentials'
    ? new ApiError(401, texts().wrong)
    : error
