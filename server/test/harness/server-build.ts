import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServer } from '../../../scripts/build.mjs'
import { isBuilt } from '../../../scripts/build-if-needed.mjs'

const dist = fileURLToPath(new URL('../../../dist/server.mjs', import.meta.url))
const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))

/** The server of the working tree as one file: from dist/ if that is up to date, otherwise built without the web app. */
export async function makeServerBuild(): Promise<{ program: string; remove(): Promise<void> }> {
  if (isBuilt()) return { program: dist, remove: async () => undefined }
  // Inside node_modules, so that it finds the packages that can't be bundled.
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'test-server-'))
  await buildServer(folder)
  return { program: join(folder, 'server.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}
