import { ApiError } from '$lib/api'
import { texts } from './texts'

/** In the words of the page. */
export const signInError = (thrown: unknown): unknown =>
  thrown instanceof ApiError && thrown.message === 'Invalid credentials'
    ? new ApiError(401, texts().wrong)
    : thrown
