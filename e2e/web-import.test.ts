/** @module-tag nightly */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillNewest } from '../server/src/importers/lamb/testing/fill-newest.ts'
import { newLegacyDatabase } from '../server/src/importers/lamb/testing/legacy-database.ts'
import { describeJourneys, expectAccessible, shoot } from './browser.ts'

describeJourneys('importing a LAMB installation', (journey) => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-web-import-'))
  const file = join(folder, 'lamb_v4.db')
  beforeAll(async () => {
    const legacy = await newLegacyDatabase(file)
    fillNewest(legacy, hashSync('legacy password', 4))
    legacy.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('previews and imports', async () => {
    const { page, faults } = await journey.openSignedIn('/admin?tab=import')
    const total = (name: string) => page.getByTestId('import-total').filter({ hasText: name })
    await page.getByLabel('LAMB’s database').setInputFiles(file)
    const start = page.getByRole('button', { name: 'Import', exact: true })
    expect(await start.isDisabled()).toBe(true)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Preview: nothing was changed').waitFor()
    await total('Assistants').getByText('9').waitFor()
    await page.getByText('The connector “llm” does not exist here').waitFor()
    await expectAccessible(page)
    await shoot(page, 'import-preview-1440-light')
    await page.setViewportSize({ width: 390, height: 844 })
    await shoot(page, 'import-preview-390-light')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Assistants whose ID is already in use here').selectOption('skip')
    expect(await start.isDisabled()).toBe(true)
    await page.getByLabel('Assistants whose ID is already in use here').selectOption('refuse')
    await start.click()
    await page.getByText('The import is complete').waitFor()
    const { imports } = await journey.call('GET', '/system/imports')
    expect(
      imports.map((one: { dry_run: boolean; state: string }) => [one.dry_run, one.state]),
    ).toContainEqual([false, 'done'])
    await page.reload()
    await page.getByText('The import is complete').waitFor()
    expect(faults).toEqual([])
  })

  it('says what is not a database', async () => {
    const { page } = await journey.openSignedIn('/admin?tab=import')
    await page
      .getByLabel('LAMB’s database')
      .setInputFiles({ name: 'x.db', mimeType: '', buffer: Buffer.from('no') })
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('The file is not a LAMB database').waitFor()
  })
})
