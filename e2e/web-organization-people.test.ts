import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  assistantOf,
  describeJourneys,
  expectAccessible,
  type Json,
  MEMBER,
  shoot,
  signInContext,
} from './browser.ts'
import { lookAtPages } from './looks.ts'
import { eventually } from './oversight.testing.ts'
import { post } from './server-process.ts'

describeJourneys('members and users', (journey) => {
  beforeAll(async () => {
    await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
  })

  it('does not move the page when the name of the organization arrives', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/assistants')
    const { name } = await journey.call('GET', '/organizations/current/overview')
    const held: Route[] = []
    await page.route('**/organizations/current/overview', (route) => void held.push(route))
    await page.goto('/organization?tab=members')
    const add = page.getByRole('button', { name: 'Add a member' })
    await page.getByTestId('member-row').first().waitFor()
    const before = await add.boundingBox()
    await eventually(async () => held.length).toBe(1)
    await held[0]?.continue()
    await page.getByRole('main').getByText(name, { exact: true }).first().waitFor()
    expect(await add.boundingBox()).toEqual(before)
    expect(faults).toEqual([])
  })

  it('reports a dialog that can’t be loaded, and opens it when the connection is back', {
    tags: ['nightly'],
  }, async () => {
    const { page } = await journey.openSignedIn('/organization?tab=members')
    await page.getByTestId('member-row').first().waitFor()
    await page.route('**/_app/immutable/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('Couldn’t load this part of the page.').waitFor()
    await page.unroute('**/_app/immutable/**')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').waitFor()
  })

  it('adds, disables and deletes members', async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=members')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByLabel('Name').fill('Carla New')
    await page.getByLabel('E-mail').fill('bea@example.edu')
    await page.getByLabel('Initial password').fill('long enough')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click()
    // The e-mail address is taken: the error is shown here, and no input is lost.
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('E-mail').fill('carla@example.edu')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click()
    const carla = page.getByTestId('member-row').filter({ hasText: 'Carla New' })
    await carla.waitFor()
    await page.getByRole('button', { name: 'More options for Carla New' }).click()
    await page.getByRole('menuitem', { name: 'Disable account' }).click()
    await carla.getByText('Disabled').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => carla.getByText('Disabled').count()).toBe(0)
    await page.getByRole('button', { name: 'More options for Carla New' }).click()
    await page.getByRole('menuitem', { name: 'Set password' }).click()
    await page.getByLabel('New password').fill('another good one')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Carla New’s password was set').waitFor()
    await page.getByRole('button', { name: 'More options for Carla New' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await eventually(() => carla.count()).toBe(0)
    expect(faults).toEqual([])
  })

  describe('content of a member', () => {
    const DORA = { ...MEMBER, email: 'dora@example.edu', name: 'Dora Leaving' }
    const asDora = async <T = Json>(method: string, path: string, body?: unknown): Promise<T> => {
      const { body: login } = await post(`${journey.server.url}/creator/login`, DORA)
      const answer = await fetch(journey.server.url + path, {
        method,
        headers: { authorization: `Bearer ${login.data.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return answer.json() as Promise<T>
    }
    const handOverTo = async (page: Page, name: string) => {
      const dialog = page.getByRole('dialog').last()
      await dialog.getByRole('combobox', { name: 'New owner' }).fill(name)
      await page.getByRole('option', { name }).click()
      await dialog
        .getByRole('button', { name: /^Hand over/ })
        .last()
        .click()
    }
    beforeAll(async () => {
      await journey.call('POST', '/creator/admin/org-admin/users', DORA)
      for (const name of ['Exam tutor', 'Lab tutor', 'Old tutor'])
        await asDora('POST', '/assistants', assistantOf(name, 'classic'))
      const { assistants } = await asDora('GET', '/assistants')
      for (const { id } of assistants)
        await asDora('POST', `/assistants/${id}/publish`, { publish_status: true })
      await asDora('POST', '/knowledge-bases', { name: 'Lab notes' })
    })

    it('can be unpublished, exported, deleted and handed over by an admin', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=members')
      await page.getByRole('button', { name: 'More options for Dora Leaving' }).click()
      await page.getByRole('menuitem', { name: 'View content' }).click()
      const things = page.getByTestId('owned-object')
      await eventually(() => things.count()).toBe(4)
      await expectAccessible(page)
      await shoot(page, 'owned-objects-1440-light')
      const choose = async (thing: string, action: string) => {
        await page.getByRole('button', { name: `More options for ${thing}` }).click()
        await page.getByRole('menuitem', { name: action }).click()
      }
      const exam = things.filter({ hasText: 'Exam tutor' })
      await exam.getByText('Published').waitFor()
      await choose('Exam tutor', 'Unpublish')
      await eventually(() => exam.getByText('Published').count()).toBe(0)
      const saved = page.waitForEvent('download')
      await choose('Exam tutor', 'Export')
      expect(await readFile(await (await saved).path(), 'utf8')).toContain('Exam tutor')
      await choose('Old tutor', 'Delete')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await eventually(() => things.count()).toBe(3)
      await choose('Exam tutor', 'Hand over')
      await expectAccessible(page)
      await handOverTo(page, MEMBER.name)
      await page.getByTestId('hand-over-result').getByText('Assistants: 1').waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      await eventually(() => things.count()).toBe(2)
      const { entries } = await journey.call('GET', '/audit?limit=20')
      const actions = entries.map(({ action }: { action: string }) => action)
      for (const action of ['POST /assistants/{id}/publish', 'DELETE /assistants/{id}', 'member.hand_over'])
        expect(actions).toContain(action)
      expect(faults).toEqual([])
    })

    it('can be handed over on the Account page, one by one or all at once', async () => {
      const { page, context, faults } = await journey.open({ width: 390 })
      await signInContext(context, journey.server.url, DORA)
      await page.goto('/account')
      const things = page.getByTestId('owned-object')
      await eventually(() => things.count()).toBe(2)
      await things.first().scrollIntoViewIfNeeded()
      await shoot(page, 'account-owned-objects-390-light')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Hand over Lab notes' }).click()
      await shoot(page, 'hand-over-one-390-light')
      await handOverTo(page, MEMBER.name)
      await page.getByRole('button', { name: 'Done' }).click()
      await eventually(() => things.count()).toBe(1)
      await page.getByRole('button', { name: 'Hand over everything' }).click()
      await handOverTo(page, MEMBER.name)
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText('You have no content to hand over.').waitFor()
      expect(faults).toEqual([])
    })

    it('must be handed over before the member is deleted', async () => {
      await asDora('POST', '/assistants', assistantOf('Last tutor', 'classic'))
      const { page, faults } = await journey.openSignedIn('/organization?tab=members', { width: 390 })
      await page.getByRole('button', { name: 'More options for Dora Leaving' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByText('Assistants (1)').waitFor()
      await shoot(page, 'delete-member-390-light')
      await handOverTo(page, MEMBER.name)
      await eventually(() => page.getByTestId('member-row').filter({ hasText: DORA.name }).count()).toBe(0)
      expect(faults).toEqual([])
    })
  })

  it('makes a member of another organization an admin', { tags: ['nightly'] }, async () => {
    await journey.call('POST', '/creator/admin/organizations', { slug: 'north', name: 'North' })
    const north = { ...MEMBER, email: 'nora@example.edu', name: 'Nora North' }
    await journey.call('POST', '/creator/admin/org-admin/users?org=north', north)
    const { page, faults } = await journey.openSignedIn('/organization?org=north&tab=members')
    await page.getByText('You’re managing North.').waitFor()
    const nora = page.getByTestId('member-row')
    await page.getByRole('button', { name: 'More options for Nora North' }).click()
    await page.getByRole('menuitem', { name: 'Make admin' }).click()
    await nora.getByText('Admin', { exact: true }).waitFor()
    await page.getByTestId('settings-menu').getByRole('link', { name: 'Policy' }).click()
    expect(page.url()).toContain('org=north')
    expect(faults).toEqual([])
  })

  it('imports a list of people and offers their passwords once', async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=members')
    await page.getByRole('button', { name: 'Import' }).click()
    const csv = 'email,name\ndan@example.edu,Dan Import\nnot an address,Nobody\nbea@example.edu,Bea\n'
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('1 of 3 members can be added.').waitFor()
    await expectAccessible(page)
    await shoot(page, 'import-1440-light')
    await page.getByRole('button', { name: 'Add 1 member' }).click()
    await page.getByText('1 of 1 members were added.').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download passwords' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/"dan@example.edu","\S{8,}"/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByTestId('member-row').filter({ hasText: 'Dan Import' }).waitFor()
    expect(faults).toEqual([])
  })

  it('pages through members and finds one by search', { tags: ['nightly'] }, async () => {
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
    // The view is in the URL.
    await page.reload()
    await rows.filter({ hasText: 'Student 130' }).waitFor()
    await page.getByLabel('Search members').fill('student159')
    await eventually(() => rows.count()).toBe(1)
    expect(page.url()).toMatch(/search=student159$/)
    await page.getByTestId('settings-menu').getByRole('link', { name: 'Providers' }).click()
    await eventually(() => page.url()).not.toContain('search')
    await page.goto('/admin?tab=users')
    const all = page.getByTestId('user-row')
    await eventually(() => all.count()).toBe(25)
    await page.getByLabel('Search users').fill('nora')
    await eventually(() => all.count()).toBe(1)
    await all.getByText('nora@example.edu · North').waitFor()
    await page.getByLabel('Search users').fill('nobody at all')
    await page.getByRole('heading', { name: 'No users found' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  const PAGES = [
    ['/organization?tab=members', 'members'],
    ['/admin?tab=users', 'users'],
  ] as const
  lookAtPages(journey, PAGES)
})
