import { ApiError } from '$lib/api'
import { appTexts } from '$lib/texts/app.ts'

/** A sign-in error with the page's own message. */
export const signInError = (error: unknown): unknown =>
  error instanceof ApiError && error.message === 'Invalid credentials'
    ? new ApiError(401, appTexts().session.wrong)
    : error
