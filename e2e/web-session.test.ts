import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN, describeJourneys, expectAccessible, MEMBER, signInContext } from './browser.ts'

const STUDENT = { ...MEMBER, email: 'stu@example.edu', user_type: 'end_user' }
const SIGNUP = { SIGNUP_ENABLED: 'true', SIGNUP_SECRET_KEY: 'join-the-flock', SIGNUP_ROLE: 'educator' }

/** The token that the page currently sends. */
async function currentToken(page: Page): Promise<string | undefined> {
  const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await page.reload()
  return (await asked).headers()['authorization']
}

describeJourneys(
  'signing in',
  (journey) => {
    it('opens the requested page after sign-in', async () => {
      const { page, faults } = await journey.open()
      await page.goto('/rubrics')
      await page.waitForURL('**/sign-in?next=%2Frubrics')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Rubrics', level: 1 }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'Rubrics', level: 1 }).waitFor()
      expect(faults).toEqual([])
    })

    it('shows an error for a wrong password and keeps the e-mail', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('Incorrect e-mail or password.').waitFor()
      expect(await page.getByLabel('E-mail').inputValue()).toBe(ADMIN.email)
      await expectAccessible(page)
    })

    it('never redirects to another site', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in?next=//evil.example/')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/assistants')
    })

    it('asks to sign in again after the session expires, then returns to the page', async () => {
      const { page, context } = await journey.openSignedIn('/chats')
      await page.getByRole('heading', { name: 'Chats', exact: true }).waitFor()
      await context.clearCookies()
      await page.reload()
      await page.waitForURL('**/sign-in?next=%2Fchats&ended=1')
      await page.getByText('Your session has expired.').waitFor()
    })

    it('recovers when the server is unreachable and then available again', async () => {
      const { page, context } = await journey.open()
      await signInContext(context, journey.server.url)
      await page.route('**/session/refresh', (route) => route.abort())
      await page.goto('/chats')
      await page.getByRole('heading', { name: 'Can’t reach the server' }).waitFor()
      await expectAccessible(page)
      await page.unroute('**/session/refresh')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()

      // Pages whose code is not loaded yet.
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Prompts' }).click()
      await page.getByText('Couldn’t load this page. Check your connection and try again.').waitFor()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await expectAccessible(page)
      await context.setOffline(false)
      await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
    })

    it('leads educators from the home page to their assistants, and students to theirs', async () => {
      await journey.call('POST', '/creator/admin/users/create', STUDENT)
      const { page, context, faults } = await journey.openSignedIn('/')
      await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto('/')
      await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
      expect(asked.filter((path) => path === '/session/refresh')).toHaveLength(1)
      // A student signs in where an educator was before.
      await context.clearCookies()
      await signInContext(context, journey.server.url, STUDENT)
      await page.goto('/')
      await page.getByRole('heading', { name: `Hello, ${STUDENT.name}`, level: 1 }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      expect(faults).toEqual([])
    })

    it('stores no token where page scripts can read it', async () => {
      const { page, context } = await journey.openSignedIn('/chats')
      await page.getByRole('heading', { name: 'Chats', exact: true }).waitFor()
      const stored = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
      )
      expect(stored).not.toMatch(/eyJ/)
      const cookies = await context.cookies(`${journey.server.url}/session`)
      expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/session' }])
      expect(stored).not.toContain(cookies[0]?.value)
      expect(await context.cookies(journey.server.url)).toEqual([])
    })

    it('refreshes the expired access token in all tabs', async () => {
      const { page, context, faults } = await journey.openSignedIn('/chats')
      const second = await context.newPage()
      await second.goto('/rubrics')
      await second.getByRole('heading', { name: 'Rubrics', level: 1 }).waitFor()
      let refreshes = 0
      let refused = 0
      for (const tab of [page, second]) {
        await tab.route('**/session/refresh', (route) => {
          refreshes++
          return route.continue()
        })
        // The server's response once the token has expired.
        const old = await currentToken(tab)
        await tab.route(/\/(chats|rubrics)\?/, (route) => {
          const isOld = route.request().headers()['authorization'] === old
          if (!isOld) return route.continue()
          refused++
          return route.fulfill({ status: 401, json: { detail: 'Not authenticated' } })
        })
      }
      await Promise.all([
        page.getByRole('link', { name: 'Rubrics' }).first().click(),
        second.getByRole('link', { name: 'Chats' }).first().click(),
      ])
      await page.getByRole('heading', { name: 'Rubrics', level: 1 }).waitFor()
      await second.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
      await expect.poll(() => refused).toBeGreaterThan(0)
      await expect.poll(() => refreshes).toBeGreaterThan(0)
      expect(page.url()).toMatch(/rubrics$/)
      expect(second.url()).toMatch(/chats$/)
      expect(faults).toEqual([])
    })

    it('creates an account with the sign-up key', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in')
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByLabel('Your name').fill('Ana Ruiz')
      await page.getByLabel('E-mail').fill('ana@example.edu')
      await page.getByLabel('Password').fill('a good password')
      await page.getByLabel('Sign-up key').fill('not the key')
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByRole('alert').waitFor()
      await expectAccessible(page)
      await page.getByLabel('Sign-up key').fill(SIGNUP.SIGNUP_SECRET_KEY)
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByText('Your account was created.').waitFor()
      await page.getByLabel('E-mail').fill('ana@example.edu')
      await page.getByLabel('Password').fill('a good password')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
      // Educators don't see the admin pages.
      expect(await page.getByRole('link', { name: 'Organization' }).count()).toBe(0)
      // Signing out asks about unsaved changes, like any other navigation.
      await page.goto('/multi-tool-assistants/create')
      await page.getByTestId('name-input').fill('Half an assistant')
      await page.getByRole('button', { name: 'Ana Ruiz' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
      await page.waitForURL('**/sign-in')
      await page.getByLabel('Password').waitFor()
      await page.goto('/assistants')
      await page.waitForURL('**/sign-in?next=**')
    })
  },
  { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...SIGNUP },
)
