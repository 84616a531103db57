import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, MEMBER, shoot, signInContext } from './browser.ts'
import { post } from './server-process.ts'

const SLOW = { timeout: 300_000 }
const NORA = { ...MEMBER, email: 'nora@example.edu', name: 'Nora North' }

describeJourneys('unsaved work in the builder when the session ends', (journey) => {
  beforeAll(async () => {
    for (const person of [MEMBER, NORA]) await journey.call('POST', '/creator/admin/org-admin/users', person)
  })

  /** A window of the member, whose sessions can be ended without ending those of the journey. */
  const openAsMember = async (path: string) => {
    const window = await journey.open()
    await signInContext(window.context, journey.server.url, MEMBER)
    await window.page.goto(path)
    return window
  }
  const endSessions = async () => {
    const { body } = await post(`${journey.server.url}/creator/login`, MEMBER)
    await post(`${journey.server.url}/creator/logout`, {}, body.data.token)
  }
  const makeAssistant = async (name: string): Promise<number> => {
    const { body } = await post(`${journey.server.url}/creator/login`, MEMBER)
    const made = await post(`${journey.server.url}/assistants`, assistantOf(name, 'classic'), body.data.token)
    return made.body.id
  }
  const signInAgain = async (page: Page) => {
    const dialog = page.getByTestId('sign-in-again')
    await dialog.getByLabel('Password').fill(MEMBER.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  it('is saved after signing in again in the dialog', SLOW, async () => {
    const id = await makeAssistant('Steady tutor')
    const { page, faults } = await openAsMember(`/assistants/${id}`)
    const prompt = page.getByTestId('system-prompt')
    await prompt.fill('Written before the session ended.')
    await endSessions()
    await page.getByTestId('save-btn').click()
    const dialog = page.getByTestId('sign-in-again')
    await dialog.getByText(MEMBER.email).waitFor()
    await expectAccessible(page)
    await shoot(page, 'sign-in-again')
    await dialog.getByLabel('Password').fill('not it')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('Incorrect e-mail or password.').waitFor()
    await page.keyboard.press('Escape')
    await signInAgain(page)
    await page.getByText(/Saved · version/).waitFor()
    expect(await prompt.inputValue()).toBe('Written before the session ended.')
    expect(page.url()).toContain(`/assistants/${id}`)
    await page.reload()
    await page.getByText(/Saved · version/).waitFor()
    expect(await prompt.inputValue()).toBe('Written before the session ended.')
    expect(await page.getByTestId('kept-draft').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('continues in all tabs after signing in in one of them', SLOW, async () => {
    const { page, context } = await openAsMember('/chats')
    await page.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
    const second = await context.newPage()
    await second.goto('/rubrics')
    await second.getByRole('heading', { name: 'Rubrics', level: 1 }).waitFor()
    await endSessions()
    await page.getByRole('link', { name: 'Assistants' }).first().click()
    await second.getByRole('link', { name: 'Chats' }).first().click()
    await page.getByTestId('sign-in-again').waitFor()
    await second.getByTestId('sign-in-again').waitFor()
    await signInAgain(page)
    await second.getByTestId('sign-in-again').waitFor({ state: 'detached' })
    await second.getByRole('heading', { name: 'Chats', level: 1 }).waitFor()
  })

  it('is offered after a crash, only to the person who wrote it', SLOW, async () => {
    const id = await makeAssistant('Crash tutor')
    const { page, context } = await openAsMember(`/assistants/${id}`)
    const prompt = page.getByTestId('system-prompt')
    await prompt.fill('Half a thought.')
    const stored = () => page.evaluate<string>('JSON.stringify({ ...localStorage })')
    await expect.poll(stored).toContain('Half a thought.')
    // The window closes without an event, as in a crash.
    const next = await context.newPage()
    await page.close({ runBeforeUnload: false })
    await next.goto(`/assistants/${id}`)
    const offer = next.getByTestId('kept-draft')
    await offer.waitFor()
    await expectAccessible(next)
    await shoot(next, 'kept-draft')
    expect(await next.getByTestId('system-prompt').inputValue()).toBe('You are kind.')
    await offer.getByRole('button', { name: 'Restore unsaved changes' }).click()
    expect(await next.getByTestId('system-prompt').inputValue()).toBe('Half a thought.')
    await next.getByText('Unsaved changes', { exact: true }).waitFor()
    // A version saved elsewhere in the meantime is not overwritten silently.
    const { body } = await post(`${journey.server.url}/creator/login`, MEMBER)
    await fetch(`${journey.server.url}/assistants/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${body.data.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'Changed elsewhere' }),
    })
    await next.getByTestId('save-btn').click()
    await next.getByRole('button', { name: 'Load the newer version' }).waitFor()
    // Another person at this computer does not see it.
    await endSessions()
    await next.getByTestId('save-btn').click()
    await next.getByTestId('sign-in-again').getByRole('button', { name: 'Use another account' }).click()
    await next.getByLabel('E-mail').fill(NORA.email)
    await next.getByLabel('Password').fill(NORA.password)
    await next.keyboard.press('Enter')
    await next.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    await next.goto('/assistants/create')
    await next.getByTestId('select-multi_tool').waitFor()
    expect(await next.getByTestId('kept-draft').count()).toBe(0)
    expect(await next.content()).not.toContain('Half a thought.')
  })

  it('is closed when another person signs in in another tab', SLOW, async () => {
    const id = await makeAssistant('Private tutor')
    const { page, context } = await openAsMember(`/assistants/${id}`)
    await page.getByTestId('system-prompt').fill('Not for Nora.')
    await endSessions()
    await signInContext(context, journey.server.url, NORA)
    await page.getByTestId('save-btn').click()
    await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    await page.getByRole('button', { name: NORA.name }).waitFor()
    expect(await page.content()).not.toContain('Not for Nora.')
  })

  it('is removed on sign-out', SLOW, async () => {
    const id = await makeAssistant('Tidy tutor')
    const { page } = await openAsMember(`/assistants/${id}`)
    const stored = () => page.evaluate<string>('JSON.stringify({ ...localStorage })')
    await page.getByTestId('system-prompt').fill('Gone with me.')
    await expect.poll(stored).toContain('Gone with me.')
    // The browser counts as signed out even before the server has responded.
    await page.route('**/session/sign-out', () => undefined)
    await page.getByRole('button', { name: MEMBER.name }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect.poll(stored).not.toContain('bellwether.session')
    expect(await stored()).not.toContain('Gone with me.')
    await page.goto('/assistants')
    await page.waitForURL('**/sign-in?next=**')
  })
})
