import { goto } from '$app/navigation'
import { ApiError } from '$lib/api'
import { ltiApi } from './lti-api.ts'

/** An educator who comes from an LMS, where someone else may have been signed in before. */
export const isFromLms = (url: URL): boolean => url.searchParams.has('token')

/** Signs in an educator who comes from an LMS: the address has a code that opens a session, once. */
export async function enterFromLms(url: URL): Promise<void> {
  const code = url.searchParams.get('token')
  if (!code) return
  try {
    await ltiApi.enter(code)
  } catch (error) {
    // Used or expired: continue with the session of this browser, if there is one.
    if (!(error instanceof ApiError) || error.status !== 403) throw error
  }
  const rest = new URL(url)
  rest.searchParams.delete('token')
  await goto(rest.pathname + rest.search, { replaceState: true })
}
