import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { makeEducator, tokenIn } from '../lti.testing.ts'
import { launchAs, startPlatform, type TestPlatform, V2 } from '../lti13/platform.testing.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim'
const ASKING = {
  [`${CLAIM}/message_type`]: 'LtiDeepLinkingRequest',
  [`${CLAIM}/resource_link`]: undefined,
  [`${DL}/deep_linking_settings`]: {
    deep_link_return_url: 'https://lms.example.edu/return',
    accept_types: ['ltiResourceLink'],
    accept_presentation_document_targets: ['iframe'],
    accept_multiple: true,
  },
}

onEachDatabase('adding assistants to a course, all or nothing ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let ana: Awaited<ReturnType<typeof makeEducator>>
  let platformId: number

  beforeAll(async () => {
    platform = await startPlatform()
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: new URL(platform.url).host })
    ana = await makeEducator(app, 'ana')
    const path = `/organizations/${ana.slug}/lti-platforms`
    platformId = (await app.call('POST', path, await app.signIn(), platform.draft())).body.id
  })
  afterAll(async () => {
    await app.stop()
    platform.close()
  })

  const person = { sub: 't1', roles: [`${V2}/membership#Instructor`], name: 'Tina' }
  const ask = async () => tokenIn((await launchAs(app, platform, { ...person, more: ASKING })).location)
  const make = async (token: string, name: string): Promise<number> =>
    (await app.call('POST', '/lti/deep-link/assistants', undefined, { token, name, instructions: 'Help.' }))
      .body.id
  const choose = (token: string, assistant_ids: number[]) =>
    app.call('POST', '/lti/deep-link', undefined, { token, assistant_ids })
  const open = (answer: { body: { url: string } }) => app.call('GET', answer.body.url)
  const openPage = async (path: string, language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language }
    const response = await fetch(app.url + path, { headers })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      policy: response.headers.get('content-security-policy') ?? '',
      text: await response.text(),
    }
  }
  const state = async (ids: number[]) => {
    const { db } = app.app.services
    const published = await db
      .selectFrom('assistant_publications')
      .select('assistant_id')
      .where('assistant_id', 'in', ids)
      .where('oauth_consumer_name', 'is not', null)
      .execute()
    const links = await db.selectFrom('lti_links').select('id').where('assistant_id', 'in', ids).execute()
    return [published.length, links.length]
  }

  it('publishes all that are chosen', async () => {
    const token = await ask()
    // Two with the same name: consumer names are unique.
    const ids = [await make(token, 'Helper'), await make(token, 'Helper two')]
    const chosen = await choose(token, ids)
    expect(chosen.status).toBe(200)
    // An educator who closes the page now has published nothing.
    expect(await state(ids)).toEqual([0, 0])
    const pages = await Promise.all([open(chosen), open(chosen)])
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await state(ids)).toEqual([2, 2])
    // Reloading the page does not claim that nothing was added.
    const again = await openPage(chosen.body.url, 'en')
    expect(again.status).toBe(401)
    expect(again.text).toContain('This link has expired.')
    expect(again.text).not.toContain('not added')
    expect(again.policy).toContain(`frame-ancestors ${platform.url}`)
  })

  it('publishes none if one of them can’t be published', async () => {
    const token = await ask()
    const ids = [await make(token, 'Good'), await make(token, 'Bad')]
    const { db } = app.app.services
    const tools = [{ type: 'single_file_rag', use: 'inject', enabled: true, config: {} }]
    const metadata = JSON.stringify({
      ...{ assistant_type: 'multi_tool', prompt_processor: 'multi_augment', connector: 'bypass' },
      ...{ llm: 'simple-bypass', tools },
    })
    await db
      .updateTable('assistants')
      .set({ metadata })
      .where('id', '=', ids[1] ?? 0)
      .execute()
    const refused = await choose(token, ids)
    expect(refused.status, JSON.stringify(refused.body)).toBe(400)
    expect(await state(ids)).toEqual([0, 0])
    // The token is still good.
    const [good = 0] = ids
    const chosen = await choose(token, [good])
    expect(chosen.status).toBe(200)
    // It became unpublishable while the page was opening.
    await db.updateTable('assistants').set({ metadata }).where('id', '=', good).execute()
    expect((await open(chosen)).status).toBe(400)
    expect(await state(ids)).toEqual([0, 0])
    // In the frame of the LMS, a page says so.
    const page = await openPage(chosen.body.url, 'en')
    expect([page.status, page.type]).toEqual([400, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<h1>The assistants were not added</h1>')
    expect(page.text).toContain('choose the assistants again from your course')
    expect(page.policy).toContain(`frame-ancestors ${platform.url}`)
    expect((await openPage(chosen.body.url, 'es')).text).toContain('Los asistentes no se han añadido')
  })

  it('publishes nothing twice for simultaneous requests, and nothing if the LMS was removed in the meantime', async () => {
    const token = await ask()
    const id = await make(token, 'Once')
    const answers = await Promise.all([choose(token, [id]), choose(token, [id])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    for (const answer of answers) if (answer.status === 200) await open(answer)
    expect(await state([id])).toEqual([1, 1])

    const late = await ask()
    const other = await make(late, 'Late')
    const path = `/organizations/${ana.slug}/lti-platforms/${platformId}`
    expect((await app.call('DELETE', path, await app.signIn())).status).toBe(204)
    expect((await choose(late, [other])).status).toBeGreaterThanOrEqual(400)
    expect(await state([other])).toEqual([0, 0])
  })
})
