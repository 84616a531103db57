// Writes the types that the checks read: of the texts, of the API, and of the pages' routes.
import { join } from 'node:path'
import { writeClientTypes } from '../client/client-types.mjs'
import { commandOf, root, runNode } from '../setup.mjs'
import { writeTextTypes } from '../texts/text-types.mjs'

/**
 * Never while the web app is built: SvelteKit writes the same files there, and a build that reads one of them while it is
 * empty makes an app without pages, and no error.
 */
export async function prepareCheck() {
  writeTextTypes()
  await Promise.all([
    writeClientTypes(),
    runNode([commandOf('@sveltejs/kit', 'svelte-kit'), 'sync'], { cwd: join(root, 'web') }),
  ])
}
