/** @module-tag nightly */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, shoot } from './browser.ts'
import { expectFits } from './looks.ts'

const NOTES = {
  name: 'Photosynthesis.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(
    '# Light\n\nChlorophyll absorbs red and blue light.\n\n# Stomata\n\nStomata are small pores.',
  ),
}
/** More than any of the steps should need. */
const MAX_TABS = 40

describeJourneys('a new assistant', (journey) => {
  let classic: number
  beforeAll(async () => {
    const { id: base } = await journey.call('POST', '/knowledge-bases', { name: 'Python course' })
    const assistant = assistantOf('Python tutor', 'classic', ['simple_rag'])
    classic = (await journey.call('POST', '/assistants', { ...assistant, RAG_collections: base })).id
  })
  const bases = async () =>
    (await journey.call('GET', '/knowledge-bases')).knowledge_bases.map(({ name }: { name: string }) => name)

  it('takes at most 25 key presses from the list to an answer', async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await page.getByTestId('new-assistant').waitFor()
    let presses = 0
    const press = async (key: string) => {
      presses++
      await page.keyboard.press(key)
    }
    const tabTo = async (selector: string) => {
      for (let time = 0; time < MAX_TABS; time++) {
        if ((await page.locator(`${selector}:focus`).count()) > 0) return
        await press('Tab')
      }
      throw new Error(`${selector} is not reached with the keyboard`)
    }
    await tabTo('[data-testid=new-assistant]')
    await press('Enter')
    await page.getByTestId('purpose').waitFor()
    await tabTo('[data-testid=pick-files]')
    // Enter opens the file dialog of the system, which a test can't use.
    presses++
    await page.getByTestId('choose-files').setInputFiles([NOTES])
    await page.getByTestId('proposal').first().waitFor()
    await tabTo('[data-testid=purpose]')
    await page.keyboard.type('Explains photosynthesis')
    await tabTo('[data-testid=accept]')
    await press('Enter')
    await page.locator('[data-testid=suggestion]:focus').waitFor()
    await press('Enter')
    await page
      .getByTestId('answer')
      .getByRole('button', { name: 'Source 1' })
      .first()
      .waitFor({ timeout: 90_000 })
    expect(presses).toBeLessThanOrEqual(25)
    await page.getByRole('link', { name: 'Assistants' }).first().click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await closeToast(page, 'Your uploads were deleted')
    await expect.poll(bases).toEqual(['Python course'])
  })

  it('leaves nothing behind when it is abandoned, unless that is undone', async () => {
    const { page } = await journey.openSignedIn('/assistants/create')
    await page.getByTestId('choose-files').setInputFiles([NOTES])
    await page.getByTestId('proposal').first().waitFor()
    expect(await bases()).toHaveLength(2)
    await page.getByRole('link', { name: 'Knowledge' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await bases()).toHaveLength(2)
    await page.goto('/assistants/create')
    await page.getByTestId('choose-files').setInputFiles([NOTES])
    await page.getByTestId('proposal').first().waitFor()
    expect(await bases()).toHaveLength(3)
    await page.getByRole('link', { name: 'Knowledge' }).click()
    await closeToast(page, 'Your uploads were deleted')
    await expect.poll(bases).toHaveLength(2)
  })

  it('opens the classic form without an error', async () => {
    const { page } = await journey.openSignedIn('/assistants/create/classic')
    await page.getByTestId('template').waitFor()
    expect(await page.getByText('No tool fills').count()).toBe(0)
    expect(await page.getByText('simple_augment').count()).toBe(0)
    await expectFits(page, 'classic-new')
  })

  it('describes a conversion in words', async () => {
    const { page } = await journey.openSignedIn(`/assistants/${classic}`)
    await page.getByRole('button', { name: 'Convert to multi-tool' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Python course').waitFor()
    await shoot(page, 'convert-1440')
    expect(await dialog.innerText()).not.toMatch(/\bfalse\b|\btrue\b|\bnull\b|—|_augment/)
  })

  it('is offered in the reader’s language', async () => {
    const { page } = await journey.openSignedIn('/assistants/create', { language: 'es-ES' })
    await page.getByRole('button', { name: /^Tutor del curso/ }).click()
    await expect.poll(() => page.getByTestId('template').inputValue()).toContain('Material del curso:')
    await page.goto('/organization?tab=policy')
    await page.getByText('Pregunta a otro asistente', { exact: false }).first().waitFor()
  })
})

async function closeToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('group').filter({ hasText: text })
  await toast.getByRole('button', { name: 'Close' }).click()
}
