import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, describeJourneys, expectAccessible, type Json, shoot, signInContext } from './browser.ts'
import { expectFits, settled } from './looks.ts'
import { post } from './server-process.ts'

const EDUCATOR = { email: 'elena@example.edu', name: 'Elena Educator', password: 'a good password' }
const STUDENTS = Array.from({ length: 30 }, (_, at) => ({
  email: `student${at}@example.edu`,
  name: `Learner Number${at}`,
  password: 'a good password',
  user_type: 'end_user',
}))
const PHONE = { width: 390, height: 844 }
const MITOSIS = [
  'What are the phases of mitosis?',
  'How long do the phases of mitosis take?',
  'Which phase of mitosis comes first?',
]
const WINE = 'How do people make wine from grapes?'
const MATERIAL = {
  'mitosis.txt':
    'Mitosis is the division of a cell nucleus. The phases of mitosis are prophase, metaphase, anaphase and telophase.',
  'glaciers.txt': 'Glaciers are large bodies of ice that move slowly. A moraine is the debris they leave.',
}

const TITLES = {
  topics: [{ number: 1, title: 'Phases of mitosis', summary: 'Students ask about the order of the phases.' }],
}
const upstream = await startFakeUpstream(says(JSON.stringify(TITLES)))
afterAll(() => upstream.stop())

