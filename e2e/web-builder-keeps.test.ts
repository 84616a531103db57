import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, MEMBER } from './browser.ts'
import { post } from './server-process.ts'

const SLOW = { timeout: 180_000 }
const NORA = { ...MEMBER, email: 'nora@example.edu', name: 'Nora North' }

/** Saves wait until they are let through. */
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

describeJourneys('what was written in the builder', (journey) => {
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
    'is kept while a save of %s is on its way',
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
      await page.getByText('Unsaved changes').waitFor()
      await page.getByTestId('save-btn').click()
      await page.getByText(/Saved · version/).waitFor()
      expect((await journey.call('GET', `/assistants/${id}`)).system_prompt).toBe('You are brief and kind.')
      expect(faults).toEqual([])
    },
  )

  it('gives way to what somebody else saved only when that is there', async () => {
    const { page } = await journey.openSignedIn(`/assistants/${classic}`)
    const prompt = page.getByTestId('system-prompt')
    await prompt.fill('You are slow.')
    await journey.call('PUT', `/assistants/${classic}`, { system_prompt: 'You are a newer one.' })
    await page.getByTestId('save-btn').click()
    const reload = page.getByRole('button', { name: 'Load the newer one' })
    await reload.waitFor()
    await page.route(`**/assistants/${classic}`, (route) => route.abort())
    await reload.click()
    await page.getByText('Your work is not lost').waitFor()
    expect(await prompt.inputValue()).toBe('You are slow.')
    await page.unroute(`**/assistants/${classic}`)
    await reload.click()
    await expect.poll(() => prompt.inputValue()).toBe('You are a newer one.')
    await prompt.fill('You are the newest.')
    await page.getByTestId('save-btn').click()
    await page.locator('.success-message').waitFor()
  })

  it('survives two tools that would fill the same place', async () => {
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
    await page.getByRole('button', { name: 'Insert {context_2}' }).click()
    expect(await page.getByTestId('template').inputValue()).toContain('{context_2}')
    // One press takes a chip back.
    await page.keyboard.press('Control+z')
    expect(await page.getByTestId('template').inputValue()).not.toContain('{context_2}')
    expect(faults).toEqual([])
  })

  it('is asked about before an older version comes back', async () => {
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
    await page.getByText(/Version \d+ is back/).waitFor()
    expect(await prompt.inputValue()).toBe('You are kind.')
  })

  it('is found again by the way back, and made of the tools of today', SLOW, async () => {
    const { page, faults } = await journey.openSignedIn('/assistants/create')
    await page.getByTestId('select-multi_tool').waitFor()
    await page.getByTestId('choose-files').setInputFiles({
      name: 'assistant.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ name: 'x', prompt_template: '{user_input}', metadata: '{}' })),
    })
    await page.getByTestId('taken-file').getByText('This is an exported assistant').waitFor()
    expect((await journey.call('GET', '/knowledge-bases')).knowledge_bases).toEqual([])
    // In the meantime an admin has switched one off.
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

  it('is nothing that the next person at this computer finds', SLOW, async () => {
    const { page } = await journey.open()
    const signIn = async ({ email, password }: { email: string; password: string }) => {
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    }
    const person = () => page.evaluate<string | null>("localStorage.getItem('bellwether.session')")
    const endSession = async (tab: string) => {
      const { body } = await post(`${journey.server.url}/creator/login`, MEMBER)
      await post(`${journey.server.url}/creator/logout`, {}, body.data.token)
      await page.getByRole('tab', { name: tab }).click()
      await page.getByText('Your session has ended.').waitFor()
    }
    await page.goto('/sign-in')
    await signIn(MEMBER)
    await page.evaluate('window.remembers = true')
    await endSession('Shared with me')
    await signIn(MEMBER)
    expect(await page.evaluate('window.remembers')).toBe(true)
    await endSession('Published')
    await signIn(NORA)
    expect(await page.evaluate('window.remembers')).toBeUndefined()
    // A browser counts as signed out even before the server has answered.
    await page.route('**/session/sign-out', () => undefined)
    await page.getByRole('button', { name: NORA.name }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(person).toBeNull()
    await page.goto('/assistants')
    await page.waitForURL('**/sign-in?next=**')
  })
})
