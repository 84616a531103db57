import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys, expectAccessible, MEMBER, shoot } from './browser.ts'
import { lookAtPages } from './looks.ts'
import { eventually } from './oversight.testing.ts'

describeJourneys('the people of an organization and of all of them', (journey) => {
  beforeAll(async () => {
    await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
  })

  it('looks after members', async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=members')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByLabel('Name').fill('Carla New')
    await page.getByLabel('E-mail').fill('bea@example.edu')
    await page.getByLabel('First password').fill('long enough')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click()
    // The address is taken: said here, and nothing is lost.
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('E-mail').fill('carla@example.edu')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click()
    const carla = page.getByTestId('member-row').filter({ hasText: 'Carla New' })
    await carla.waitFor()
    await page.getByRole('button', { name: 'More for Carla New' }).click()
    await page.getByRole('menuitem', { name: 'Keep out' }).click()
    await carla.getByText('Kept out').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => carla.getByText('Kept out').count()).toBe(0)
    await page.getByRole('button', { name: 'More for Carla New' }).click()
    await page.getByRole('menuitem', { name: 'Set a password' }).click()
    await page.getByLabel('New password').fill('another good one')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The password of Carla New was set').waitFor()
    await page.getByRole('button', { name: 'More for Carla New' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await eventually(() => carla.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('makes a member of another organization its admin', async () => {
    await journey.call('POST', '/creator/admin/organizations', { slug: 'north', name: 'North' })
    const north = { ...MEMBER, email: 'nora@example.edu', name: 'Nora North' }
    await journey.call('POST', '/creator/admin/org-admin/users?org=north', north)
    const { page, faults } = await journey.openSignedIn('/organization?org=north&tab=members')
    await page.getByText('You are changing North.').waitFor()
    const nora = page.getByTestId('member-row')
    await page.getByRole('button', { name: 'More for Nora North' }).click()
    await page.getByRole('menuitem', { name: 'Make an admin' }).click()
    await nora.getByText('Admin', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Policy' }).click()
    expect(page.url()).toContain('org=north')
    expect(faults).toEqual([])
  })

  it('imports a list of people and hands out their passwords once', async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=members')
    await page.getByRole('button', { name: 'Import' }).click()
    const csv = 'email,name\ndan@example.edu,Dan Import\nnot an address,Nobody\nbea@example.edu,Bea\n'
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('1 of 3 can be added.').waitFor()
    await expectAccessible(page)
    await shoot(page, 'import-1440-light')
    await page.getByRole('button', { name: 'Add 1 member' }).click()
    await page.getByText('1 of 1 were added.').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the passwords' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/"dan@example.edu","\S{8,}"/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByTestId('member-row').filter({ hasText: 'Dan Import' }).waitFor()
    expect(faults).toEqual([])
  })

  it('shows many people page by page, and finds one of them', async () => {
    const users = Array.from({ length: 60 }, (_, at) => ({
      email: `student${at + 100}@example.edu`,
      name: `Student ${at + 100}`,
    }))
    await journey.call('POST', '/creator/admin/org-admin/users/bulk-import/execute', { users })
    const { page, faults } = await journey.openSignedIn('/organization?tab=members')
    const rows = page.getByTestId('member-row')
    await eventually(() => rows.count()).toBe(25)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.waitForURL('**page=2')
    await rows.filter({ hasText: 'Student 130' }).waitFor()
    expect(await rows.filter({ hasText: 'Student 100' }).count()).toBe(0)
    // What the page shows is in its address.
    await page.reload()
    await rows.filter({ hasText: 'Student 130' }).waitFor()
    await page.getByLabel('Search members').fill('student159')
    await eventually(() => rows.count()).toBe(1)
    expect(page.url()).toMatch(/search=student159$/)
    await page.getByRole('tab', { name: 'Providers' }).click()
    await eventually(() => page.url()).not.toContain('search')
    await page.goto('/admin?tab=users')
    const all = page.getByTestId('user-row')
    await eventually(() => all.count()).toBe(25)
    await page.getByLabel('Search users').fill('nora')
    await eventually(() => all.count()).toBe(1)
    await all.getByText('nora@example.edu · North').waitFor()
    await page.getByLabel('Search users').fill('nobody at all')
    await page.getByRole('heading', { name: 'Nobody fits' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  const PAGES = [
    ['/organization?tab=members', 'members'],
    ['/admin?tab=users', 'users'],
  ] as const
  lookAtPages(journey, PAGES)
})
