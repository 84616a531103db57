import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signLaunch } from '../server/src/doors/lti/lti.testing.ts'
import {
  ADMIN,
  describeJourneys,
  expectAccessible,
  type Journey,
  type Json,
  MEMBER,
  shoot,
} from './browser.ts'

const SECRET = 'shared-with-the-lms'
const ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LTI_GLOBAL_SECRET: SECRET }

interface Lms {
  url: string
  /** The page of a course that opens the tool in a frame, as this person. */
  launchPage(fields: Record<string, string>): string
  close(): void
}

/** An LMS on another site: `localhost` and `127.0.0.1` share no cookies. */
async function startLms(toolUrl: string): Promise<Lms> {
  const launchUrl = `${toolUrl}/lamb/v1/lti/launch`
  const server: Server = createServer((request, response) => {
    const fields = Object.fromEntries(new URL(request.url ?? '/', 'http://x').searchParams)
    const form = signLaunch(launchUrl, fields, { secret: SECRET })
    const inputs = [...form]
      .map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
      )
      .join('')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Course</title><meta name="viewport" content="width=device-width">
<body style="margin:0"><h1 style="font-size:1rem;margin:.5rem">Chemistry 101</h1>
<iframe name="tool" title="Tool" style="width:100%;height:85vh;border:0"></iframe>
<form id="launch" method="post" action="${launchUrl}" target="tool">${inputs}</form>
<script>document.getElementById('launch').submit()</script></body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://${new URL(toolUrl).hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`
  return {
    url,
    launchPage: (fields) => `${url}/?${new URLSearchParams(fields)}`,
    close: () => server.close(),
  }
}

const LINK = {
  resource_link_id: 'unit-3',
  context_title: 'Chemistry 101',
  resource_link_title: 'Ask the tutor',
}
const TEACHER = {
  ...LINK,
  user_id: 't1',
  roles: 'Instructor',
  lis_person_name_full: 'Tina Teacher',
  lis_person_contact_email_primary: MEMBER.email,
}
const STUDENT = { ...LINK, user_id: 's1', roles: 'Learner', lis_person_name_full: 'Sam Student' }
const toolOf = (page: Page): FrameLocator => page.frameLocator('iframe[name="tool"]')

/** As the teacher: launches never act for system admins. */
async function publish(journey: Journey, name: string): Promise<void> {
  const metadata = {
    prompt_processor: 'simple_augment',
    connector: 'bypass',
    llm: 'simple-bypass',
    rag_processor: 'no_rag',
  }
  const send = async (path: string, body: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(journey.server.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.ok, path).toBe(true)
    return answer.json() as Promise<Json>
  }
  const { token } = (await send('/creator/login', MEMBER)).data
  const { id } = await send('/assistants', { name, metadata }, token)
  await send(`/assistants/${id}/publish`, { publish_status: true }, token)
}

describeJourneys(
  'an activity in an LMS',
  (journey) => {
    let lms: Lms
    beforeAll(async () => {
      if (!journey.server) return
      lms = await startLms(journey.server.url)
      await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
      await publish(journey, 'Chemistry tutor')
    })
    afterAll(() => lms?.close())

    it('is set up by a teacher inside the course', async () => {
      const student = await journey.open({ width: 390, height: 844, language: 'eu' })
      await student.page.goto(lms.launchPage(STUDENT))
      await toolOf(student.page).getByText('Oraindik ez dago prest').waitFor()

      const { page, faults } = await journey.open()
      await page.goto(lms.launchPage(TEACHER))
      const tool = toolOf(page)
      await tool.getByRole('heading', { name: 'Set up this activity' }).waitFor()
      expect(await tool.getByLabel('Name of the activity').inputValue()).toBe('Ask the tutor')
      await tool.getByLabel('Chemistry tutor').check()
      await tool.getByLabel('Teachers can read chats').check()
      await shoot(page, 'lti-setup')
      await tool.getByRole('button', { name: 'Set up activity' }).click()
      await tool.getByRole('heading', { name: 'Ask the tutor', level: 1 }).waitFor()
      await tool.getByText('No student has opened the activity yet.').waitFor()
      expect(faults).toEqual([])
    })

    it('is used by a student on a phone, inside the frame', async () => {
      const { page, faults } = await journey.open({ width: 390, height: 844 })
      await page.goto(lms.launchPage(STUDENT))
      const tool = toolOf(page)
      await tool.getByRole('heading', { name: 'Allow your teacher to read your chats?' }).waitFor()
      await shoot(page, 'lti-consent-phone')
      await tool.getByRole('button', { name: 'Agree' }).click()
      const sharing = tool.getByTestId('sharing')
      await sharing.getByRole('button', { name: 'Stop sharing' }).click()
      await sharing.getByText('Your teachers can’t read your chats.').waitFor()
      await sharing.getByRole('button', { name: 'Share chats' }).click()
      await sharing.getByText('Your teachers can read the chats that you start here').waitFor()
      await tool.getByRole('heading', { name: 'Chemistry tutor' }).waitFor()
      await tool.getByRole('textbox').fill('What is a mole?')
      await tool.getByRole('textbox').press('Enter')
      await tool.getByTestId('user-question').getByText('What is a mole?').waitFor()
      await tool.getByTestId('answer').getByText('What is a mole?').waitFor()
      await shoot(page, 'lti-chat-phone')
      // A reload of the frame continues the chat: the session is in a cookie that only this LMS's frame has.
      const frame = page.frames().find((one) => one.name() === 'tool')
      await expect.poll(() => frame?.url()).toContain('chat=')
      await frame?.evaluate('location.reload()')
      await tool.getByTestId('answer').getByText('What is a mole?').waitFor()
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        tool.getByRole('button', { name: 'Open in new tab' }).click(),
      ])
      await opened.getByRole('heading', { name: 'Chemistry tutor' }).waitFor()
      await expectAccessible(opened)
      expect(faults).toEqual([])
    })

    it('shows the teacher how it is used', async () => {
      const { page, faults } = await journey.open()
      await page.goto(lms.launchPage(TEACHER))
      const tool = toolOf(page)
      await tool.getByText('Sam Student').waitFor()
      await tool.getByRole('button', { name: /Student [2-9A-Z]{6} · Chemistry tutor/ }).click()
      await tool.getByText('What is a mole?').first().waitFor()
      await shoot(page, 'lti-dashboard')
      await page.setViewportSize({ width: 390, height: 844 })
      await shoot(page, 'lti-dashboard-phone')
      await tool.getByRole('button', { name: 'Change activity' }).click()
      await tool.getByLabel('Name of the activity').fill('Chemistry help')
      await tool.getByRole('button', { name: 'Save' }).click()
      await tool.getByRole('heading', { name: 'Chemistry help', level: 1 }).waitFor()
      await tool.getByRole('link', { name: 'Open chat' }).click()
      await tool.getByRole('heading', { name: 'Chemistry tutor' }).waitFor()
      expect(faults).toEqual([])
    })

    it('asks a teacher without a known account to link one', async () => {
      const { page } = await journey.open()
      const unknown = { ...TEACHER, resource_link_id: 'unit-4', user_id: 't2' }
      await page.goto(lms.launchPage({ ...unknown, lis_person_contact_email_primary: 'who@example.org' }))
      const tool = toolOf(page)
      await tool.getByRole('link', { name: 'Link my account' }).click()
      await tool.getByLabel('E-mail address').fill(MEMBER.email)
      await tool.getByLabel('Password').fill(MEMBER.password)
      await shoot(page, 'lti-link')
      await tool.getByRole('button', { name: 'Link account' }).click()
      await tool.getByRole('heading', { name: 'Set up this activity' }).waitFor()
    })

    it('allows only the LMS of the launch to show its pages in a frame', async () => {
      const form = signLaunch(`${journey.server.url}/lamb/v1/lti/launch`, STUDENT, { secret: SECRET })
      const launched = await fetch(`${journey.server.url}/lamb/v1/lti/launch`, {
        method: 'POST',
        body: form,
        headers: { origin: lms.url },
        redirect: 'manual',
      })
      const { context } = await journey.open()
      const policyOf = async (path: string) =>
        (await context.request.get(path, { headers: { accept: 'text/html' } })).headers()[
          'content-security-policy'
        ] ?? ''
      const policy = await policyOf(launched.headers.get('location') ?? '')
      expect(policy).toContain(`frame-ancestors 'self' ${lms.url}`)
      for (const path of ['/launch/enter?code=guessed', '/launch/enter', '/c/1', '/assistants', '/sign-in'])
        expect(await policyOf(path)).toContain("frame-ancestors 'none'")
    })

    it('says what to do if a page of a launch is opened without one', async () => {
      const { page, faults } = await journey.open()
      for (const name of ['enter', 'setup', 'link', 'choose', 'dashboard']) {
        await page.goto(`/launch/${name}`)
        await page.getByText('Open the activity again from your course.').waitFor()
      }
      expect(faults).toEqual([])
    })

    it('is managed by admins under Organization → LMS', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=lms')
      await page.getByRole('heading', { name: 'LTI 1.1 for activities' }).waitFor()
      await page.getByText('Chemistry help').waitFor()
      await shoot(page, 'lti-settings')
      await expectAccessible(page)
      await page.getByLabel('Shared secret').last().fill('secret for educators')
      await page.getByLabel('Consumer key').last().fill('our-teachers')
      await page.getByRole('button', { name: 'Save' }).last().click()
      await page.getByText('Saved').first().waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await shoot(page, 'lti-settings-phone')
      expect(faults).toEqual([])
    })
  },
  ENV,
)
