/** @module-tag nightly */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeJourneys } from './browser.ts'

/** Closes the window without an event, as in a crash, and opens the same URL in a new one. */
async function crash(context: BrowserContext, page: Page): Promise<Page> {
  const next = await context.newPage()
  const url = page.url()
  await page.close({ runBeforeUnload: false })
  await next.goto(url)
  return next
}
const isKept = (page: Page, words: string) =>
  expect.poll(() => page.evaluate<string>('JSON.stringify({ ...localStorage })')).toContain(words)
const restore = (page: Page) =>
  page.getByTestId('kept-draft').getByRole('button', { name: 'Restore unsaved changes' }).click()

describeJourneys('unsaved work after a crash', (journey) => {
  it('is offered in the rubric editor, and removed once it is saved', async () => {
    const { page, context } = await journey.openSignedIn('/rubrics/new')
    await page.getByLabel('Title').fill('Essay rubric')
    await isKept(page, 'Essay rubric')
    const next = await crash(context, page)
    await next.getByTestId('kept-draft').getByText('unsaved changes to “Essay rubric”').waitFor()
    await restore(next)
    expect(await next.getByLabel('Title').inputValue()).toBe('Essay rubric')
    await next.getByRole('button', { name: 'Undo' }).click()
    expect(await next.getByLabel('Title').inputValue()).toBe('')
    await next.getByLabel('Title').fill('Another rubric')
    await isKept(next, 'Another rubric')
    const last = await crash(context, next)
    await last.getByTestId('kept-draft').getByRole('button', { name: 'Discard' }).click()
    await last.reload()
    await last.getByLabel('Title').waitFor()
    expect(await last.getByTestId('kept-draft').count()).toBe(0)
  })

  it('is offered for the files of a workspace', async () => {
    const { id } = await journey.call('POST', '/workspaces', { name: 'Course page' })
    await journey.call('PUT', `/workspaces/${id}/files/notes.md`, 'one')
    const { page, context } = await journey.openSignedIn(`/workspaces/${id}?file=notes.md`)
    await page.getByTestId('file-text').fill('one and a half')
    await isKept(page, 'one and a half')
    const next = await crash(context, page)
    await restore(next)
    await expect.poll(() => next.getByTestId('file-text').inputValue()).toBe('one and a half')
    await next.getByTestId('save-file').click()
    await next.locator('.success-message').waitFor()
    await next.reload()
    await next.getByTestId('file-text').waitFor()
    expect(await next.getByTestId('kept-draft').count()).toBe(0)
  })
})
