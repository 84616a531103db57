import { redirect } from '@sveltejs/kit'
import { session } from '$features/session/session.svelte.ts'

/** Educators go on to their assistants. Known before the session is loaded, so that no other page is drawn first. */
export const load = ({ url }: { url: URL }): void => {
  if (session.isExpectedEducator()) redirect(307, `/assistants${url.search}`)
}
