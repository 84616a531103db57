/** @module-tag nightly */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toPem } from '../server/src/modules/single-sign-on/saml/certificates.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { startTlsProxy, startUniversity } from './saml-idp.testing.ts'

const university = await startUniversity()
let port = 0
const proxy = await startTlsProxy(() => port)
const url = `https://127.0.0.1:${proxy.port}`
afterAll(() => {
  university.close()
  proxy.close()
})

describeJourneys(
  'SAML',
  (journey) => {
    beforeAll(async () => {
      port = Number(new URL(journey.server.url).port)
      const { id } = await journey.call('POST', '/assistants', assistantOf('Cell tutor', 'classic'))
      await journey.call('POST', `/assistants/${id}/publish`, { publish_status: true })
    })

    const openPhone = async () => {
      const context = await journey.browser.newContext({
        baseURL: url,
        ignoreHTTPSErrors: true,
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(90_000)
      return context.newPage()
    }
    const signIn = async () => {
      const page = await openPhone()
      await page.goto('/sign-in')
      await page.getByRole('link', { name: 'Continue with University of Examples' }).click()
      await page.getByRole('button', { name: 'Sign in as Nia' }).click()
      await page.getByRole('heading', { name: 'Hello, Nia New', level: 1 }).waitFor()
      return page
    }

    it('is set up from the metadata of the university', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=signin')
      await page.getByRole('button', { name: 'Add a provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('SAML 2.0').click()
      await dialog.getByLabel('Metadata of the identity provider').fill('<nonsense/>')
      await dialog.getByRole('button', { name: 'Read metadata' }).click()
      await dialog.getByText('The metadata contains no SAML 2.0 identity provider').waitFor()
      await dialog.getByLabel('Metadata of the identity provider').fill(university.metadata)
      await dialog.getByRole('button', { name: 'Read metadata' }).click()
      await dialog.getByText('Filled in, with 1 signing certificate').waitFor()
      expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('University of Examples')
      await expectAccessible(page)
      await shoot(page, 'saml-metadata-1440')
      await dialog.getByRole('button', { name: 'Add a provider' }).click()
      const card = page.getByTestId('sign-in-provider')
      university.our.sloUrl = await card.getByLabel('Single logout URL').inputValue()
      await shoot(page, 'saml-card-1440')
      const metadata = await fetch(
        `${journey.server.url}${new URL(university.our.sloUrl).pathname.replace('slo', 'metadata')}`,
      )
      const [, base64 = ''] = /<ds:X509Certificate>([^<]+)</.exec(await metadata.text()) ?? []
      university.our.certificate = toPem(base64.replace(/\s/g, ''))
      expect(faults).toEqual([])
    })

    it('signs a student in, and ends the university’s session with ours', async () => {
      const page = await signIn()
      await page.getByRole('link', { name: 'Cell tutor' }).waitFor()
      await shoot(page, 'saml-home-390')
      expect(university.isSignedIn()).toBe(true)
      await page.getByRole('button', { name: /Nia New/ }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Signed out' }).waitFor()
      expect(university.isSignedIn()).toBe(false)
      await page.getByRole('link', { name: 'Back to Bellwether' }).click()
      await page.getByRole('link', { name: 'Continue with University of Examples' }).waitFor()
      await page.goto('/chats')
      await page.waitForURL('**/sign-in?next=%2Fchats')
    })

    it('signs a student out who signs out at the university', async () => {
      const page = await signIn()
      const atUniversity = await page.context().newPage()
      await atUniversity.goto(university.signOutUrl())
      await atUniversity.getByRole('heading', { name: 'Signed out' }).waitFor()
      await page.goto('/chats')
      await page.waitForURL('**/sign-in?**')
    })
  },
  { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, PUBLIC_URL: url },
)
