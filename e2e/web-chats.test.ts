import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  assistantOf,
  describeJourneys,
  expectAccessible,
  type Journey,
  shoot,
  signInContext,
} from './browser.ts'
import { expectFits } from './looks.ts'

type Page = Awaited<ReturnType<Journey['openSignedIn']>>['page']
const rows = (page: Page) => page.getByTestId('chat-row')
/** Waits longer, because the machine may be busy. */
const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 90_000 })

/** The script of the built web app that contains this text. */
async function scriptWith(text: string): Promise<string> {
  const folder = join(import.meta.dirname, '../dist/web/_app/immutable/chunks')
  for (const name of await readdir(folder))
    if (name.endsWith('.js') && (await readFile(join(folder, name), 'utf8')).includes(text)) return name
  throw new Error(`no script contains ${text}`)
}

describeJourneys('chats page', (journey) => {
  let tutor: number

  /** A question and its answer: the bypass connector echoes the question. */
  const talk = (content: string, chat_id?: string) =>
    journey.call('POST', `/creator/assistant/${tutor}/chat/completions`, {
      messages: [{ role: 'user', content }],
      chat_id,
    })

  async function talkIn(title: string, content: string): Promise<string> {
    const { id } = await journey.call('POST', '/chats', { assistant_id: tutor, title })
    await talk(content, id)
    return id
  }

  beforeAll(async () => {
    tutor = (await journey.call('POST', '/assistants', assistantOf('Grammar tutor', 'classic'))).id
  })

  it('shows an empty state', async () => {
    const { page, faults } = await journey.openSignedIn('/chats')
    await page.getByRole('heading', { name: 'No chats yet' }).waitFor()
    await shoot(page, 'chats-empty-1440-light')
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Archived' }).click()
    await page.getByRole('heading', { name: 'No archived chats' }).waitFor()
    expect(faults).toEqual([])
  })

  it('lists chats and searches titles and messages', async () => {
    await talkIn('Nouns and verbs', 'What is a **gerund**?')
    await talkIn('History of Rome', 'Who was Livia?')
    // The page does not exist: the last one is shown.
    const { page, faults } = await journey.openSignedIn('/chats?page=9')
    await eventually(() => rows(page).count()).toBe(2)
    await rows(page).first().getByText('Grammar tutor').waitFor()
    const search = page.getByRole('textbox', { name: 'Search chats' })
    await search.fill('gérund')
    const match = page.getByTestId('search-match')
    await eventually(() => match.count()).toBe(2)
    expect(page.url()).toContain('search=')
    expect(await match.locator('mark').allTextContents()).toEqual(['gerund', 'gerund'])
    await page.getByTestId('search-result').getByText('Grammar tutor').waitFor()
    await shoot(page, 'chats-search-1440-light')
    await expectAccessible(page)
    await match.last().click()
    await page.locator('[data-testid="user-question"][data-aimed]').getByText('gerund').waitFor()
    await page.goBack()
    await eventually(() => match.count()).toBe(2)
    await search.fill('zebra')
    await page.getByRole('heading', { name: 'No chats found' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await eventually(() => rows(page).count()).toBe(2)
    expect(faults).toEqual([])
  })

  it('opens a chat from Ctrl-K at the message that was found, also in another version', async () => {
    const id = await talkIn('Long answers', 'First '.repeat(500))
    const { messages } = await journey.call('GET', `/chats/${id}`)
    await journey.call('POST', `/assistants/${tutor}/answers`, {
      messages: [{ role: 'user', content: 'About <b>quokkas</b>' }],
      chat_id: id,
      edit: messages[0].id,
      stream: false,
    })
    await journey.call('PUT', `/chats/${id}/version`, { message_id: messages[0].id })
    const { page, faults } = await journey.openSignedIn('/rubrics')
    await page.getByRole('heading', { name: 'Rubrics', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('quokkas')
    const item = page.getByTestId('palette-chat')
    await item.locator('mark', { hasText: 'quokkas' }).waitFor()
    await shoot(page, 'palette-chats-1440-light')
    await expectAccessible(page)
    await item.click()
    await page.locator('[data-aimed]', { hasText: '<b>quokkas</b>' }).waitFor()
    await page.getByTestId('versions').first().getByText('2 / 2').waitFor()
    expect(faults).toEqual([])
  })

  it('lists the keyboard shortcuts of the page with “?”', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/chats')
    await rows(page).first().waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Pin or unpin the focused chat').waitFor()
    expect(await help.locator('dd').allInnerTexts()).toEqual(['Ctrl\nK', '/', 'P', 'M', '?'])
    await shoot(page, 'shortcuts-1440-light')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'hidden' })
    await page.getByRole('textbox', { name: 'Search chats' }).fill('gerund')
    await page.keyboard.type('?')
    expect(await page.getByRole('textbox', { name: 'Search chats' }).inputValue()).toBe('gerund?')
    await page.goto('/usage')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const account = page.getByRole('button', { name: 'Account and settings' })
    await account.click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await help.getByText('Show keyboard shortcuts').waitFor()
    expect(await help.getByText('Pin or unpin the focused chat').count()).toBe(0)
    await page.keyboard.press('Escape')
    await eventually(() => account.evaluate((element) => element.matches(':focus'))).toBe(true)
    expect(faults).toEqual([])
  })

  it('can be left before the formulas of an answer are drawn', async () => {
    const chat = await talkIn('Formulas', 'Explain $a^2$')
    const { page, context, faults } = await journey.open()
    await signInContext(context, journey.server.url)
    const script = await scriptWith('[data-tex]')
    const held = new Promise<Route>((resolve) => void page.route(`**/${script}`, resolve, { times: 1 }))
    await page.goto(`/chats/${chat}`)
    const request = await held
    await page.getByRole('link', { name: 'Rubrics' }).click()
    await page.getByRole('heading', { name: 'Rubrics', level: 1 }).waitFor()
    await request.continue()
    // Resolves to undefined, because the module can't be serialized.
    await page.evaluate(`import('/_app/immutable/chunks/${script}').then(() => undefined)`)
    expect(faults).toEqual([])
  })

  it('renames, archives and unarchives a chat', async () => {
    await talkIn('Old name', 'Hello')
    const { page } = await journey.openSignedIn('/chats')
    await page.getByRole('button', { name: 'More options for Old name' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill('New name')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'New name' }).waitFor()
    await page.getByRole('button', { name: 'More options for New name' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByText('“New name” was archived').waitFor()
    await eventually(() => rows(page).filter({ hasText: 'New name' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Archived' }).click()
    await page.getByRole('button', { name: 'More options for New name' }).click()
    await page.getByRole('menuitem', { name: 'Unarchive' }).click()
    await page.getByText('“New name” was unarchived').waitFor()
  })

  it('pins chats and puts them into folders', async () => {
    await talkIn('Pinned one', 'Hello')
    await talkIn('Newer one', 'Hello')
    const { page, faults } = await journey.openSignedIn('/chats')
    const link = page.getByRole('link', { name: 'Pinned one' })
    await link.focus()
    await page.keyboard.press('p')
    await rows(page).first().getByText('Pinned one').waitFor()
    await eventually(() => page.evaluate('document.activeElement?.textContent')).toContain('Pinned one')
    await page.keyboard.press('m')
    await page.getByRole('combobox').fill('Biology')
    await page.getByRole('option', { name: 'Create the folder “Biology”' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('“Pinned one” was moved to “Biology”').waitFor()
    const folders = page.getByRole('navigation', { name: 'Folders' })
    await folders.getByRole('link', { name: 'Biology 1' }).click()
    await page.getByTestId('folder-name').getByText('Biology').waitFor()
    await eventually(() => rows(page).count()).toBe(1)
    await shoot(page, 'chats-folder-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'More options for the folder Biology' }).click()
    await page.getByRole('menuitem', { name: 'Rename folder' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Cells')
    await page.keyboard.press('Enter')
    await page.getByTestId('folder-name').getByText('Cells').waitFor()
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Cells')
    await page.keyboard.press('Enter')
    await page.getByText('You already have a folder named “Cells”').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Bones')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
    await folders.getByRole('link', { name: 'Cells 1' }).click()
    await page.getByTestId('folder-name').getByText('Cells').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await shoot(page, 'chats-folder-390-light')
    await page.getByRole('button', { name: 'More options for the folder Cells' }).click()
    await page.getByRole('menuitem', { name: 'Delete folder' }).click()
    await page.getByRole('button', { name: 'Delete folder' }).click()
    await page.getByText('The folder “Cells” was deleted').waitFor()
    await link.waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('deletes a chat unless it is undone in time', async () => {
    const id = await talkIn('Passing', 'Hello')
    const { page } = await journey.openSignedIn('/chats')
    const remove = async () => {
      await page.getByRole('button', { name: 'More options for Passing' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('“Passing” was deleted').waitFor()
      await eventually(() => rows(page).filter({ hasText: 'Passing' }).count()).toBe(0)
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(() => rows(page).filter({ hasText: 'Passing' }).count()).toBe(1)
    await remove()
    // Leaving the page confirms the deletion.
    await page.goto('/sign-in')
    await eventually(async () => {
      const { chats } = await journey.call('GET', '/chats?shelf=all')
      return chats.some((chat: { id: string }) => chat.id === id)
    }).toBe(false)
  })

  it('opens, continues and exports a chat', async () => {
    const id = await talkIn('A long talk', 'Say **this** <img src=x onerror=alert(1)>')
    const { page, faults } = await journey.openSignedIn(`/chats/${id}`)
    await page.getByRole('heading', { name: 'A long talk', level: 1 }).waitFor()
    await page.locator('article strong', { hasText: 'this' }).waitFor()
    await page.getByPlaceholder('Continue this chat…').fill('And then?')
    await page.keyboard.press('Enter')
    await page.locator('article').nth(1).getByText('And then?').waitFor()
    await eventually(async () => (await journey.call('GET', `/chats/${id}`)).messages.length).toBe(4)
    await shoot(page, 'chat-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'More options for A long talk' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('A-long-talk.md')
    expect(await readFile(await download.path(), 'utf8')).toContain('And then?')
    await page.reload()
    await eventually(() => page.locator('article').count()).toBe(2)
    expect(faults).toEqual([])
  })

  it('is read-only without the assistant, and hides chats of other people', async () => {
    const gone = await journey.call('POST', '/assistants', assistantOf('Short lived', 'classic'))
    const { id } = await journey.call('POST', '/chats', { assistant_id: gone.id, title: 'Orphan' })
    await journey.call('DELETE', `/assistants/${gone.id}`)
    const { page } = await journey.openSignedIn(`/chats/${id}`)
    await page.getByText('You can read this chat but not continue it').waitFor()
    await expectAccessible(page)
    await page.goto('/chats/00000000-0000-4000-8000-000000000000')
    await page.getByRole('alert').waitFor()
  })

  it('fits every width in both themes', async () => {
    const { page, faults } = await journey.openSignedIn('/chats')
    await rows(page).first().waitFor()
    await expectFits(page, 'chats')
    await page.getByRole('link', { name: 'A long talk' }).click()
    await page.locator('article').first().waitFor()
    await expectFits(page, 'chat')
    expect(faults).toEqual([])
  })
})
