/** @module-tag nightly */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { expectFits } from './looks.ts'

const card = (page: Page, at = 0) => page.getByTestId('tool-card').nth(at)
const template = (page: Page) => page.getByTestId('template').inputValue()

async function addTool(page: Page, type: string): Promise<void> {
  await page.getByTestId('add-tool-btn').click()
  await page.getByTestId(`tool-option-${type}`).click()
}

/** A PNG file of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

describeJourneys('tools and the prompt template', (journey) => {
  let lead: number
  beforeAll(async () => {
    for (const name of ['Biology course', 'Chemistry'])
      await journey.call('POST', '/knowledge-bases', { name })
    await journey.call('POST', '/assistants', assistantOf('Cell biology tutor', 'multi_tool'))
    lead = (await journey.call('POST', '/assistants', assistantOf('Front desk', 'multi_tool'))).id
  })

  it('adds the placeholder of a new tool, named after what it contains', async () => {
    const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.getByTestId('template').fill('Be brief.\n\nQuestion:\n{user_input}')
    await addTool(page, 'simple_rag')
    expect(await template(page)).toBe('Be brief.\n\n{context}\n\nQuestion:\n{user_input}')
    // A click anywhere in the field opens the list.
    await card(page).getByRole('combobox').first().click()
    await page.getByRole('option', { name: 'Biology course' }).click()
    await card(page).getByText('{biology_course}', { exact: true }).waitFor()
    // The field is empty again, ready for another knowledge base.
    expect(await card(page).getByRole('combobox').first().inputValue()).toBe('')
    expect(await template(page)).toBe('Be brief.\n\n{biology_course}\n\nQuestion:\n{user_input}')
    await addTool(page, 'simple_rag')
    await card(page, 1).getByRole('combobox').first().click()
    await page.getByRole('option', { name: 'Chemistry' }).click()
    await card(page, 1).getByText('{chemistry}', { exact: true }).waitFor()
    expect(await template(page)).toContain('{biology_course}\n\n{chemistry}\n\nQuestion:')
    await page.getByRole('button', { name: 'Remove Knowledge base' }).first().click()
    expect(await template(page)).toBe('Be brief.\n\n{chemistry}\n\nQuestion:\n{user_input}')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    expect(await template(page)).toContain('{biology_course}\n\n{chemistry}')
    expect(faults).toEqual([])
  })

  it('undoes adding a tool with its placeholder', async () => {
    const { page } = await journey.openSignedIn('/multi-tool-assistants/create')
    const before = await template(page)
    await addTool(page, 'rubric_rag')
    expect(await template(page)).toContain('{rubric}')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByTestId('tool-card').count()).toBe(0)
    expect(await template(page)).toBe(before)
  })

  it('shows a tool and its settings in the person’s language', async () => {
    const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create', { language: 'es' })
    await addTool(page, 'http_request')
    await card(page).getByRole('heading', { name: 'Servicio web' }).waitFor()
    await card(page).getByLabel('Nombre', { exact: true }).waitFor()
    await card(page).getByText('El nombre de función que usa el modelo.').waitFor()
    await addTool(page, 'simple_rag')
    await card(page, 1).getByText('Bases de conocimiento', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  it('asks another assistant on call, by its name, and never itself', async () => {
    const { page } = await journey.openSignedIn(`/multi-tool-assistants/${lead}`)
    await addTool(page, 'assistant')
    expect(await card(page).getByRole('radio', { name: 'On call' }).isChecked()).toBe(true)
    await card(page).getByRole('combobox').first().click()
    await page.getByRole('option', { name: /^Cell biology tutor/ }).waitFor()
    expect(await page.getByRole('option', { name: /^Front desk/ }).count()).toBe(0)
    await page.getByRole('option', { name: /^Cell biology tutor/ }).click()
    await card(page).getByRole('heading', { name: 'Cell biology tutor' }).waitFor()
    await page.getByTestId('save-btn').click()
    await page.locator('.success-message').waitFor()
    await page.goto('/assistants')
    const row = page.getByTestId('assistant-row').filter({ hasText: 'Front desk' })
    await row.getByText('Cell biology tutor').waitFor()
  })

  it('offers assistants by name, so that an orchestrator of two takes eight steps', async () => {
    await journey.call('POST', '/assistants', assistantOf('Chemistry tutor', 'multi_tool'))
    const { page, faults } = await journey.openSignedIn('/assistants')
    await page.getByTestId('new-assistant').click()
    await page.getByTestId('start-multi').click()
    await page.getByTestId('name-input').fill('Science desk')
    for (const name of ['Chemistry tutor', 'Cell biology tutor']) {
      await page.getByTestId('add-tool-btn').click()
      await page.getByTestId('object-option').filter({ hasText: name }).click()
      await page.getByTestId('tool-card').getByRole('heading', { name }).waitFor()
    }
    await page.getByTestId('save-btn').click()
    await page.locator('.success-message').waitFor()
    const purposes = page.getByTestId('tool-card').getByText('What Chemistry tutor is for')
    await purposes.first().waitFor()
    expect(faults).toEqual([])
  })

  it('shows the chosen picture of an assistant wherever it is named', async () => {
    const { page, faults } = await journey.openSignedIn(`/multi-tool-assistants/${lead}`)
    const picture = (within: Pick<Page, 'getByTestId'>) =>
      within.getByTestId('assistant-picture').and(page.locator('img')).first()
    await page.getByTestId('change-picture').waitFor()
    await page.getByTestId('picture-input').setInputFiles({
      name: 'not-a-picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from('text'),
    })
    await page.getByText('This file can’t be opened as a picture').waitFor()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/picture')),
      page.getByTestId('picture-input').setInputFiles({
        name: 'dot.png',
        mimeType: 'image/png',
        buffer: Buffer.from(DOT, 'base64'),
      }),
    ])
    expect(answer.status()).toBe(200)
    await picture(page.getByTestId('change-picture')).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('Front desk')
    await picture(page.getByRole('option', { name: 'Front desk' })).waitFor()
    await page.keyboard.press('Escape')
    await page.goto('/assistants')
    await picture(page.getByTestId('assistant-row').filter({ hasText: 'Front desk' })).waitFor()
    await page.goto(`/multi-tool-assistants/${lead}`)
    await picture(page.getByTestId('change-picture')).waitFor()
    await page.getByTestId('change-picture').click()
    await page.getByRole('menuitem', { name: 'Remove picture' }).click()
    await page.locator('[data-testid=change-picture] [data-initials=FD]').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await picture(page.getByTestId('change-picture')).waitFor()
    expect(faults).toEqual([])
  })

  it('says what is wrong before publishing, and fixes it', async () => {
    const { page } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.getByTestId('name-input').fill('Not ready')
    await addTool(page, 'simple_rag')
    await card(page).getByRole('combobox').first().click()
    await page.getByRole('option', { name: 'Chemistry' }).click()
    await page.getByTestId('template').fill('Answer: {user_input}')
    await page.getByTestId('show-publish').click()
    const problems = page.getByTestId('publish-problems')
    await problems.getByText('has no {chemistry}').waitFor()
    await problems.getByText('has no documents yet').waitFor()
    await shoot(page, 'publish-problems-1440')
    await expectAccessible(page)
    await problems.getByRole('button', { name: 'Insert {chemistry}' }).click()
    await expect.poll(() => problems.getByRole('listitem').count()).toBe(1)
    expect(await template(page)).toBe('{chemistry}\n\nAnswer: {user_input}')
    await page.getByTestId('publish-anyway').click()
    await page.getByText('“Not ready” is published').waitFor()
    await problems.getByRole('button', { name: 'Add documents' }).click()
    await page.getByRole('heading', { level: 1, name: 'Chemistry' }).waitFor()
  })

  it('shows how tools work together, and leads to each of them', async () => {
    const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
    await addTool(page, 'rubric_rag')
    await addTool(page, 'weather')
    await card(page, 1).getByText('On call').click()
    const flow = page.getByTestId('flow')
    await flow.getByRole('list', { name: 'Called when needed' }).getByText('Weather').waitFor()
    await shoot(page, 'builder-flow-top')
    await flow.getByRole('button', { name: 'Rubric' }).press('Enter')
    await page.locator('[data-tool-index="0"]:focus').waitFor()
    await page.getByTestId('template').fill('{user_input}')
    await flow.getByLabel('The template has no placeholder for this tool').waitFor()
    await page.getByTestId('starter-questions').fill('How is my essay?')
    await page.getByTestId('suggestion').filter({ hasText: 'How is my essay?' }).waitFor()
    // Links that are half under the sticky header would count as too small.
    await page.evaluate('scrollTo(0, 0)')
    await expectFits(page, 'builder-flow')
    expect(faults).toEqual([])
  })

  it('shows Chat and Edit on a phone', async () => {
    const { page } = await journey.openSignedIn('/assistants', { width: 390 })
    const row = page.getByTestId('assistant-row').first()
    await row.getByRole('link', { name: /^Chat with/ }).waitFor()
    await row.getByRole('link', { name: /^Edit/ }).waitFor()
    await expectFits(page, 'assistants-phone')
  })
})
