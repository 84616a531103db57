import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, type Journey } from './browser.ts'

const MANY = 60

const rows = (page: Awaited<ReturnType<Journey['openSignedIn']>>['page']) => page.getByTestId('assistant-row')

describeJourneys('the list of assistants', (journey) => {
  beforeAll(async () => {
    for (let number = 1; number <= MANY; number++)
      await journey.call('POST', '/assistants', assistantOf(`Course ${number}`, 'classic'))
    await journey.call('POST', '/assistants', assistantOf('Python tutor', 'classic', ['single_file_rag']))
    await journey.call(
      'POST',
      '/assistants',
      assistantOf('Essay evaluator', 'multi_tool', ['simple_rag', 'rubric_rag']),
    )
  })

  it('shows type, tools and date of each assistant', async () => {
    const { page, faults } = await journey.openSignedIn('/assistants')
    const essay = rows(page).filter({ hasText: 'Essay evaluator' })
    await essay.getByTestId('type-badge-multi_tool').waitFor()
    await essay.getByText('Knowledge base').waitFor()
    await essay.getByText('Rubric').waitFor()
    expect(await essay.locator('time').innerText()).toMatch(/\d{4}/)
    const tutor = rows(page).filter({ hasText: 'Python tutor' })
    await tutor.getByTestId('type-badge-classic').waitFor()
    await tutor.getByText('File', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  it('has pages, with the page number in the URL', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await page.getByText('1–25 of 62').waitFor()
    expect(await rows(page).count()).toBe(25)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('26–50 of 62').waitFor()
    expect(page.url()).toContain('page=2')
    await page.reload()
    await page.getByText('26–50 of 62').waitFor()
  })

  it('filters by type, searches, and shows when nothing matches', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await page.getByText('Multi-tool', { exact: true }).first().click()
    await page.waitForURL('**/assistants?type=multi_tool')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByText('All', { exact: true }).click()
    // `/` focuses the search from anywhere.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('python')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.keyboard.type(' nonsense')
    await page.getByRole('heading', { name: 'No matching assistants' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('1–25 of 62').waitFor()
  })

  it('shows shared and published assistants', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await page.getByRole('tab', { name: 'Shared with me' }).click()
    await page.getByRole('heading', { name: 'No shared assistants' }).waitFor()
    await page.getByRole('tab', { name: 'Published' }).click()
    await page.getByRole('heading', { name: 'No published assistants' }).waitFor()
    await page.goto('/multi-tool-assistants')
    await expect.poll(() => rows(page).count()).toBe(1)
  })

  it('deletes an assistant and undoes it', async () => {
    await journey.call('POST', '/assistants', assistantOf('Passing one', 'classic'))
    const { page } = await journey.openSignedIn('/assistants')
    await page.getByRole('button', { name: 'More options for Passing one' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('“Passing one” was deleted').waitFor()
    await expect.poll(() => rows(page).filter({ hasText: 'Passing one' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Passing one” was restored').waitFor()
    await expect.poll(() => rows(page).filter({ hasText: 'Passing one' }).count()).toBe(1)
  })

  it('asks for confirmation before deleting a published assistant', async () => {
    const made = await journey.call('POST', '/assistants', assistantOf('Public one', 'classic'))
    await journey.call('POST', `/assistants/${made.id}/publish`, { publish_status: true })
    const { page } = await journey.openSignedIn('/assistants')
    await page.getByRole('button', { name: 'More options for Public one' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByText('students lose access right away').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('“Public one” was deleted').waitFor()
  })

  it('duplicates, exports and shares an assistant', async () => {
    await journey.call('POST', '/creator/admin/org-admin/users', {
      email: 'bea@example.edu',
      name: 'Bea Colleague',
      password: 'a good password',
    })
    const { page, faults } = await journey.openSignedIn('/assistants?search=Essay')
    await page.getByRole('button', { name: 'More options for Essay evaluator' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
    const more = page.getByRole('button', { name: 'More options for Essay evaluator', exact: true })
    await more.click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.json$/)
    await more.click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    await page.getByLabel('Colleague').first().fill('bea')
    await page.getByRole('option', { name: /Bea Colleague/ }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Sharing saved').waitFor()
    expect(faults).toEqual([])
  })

  it('works with the keyboard only', async () => {
    const { page } = await journey.openSignedIn('/assistants?search=Python')
    await rows(page).first().waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    const more = page.getByRole('button', { name: 'More options for Python tutor' })
    for (let press = 0; press < 20; press++) {
      if (await more.evaluate((element) => element === element.ownerDocument.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Chat' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await more.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('rubrics')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/rubrics')
  })

  it('finds an assistant in the command palette', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/chats')
    await page.getByRole('button', { name: 'Search…' }).click()
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('python tut')
    await page.getByText('Python tutor').click()
    await page.waitForURL(/\/assistants\/\d+$/)
  })

  it('shows an error when the server is unreachable, and recovers', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await rows(page).first().waitFor()
    await page.route('**/assistants?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('heading', { name: 'Can’t reach the server' }).waitFor()
    await expectAccessible(page)
    await page.unroute('**/assistants?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await rows(page).first().waitFor()
  })
})
