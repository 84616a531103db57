import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { expectFits } from './looks.ts'

describeJourneys('prompt library', (journey) => {
  let chat: string

  beforeAll(async () => {
    const { id } = await journey.call('POST', '/assistants', assistantOf('Grammar tutor', 'classic'))
    chat = (await journey.call('POST', '/chats', { assistant_id: id, title: 'Grammar' })).id
    for (const [name, prompt_template] of [
      ['Essay coach', '{context} {user_input}'],
      ['Quiz', 'Write questions about {{topic}} for {{level}}.'],
    ])
      await journey.call('POST', '/creator/prompt-templates/create', { name, prompt_template })
  })

  it('creates, finds, shares and deletes prompts', { timeout: 180_000 }, async () => {
    const { page, faults } = await journey.openSignedIn('/')
    await page.getByRole('link', { name: 'Prompts' }).click()
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
    const rows = page.getByTestId('prompt-row')
    await rows.filter({ hasText: 'Essay coach' }).getByText('For assistants').waitFor()
    await page.getByRole('button', { name: 'New prompt' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Exam questions')
    await page
      .getByRole('textbox', { name: 'Prompt', exact: true })
      .fill('Write questions about {{topic}} for {{school year}}.')
    await page.getByText('Variables: topic, school year').waitFor()
    await shoot(page, 'prompt-dialog-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => rows.count()).toBe(3)
    await expectAccessible(page)
    await expectFits(page, 'prompts')
    await page.getByRole('textbox', { name: 'Search prompts' }).fill('school year')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'More options for Exam questions' }).click()
    await page.getByRole('menuitem', { name: 'Share with your organization' }).click()
    await rows.getByText('Shared', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More options for Exam questions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByText('“Exam questions (Copy)” was created').waitFor()
    await page.getByRole('button', { name: 'More options for Exam questions (Copy)' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(faults).toEqual([])
  })

  it('inserts a prompt into a chat with “/” and asks for its variables', async () => {
    const { page, faults } = await journey.openSignedIn(`/chats/${chat}`)
    const field = page.getByTestId('question')
    await field.press('/')
    const choice = page.getByTestId('prompt-choice')
    await choice.getByText('Quiz', { exact: true }).waitFor()
    expect(await choice.filter({ hasText: 'Essay coach' }).count()).toBe(0)
    await shoot(page, 'prompt-picker-1440-light')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('/')
    await field.press('/')
    expect(await field.inputValue()).toBe('//')
    await field.fill('')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/prompt-templates?*', async (route) => {
      await held
      await route.continue()
    })
    await field.press('/')
    await page.getByRole('combobox').fill('quiz')
    await page.getByText('Loading…').waitFor()
    // Enter waits for the prompts.
    await page.keyboard.press('Enter')
    release()
    await page.getByRole('textbox', { name: 'topic' }).fill('verbs')
    await page.getByRole('textbox', { name: 'level' }).fill('year {{3}}')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Write questions about verbs for year {{3}}.')
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.testid')).toBe('question')
    await page.keyboard.press('Enter')
    await page.getByTestId('answer').getByText('Write questions about verbs').waitFor()
    expect(faults).toEqual([])
  })
})
