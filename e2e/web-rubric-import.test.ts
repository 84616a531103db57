/** @module-tag nightly */
import { expect, it } from 'vitest'
import { describeJourneys } from './browser.ts'
import { expectFits } from './looks.ts'

const CSV = 'Criterion;Excellent (4);Good (3);Weak (1)\nClaim;Original;Clear;Missing\nSources;Five;Three;None'
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

describeJourneys('importing a rubric', (journey) => {
  it('shows a preview of a file or a pasted table before it is saved', async () => {
    const { page, faults } = await journey.openSignedIn('/rubrics')
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByTestId('rubric-file').setInputFiles(file('notes.txt', 'Leaves are green.'))
    await page.getByRole('alert').getByText('No rubric found').waitFor()
    await page.getByTestId('rubric-file').setInputFiles(file('Essay.csv', CSV))
    const preview = page.getByTestId('rubric-preview')
    const cells = () =>
      preview
        .locator('textarea')
        .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value))
    await expect.poll(cells).toContain('Original')
    await expectFits(page, 'rubric-import')
    expect((await journey.call('GET', '/creator/rubrics')).total).toBe(0)
    await page.getByTestId('rubric-text').fill(CSV.replaceAll(';', '\t').replace('Original', 'Surprising'))
    await page.getByRole('button', { name: 'Read table' }).click()
    await expect.poll(cells).toContain('Surprising')
    await preview.getByLabel('Title').fill('Essay rubric')
    await page.getByTestId('import-rubric').click()
    await page.waitForURL(/\/rubrics\/[0-9a-f-]{36}$/)
    expect((await journey.call('GET', '/creator/rubrics')).total).toBe(1)
    expect(faults).toEqual([])
  })

  it('recognises a rubric among the files of a new assistant', async () => {
    const { page } = await journey.openSignedIn('/assistants/create')
    await page
      .getByTestId('choose-files')
      .setInputFiles([file('Essay rubric.csv', CSV), file('Notes.md', '# Leaves\n\nLeaves are green.')])
    await expect.poll(() => page.getByTestId('proposal').allInnerTexts()).toHaveLength(2)
    await page.getByTestId('proposal').filter({ hasText: 'Rubric' }).waitFor()
  })
})
