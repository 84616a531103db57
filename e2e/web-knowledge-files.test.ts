/** @module-tag nightly */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../server/src/platform/db/open-database.ts'
import { assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { expectFits } from './looks.ts'
import { until } from './server-process.ts'

const plants = (...words: string[]) =>
  words.map((word) => `# ${word}\n\n${`${word} are the subject of this paragraph. `.repeat(12)}`).join('\n\n')
const rows = (page: Page) => page.getByTestId('knowledge-file')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describeJourneys('files of a knowledge base', (journey) => {
  let base = ''
  beforeAll(async () => {
    const made = await journey.call('POST', '/knowledge-bases', { name: 'Botany', description: '' })
    base = made.id
    const form = new FormData()
    for (const name of ['roots', 'leaves', 'seeds', 'bark'])
      form.append('files', new File([plants('Roots', 'Leaves', 'Seeds')], `${name}.md`))
    const answer = await fetch(`${journey.server.url}/knowledge-bases/${base}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await journey.token()}` },
      body: form,
    })
    expect(answer.status).toBe(201)
    await until(async () => {
      const { files } = await journey.call('GET', `/knowledge-bases/${base}/files`)
      return files.every(({ status }: { status: string }) => status === 'completed') || undefined
    })
    await journey.call('POST', '/assistants', {
      ...assistantOf('plant_tutor', 'classic'),
      prompt_template: '{context}{user_input}',
      metadata: {
        prompt_processor: 'simple_augment',
        connector: 'bypass',
        llm: 'simple-bypass',
        rag_processor: 'simple_rag',
      },
      RAG_collections: base,
    })
  })

  it('are tagged, filtered, selected with the keyboard, and deleted with undo', async () => {
    const { page, faults } = await journey.openSignedIn(`/knowledge/${base}`)
    await page
      .getByTestId('used-by')
      .getByRole('link', { name: /plant.tutor/ })
      .waitFor()
    await rows(page).nth(3).waitFor()
    // A range: from the first to the third, with Shift.
    await rows(page).nth(0).getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await page.getByRole('status').getByText('1 file selected', { exact: true }).waitFor()
    await rows(page).nth(2).getByRole('checkbox').focus()
    await page.keyboard.press('Shift+Space')
    await page.getByRole('status').getByText('3 files selected', { exact: true }).waitFor()
    await press(page, 'Tags')
    await page.getByRole('dialog').getByLabel('Add a tag').fill('Unit 1')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('will be added').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rows(page).getByRole('button', { name: 'Unit 1', exact: true }).nth(2).waitFor()
    await page.keyboard.press('Escape')
    await shoot(page, 'knowledge-files')
    await expectAccessible(page)
    await expectFits(page, 'knowledge-files')

    await page.getByLabel('Tag', { exact: true }).selectOption('Unit 1')
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByLabel('Search files').fill('nothing like this')
    await page.getByRole('heading', { name: 'No matching files' }).waitFor()
    await press(page, 'Clear filters')
    await expect.poll(() => rows(page).count()).toBe(4)

    await box(page, 'bark.md').check()
    await box(page, 'seeds.md').check()
    await press(page, 'Delete')
    await expect.poll(() => rows(page).count()).toBe(2)
    await press(page, 'Undo')
    await expect.poll(() => rows(page).count()).toBe(4)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const saved = page.waitForEvent('download')
    await press(page, 'Download')
    expect((await saved).suggestedFilename()).toBe('files.zip')
    await press(page, 'Process again')
    await page.getByText('4 files are being processed again').waitFor()
    expect(faults).toEqual([])
  })

  it('are deleted in large numbers only after a confirmation', async () => {
    const { id } = await journey.call('POST', '/knowledge-bases', { name: 'Archive', description: '' })
    const many = 2500
    const database = await openDatabase({ dataDir: journey.dataDir })
    const { owner_id } = await database.db
      .selectFrom('knowledge_bases')
      .select('owner_id')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    // Long ids, so that fewer files are too many to be deleted while the page is closed.
    const files = Array.from({ length: many }, (_, at) => ({
      id: 900_000_000_000_000 + at,
      knowledge_base_id: Number(id),
      owner_id,
      name: `note-${at}.md`,
      plugin_name: 'simple_ingest',
      status: 'completed' as const,
      created_at: 1,
      updated_at: 1,
    }))
    for (let at = 0; at < many; at += 500)
      await database.db
        .insertInto('knowledge_files')
        .values(files.slice(at, at + 500))
        .execute()
    await database.close()
    const total = async () => (await journey.call('GET', `/knowledge-bases/${id}/files`)).total

    const { page, faults } = await journey.openSignedIn(`/knowledge/${id}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: /^Select all 2,?500 files$/ }).click()
    await page
      .getByRole('status')
      .getByText(/^2,?500 files selected$/)
      .waitFor()
    await press(page, 'Delete')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByText('With this many files, this can’t be undone.').waitFor()
    await shoot(page, 'knowledge-delete-many-1440-light')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await total()).toBe(many)
    await press(page, 'Delete')
    await dialog.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText(/^2,?500 files deleted$/).waitFor({ timeout: 90_000 })
    expect(await total()).toBe(0)
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('are replaced in place, and show what changed', async () => {
    const { page, faults } = await journey.openSignedIn(`/knowledge/${base}`)
    const row = rows(page).filter({ hasText: 'leaves.md' })
    await row.getByText('3 passages').waitFor()
    await row.getByRole('button', { name: 'More options for leaves.md' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Replace with a new version' }).click()
    await (await chooser).setFiles({
      name: 'leaves.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(plants('Roots', 'Petals', 'Seeds', 'Bark')),
    })
    await row.getByRole('button', { name: '2 passages unchanged, 1 changed, 1 added', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'What changed in leaves.md' })
    await sheet.locator('del').filter({ hasText: 'Leaves' }).nth(0).waitFor()
    await sheet.locator('ins').filter({ hasText: 'Petals' }).nth(0).waitFor()
    await expectAccessible(page)
    await shoot(page, 'knowledge-changes')
    expect(faults).toEqual([])
  })
})
