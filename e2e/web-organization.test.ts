import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, MEMBER, shoot, signInContext } from './browser.ts'
import { expectFits, lookAtPages } from './looks.ts'
import { post } from './server-process.ts'

/** Waits longer, because the machine may be busy. */
const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 90_000 })
const KEY = 'sk-a-key-that-must-never-be-seen'

/** A minimal OpenAI server: a list of models and an answer with its usage, for the right key only. */
function startProvider(): Promise<Server> {
  const models = Array.from({ length: 15 }, (_, at) => ({ id: `model-${at + 1}`, object: 'model' }))
  const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'model-12' }
  const answer = [
    { ...chunk, choices: [{ index: 0, delta: { content: 'Fair.' }, finish_reason: 'stop' }] },
    { ...chunk, choices: [], usage: { prompt_tokens: 1200, completion_tokens: 340, total_tokens: 1540 } },
  ].map((one) => `data: ${JSON.stringify(one)}\n\n`)
  const server = createServer((request, response) => {
    const isGood = request.headers.authorization === `Bearer ${KEY}`
    const isChat = request.method === 'POST'
    response.writeHead(isGood ? 200 : 401, {
      'content-type': isGood && isChat ? 'text/event-stream' : 'application/json',
    })
    if (!isGood) response.end(JSON.stringify({ error: { message: 'Incorrect API key' } }))
    else
      response.end(
        isChat ? `${answer.join('')}data: [DONE]\n\n` : JSON.stringify({ object: 'list', data: models }),
      )
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

describeJourneys('organization, usage, admin and account', (journey) => {
  let provider: Server
  let address: string

  const asMember = async (path: string) => {
    const window = await journey.open()
    await signInContext(window.context, journey.server.url, MEMBER)
    await window.page.goto(path)
    return window
  }

  beforeAll(async () => {
    provider = await startProvider()
    address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
    await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
    const { id } = await journey.call('POST', '/assistants', assistantOf('Essay evaluator', 'classic'))
    for (let asked = 0; asked < 3; asked++)
      await journey.call('POST', `/creator/assistant/${id}/chat/completions`, {
        messages: [{ role: 'user', content: 'What is a fair comparison of two texts?' }],
      })
  })
  afterAll(() => provider?.close())

  it('shows the provider’s own error and never returns the API key', async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=providers')
    await page.getByRole('button', { name: 'Set up OpenAI' }).click()
    await page.getByLabel('API key').fill('sk-wrong')
    await page.getByLabel('Base URL').fill(address)
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('API key').fill(KEY)
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('Connection successful: 15 models available').waitFor()
    await page.getByLabel('Search models').fill('model-1')
    await page.getByRole('checkbox', { name: 'model-12' }).click()
    await shoot(page, 'provider-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const row = page.getByTestId('provider-openai')
    await row.getByText('Working').waitFor()
    await row.getByText('key saved').waitFor()
    await row.getByRole('button', { name: 'Test OpenAI' }).click()
    await row.getByText('Connection successful').waitFor()
    await page.getByRole('button', { name: 'Edit OpenAI' }).click()
    expect(await page.getByLabel('API key').inputValue()).toBe('')
    expect(await page.content()).not.toContain(KEY)
    expect(faults).toEqual([])
  })

  it('lists what models can do, and lets admins correct it', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=providers')
    await page.getByRole('button', { name: 'Models of OpenAI', exact: true }).click()
    const row = page.getByTestId('model').filter({ hasText: 'model-12' })
    await row.getByText('Tools: unknown').waitFor()
    await row.getByText('No price').waitFor()
    await row.getByRole('link', { name: 'Set price of model-12', exact: true }).waitFor()
    await row.getByRole('button', { name: 'Edit model-12', exact: true }).click()
    await row.getByLabel('Tools').selectOption('yes')
    await row.getByLabel('Context length (tokens)').fill('32000')
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Save', exact: true }).click()
    await row.getByText('Tools: yes').waitFor()
    await row.getByText('Context: 32,000 tokens').waitFor()
    await expectAccessible(page)
    await expectFits(page, 'provider-models')
    expect(faults).toEqual([])
  })

  it('chooses the default models', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=defaults')
    await page.getByLabel('Default model').first().fill('model')
    await page.getByRole('option', { name: /model-12/ }).click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const saved = await journey.call('GET', '/organizations/current/providers')
    expect(saved.global_default_model).toEqual({ provider: 'openai', model: 'model-12' })
    await page.getByLabel('System prompt').fill('Be brief.')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await eventually(
      async () => (await journey.call('GET', '/organizations/current/settings')).values.system_prompt,
    ).toBe('Be brief.')
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('saves the sign-up, Moodle, knowledge and policy settings', async () => {
    const { page, faults } = await journey.openSignedIn('/organization?tab=signup')
    await page.getByLabel('Allow sign-up with a key').click()
    await page.getByRole('button', { name: 'Generate a key' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Key to share').waitFor()
    await expectAccessible(page)
    await page.getByTestId('settings-menu').getByRole('link', { name: 'Moodle' }).click()
    await page.getByLabel('Moodle URL').fill(address)
    await page.getByLabel('Token').fill('secret-token')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('A token is saved').waitFor()
    await expectAccessible(page)
    await page.getByTestId('settings-menu').getByRole('link', { name: 'Knowledge' }).click()
    await page.getByRole('combobox', { name: 'Provider' }).first().selectOption('openai')
    await page.getByRole('textbox', { name: 'Model' }).first().fill('embed-1')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    await page.getByTestId('settings-menu').getByRole('link', { name: 'Policy' }).click()
    await page.getByLabel('Days to keep traces').fill('9')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(
      async () => (await journey.call('GET', '/organizations/current/settings')).values.trace_days,
    ).toBe(9)
    await expectAccessible(page)
    await journey.call('PATCH', '/organizations/current/search-models', { embeddings: null })
    expect(faults).toEqual([])
  })

  it('shows usage as a chart, as a table and as a file', { tags: ['nightly'] }, async () => {
    const tutor = assistantOf('Source critic', 'classic')
    Object.assign(tutor.metadata, { connector: 'openai', llm: 'model-12' })
    const { id } = await journey.call('POST', '/assistants', tutor)
    for (let asked = 0; asked < 2; asked++)
      await journey.call('POST', `/creator/assistant/${id}/chat/completions`, {
        messages: [{ role: 'user', content: 'Is this fair?' }],
      })
    const { page, faults } = await journey.openSignedIn('/usage')
    await page.getByRole('img', { name: /Tokens: By day/ }).waitFor()
    await page.getByRole('row', { name: /Essay evaluator/ }).waitFor()
    await page.getByRole('row', { name: /Source critic 2 3,080/ }).waitFor()
    await page.getByRole('row', { name: /admin@example.edu/ }).waitFor()
    // The arrow keys read the chart: the last column is today.
    await page.getByRole('img', { name: /Tokens: By day/ }).focus()
    await page.keyboard.press('End')
    await page
      .getByRole('status')
      .getByText(/Input tokens: [\d,]+, Output tokens: [\d,]+/)
      .waitFor()
    await page.getByLabel('Group by').selectOption('By model')
    await page.getByRole('img', { name: /Tokens: By model/ }).waitFor()
    for (const [item, ending, start] of [
      ['Save as SVG', 'svg', '<svg'],
      ['Save as PNG', 'png', '\u0089PNG'],
    ] as const) {
      const picture = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save chart', exact: true }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
      const file = await picture
      expect(file.suggestedFilename()).toMatch(new RegExp(`^usage-tokens-model-.*\\.${ending}$`))
      expect((await readFile(await file.path(), 'latin1')).startsWith(start)).toBe(true)
    }
    await expectAccessible(page)
    await expectFits(page, 'usage-chart')
    await page.getByLabel('Group by').selectOption('By day')
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.getByRole('columnheader', { name: 'Day' }).waitFor()
    await expectAccessible(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('Essay evaluator,admin@example.edu')
    await page.getByText('My usage', { exact: true }).click()
    await page.waitForURL('**/usage?scope=mine')
    await eventually(() => page.getByRole('heading', { name: 'By person' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('shows system admins the usage of all organizations', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/usage')
    await page.getByText('All organizations', { exact: true }).click()
    await page.waitForURL('**/usage?scope=all')
    const row = page.getByRole('row').filter({ hasText: 'System Organization' })
    await row.first().waitFor()
    await page.getByLabel('Group by').selectOption('By organization')
    await expectFits(page, 'usage-all')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^day,organization,name,/)
    expect(faults).toEqual([])
  })

  it('creates, suspends and deletes an organization', async () => {
    const { page, faults } = await journey.openSignedIn('/admin')
    await page.getByRole('button', { name: 'New organization' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Faculty of Àrts')
    expect(await page.getByLabel('Short name').inputValue()).toBe('faculty-of-arts')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create organization' }).click()
    const row = page.getByTestId('organization-row').filter({ hasText: 'Faculty of Àrts' })
    await row.waitFor()
    await row.getByRole('link').click()
    await page.getByText('You’re managing Faculty of Àrts.').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'More options for Faculty of Àrts' }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    await row.getByText('Suspended').waitFor()
    await page.getByRole('button', { name: 'More options for Faculty of Àrts' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await eventually(() => row.count()).toBe(0)
    await page.getByRole('tab', { name: 'Users' }).click()
    await page.getByTestId('user-row').filter({ hasText: MEMBER.email }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Health' }).click()
    await page.getByText('Connected', { exact: true }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('creates an API key that is shown once, works, and can be revoked', async () => {
    const { page, faults } = await journey.openSignedIn('/account')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('My script')
    await page.getByText('Selected assistants', { exact: true }).click()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('Select at least one assistant.').waitFor()
    await page.getByRole('checkbox', { name: 'Essay evaluator' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create API key' }).click()
    const key = await page.getByLabel('API key', { exact: true }).inputValue()
    const models = () =>
      fetch(`${journey.server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    expect((await models()).status).toBe(200)
    await shoot(page, 'key-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByTestId('api-key').filter({ hasText: 'My script' })
    await row.getByText('Essay evaluator').waitFor()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke My script' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('You don’t have any API keys yet.').waitFor()
    expect((await models()).status).toBe(401)
    expect(faults).toEqual([])
  })

  it('stays signed in after changing the password', { tags: ['nightly'] }, async () => {
    const { page, faults } = await asMember('/account')
    await page.getByLabel('Current password').fill('not it')
    await page.getByLabel('New password').fill('a better password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Current password').fill(MEMBER.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed').waitFor()
    await page.getByRole('link', { name: 'Assistants' }).first().click()
    await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor()
    const back = await post(`${journey.server.url}/creator/login`, {
      ...MEMBER,
      password: 'a better password',
    })
    expect(back.body.success).toBe(true)
    await post(
      `${journey.server.url}/creator/user/password`,
      { current_password: 'a better password', new_password: MEMBER.password },
      back.body.data.token,
    )
    expect(faults).toEqual([])
  })

  it('restricts admin pages and shows members their own usage', async () => {
    const { page, faults } = await asMember('/organization')
    await page.getByRole('heading', { name: 'Only organization admins can open this page' }).waitFor()
    await expectAccessible(page)
    await page.goto('/admin')
    await page.getByRole('heading', { name: 'Only system admins can open this page' }).waitFor()
    await page.goto('/usage?scope=organization')
    await page.getByRole('heading', { name: 'No usage in this period' }).waitFor()
    expect(await page.getByText('Organization').count()).toBe(0)
    expect(faults).toEqual([])
  })

  const PAGES = [
    ['/organization?tab=providers', 'providers'],
    ['/organization?tab=knowledge', 'knowledge'],
    ['/usage', 'usage'],
    ['/admin', 'admin'],
    ['/admin?tab=health', 'health'],
    ['/account', 'account-page'],
  ] as const
  lookAtPages(journey, PAGES)
})
