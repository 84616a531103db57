import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { startLms } from './lms.testing.ts'

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
      await tool.getByTestId('user-question').getByText('What is mass?').waitFor()
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

    it('sends a grade that the teacher has accepted', async () => {
      const { page, faults } = await journey.open()
      await page.goto(`${lms.url}/?role=Instructor`)
      const tool = page.frameLocator('iframe[name="tool"]')
      await tool.getByRole('button', { name: 'Grade Sam Student' }).click()
      await tool.getByLabel('Score (0–100)').fill('85')
      await tool.getByLabel('Comment').fill('Well argued')
      await shoot(page, 'lti-grade')
      await page.setViewportSize({ width: 390, height: 844 })
      await shoot(page, 'lti-grade-phone')
      await tool.getByRole('button', { name: 'Accept and send' }).click()
      await expect
        .poll(async () => {
          await tool.getByRole('button', { name: 'Refresh' }).click()
          return tool.getByText('Sent', { exact: true }).count()
        })
        .toBe(1)
      expect(lms.scores).toMatchObject([{ userId: 'Learner', scoreGiven: 85, comment: 'Well argued' }])
      expect(faults).toEqual([])
    })

    it('sends a test grade for an admin', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=lms')
      await page.getByRole('button', { name: /^Send a test grade/ }).click()
      await page.getByText('The test grade arrived').waitFor()
      await shoot(page, 'lti-test-grade')
      expect(lms.scores).toHaveLength(2)
      expect(faults).toEqual([])
    })

    it('shows admins the members of the course', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=lms')
      await page.getByText('2 students · 1 teacher').waitFor()
      await page.getByRole('button', { name: 'Members of Physics 101', exact: true }).click()
      await page.getByText('Lea Late').waitFor()
      await page.getByText('Student · has not opened an activity').waitFor()
      await page.getByRole('button', { name: 'Update the members of Physics 101' }).click()
      await page.getByText(/updated/).waitFor()
      await shoot(page, 'lti-courses')
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await shoot(page, 'lti-courses-phone')
      expect(faults).toEqual([])
    })

    it('leads educators from a course to what it asks', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/usage')
      await page.getByRole('link', { name: 'Courses', exact: true }).click()
      await page.getByRole('heading', { name: 'Physics 101' }).waitFor()
      await page.getByText(/2 students · 1 teacher · last active/).waitFor()
      await page.locator('nav a[aria-current="page"]', { hasText: 'Usage' }).first().waitFor()
      await expectAccessible(page)
      await shoot(page, 'courses-1440')
      await page.getByRole('link', { name: 'Activity of Physics tutor in Physics 101' }).click()
      await page.waitForURL('**/activity?course=*')
      // Only one student has an account, so the figures would tell who asked.
      await page.getByText('Choose a course with at least 3 students').waitFor()
      await page.getByLabel('Course', { exact: true }).waitFor()
      await shoot(page, 'activity-course-1440')
      const phone = await journey.openSignedIn('/courses', { width: 390, height: 844, theme: 'dark' })
      await phone.page.getByRole('heading', { name: 'Physics 101' }).waitFor()
      await expectAccessible(phone.page)
      await shoot(phone.page, 'courses-390-dark')
      expect(faults).toEqual([])
    })

    it('shows admins the checks of each launch', { tags: ['nightly'] }, async () => {
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