const withJourneys: Parameters<typeof describeJourneys>[1] = (journey) => {
  let assistant: number
  let educator: string
  const tokens: string[] = []

  const signIn = async ({ email, password }: { email: string; password: string }): Promise<string> =>
    (await post(`${journey.server.url}/creator/login`, { email, password })).body.data.token
  async function call(token: string, method: string, path: string, body?: unknown): Promise<Json> {
    const isForm = body instanceof FormData
    const answer = await fetch(journey.server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const ask = (token: string, content: string) =>
    call(token, 'POST', `/creator/assistant/${assistant}/chat/completions`, {
      messages: [{ role: 'user', content }],
    })

  async function makeBase(): Promise<string> {
    const { id } = await call(educator, 'POST', '/knowledge-bases', { name: 'Biology' })
    const form = new FormData()
    for (const [name, text] of Object.entries(MATERIAL)) form.append('files', new File([text], name))
    const { files } = await call(educator, 'POST', `/knowledge-bases/${id}/files`, form)
    for (const file of files)
      await vi.waitFor(async () => {
        const { status } = await call(educator, 'GET', `/knowledge-bases/${id}/files/${file.id}`)
        expect(status).toBe('completed')
      }, 30_000)
    return id
  }

  beforeAll(async () => {
    for (const person of [EDUCATOR, ...STUDENTS])
      await journey.call('POST', '/creator/admin/users/create', person)
    educator = await signIn(EDUCATOR)
    const base = await makeBase()
    assistant = (
      await call(educator, 'POST', '/assistants', {
        name: 'Biology tutor',
        RAG_collections: base,
        RAG_Top_k: 3,
        prompt_template: '{context}\n{user_input}',
        metadata: {
          prompt_processor: 'simple_augment',
          connector: 'quotes',
          llm: 'quotes',
          rag_processor: 'simple_rag',
        },
      })
    ).id
    await call(educator, 'POST', `/assistants/${assistant}/publish`, { publish_status: true })
    for (const [at, student] of STUDENTS.entries()) {
      const token = await signIn(student)
      tokens.push(token)
      const { chat_id, message_id } = await ask(token, MITOSIS[at % MITOSIS.length] ?? '')
      if (at % 3 === 0)
        await call(token, 'PUT', `/chats/${chat_id}/messages/${message_id}/feedback`, {
          value: at % 2 === 0 ? 'up' : 'down',
          comment: at % 2 === 0 ? '' : 'I wanted to know more',
        })
      if (at % 5 === 0) await ask(token, WINE)
    }
    await ask(educator, 'A test by the owner about mitosis')
  }, 180_000)

  it('tells an educator what a class of thirty asks, without names', {
    timeout: 300_000,
  }, async () => {
    const { page, context, faults } = await journey.open()
    await signInContext(context, journey.server.url, EDUCATOR)
    await page.goto(`/assistants/${assistant}`)
    await page.getByRole('link', { name: 'Activity' }).click()
    await settled(page)
    const figure = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd')
    expect(await figure('Questions').textContent()).toBe('36')
    expect(await figure('People').textContent()).toBe('30')
    expect(await figure('Without an answer').textContent()).toBe('6')
    expect(await figure('Ratings').textContent()).toBe('5 good, 5 bad')
    await page.getByText('Show as a table').click()
    await page.getByRole('columnheader', { name: 'People' }).waitFor()
    await page.getByText('Show as a table').click()
    await page.getByRole('link', { name: 'mitosis.txt' }).waitFor()
    await page.getByRole('link', { name: 'glaciers.txt' }).waitFor()
    await expectFits(page, 'activity-overview')

    await page.getByRole('tab', { name: 'Topics' }).click()
    await page.getByTestId('topic').first().getByText('30 questions · 30 people').waitFor()
    expect(await page.getByTestId('topic').first().getByRole('heading').textContent()).toContain('mitosis')
    await expectFits(page, 'activity-topics')
    await page.getByRole('button', { name: 'Write titles with AI' }).click()
    await page.getByRole('heading', { name: 'Phases of mitosis' }).waitFor()
    await page.getByText('Students ask about the order of the phases.').waitFor()
    await expectFits(page, 'activity-topic-titles')
    expect(faults).toEqual([])
  })

  it('lets the educator answer what the material does not', { timeout: 300_000 }, async () => {
    const { page, context, faults } = await journey.open()
    await signInContext(context, journey.server.url, EDUCATOR)
    await page.goto(`/assistants/${assistant}/activity?tab=unanswered`)
    const group = page.getByTestId('unanswered')
    await group.getByRole('heading', { name: WINE }).waitFor()
    await expectFits(page, 'activity-unanswered')
    await group.getByRole('button', { name: 'Add to tests' }).click()
    await page.getByText('Added to the tests').waitFor()
    await group.getByRole('button', { name: 'Write the answer' }).click()
    await page
      .getByLabel('Answer', { exact: true })
      .fill('People make wine by pressing grapes and letting the juice ferment.')
    await shoot(page, 'activity-note-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('No unanswered questions').waitFor()
    await expect
      .poll(async () => (await ask(tokens[1] ?? '', WINE)).choices[0].message.content, { timeout: 90_000 })
      .toContain('ferment')
    expect(faults).toEqual([])
  })

  it('shows conversations under pseudonyms', { timeout: 300_000 }, async () => {
    const { page, context, faults } = await journey.open()
    await signInContext(context, journey.server.url, EDUCATOR)
    await page.goto(`/assistants/${assistant}/activity?tab=conversations`)
    await page.getByText('Students appear under pseudonyms').waitFor()
    await page.getByText('Rated bad').first().click()
    await expect.poll(() => page.getByTestId('conversation').count()).toBe(5)
    expect(await page.locator('#content').textContent()).not.toMatch(/Learner|example\.edu/)
    await expectFits(page, 'activity-conversations')
    await page.getByTestId('conversation').first().getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('I wanted to know more').waitFor()
    await shoot(page, 'activity-conversation-1440-light')
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('shows which version of a question was asked', { tags: ['nightly'] }, async () => {
    const token = tokens[7] ?? ''
    const path = `/assistants/${assistant}/answers`
    const first = await ask(token, 'What is a moraine, in one word?')
    const { messages } = await call(token, 'GET', `/chats/${first.chat_id}`)
    await call(token, 'POST', path, {
      messages: [{ role: 'user', content: 'What is a moraine, in two words?' }],
      chat_id: first.chat_id,
      edit: messages[0].id,
      stream: false,
    })
    const { page, context, faults } = await journey.open(PHONE)
    await signInContext(context, journey.server.url, EDUCATOR)
    await page.goto(`/assistants/${assistant}/activity?tab=conversations`)
    await page.getByRole('button', { name: 'What is a moraine, in one word?' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('in two words?').waitFor()
    await dialog.getByText('Version 1 of 2').waitFor()
    await dialog.getByText('Version 2 of 2').waitFor()
    await shoot(page, 'activity-versions-390-light')
    await expectAccessible(page)
    await expectFits(page, 'activity-versions')
    await call(token, 'PUT', `/chats/${first.chat_id}/messages/${messages[0].id}/visibility`, {
      hidden: true,
    })
    await page.reload()
    await page.getByTestId('conversation').first().waitFor()
    expect(await page.getByText('moraine').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('asks students once whether to show their name, and lets them rate and hide', {
    timeout: 300_000,
  }, async () => {
    await journey.call('PUT', '/organizations/current/privacy', { activity: 'named' })
    const { page, context, faults } = await journey.open(PHONE)
    await signInContext(context, journey.server.url, STUDENTS[0])
    await page.goto(`/c/${assistant}`)
    await page.getByTestId('consent').waitFor()
    await shoot(page, 'student-consent-390-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show my name', exact: true }).click()
    await page.getByText('Your teachers can read this chat, with your name').waitFor()

    await page.getByTestId('question').fill('Is telophase the last phase of mitosis?')
    await page.getByTestId('question').press('Enter')
    const down = page.getByRole('button', { name: 'Bad answer' })
    await down.focus()
    await down.press('Enter')
    await page.getByLabel('What was wrong or missing?').fill('It does not say why')
    await shoot(page, 'student-feedback-390-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send comment' }).click()
    await page.getByText('Your comment: It does not say why').waitFor()
    await page.reload()
    await page.getByText('Your comment: It does not say why').waitFor()
    expect(await down.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Hide from educators' }).click()
    await page.getByText('Hidden from educators').waitFor()
    const list = await call(educator, 'GET', `/assistants/${assistant}/activity/conversations?per_page=100`)
    const named = list.conversations.filter((one: Json) => one.person.name === 'Learner Number0')
    expect(named.length).toBeGreaterThan(0)
    const overview = await journey.open()
    await signInContext(overview.context, journey.server.url, EDUCATOR)
    await overview.page.goto(`/assistants/${assistant}/activity`)
    await overview.page.getByRole('heading', { name: 'People who show their name' }).waitFor()
    expect(await overview.page.locator('#content').textContent()).toContain('Learner Number0')
    await shoot(overview.page, 'activity-named-1440-light')
    expect(JSON.stringify(list)).not.toContain('telophase')

    await page.goto('/account')
    await page.getByRole('switch', { name: 'Show my name to educators' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const after = await call(educator, 'GET', `/assistants/${assistant}/activity/conversations?per_page=100`)
    expect(JSON.stringify(after)).not.toContain('Learner')
    expect(faults).toEqual([])
  })

  it('lets people download and delete their data', async () => {
    const { page, context, faults } = await journey.open()
    await signInContext(context, journey.server.url, STUDENTS[29])
    await page.goto('/account')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('personal-data.zip')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByLabel('Enter student29@example.edu to confirm').fill('student29@example.edu')
    await shoot(page, 'account-deletion-1440-light')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL(/sign-in/)
    await expect(signIn(STUDENTS[29] ?? EDUCATOR)).rejects.toThrow()
    expect(faults).toEqual([])
  })

  it('is a policy of the organization', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=policy')
    await page.getByLabel('Educators see').selectOption('off')
    await page.getByLabel('Days to keep unused chats').fill('400')
    await shoot(page, 'organization-privacy-1440-light')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => journey.call('GET', '/organizations/current/privacy'))
      .toEqual({ activity: 'off', chat_days: 400 })
    await page.goto(`/assistants/${assistant}/activity?tab=conversations`)
    await page.getByText('Your organization shows figures only').waitFor()
    expect(faults).toEqual([])
  })
}

describeJourneys('activity', withJourneys, {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  ...upstream.settings,
})
