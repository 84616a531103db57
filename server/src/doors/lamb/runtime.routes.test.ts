import { runInNewContext } from 'node:vm'
import { LANGUAGES } from '@bellwether/wire'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnSqlite } from '../../platform/db/testing.ts'
import { type AdminDoor, createAdminDoor } from './org-admin/org-admin.testing.ts'

describeOnSqlite('files that LAMB’s page loads first', (open) => {
  let door: AdminDoor
  beforeAll(async () => {
    door = await createAdminDoor((await open()).db, {
      OPENAI_API_KEY: 'sk-x',
      LAMB_BEARER_TOKEN: 'bearer-token-of-system',
    })
  })
  afterAll(() => door.close())

  const get = (path: string) => door.send(undefined, 'GET', path)

  it('returns the settings as a script without secrets', async () => {
    const { body, headers } = await get('/config.js')
    expect(headers.get('content-type')).toMatch(/application\/javascript/)
    const window: { LAMB_CONFIG?: unknown } = {}
    runInNewContext(body, { window })
    expect(window.LAMB_CONFIG).toEqual({
      api: {
        baseUrl: 'https://bw.example.edu/creator',
        lambServer: 'https://bw.example.edu',
        openWebUiServer: 'https://bw.example.edu',
      },
      assets: { path: '/static' },
      features: { enableOpenWebUi: false, enableDebugMode: false, enableLibraries: false },
    })
    expect(body).not.toMatch(/sk-x|bearer/i)
  })

  it('returns the form’s defaults', async () => {
    const { config } = (await get('/static/json/defaults.json')).body
    expect(config).toMatchObject({
      prompt_processor: 'simple_augment',
      connector: 'openai',
      rag_processor: 'no_rag',
    })
    for (const name of ['system_prompt', 'surfer_system_prompt'])
      expect(config[name]).toEqual(expect.any(String))
    for (const name of ['prompt_template', 'surfer_prompt_template']) {
      expect(config[name]).toContain('{context}')
      expect(config[name]).toContain('{user_input}')
    }
  })

  it('has news in the languages of the product', async () => {
    for (const lang of LANGUAGES) {
      expect((await get(`/creator/news/${lang}`)).body).toEqual({
        success: true,
        lang,
        content: expect.stringMatching(/^# .*Bellwether/),
      })
    }
    expect((await get('/creator/news/ca-ES')).body.lang).toBe('ca')
    expect((await get('/creator/news/sv')).status).toBe(404)
    expect((await get('/creator/news/__proto__')).status).toBe(404)
  })

  it('returns the polling interval for ingestion', async () => {
    expect((await get('/creator/config/ingestion')).body).toEqual({ refresh_rate: 3 })
  })
})
