import { isLanguage } from '@bellwether/wire'
import * as z from 'zod'
import { toAssistantDefaults } from '../../modules/organizations/index.ts'
import { notFound } from '../../platform/errors.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { serverTexts } from '../../platform/texts/server-texts.ts'
import { lambGroup } from './lamb-endpoint.ts'

const group = { tag: 'page', access: 'public', base: '' } as const
const page = lambGroup(group)
const news = lambGroup({ ...group, params: z.object({ lang: z.string().max(35) }) })

export interface RuntimeDeps {
  publicUrl: string
  openWebUiUrl: string | undefined
}

/** The files that LAMB's page loads before sign-in. They contain no secrets. */
export function createRuntimeRoutes({ publicUrl, openWebUiUrl = publicUrl }: RuntimeDeps): Endpoint[] {
  const settings = {
    api: { baseUrl: `${publicUrl}/creator`, lambServer: publicUrl, openWebUiServer: openWebUiUrl },
    assets: { path: '/static' },
    features: { enableOpenWebUi: false, enableDebugMode: false, enableLibraries: false },
  }
  // `<` is escaped, so that the script can also be embedded in a page.
  const script = `window.LAMB_CONFIG = ${JSON.stringify(settings, null, 2).replaceAll('<', '\\u003c')};\n`

  return [
    page('GET', '/config.js', 'Get the page configuration', {
      description: 'Tells LAMB’s pages where the server is.',
      handle: () =>
        new Reply(script, {
          'content-type': 'application/javascript; charset=utf-8',
          'cache-control': 'no-cache',
        }),
    }),
    page('GET', '/static/json/defaults.json', 'Get the built-in assistant defaults', {
      description: 'The initial values of a new assistant before the organization’s own defaults.',
      handle: () => ({ config: { ...toAssistantDefaults({}), ...FORM_DEFAULTS } }),
    }),
    news('GET', '/creator/news/{lang}', 'Get the news', {
      description: 'A note for the start page of LAMB’s client.',
      handle: ({ params }) => {
        const lang = params.lang.toLowerCase().split(/[-_]/)[0] ?? ''
        if (!isLanguage(lang)) throw notFound('News')
        return { success: true, content: serverTexts(lang).news, lang }
      },
    }),
    page('GET', '/creator/config/ingestion', 'Get the polling interval for ingestion', {
      description: 'In seconds.',
      handle: () => ({ refresh_rate: 3 }),
    }),
  ]
}

/** Other fields that LAMB's page reads. “Surfer” is the second kind of prompt in its form. */
const FORM_DEFAULTS = {
  lamb_helper_assistant: '',
  rag_placeholders: ['--- {context} --- ', '--- {user_input} ---', '--- {moodle_user} ---'],
  surfer_system_prompt: 'You help students to find their way through the material of a course.',
  surfer_prompt_template: 'From this material:\n\n{context}\n\nanswer what was asked:\n\n{user_input}',
}
