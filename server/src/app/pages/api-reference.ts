import { readFile } from 'node:fs/promises'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { type OpenApi, toOpenApi, toOperationName } from '../../platform/http/openapi.ts'
import examples from './api-examples.json' with { type: 'json' }
import { type ApiPages, createApiPages } from './api-pages.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface ApiReference {
  openApi: Buffer
  pages: ApiPages
}

/** Made by the build (scripts/client/describe-api.mts), because making it takes a second of CPU. */
const BUILT_DOCUMENT = new URL('openapi.json', import.meta.url)

export async function createApiReference(
  endpoints: readonly Endpoint[],
  { version, publicUrl }: { version: string; publicUrl: string },
): Promise<ApiReference> {
  const document = (await readBuilt(endpoints)) ?? (await describe(endpoints, version, publicUrl))
  document['servers'] = [{ url: publicUrl }]
  return { openApi: Buffer.from(JSON.stringify(document)), pages: createApiPages(document, PAGE_STYLE) }
}

export const describe = (
  endpoints: readonly Endpoint[],
  version: string,
  publicUrl: string,
): Promise<OpenApi> =>
  toOpenApi(
    endpoints,
    {
      title: 'Bellwether',
      version,
      description:
        'Build AI assistants out of tools and publish them to students. Speaks OpenAI’s and LAMB’s protocols.',
    },
    publicUrl,
    examples,
  )

/** Undefined if there is none, as during development, or if settings of this server add or remove endpoints. */
async function readBuilt(endpoints: readonly Endpoint[]): Promise<OpenApi | undefined> {
  const text = await readFile(BUILT_DOCUMENT, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const document: OpenApi & { paths: Record<string, OpenApi> } = JSON.parse(text)
  const built = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => toOperationName(method, path)),
  )
  const own = endpoints.flatMap(({ method, paths }) => paths.map((path) => toOperationName(method, path)))
  return built.sort().join() === own.sort().join() ? document : undefined
}
