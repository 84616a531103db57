import { expect, it } from 'vitest'
import { describeJourneys, expectAccessible, shoot } from './browser.ts'
import { until } from './server-process.ts'

describeJourneys(
  'first run',
  (journey) => {
    it('creates the admin with the setup code and continues without a provider', async () => {
      const code = await until(() => /setup code: (\S+)/.exec(journey.server.output())?.[1])
      const { page, faults } = await journey.open()
      await page.goto('/')
      await page.getByRole('heading', { name: 'Create the admin account' }).waitFor()
      await shoot(page, 'first-run-admin')
      await expectAccessible(page)
      await page.getByLabel('Setup code').fill('AAAA-BBBB-CCCC')
      await page.getByLabel('Your name').fill('First Admin')
      await page.getByLabel('E-mail').fill('first@example.edu')
      await page.getByLabel('Password').fill('a good password')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('alert').getByText('Incorrect setup code.').waitFor()
      await page.getByLabel('Setup code').fill(code.toLowerCase())
      await page.getByRole('button', { name: 'Create account' }).click()

      await page.getByRole('heading', { name: 'Connect a model provider' }).waitFor()
      await page.getByLabel('API key').fill('sk-nobody')
      // No server listens on this port: the provider's own error is shown.
      await page.getByLabel('Base URL').fill('http://127.0.0.1:9/v1')
      await page.getByRole('button', { name: 'Save and test' }).click()
      await page.getByRole('alert').getByText('Connection failed').waitFor()
      await shoot(page, 'first-run-provider')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Continue without a model' }).click()
      await page.getByRole('heading', { name: 'Create your first assistant' }).waitFor()
      await shoot(page, 'assistants-empty')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('rejects the setup code once the admin exists', async () => {
      const code = /setup code: (\S+)/.exec(journey.server.output())?.[1]
      const again = await fetch(`${journey.server.url}/first-run/admin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, name: 'X', email: 'x@example.edu', password: 'a good password' }),
      })
      expect(again.status).toBe(409)
      const { page } = await journey.open()
      await page.goto('/first-run')
      await page.waitForURL('**/sign-in')
    })
  },
  { ADMIN_SETUP: 'browser' },
)
