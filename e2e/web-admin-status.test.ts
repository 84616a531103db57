/** @module-tag nightly */
import { expect, it } from 'vitest'
import { describeJourneys, MEMBER } from './browser.ts'
import { expectFits } from './looks.ts'

describeJourneys('looking after an installation', (journey) => {
  it('shows the first steps, which are marked as done automatically', async () => {
    const { page, faults } = await journey.openSignedIn('/admin')
    const setup = page.getByTestId('setup')
    const isDone = (step: string) => page.getByTestId(`setup-${step}`).getAttribute('data-done')
    await setup.getByText('1 of 7 steps done').waitFor()
    expect(await isDone('admin')).toBe('true')
    await expectFits(page, 'setup')
    await journey.call('POST', '/creator/admin/users/create', MEMBER)
    await page.reload()
    await setup.getByText('2 of 7 steps done').waitFor()
    expect(await isDone('educator')).toBe('true')
    await setup.getByRole('link', { name: 'Connect a language model' }).click()
    await page.getByTestId('settings-page').waitFor()
    await page.goto('/admin')
    await setup.getByRole('button', { name: 'Hide the set-up steps' }).click()
    await page.reload()
    await page.getByRole('tab', { name: 'Users' }).waitFor()
    expect(await setup.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('explains what is wrong and what to do', async () => {
    const { page } = await journey.openSignedIn('/admin?tab=health')
    const problems = page.getByTestId('problems')
    await problems.getByText('No backups yet.').waitFor()
    await problems.getByRole('link', { name: 'Read the guide' }).waitFor()
    await page.getByRole('button', { name: 'Send test e-mail' }).click()
    await page.getByTestId('test-email').getByText('E-mail is not set up.').waitFor()
    await expectFits(page, 'health')
  })

  it('groups the settings of an organization, also on a phone', async () => {
    const { page } = await journey.openSignedIn('/organization')
    const menu = page.getByTestId('settings-menu')
    for (const group of ['People', 'Models', 'Costs', 'Knowledge', 'Connections', 'Policy'])
      await menu.getByText(group, { exact: true }).first().waitFor()
    await menu.getByRole('link', { name: 'Budgets' }).click()
    await page.getByText('Limits on what people and assistants may spend.').waitFor()
    const guide = page.getByTestId('settings-page').getByRole('link', { name: 'Read the guide' })
    expect(await guide.getAttribute('href')).toBe('/help/admins/budgets')
    await expectFits(page, 'settings-budgets')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByTestId('settings-select').selectOption('members')
    await page.waitForURL(/tab=members/)
    await page.getByText('Who belongs to your organization').waitFor()
  })
})
