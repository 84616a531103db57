import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkIn, type ReceivedMail, startMailbox } from '../server/src/platform/mail/mailbox.testing.ts'
import {
  ADMIN,
  describeJourneys,
  expectAccessible,
  type Journey,
  MEMBER,
  shoot,
  signInContext,
} from './browser.ts'
import { expectFits } from './looks.ts'
import { eventually } from './oversight.testing.ts'

const mailbox = await startMailbox()
afterAll(() => mailbox.close())

const account = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
const withMail = { ...account, SMTP_URL: mailbox.url, SMTP_FROM: 'Bellwether <ai@example.edu>' }

/** The server does not know at which port it is reached here, so only the path of a link is used. */
const toPath = (link: string): string => {
  const { pathname, hash } = new URL(link)
  return pathname + hash
}
const pathIn = (mail: ReceivedMail): string => toPath(linkIn(mail).href)
const openInvitations = (journey: Journey, options: { width?: number } = {}) =>
  journey.openSignedIn('/organization?tab=invitations', options)
const rowOf = (page: Page, text: string) => page.getByTestId('invitation-row').filter({ hasText: text })

describeJourneys(
  'invitations and forgotten passwords',
  (journey) => {
    beforeAll(async () => {
      await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
    })

    it('invites a colleague by e-mail, who creates an account', async () => {
      // Four steps: the page, the dialog, the address and the button.
      const { page, faults } = await journey.openSignedIn('/organization')
      await page.getByRole('button', { name: 'Invite people' }).click()
      const dialog = page.getByRole('dialog')
      const addresses = dialog.getByLabel('E-mail addresses')
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
      await addresses.fill('Carla New <carla@example.edu>, <bea@example.edu>')
      await dialog.getByLabel('Language of the e-mail').selectOption('Español')
      await expectAccessible(page)
      await shoot(page, 'invite-1440-light')
      await dialog.getByRole('button', { name: 'Send invitations' }).click()
      await dialog.getByText('bea@example.edu: This person already has an account').waitFor()
      await dialog.getByRole('button', { name: 'Done' }).click()
      const row = rowOf(page, 'carla@example.edu')
      await row.getByText('Educator').waitFor()

      const mail = await mailbox.receive('carla@example.edu')
      expect(mail.subject).toMatch(/^Invitación a /)
      const guest = await journey.open({ width: 390 })
      await guest.page.route('**/invitations/lookup', (route) => route.abort(), { times: 1 })
      await guest.page.goto(pathIn(mail))
      // The invitation is valid, even if it can't be checked right now.
      await guest.page.getByRole('button', { name: 'Try again' }).click()
      await guest.page.getByText('You’ve been invited as an educator.').waitFor()
      await expectAccessible(guest.page)
      await shoot(guest.page, 'accept-invitation-390-light')
      await guest.page.getByLabel('Your name').fill('Carla New')
      await guest.page.getByLabel('Password').fill('a fresh password')
      await guest.page.getByRole('button', { name: 'Create account' }).click()
      await guest.page.waitForURL('**/assistants')
      await guest.page.getByRole('heading', { level: 1 }).waitFor()
      await page.reload()
      await page.getByText('No open invitations').waitFor()
      expect([...faults, ...guest.faults]).toEqual([])
    })

    it('creates a link for a class, copies and revokes it', async () => {
      const { page, context, faults } = await openInvitations(journey)
      await page.getByRole('button', { name: 'Invite people' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('With a link').click()
      await dialog.getByLabel('Maximum number of people').fill('30')
      await dialog.getByLabel('Allowed e-mail domains').fill('students')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      await dialog.getByText('Enter a domain such as example.edu').waitFor()
      await dialog.getByLabel('Allowed e-mail domains').fill('@students.example.edu')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create link' }).click()
      const link = await dialog.getByLabel('Invitation link').inputValue()
      await shoot(page, 'invitation-link-1440-light')
      await dialog.getByRole('button', { name: 'Done' }).click()
      const row = rowOf(page, 'Used 0 of 30 times')
      await row.getByText('Only students.example.edu').waitFor()
      await expectFits(page, 'invitations')
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy link: Invitation link' }).click()
      await page.getByText('Link copied').last().waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)

      const guest = await journey.open({ width: 390 })
      await guest.page.goto(toPath(link))
      await guest.page.getByText('Use an address at students.example.edu.').waitFor()
      await guest.page.getByLabel('E-mail').fill('mia@elsewhere.example')
      await guest.page.getByLabel('Your name').fill('Mia')
      await guest.page.getByLabel('Password').fill('a fresh password')
      await guest.page.getByRole('button', { name: 'Create account' }).click()
      await guest.page.getByRole('alert').getByText('Use an e-mail address at students.example.edu').waitFor()
      await guest.page.getByLabel('E-mail').fill('mia@students.example.edu')
      await guest.page.getByRole('button', { name: 'Create account' }).click()
      await guest.page.getByRole('heading', { level: 1 }).waitFor()

      await page.getByRole('button', { name: 'More options for Invitation link' }).click()
      await page.getByRole('menuitem', { name: 'Revoke' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('No open invitations').waitFor()
      const late = await journey.open({ width: 390 })
      await late.page.goto(toPath(link))
      await late.page.getByText('This invitation is no longer valid. Ask for a new one.').waitFor()
      await expectAccessible(late.page)
      await shoot(late.page, 'invitation-invalid-390-light')
      expect([...faults, ...guest.faults, ...late.faults]).toEqual([])
    })

    it('invites the people of a list', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=members')
      await page.getByRole('button', { name: 'Import' }).click()
      const csv =
        'email,name,user_type\neli@example.edu,Eli,end_user\nfay@example.edu,Fay,creator\nwrong,Wrong,creator\n'
      await page
        .getByLabel('File')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await page.getByRole('list', { name: 'Members to add' }).getByText('eli@example.edu').waitFor()
      await expectAccessible(page)
      await shoot(page, 'import-preview-1440-light')
      await page.getByRole('button', { name: 'Create 2 invitations' }).click()
      await page.getByText('2 invitations created').waitFor()
      await mailbox.receive('eli@example.edu')
      await page.getByTestId('settings-menu').getByRole('link', { name: 'Invitations' }).click()
      await rowOf(page, 'eli@example.edu').getByText('Student').waitFor()
      await rowOf(page, 'fay@example.edu').getByText('Educator').waitFor()
      expect(faults).toEqual([])
    })

    it('shows e-mails that were not sent', { tags: ['nightly'] }, async () => {
      mailbox.refusals.set(MEMBER.email, { status: 550, text: 'no such user' })
      const { members } = await journey.call('GET', '/organizations/current/members?search=bea&limit=1')
      await journey.call('POST', `/organizations/current/members/${members[0].id}/password-reset`, {
        send: true,
      })
      await expect
        .poll(async () => JSON.stringify(await journey.call('GET', '/organizations/current/mails')), {
          timeout: 90_000,
        })
        .toContain('"failed"')
      mailbox.refusals.clear()
      const { page, faults } = await openInvitations(journey, { width: 390 })
      await page.getByRole('heading', { name: 'E-mails not sent' }).waitFor()
      await page.getByText('The mail server rejected this address.').waitFor()
      await page.getByText('Password reset').waitFor()
      await expectAccessible(page)
      await shoot(page, 'unsent-390-light')
      expect(faults).toEqual([])
    })

    it('sends a forgotten password’s link, once usable', async () => {
      const { page, faults } = await journey.open({ width: 390 })
      await page.goto('/sign-in')
      await shoot(page, 'sign-in-390-light')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      await page.getByLabel('E-mail').fill(MEMBER.email)
      await expectAccessible(page)
      await shoot(page, 'forgot-password-390-light')
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
      await shoot(page, 'forgot-password-sent-390-light')
      const path = pathIn(await mailbox.receive(MEMBER.email))
      await page.goto(path)
      await page.getByLabel('New password').fill('another good one')
      await expectAccessible(page)
      await shoot(page, 'reset-password-390-light')
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.waitForURL('**/assistants')
      const again = await journey.open()
      await again.page.goto(path)
      await again.page.getByLabel('New password').fill('one more password')
      await again.page.getByRole('button', { name: 'Save password' }).click()
      await again.page.getByText('This link has expired or has already been used.').waitFor()
      await shoot(again.page, 'reset-password-invalid-1440-light')
      await again.page.getByRole('link', { name: 'Request a new link' }).click()
      await again.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      expect([...faults, ...again.faults]).toEqual([])
    })

    it('changes the e-mail address on the Account page', async () => {
      const dora = { ...MEMBER, email: 'dora@example.edu', name: 'Dora' }
      await journey.call('POST', '/creator/admin/org-admin/users', dora)
      const { page, context, faults } = await journey.open()
      await signInContext(context, journey.server.url, dora)
      await page.goto('/account')
      await page.getByText('Confirmed', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Change e-mail' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New e-mail').fill('dora.new@example.edu')
      await dialog.getByLabel('Current password').fill(dora.password)
      await expectAccessible(page)
      await shoot(page, 'change-email-1440-light')
      await dialog.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('We’ve sent a link to dora.new@example.edu.').waitFor()
      const path = pathIn(await mailbox.receive('dora.new@example.edu'))
      // Signed out: signs in first and comes back to the link.
      const other = await journey.open({ width: 390 })
      await other.page.goto(path)
      await other.page.getByLabel('E-mail').fill(dora.email)
      await other.page.getByLabel('Password').fill(dora.password)
      await other.page.getByRole('button', { name: 'Sign in' }).click()
      await other.page.getByRole('button', { name: 'Confirm e-mail' }).click()
      await other.page.getByText('dora.new@example.edu is confirmed.').waitFor()
      await expectAccessible(other.page)
      await shoot(other.page, 'confirm-email-390-light')
      await page.reload()
      await page.getByText('dora.new@example.edu').first().waitFor()
      await shoot(page, 'account-1440-light')
      expect([...faults, ...other.faults]).toEqual([])
    })
  },
  withMail,
)

describeJourneys(
  'invitations without a mail server',
  (journey) => {
    it('gives the admin links to share', async () => {
      await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
      const { page, faults } = await openInvitations(journey, { width: 390 })
      await page.getByText('This server can’t send e-mails.').waitFor()
      await expectAccessible(page)
      await shoot(page, 'invitations-no-mail-390-light')
      await page.getByRole('button', { name: 'Invite people' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail addresses').fill('ana@example.edu\nben@example.edu')
      await shoot(page, 'invite-no-mail-390-light')
      await dialog.getByRole('button', { name: 'Create links' }).click()
      expect(await dialog.getByLabel('ana@example.edu').inputValue()).toContain('/invite#code=')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await eventually(() => page.getByTestId('invitation-row').count()).toBe(2)
      await page.goto('/organization?tab=members')
      await page.getByRole('button', { name: `More options for ${MEMBER.name}` }).click()
      await page.getByRole('menuitem', { name: 'Password reset link' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
      const link = await page.getByLabel('Link to share').inputValue()
      await expectAccessible(page)
      await shoot(page, 'reset-link-390-light')
      const guest = await journey.open()
      await guest.page.goto('/forgot-password')
      await guest.page.getByText('Ask your organization admin for a link').waitFor()
      await shoot(guest.page, 'forgot-password-no-mail-1440-light')
      await guest.page.goto(toPath(link))
      await guest.page.getByLabel('New password').fill('another good one')
      await guest.page.getByRole('button', { name: 'Save password' }).click()
      await guest.page.waitForURL('**/assistants')
      expect([...faults, ...guest.faults]).toEqual([])
    })

    it('lets the sign-up key make educators', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=signup')
      await page.getByLabel('New accounts').selectOption('Educator')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').first().waitFor()
      const settings = await journey.call('GET', '/creator/admin/org-admin/settings/signup')
      expect(settings.signup_role).toBe('educator')
      await shoot(page, 'signup-1440-light')
      expect(faults).toEqual([])
    })
  },
  account,
)
