import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, shoot, signInContext } from './browser.ts'
import { expectFits } from './looks.ts'

const STUDENT = {
  email: 'stu@example.edu',
  name: 'Stu Dent',
  password: 'a long password',
  user_type: 'end_user',
}
const PHONE = { width: 360, height: 740 }

describeJourneys('student pages', (journey) => {
  let tutor: number

  const publish = async (name: string, more: object = {}): Promise<number> => {
    const draft = assistantOf(name, 'classic')
    const metadata = { ...draft.metadata, ...more }
    const { id } = await journey.call('POST', '/assistants', { ...draft, metadata })
    await journey.call('POST', `/assistants/${id}/publish`, { publish_status: true })
    return id
  }
  const open = async (path: string, options = {}) => {
    const window = await journey.open(options)
    await signInContext(window.context, journey.server.url, STUDENT)
    await window.page.goto(path)
    return window
  }
  const ask = async (page: Awaited<ReturnType<typeof open>>['page'], question: string) => {
    await page.getByTestId('question').fill(question)
    await page.keyboard.press('Enter')
    await page.getByTestId('answer').last().getByText(question).waitFor()
  }

  beforeAll(async () => {
    await journey.call('POST', '/creator/admin/users/create', STUDENT)
    tutor = await publish('Cell tutor', { suggested_questions: ['What is a cell?', 'What is osmosis?'] })
    await publish('Writing coach')
  })

  it('start at a home with assistants, recent chats and search', async () => {
    const { page, faults } = await open('/', PHONE)
    await page.getByRole('heading', { name: 'Hello, Stu Dent', level: 1 }).waitFor()
    await expect.poll(() => page.getByTestId('assistant-card').count()).toBe(2)
    const pictures = page.getByTestId('assistant-card').getByTestId('assistant-picture')
    const initials = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('data-initials')))
    expect(initials).toEqual(['CT', 'WC'])
    await page.getByText('Your chats will appear here.').waitFor()
    await expectAccessible(page)
    await expectFits(page, 'student-home')
    await page.getByRole('link', { name: 'Cell tutor' }).click()
    await page.getByRole('heading', { name: 'Cell tutor', level: 1 }).waitFor()
    await ask(page, 'Tell me about mitochondria')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByTestId('recent-chat').waitFor()
    await shoot(page, 'student-home-360-light')
    const search = page.getByRole('textbox', { name: 'Search assistants and chats' })
    await search.fill('mitochondria')
    await expect.poll(() => page.getByTestId('assistant-card').count()).toBe(0)
    // The question, and the answer that echoes it.
    await expect.poll(() => page.getByTestId('search-match').count()).toBe(2)
    await search.fill('writing')
    await expect.poll(() => page.getByTestId('assistant-card').count()).toBe(1)
    await search.fill('zebra')
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await search.fill('')
    await page.getByTestId('recent-chat').click()
    await page.getByTestId('answer').getByText('mitochondria').waitFor()
    expect(faults).toEqual([])
  })

  it('have no pages of educators', async () => {
    const { page } = await open('/assistants')
    for (const path of ['/assistants/create', '/knowledge', '/rubrics', '/workspaces', '/usage', '/admin']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Hello, Stu Dent' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
    }
    for (const name of ['Assistants', 'Knowledge', 'Rubrics', 'Workspaces', 'Usage'])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
    await shoot(page, 'student-home-1440-light')
    await page.getByRole('link', { name: 'Chats', exact: true }).click()
    await page.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account and settings' }).click()
    await page.getByRole('link', { name: 'Password and privacy' }).click()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: 'API keys' }).count()).toBe(0)
  })

  it('offer starter questions, earlier chats and a new chat', async () => {
    const { page, faults } = await open(`/c/${tutor}`)
    await expect.poll(() => page.getByTestId('suggestion').count()).toBe(2)
    await expectAccessible(page)
    await shoot(page, 'student-chat-1440-light')
    await page.getByRole('button', { name: 'What is osmosis?' }).click()
    await page.getByTestId('answer').getByText('What is osmosis?').waitFor()
    expect(await page.getByTestId('suggestion').count()).toBe(0)
    const chats = page.getByTestId('history-chat')
    await expect.poll(() => chats.count()).toBe(2)
    await chats.filter({ hasText: 'mitochondria' }).click()
    await page.getByTestId('answer').getByText('mitochondria').waitFor()
    await page.reload()
    await page.getByTestId('answer').getByText('mitochondria').waitFor()
    const aside = page.getByRole('complementary')
    const menuOf = (chat: string) => aside.getByRole('button', { name: `More options for ${chat}` })
    await menuOf('What is osmosis?').click()
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
    await aside.getByRole('list', { name: 'Pinned' }).getByText('What is osmosis?').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('osmosis')
    await menuOf('Tell me about mitochondria').click()
    await page.getByRole('menuitem', { name: 'Move to folder…' }).click()
    await page.getByRole('combobox').fill('Exam')
    await page.getByRole('option', { name: 'Create the folder “Exam”' }).click()
    await aside.getByRole('list', { name: 'Exam' }).getByText('mitochondria').waitFor()
    await shoot(page, 'student-history-1440-light')
    await expectAccessible(page)
    await aside.getByRole('button', { name: 'New chat' }).click()
    await page.getByRole('heading', { name: 'Ask your first question' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(faults).toEqual([])
  })

  it('search their chats with Ctrl K and insert their own prompts with /', async () => {
    const { page, faults } = await open('/')
    await page.getByTestId('assistant-card').first().waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await palette.waitFor()
    expect(await palette.getByText('New assistant').count()).toBe(0)
    expect(await palette.getByText('Knowledge').count()).toBe(0)
    await palette.getByRole('combobox').fill('mitochondria')
    const hit = palette.getByTestId('palette-chat').first()
    await hit.locator('mark').first().waitFor()
    await expectAccessible(page)
    await shoot(page, 'student-palette-1440-light')
    await hit.click()
    await page.getByTestId('answer').getByText('mitochondria').first().waitFor()

    // Also in the chat, where students spend most of their time.
    await page.goto(`/c/${tutor}`)
    await page.getByTestId('suggestion').first().waitFor()
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill('writing')
    await palette.getByText('Writing coach').click()
    await page.getByRole('heading', { name: 'Writing coach', level: 1 }).waitFor()

    const question = page.getByTestId('question')
    await question.press('/')
    await page.getByText('Open the prompt library').click()
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor()
    expect(await page.getByRole('tab').count()).toBe(0)
    await expectFits(page, 'student-prompts')
    await page.getByRole('button', { name: 'New prompt' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New prompt' })
    expect(await dialog.getByRole('switch').count()).toBe(0)
    await dialog.getByLabel('Name').fill('Quiz me')
    await dialog.getByLabel('Prompt', { exact: true }).fill('Quiz me on {{topic}}.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByTestId('prompt-row').getByText('Quiz me', { exact: true }).waitFor()
    await page.goto(`/c/${tutor}`)
    await question.waitFor()
    await question.press('/')
    await page.getByTestId('prompt-choice').click()
    await page.getByLabel('topic').fill('osmosis')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await expect.poll(() => question.inputValue()).toBe('Quiz me on osmosis.')
    await shoot(page, 'student-prompt-inserted-1440-light')
    expect(faults).toEqual([])
  })

  it('have history, language, theme and sign-out on a phone', async () => {
    const { page } = await open(`/c/${tutor}`, PHONE)
    await page.getByRole('button', { name: 'Earlier chats' }).click()
    await page.getByRole('dialog').getByTestId('history-chat').filter({ hasText: 'osmosis' }).click()
    await page.getByTestId('answer').getByText('What is osmosis?').waitFor()
    await expectFits(page, 'student-chat')
    await shoot(page, 'student-chat-360-light')
    await page.getByRole('button', { name: 'Account and settings' }).click()
    await page.getByLabel('Language').selectOption('es')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await page.waitForURL('**/sign-in**')
  })

  it('show starter questions that an educator writes', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn(`/assistants/${tutor}`)
    const field = page.getByTestId('starter-questions')
    await expect.poll(() => field.inputValue()).toBe('What is a cell?\nWhat is osmosis?')
    await page.getByTestId('greeting-input').fill('Hello! Ask me about cells.')
    await field.fill('Why do leaves look green?\n\nWhat is a cell?\nWhat is a cell?')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    const student = await open(`/c/${tutor}`)
    await student.page.getByRole('button', { name: 'Why do leaves look green?' }).waitFor()
    expect(await student.page.getByTestId('suggestion').count()).toBe(2)
    await student.page.getByTestId('greeting').getByText('Hello! Ask me about cells.').waitFor()
    await expectAccessible(student.page)
    await shoot(student.page, 'student-greeting-1440-light')
  })
})
