/** @module-tag nightly */
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, MEMBER, shoot, signInContext } from './browser.ts'
import { expectFits } from './looks.ts'

const SLOW = { timeout: 300_000 }
const NORA = { ...MEMBER, email: 'nora@example.edu', name: 'Nora North' }

/** Holds saves until the returned function is called. */
async function holdSaves(page: Page, id: number): Promise<() => void> {
  let letThrough: () => void = () => undefined
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(`**/assistants/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await isLetThrough
    await route.continue()
  })
  return letThrough
}

describeJourneys('unsaved work in the builder', (journey) => {
  let classic: number
  let multi: number
  beforeAll(async () => {
    const make = async (name: string, type: string): Promise<number> =>
      (await journey.call('POST', '/assistants', assistantOf(name, type))).id
    classic = await make('Python tutor', 'classic')
    multi = await make('Essay evaluator', 'multi_tool')
    for (const person of [MEMBER, NORA]) await journey.call('POST', '/creator/admin/org-admin/users', person)
  })

  it.each(['assistants', 'multi-tool-assistants'])(
    'is kept while a save of %s is in progress',
    async (kind) => {
      const id = kind === 'assistants' ? classic : multi
      const { page, faults } = await journey.openSignedIn(`/${kind}/${id}`)
      const prompt = page.getByTestId('system-prompt')
      await prompt.fill('You are brief.')
      const letThrough = await holdSaves(page, id)
      await page.getByTestId('save-btn').click()
      await prompt.fill('You are brief and kind.')
      letThrough()
      await page.locator('.success-message').waitFor()
      expect(await prompt.inputValue()).toBe('You are brief and kind.')
      await page.getByText('Unsaved changes', { exact: true }).waitFor()
      await page.getByTestId('save-btn').click()
      await page.getByText(/Saved · version/).waitFor()
      expect((await journey.call('GET', `/assistants/${id}`)).system_prompt).toBe('You are brief and kind.')
      expect(faults).toEqual([])
    },
  )

  it('can be saved without a rubric, with a warning, but not published', async () => {
    const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.getByTestId('name-input').fill('Unfinished grader')
    await page.getByTestId('add-tool-btn').click()
    await page.getByTestId('tool-option-rubric_rag').click()
    const card = page.getByTestId('tool-card')
    const isOn = card.getByRole('switch').first()
    expect(await isOn.isChecked()).toBe(true)
    await card.getByText(/^Not chosen yet: /).waitFor()
    await shoot(page, 'builder-incomplete-1440-light')
    await page.getByTestId('save-btn').click()
    await page.locator('.success-message').waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await expect(journey.call('POST', `/assistants/${id}/publish`, { publish_status: true })).rejects.toThrow(
      /choose a rubric/i,
    )
    await isOn.click()
    await page.getByTestId('save-btn').click()
    await page.getByText(/Saved · version/).waitFor()
    await page.goto(`${new URL(page.url()).origin}/assistants`)
    await page.getByText('1 tool (off)').waitFor()
    expect(faults).toEqual([])
  })

  it('opens the classic form at its own URL', async () => {
    const { page, faults } = await journey.openSignedIn('/assistants/create')
    await page.getByTestId('start-classic').click()
    await page.waitForURL('**/assistants/create/classic')
    await page.getByTestId('rag-processor-select').waitFor()
    expect(faults).toEqual([])
  })

  it('loads a newer version only if it is available', async () => {
    const { page } = await journey.openSignedIn(`/assistants/${classic}`)
    const prompt = page.getByTestId('system-prompt')
    await prompt.fill('You are slow.')
    await journey.call('PUT', `/assistants/${classic}`, { system_prompt: 'You are a newer one.' })
    await page.getByTestId('save-btn').click()
    const reload = page.getByRole('button', { name: 'Load the newer version' })
    await reload.waitFor()
    await page.route(`**/assistants/${classic}`, (route) => route.abort())
    await reload.click()
    await page.getByText('Your work isn’t lost').waitFor()
    expect(await prompt.inputValue()).toBe('You are slow.')
    await page.unroute(`**/assistants/${classic}`)
    await reload.click()
    await expect.poll(() => prompt.inputValue()).toBe('You are a newer one.')
    await prompt.fill('You are the newest.')
    await page.getByTestId('save-btn').click()
    await page.locator('.success-message').waitFor()
  })

  it('shows who else has an assistant open, and what they saved', async () => {
    const id = (await journey.call('POST', '/assistants', assistantOf('Shared tutor', 'multi_tool'))).id
    await journey.call('PUT', `/assistants/${id}/shares`, { user_emails: [MEMBER.email] })
    const path = `/multi-tool-assistants/${id}`
    const { page, faults } = await journey.openSignedIn(path)
    const prompt = page.getByTestId('system-prompt')
    await prompt.fill('Mine.')
    const here = page.getByTestId('people-here')
    await here.waitFor({ state: 'attached' })
    expect(await here.innerText()).toBe('')

    const colleague = await journey.open()
    await signInContext(colleague.context, journey.server.url, MEMBER)
    await colleague.page.goto(path)
    await colleague.page.getByTestId('people-here').getByText('Admin User is editing').waitFor()
    await here.getByText(`${MEMBER.name} has this open`).waitFor()

    // The same person in another window saves.
    const second = await journey.openSignedIn(path)
    await second.page.getByTestId('system-prompt').fill('Theirs.')
    await second.page.getByTestId('save-btn').click()
    await second.page.getByText('Saved · version 2').waitFor()
    const notice = page.getByTestId('newer-version')
    await notice.getByText('You saved version 2 in another window.').waitFor()
    await colleague.page.getByTestId('newer-version').getByText('Admin User saved version 2.').waitFor()
    await page.getByTestId('compare-newer').click()
    await notice.getByText('Theirs.').waitFor()
    await expectFits(page, 'builder-presence')
    // Loading the other version keeps what was typed.
    await notice.getByRole('button', { name: 'Load the newer version' }).click()
    await expect.poll(() => prompt.inputValue()).toBe('Theirs.')
    await page.getByRole('button', { name: 'Restore unsaved changes' }).click()
    expect(await prompt.inputValue()).toBe('Mine.')
    await page.getByTestId('keep-mine').click()
    await page.getByText('Saved · version 3').waitFor()
    expect(await notice.count()).toBe(0)
    expect((await journey.call('GET', `/assistants/${id}`)).system_prompt).toBe('Mine.')

    // A closed window is gone at once.
    await colleague.page.goto(`${journey.server.url}/assistants`)
    await second.page.goto(`${journey.server.url}/assistants`)
    await expect.poll(() => here.innerText()).toBe('')
    expect([...faults, ...second.faults, ...colleague.faults]).toEqual([])
  })

  it('handles two tools with the same placeholder', async () => {
    const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
    const add = async () => {
      await page.getByTestId('add-tool-btn').click()
      await page.getByTestId('tool-option-simple_rag').click()
    }
    const [first, second] = [page.getByTestId('tool-card').first(), page.getByTestId('tool-card').nth(1)]
    await add()
    await first.getByText('On call').click()
    await add()
    await second.getByText('{context}', { exact: true }).waitFor()
    await first.getByText('In the prompt').click()
    await first.getByText('{context_2}', { exact: true }).waitFor()
    const template = page.getByTestId('template')
    expect(await template.inputValue()).toBe('{context}\n\n{context_2}\n\n{user_input}')
    await template.fill('{context}')
    await page.getByRole('button', { name: 'Insert {context_2}' }).click()
    expect(await template.inputValue()).toContain('{context_2}')
    // One undo removes the inserted placeholder.
    await page.keyboard.press('Control+z')
    expect(await template.inputValue()).not.toContain('{context_2}')
    expect(faults).toEqual([])
  })

  it('asks before restoring an older version over unsaved changes', async () => {
    await journey.call('PUT', `/assistants/${multi}`, { description: 'Changed once more' })
    const { page } = await journey.openSignedIn(`/multi-tool-assistants/${multi}`)
    const prompt = page.getByTestId('system-prompt')
    await prompt.fill('Not saved yet.')
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Restore' }).last().click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await prompt.inputValue()).toBe('Not saved yet.')
    await page.getByRole('button', { name: 'Restore' }).last().click()
    await question.getByRole('button', { name: 'Restore' }).click()
    await page.getByText(/Version \d+ was restored/).waitFor()
    expect(await prompt.inputValue()).toBe('You are kind.')
  })

  it('reopens a saved assistant with Back, with the current tool list', SLOW, async () => {
    const { page, faults } = await journey.openSignedIn('/assistants/create')
    await page.getByTestId('select-multi_tool').waitFor()
    await page.getByTestId('choose-files').setInputFiles({
      name: 'assistant.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ name: 'x', prompt_template: '{user_input}', metadata: '{}' })),
    })
    await page.getByTestId('taken-file').getByText('This file is an exported assistant').waitFor()
    expect((await journey.call('GET', '/knowledge-bases')).knowledge_bases).toEqual([])
    // Meanwhile an admin has disabled a tool.
    await page.route('**/completions/list', async (route) => {
      const answer = await route.fetch()
      const list = await answer.json()
      const tools = list.tools.filter(({ name }: { name: string }) => name !== 'rubric_rag')
      await route.fulfill({ json: { ...list, tools } })
    })
    const asked = page.waitForResponse('**/completions/list')
    await page.getByTestId('select-multi_tool').click()
    await asked
    await page.getByTestId('name-input').fill('Made once')
    await page.getByTestId('add-tool-btn').click()
    await page.getByTestId('tool-option-simple_rag').waitFor()
    await expect.poll(() => page.getByTestId('tool-option-rubric_rag').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByTestId('save-btn').click()
    await page.waitForURL(/\/multi-tool-assistants\/\d+$/)
    await page.getByRole('link', { name: 'Assistants' }).first().click()
    await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText(/Saved · version/).waitFor()
    expect(await page.getByTestId('name-input').inputValue()).toContain('Made once')
    expect(page.url()).toMatch(/\/multi-tool-assistants\/\d+$/)
    expect(faults).toEqual([])
  })
})
