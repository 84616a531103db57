import type { Endpoint } from '../../platform/http/endpoint.ts'
import { toOpenApi } from '../../platform/http/openapi.ts'
import examples from './api-examples.json' with { type: 'json' }
import { type ApiPages, createApiPages } from './api-pages.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface ApiReference {
  openApi: Buffer
  pages: ApiPages
}

export async function createApiReference(
  endpoints: readonly Endpoint[],
  { version, publicUrl }: { version: string; publicUrl: string },
): Promise<ApiReference> {
  const document = await toOpenApi(
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
  return { openApi: Buffer.from(JSON.stringify(document)), pages: createApiPages(document, PAGE_STYLE) }
}
