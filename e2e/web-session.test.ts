import { expect, it } from 'vitest'
import { ADMIN, describeJourneys, expectAccessible } from './browser.ts'

const SIGNUP = { SIGNUP_ENABLED: 'true', SIGNUP_SECRET_KEY: 'join-the-flock' }

describeJourneys(
  'signing in',
  (journey) => {
    it('leads to the place that was asked for', async () => {
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

    it('says what is wrong with a wrong password, and keeps the address', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('The e-mail or the password is not right.').waitFor()
      expect(await page.getByLabel('E-mail').inputValue()).toBe(ADMIN.email)
      await expectAccessible(page)
    })

    it('never leads out of the app', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in?next=//evil.example/')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/assistants')
    })

    it('is asked for again when the session has ended, and comes back', async () => {
      const { page } = await journey.openSignedIn('/chats')
      await page.getByRole('heading', { name: 'Chats' }).waitFor()
      await page.evaluate("localStorage.setItem('bellwether.token', 'stale')")
      await page.reload()
      await page.waitForURL('**/sign-in?next=%2Fchats&ended=1')
      await page.getByText('Your session has ended.').waitFor()
    })

    it('waits for a server that is away, and goes on when it is back', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in')
      await page.evaluate(
        `localStorage.setItem('bellwether.token', ${JSON.stringify(await journey.token())})`,
      )
      await page.route('**/creator/me', (route) => route.abort())
      await page.goto('/chats')
      await page.getByRole('heading', { name: 'The server does not answer' }).waitFor()
      await expectAccessible(page)
      await page.unroute('**/creator/me')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
    })

    it('can be preceded by making an account with the signup key', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in')
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByLabel('Your name').fill('Ana Ruiz')
      await page.getByLabel('E-mail').fill('ana@example.edu')
      await page.getByLabel('Password').fill('a good password')
      await page.getByLabel('Signup key').fill('not the key')
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByRole('alert').waitFor()
      await expectAccessible(page)
      await page.getByLabel('Signup key').fill(SIGNUP.SIGNUP_SECRET_KEY)
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByText('Your account is there.').waitFor()
      await page.getByLabel('E-mail').fill('ana@example.edu')
      await page.getByLabel('Password').fill('a good password')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
      // An educator has no rooms of admins.
      expect(await page.getByRole('link', { name: 'Organization' }).count()).toBe(0)
      // Signing out asks about what is not saved, as every other way out does.
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
