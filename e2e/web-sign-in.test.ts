import { createServer } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createKeyAndCertificate } from '../server/src/modules/single-sign-on/saml/certificates.ts'
import { startHostileIssuer } from '../server/test/harness/hostile-issuer.ts'
import { startRealOidc } from '../server/test/harness/real-oidc-provider.ts'
import { ADMIN, describeJourneys, expectAccessible, expectReadable, shoot } from './browser.ts'

const port = await freePort()
const url = `http://127.0.0.1:${port}`
/** The operator's provider, and one that an admin adds. */
const campus = await startRealOidc({
  clients: [{ id: 'bellwether', secret: 'a secret', redirectUri: `${url}/auth/oidc/callback` }],
})
const library = await startHostileIssuer()
afterAll(async () => {
  await campus.close()
  await library.close()
})

/** The provider ends all sessions of this person. */
async function logOut(sub: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const logout_token = await campus.signLogoutToken({
    iss: campus.issuer,
    aud: 'bellwether',
    iat: now,
    exp: now + 120,
    jti: `logout ${sub}`,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    sub,
  })
  const body = new URLSearchParams({ logout_token })
  expect((await fetch(`${url}/auth/oidc/backchannel-logout`, { method: 'POST', body })).status).toBe(200)
}

describeJourneys(
  'single sign-on',
  (journey) => {
    it('signs in a student with one click, and signs them out at the provider too', async () => {
      campus.person = 'nia'
      campus.people.set('nia', { email: 'nia@uni.example', email_verified: true, name: 'Nia New' })
      const { page, faults } = await journey.open({ width: 390, height: 844 })
      await page.goto('/chats')
      await page.waitForURL('**/sign-in?next=%2Fchats')
      const button = page.getByRole('link', { name: 'Continue with Campus' })
      await button.waitFor()
      await expectAccessible(page)
      await shoot(page, 'sign-in-390')
      await button.click()
      await page.waitForURL('**/chats')
      await page.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
      await page.goto('/account')
      await page.getByText('nia@uni.example').first().waitFor()

      const atProvider = page.waitForRequest((request) =>
        request.url().startsWith(`${campus.issuer}/session/end`),
      )
      await page.getByRole('button', { name: /Nia New/ }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      expect((await atProvider).url()).toContain('id_token_hint=')
      expect(faults).toEqual([])
    })

    it('lets an admin add a provider, preview its rules and test it', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=signin')
      await page.getByRole('heading', { name: 'No sign-in providers yet' }).waitFor()
      await shoot(page, 'sign-in-empty-1440')
      await page.getByRole('button', { name: 'Add a provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Library')
      await dialog.getByLabel('Issuer').fill('not an address')
      await dialog.getByLabel('Client ID').fill('bellwether')
      await dialog.getByLabel('Client secret').fill('very secret')
      await dialog.getByRole('button', { name: 'Add a rule' }).click()
      await dialog.getByLabel('Claim', { exact: true }).fill('groups')
      await dialog.getByLabel('Value').fill('staff')
      await dialog.getByText('Preview the rules').click()
      await dialog
        .getByLabel('Example claims or ID token')
        .fill('{"email":"ana@uni.example","email_verified":true,"groups":["staff"]}')
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await dialog.getByText('New account: Educator').waitFor()
      await dialog.getByText('Rule 1 matched: groups is “staff”').waitFor()
      await expectAccessible(page)
      await shoot(page, 'sign-in-dialog-1440')
      await dialog.getByLabel('Issuer').fill(library.issuer)
      await dialog.getByRole('button', { name: 'Add a provider' }).click()

      const card = page.getByTestId('sign-in-provider')
      await card.getByText('1 rule').waitFor()
      expect(await card.getByLabel('Redirect URI (register it with the provider)').inputValue()).toMatch(
        new RegExp(`^${url}/auth/[0-9a-f]{16}/callback$`),
      )
      await card.getByRole('button', { name: 'Test Library' }).click()
      await card.getByText('The provider responds, and its settings can be read').waitFor()
      await expectAccessible(page)
      await shoot(page, 'sign-in-tab-1440')
      await page.setViewportSize({ width: 390, height: 844 })
      await shoot(page, 'sign-in-tab-390')
      expect(await page.content()).not.toContain('very secret')
      expect(faults).toEqual([])
    })

    it('lets an admin add a SAML identity provider', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=signin')
      await page.getByRole('button', { name: 'Add a provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('SAML 2.0').click()
      await dialog.getByLabel('Name', { exact: true }).fill('Federation')
      await dialog.getByLabel('Entity ID').fill('https://idp.example.edu/shibboleth')
      await dialog.getByLabel('Sign-on URL').fill('https://idp.example.edu/sso')
      await dialog.getByLabel('Signing certificate').fill('not a certificate')
      await dialog.getByRole('button', { name: 'Add a provider' }).click()
      await dialog.getByText('This is not a certificate.').waitFor()
      const { certificate } = await createKeyAndCertificate('IdP')
      await dialog.getByLabel('Signing certificate').fill(certificate)
      await expectAccessible(page)
      await shoot(page, 'sign-in-saml-1440')
      await dialog.getByRole('button', { name: 'Add a provider' }).click()
      const card = page.getByTestId('sign-in-provider').filter({ hasText: 'Federation' })
      expect(await card.getByLabel('Metadata URL').inputValue()).toMatch(/\/auth\/[0-9a-f]{16}\/metadata$/)
      // Changing only the name keeps our key and the certificate.
      await card.getByRole('button', { name: 'More options for Federation' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await dialog.getByLabel('Name', { exact: true }).fill('Federation of universities')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Federation of universities' }).waitFor()
      await page.getByRole('button', { name: 'Test Federation of universities' }).click()
      await page.getByText('The settings are complete.').waitFor()
      expect(faults).toEqual([])
    })

    it('explains in the person’s language why a sign-in failed, with a reference', async () => {
      library.hostile.claims = { aud: 'another client' }
      const { page, faults } = await journey.open({ language: 'es' })
      await page.goto('/sign-in')
      await page.getByRole('link', { name: 'Continuar con Library' }).click()
      await page.getByText(/No se ha aceptado la respuesta del proveedor.*Referencia: req_\w+/).waitFor()
      await expectAccessible(page)
      await shoot(page, 'sign-in-error-1440')
      library.reset()
      await page.getByRole('link', { name: 'Continuar con Library' }).click()
      await page.getByRole('heading', { name: /^Hola, / }).waitFor()
      expect(faults).toEqual([])
    })

    it('shows the admin of the provider why it failed', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=signin')
      const failed = page
        .getByTestId('sign-in-provider')
        .filter({ hasText: 'Library' })
        .getByTestId('failed-sign-ins')
      await failed.getByText('Failures of the last 30 days: 1 reason').click()
      await failed.getByText('The message is for another service.').waitFor()
      await failed.getByText(/^req_\w+$/).waitFor()
      await expectAccessible(page)
      await expectReadable(page)
      await shoot(page, 'sign-in-failures-1440')
      await page.setViewportSize({ width: 390, height: 844 })
      await shoot(page, 'sign-in-failures-390')
      expect(faults).toEqual([])
    })

    it('requires single sign-on if the admin wants it, and still lets system admins in', async () => {
      const { page } = await journey.openSignedIn('/organization?tab=signin', { theme: 'dark' })
      await page.getByRole('switch', { name: 'Require single sign-on' }).click()
      await page.getByText('Saved').waitFor()
      await expectReadable(page)
      await shoot(page, 'sign-in-tab-dark-1440')
      const other = await journey.open()
      await other.page.goto('/sign-in')
      await other.page.getByRole('link', { name: 'Continue with Library' }).waitFor()
      expect(await other.page.getByLabel('Password').count()).toBe(0)
      await shoot(other.page, 'sign-in-required-1440')
      await other.page.getByRole('button', { name: 'Sign in with a password' }).click()
      await other.page.getByLabel('E-mail').fill(ADMIN.email)
      await other.page.getByLabel('Password').fill(ADMIN.password)
      await other.page.keyboard.press('Enter')
      await other.page.waitForURL('**/assistants')
    })

    it('continues after the session has expired, in a new tab, without losing the page', async () => {
      campus.person = 'sam'
      campus.people.set('sam', { email: 'sam@uni.example', email_verified: true, name: 'Sam' })
      const { page, context } = await journey.open()
      await page.goto('/sign-in?next=/chats')
      await page.getByRole('link', { name: 'Continue with Campus' }).click()
      await page.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
      await logOut('sam')
      await page.getByRole('link', { name: 'Home' }).click()
      const dialog = page.getByTestId('sign-in-again')
      const newTab = context.waitForEvent('page')
      await dialog.getByRole('link', { name: 'Continue with Campus' }).waitFor()
      await expectAccessible(page)
      await shoot(page, 'sign-in-again-1440')
      await dialog.getByRole('link', { name: 'Continue with Campus' }).click()
      await (await newTab).getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Hello, Sam', level: 1 }).waitFor()
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_ISSUER: campus.issuer,
    OIDC_CLIENT_ID: 'bellwether',
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_NAME: 'Campus',
    OUTBOUND_ALLOW: library.place,
  },
)

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
