/** @module-tag nightly */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { startLms } from './lms.testing.ts'

const lms = await startLms()

describeJourneys(
  'adding assistants to a course inside the LMS',
  (journey) => {
    beforeAll(async () => {
      if (!journey.server) return
      lms.serve(journey.server.url)
      await journey.call('POST', '/organizations/lamb/lti-platforms', {
        issuer: lms.url,
        client_id: 'bellwether',
        auth_login_url: `${lms.url}/auth`,
        auth_token_url: `${lms.url}/token`,
        jwks_url: `${lms.url}/jwks`,
      })
      const metadata = { prompt_processor: 'simple_augment', connector: 'bypass', llm: 'simple-bypass' }
      const draft = { name: 'Physics tutor', description: 'Explains units and forces', metadata }
      const { id } = await journey.call('POST', '/assistants', draft)
      await journey.call('POST', `/assistants/${id}/publish`, { publish_status: true })
    })
    afterAll(() => lms.close())

    it('returns a published and a new assistant to the course', async () => {
      const { page, faults } = await journey.open()
      await page.goto(`${lms.url}/?role=Instructor&choose=several`)
      const tool = page.frameLocator('iframe[name="tool"]')
      await tool.getByLabel('Physics tutor').check()
      await tool.getByRole('button', { name: 'Create an assistant' }).click()
      await tool.getByLabel('Name').fill('Lab helper')
      await tool.getByLabel('Instructions').fill('Ask the student what they have measured.')
      await shoot(page, 'lti-choose-create')
      await tool.getByRole('button', { name: 'Create', exact: true }).click()
      await tool.getByText('Not published', { exact: true }).waitFor()
      expect(await tool.getByLabel('Lab helper').isChecked()).toBe(true)
      await shoot(page, 'lti-choose')
      await tool.getByRole('button', { name: 'Add to course' }).click()
      await tool.getByText('Content added').waitFor()
      expect(
        lms
          .links()
          .map(({ title }) => title)
          .sort(),
      ).toEqual(['Lab helper', 'Physics tutor'])
      expect(faults).toEqual([])
    })

    it('opens the new assistant for a student on a phone', async () => {
      const link = lms.links().find(({ title }) => title === 'Lab helper')?.custom.bellwether_link ?? ''
      const { page, faults } = await journey.open({ width: 390, height: 844 })
      await page.goto(`${lms.url}/?${new URLSearchParams({ role: 'Learner', link, id: 'copy-7' })}`)
      const tool = page.frameLocator('iframe[name="tool"]')
      await tool.getByRole('heading', { name: 'Lab helper' }).waitFor()
      expect(faults).toEqual([])
    })

    it('returns nothing when the teacher cancels on a phone', async () => {
      const { page, faults } = await journey.open({ width: 390, height: 844 })
      await page.goto(`${lms.url}/?role=Instructor&choose=one`)
      const tool = page.frameLocator('iframe[name="tool"]')
      await tool.getByRole('radio', { name: /Physics tutor/ }).check()
      await shoot(page, 'lti-choose-phone')
      await tool.getByRole('button', { name: 'Cancel' }).click()
      await tool.getByText('Content added').waitFor()
      expect(lms.links()).toEqual([])
      expect(faults).toEqual([])
    })

    it('is accessible', async () => {
      const { page } = await journey.open()
      await page.goto(`${lms.url}/?role=Instructor&choose=one`)
      await page.frameLocator('iframe[name="tool"]').getByText('Physics tutor').waitFor()
      await page.goto(page.frame('tool')?.url() ?? '')
      await page.getByText('Physics tutor').waitFor()
      await expectAccessible(page)
    })

    it('refuses students', async () => {
      const { page } = await journey.open()
      await page.goto(`${lms.url}/?role=Learner&choose=one`)
      const tool = page.frameLocator('iframe[name="tool"]')
      await tool.getByText('Only teachers can add assistants to a course.').waitFor()
    })
  },
  { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, OUTBOUND_ALLOW: new URL(lms.url).host },
)
