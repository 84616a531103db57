import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, describeJourneys, expectAccessible, shoot } from './browser.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const ROLE = 'http://purl.imsglobal.org/vocab/lis/v2/membership'

/** An LMS with LTI 1.3 on another site, which stores data for tools as 1EdTech describes. */
async function startLms() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'lms', alg: 'RS256', use: 'sig' }
  let tool = ''
  const token = (nonce: string, role: string) =>
    new SignJWT({
      nonce,
      name: role === 'Instructor' ? 'Tina Teacher' : 'Sam Student',
      [`${CLAIM}/message_type`]: 'LtiResourceLinkRequest',
      [`${CLAIM}/version`]: '1.3.0',
      [`${CLAIM}/deployment_id`]: '1',
      [`${CLAIM}/resource_link`]: { id: 'unit-5', title: 'Ask the tutor' },
      [`${CLAIM}/context`]: { id: 'c1', title: 'Physics 101' },
      [`${CLAIM}/roles`]: [`${ROLE}#${role}`],
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'lms' })
      .setIssuer(url)
      .setAudience('bellwether')
      .setSubject(role)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  const formPage = (action: string, fields: Record<string, string>, target = '') =>
    `<form id="f" method="post" action="${action}" ${target}>${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join('')}</form><script>document.getElementById('f').submit()</script>`
  const course = (role: string, storage: boolean) => `<!doctype html><html lang="en"><title>Course</title>
<meta name="viewport" content="width=device-width"><body style="margin:0"><h1 style="font-size:1rem;margin:.5rem">Physics 101</h1>
<script>const kept = new Map()
addEventListener('message', ({ data, origin, source }) => {
  if (origin !== ${JSON.stringify(tool)} || !data.message_id) return
  if (data.subject === 'lti.put_data') kept.set(data.key, data.value)
  source.postMessage({ subject: data.subject + '.response', message_id: data.message_id, key: data.key, value: kept.get(data.key) }, origin)
})</script>
<iframe name="tool" title="Tool" style="width:100%;height:85vh;border:0"></iframe>${formPage(
    `${tool}/lti/1.3/login`,
    {
      iss: url,
      client_id: 'bellwether',
      login_hint: role,
      target_link_uri: `${tool}/lti/1.3/launch`,
      ...(storage ? { lti_storage_target: '_parent' } : {}),
    },
    'target="tool"',
  )}</body></html>`
  const server: Server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (pathname === '/jwks') {
      response.setHeader('content-type', 'application/json')
      return void response.end(JSON.stringify({ keys: [jwk] }))
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (pathname === '/auth') {
      const role = searchParams.get('login_hint') ?? ''
      const id_token = await token(searchParams.get('nonce') ?? '', role)
      const fields = { id_token, state: searchParams.get('state') ?? '' }
      return void response.end(formPage(`${tool}/lti/1.3/launch`, fields))
    }
    response.end(course(searchParams.get('role') ?? '', searchParams.has('storage')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    serve(toolUrl: string) {
      tool = toolUrl
    },
    close: () => server.close(),
  }
}

const lms = await startLms()

/** As in a browser that keeps no cookies in frames: those of the login are gone before the launch. */
const loseCookies = (page: Page, context: BrowserContext) =>
  page.route('**/lti/1.3/launch', async (route) => {
    await context.clearCookies()
    await route.continue()
  })

describeJourneys(
  'LTI 1.3 in an LMS',
  (journey) => {
    beforeAll(async () => {
      if (!journey.server) return
      lms.serve(journey.server.url)
      const metadata = {
        prompt_processor: 'simple_augment',
        connector: 'bypass',
        llm: 'simple-bypass',
        rag_processor: 'no_rag',
      }
      const { id } = await journey.call('POST', '/assistants', { name: 'Physics tutor', metadata })
      await journey.call('POST', `/assistants/${id}/publish`, { publish_status: true })
    })
    afterAll(() => lms.close())

    it('is connected by an admin', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=lms')
      await page.getByRole('button', { name: 'Connect an LMS' }).click()
      expect(await page.getByLabel('Registration link').inputValue()).toContain('/lti/1.3/register?link=')
      await page.getByRole('button', { name: 'Add manually' }).click()
      await page.getByLabel('Platform ID (issuer)').fill(lms.url)
      await page.getByLabel('Client ID').fill('bellwether')
      await page.getByLabel('Authentication request URL').fill(`${lms.url}/auth`)
      await page.getByLabel('Access token URL').fill(`${lms.url}/token`)
      await page.getByLabel('Public keyset URL').fill(`${lms.url}/jwks`)
      await shoot(page, 'lti13-form')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('waiting for the first launch').waitFor()
      expect(faults).toEqual([])
    })

    it('opens the set-up for a teacher and the chat for a student on a phone', async () => {
      const teacher = await journey.open()
      await teacher.page.goto(`${lms.url}/?role=Instructor`)
      const setup = teacher.page.frameLocator('iframe[name="tool"]')
      await setup.getByLabel('Physics tutor').check()
      await setup.getByRole('button', { name: 'Set up activity' }).click()
      await setup.getByText('No student has opened the activity yet.').waitFor()
      expect(teacher.faults).toEqual([])

      const student = await journey.open({ width: 390, height: 844 })
      await student.page.goto(`${lms.url}/?role=Learner`)
      const tool = student.page.frameLocator('iframe[name="tool"]')
      await tool.getByRole('heading', { name: 'Physics tutor' }).waitFor()
      await tool.getByRole('textbox').fill('What is mass?')
      await tool.getByRole('textbox').press('Enter')
      await tool.getByText('What is mass?').first().waitFor()
      await shoot(student.page, 'lti13-chat-phone')
      expect(student.faults).toEqual([])
    })

    it('works in a browser that sends no cookies in frames, with the storage of the LMS', async () => {
      const { page, context } = await journey.open()
      await loseCookies(page, context)
      const confirmed = page.waitForRequest('**/lti/1.3/confirm')
      await page.goto(`${lms.url}/?role=Learner&storage=1`)
      await confirmed
      await page.frameLocator('iframe[name="tool"]').getByRole('heading', { name: 'Physics tutor' }).waitFor()
    })

    it('offers a new tab where neither works', async () => {
      const { page, context } = await journey.open()
      await loseCookies(page, context)
      await page.goto(`${lms.url}/?role=Learner`)
      const tool = page.frameLocator('iframe[name="tool"]')
      const link = tool.getByRole('link', { name: 'Open in a new tab' })
      await link.waitFor()
      await shoot(page, 'lti13-new-tab')
      await page.unroute('**/lti/1.3/launch')
      const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
      await opened.getByRole('heading', { name: 'Physics tutor' }).waitFor()
    })

    it('shows admins the checks of each launch', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=lms')
      await page.getByText('Opened').first().waitFor()
      await page.getByText('deployment 1').first().waitFor()
      await shoot(page, 'lti13-launches')
      await page.setViewportSize({ width: 390, height: 844 })
      await shoot(page, 'lti13-launches-phone')
      await page.getByRole('button', { name: /^Remove / }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('No LMS is connected yet.').waitFor()
      expect(faults).toEqual([])
    })
  },
  { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, OUTBOUND_ALLOW: new URL(lms.url).host },
)
