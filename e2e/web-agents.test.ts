import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  chunkOf,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../server/src/app/fake-upstream.testing.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, type Journey, shoot } from './browser.ts'
import { expectFits, hasNoSidewaysScroll, settled } from './looks.ts'

type Page = Awaited<ReturnType<Journey['openSignedIn']>>['page']
const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 10_000 })

/** The model calls these functions at once. */
const calls =
  (...wanted: [name: string, input: object][]): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const tool_calls = wanted.map(([name, input], index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }))
    response.write(frameOf(chunkOf({ role: 'assistant', content: null, tool_calls })))
    response.write(frameOf(chunkOf({}, 'tool_calls')))
    response.end(frameOf('[DONE]'))
  }

const upstream = await startFakeUpstream()
/** One script after the other; the last stays. */
const script = (...steps: Script[]) =>
  upstream.answer((response, seen) => {
    const next = steps.length > 1 ? steps.shift() : steps[0]
    return next?.(response, seen)
  })

const agent = (name: string, type: string, tools: object[], more: object = {}) => {
  const assistant = assistantOf(name, type)
  Object.assign(assistant.metadata, { connector: 'openai', llm: 'fake-model', tools, ...more })
  return assistant
}
const call = (type: string, config: object, more: object = {}) => ({
  type,
  use: 'call',
  enabled: true,
  config,
  ...more,
})

const POEM = 'Roses are red,\nviolets are blue,\nsugar is sweet.\n'

describeJourneys(
  'assistants that lead others and work on files',
  (journey) => {
    let workspace: string
    let writer: number
    let careful: number
    let leader: number
    const put = async (path: string, text: string, id = workspace) => {
      const answer = await fetch(`${journey.server.url}/workspaces/${id}/files/${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${await journey.token()}` },
        body: text,
      })
      // Writing what is there already is refused: a journey that is made once more does that.
      expect([200, 400]).toContain(answer.status)
    }
    const read = async (path: string, id = workspace) =>
      (
        await fetch(`${journey.server.url}/workspaces/${id}/files/${path}`, {
          headers: { authorization: `Bearer ${await journey.token()}`, accept: 'application/json' },
        })
      ).text()
    const ask = async (page: Page, question: string) => {
      await page.getByTestId('question').fill(question)
      await page.keyboard.press('Enter')
    }

    beforeAll(async () => {
      const make = (body: object) => journey.call('POST', '/assistants', body)
      workspace = (await journey.call('POST', '/workspaces', { name: 'Course website' })).id
      await put('poem.md', POEM)
      await put('unit-1/plan.md', '# Plan\n\n1. Read\n2. Write\n')
      await put('unit-1/notes.md', 'Notes\n')
      const files = ['read_file', 'list_files', 'write_file', 'patch_file'] as const
      const onFiles = files.map((type) => call(type, { workspace_id: workspace }))
      writer = (await make(agent('Site writer', 'multi_tool', onFiles))).id
      const asking = onFiles.map((entry) => ({ ...entry, approval: 'ask' }))
      careful = (await make(agent('Careful writer', 'multi_tool', asking))).id
      const helper = (await make(agent('Weather frog', 'multi_tool', [call('weather', {})]))).id
      leader = (await make(agent('Trip leader', 'multi_tool', [call('assistant', { assistant_id: helper })])))
        .id
    })
    afterAll(() => upstream.stop())

    const write = (path: string) => calls(['write_file', { path, content: 'Hello\nthere\n' }])
    /** A journey that is made once more finds nothing of the first. */
    const fresh = (name: string) => `${name}-${Math.random().toString(36).slice(2, 7)}`

    it('waits for approval in the stream, also after a reload, and shows the change as a diff', async () => {
      const file = `${fresh('new')}.md`
      script(write(file), says('It is written.'))
      const { page, faults } = await journey.openSignedIn(`/c/${careful}`)
      await ask(page, 'Write a greeting')
      const card = page.getByTestId('approval')
      await card.getByText('May it run “Write a file”?').waitFor()
      await card.getByText(file).waitFor()
      await card.getByText(/^[0-4]:\d\d$/).waitFor()
      await shoot(page, 'approval-1440-light')
      await expectAccessible(page)
      await page.reload()
      await card.getByText('May it run “Write a file”?').waitFor()
      await card.getByRole('button', { name: 'Approve', exact: true }).click()
      await page.getByText('It is written.').waitFor()
      await page.getByTestId('approval-decided').getByText('approved').waitFor()
      expect(await read(file)).toBe('Hello\nthere\n')
      const edit = page.getByTestId('file-edit')
      await edit.getByText('2 lines added, 0 removed').waitFor()
      await edit.locator('summary').click()
      await edit.getByText('there').waitFor()
      await shoot(page, 'file-edit-1440-light')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('runs with other arguments when they are changed, and not at all when it is rejected', async () => {
      const [file, other] = [`${fresh('new')}.md`, `${fresh('bye')}.md`]
      script(write(file), says('Done as you like.'))
      const { page, faults } = await journey.openSignedIn(`/c/${careful}`, { width: 360, height: 740 })
      await ask(page, 'Write a greeting')
      await page.getByRole('button', { name: 'Change and approve' }).click()
      await page.getByLabel('Content').fill('Goodbye\n')
      await page.getByLabel('Path', { exact: true }).fill(other)
      await shoot(page, 'approval-change-360-light')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Approve with these changes' }).click()
      await page.getByText('Done as you like.').waitFor()
      await page.getByText('approved with changes').first().waitFor()
      expect(await read(other)).toBe('Goodbye\n')

      script(write(file), says('Then not.'))
      await ask(page, 'Once more')
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByTestId('reject-reason').fill('not on a Sunday')
      await page.getByRole('button', { name: 'Reject it' }).click()
      await page.getByText('Then not.').waitFor()
      await page.getByTestId('approval-decided').last().getByText('not on a Sunday').waitFor()
      // What was not allowed stays open, with its reason.
      await page.getByTestId('step').getByText('not allowed').waitFor()
      await page.getByText('it was rejected: not on a Sunday').waitFor()
      expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('not on a Sunday')
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
      expect(faults).toEqual([])
    })

    it('shows what another assistant does under the call of it', async () => {
      const asks = calls([`call_assistant_${leader - 1}`, { query: 'Is it warm in Vic?' }])
      script(asks, calls(['get_weather', { city: 'Vic' }]), says('The frog says yes.'), says('It is warm.'))
      const { page, faults } = await journey.openSignedIn(`/c/${leader}`)
      await ask(page, 'Shall we go?')
      await page.getByText('It is warm.').waitFor()
      await page.getByRole('button', { name: /1 step/ }).click()
      await page
        .getByTestId('step-parts')
        .getByText(/weather/i)
        .waitFor()
      await page.getByText('Another assistant').waitFor()
      await shoot(page, 'nested-steps-1440-light')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('asks before each call, lets others change things, and greys out assistants that lead others', async () => {
      const { page, faults } = await journey.openSignedIn(`/multi-tool-assistants/${writer}`)
      await page.getByTestId('type-badge-agent').waitFor()
      const card = page.getByTestId('tool-card').nth(3)
      await card.getByRole('button', { name: /Settings of/ }).click()
      await card.getByTestId('ask-first').click()
      await page.getByTestId('allow-side-effects').click()
      await shoot(page, 'builder-agent-1440-light')
      await expectAccessible(page)
      await page.getByTestId('save-btn').click()
      await page.getByText(/Saved · version/).waitFor()
      const saved = JSON.parse((await journey.call('GET', `/assistants/${writer}`)).metadata)
      expect(saved).toMatchObject({ assistant_type: 'agent', allow_side_effects: true })
      expect(saved.tools.map(({ approval }: { approval?: string }) => approval)).toEqual([
        undefined,
        undefined,
        undefined,
        'ask',
      ])
      // And back again.
      await card.getByTestId('ask-first').click()
      await page.getByTestId('allow-side-effects').click()
      await page.getByTestId('save-btn').click()
      await page.getByText(/Saved · version/).waitFor()
      const back = JSON.parse((await journey.call('GET', `/assistants/${writer}`)).metadata)
      expect(back.allow_side_effects).toBeUndefined()
      expect(back.tools[3].approval).toBeUndefined()

      await page.goto(`/multi-tool-assistants/${leader}`)
      await page.getByTestId('type-badge-orchestrator').waitFor()
      await page.getByTestId('add-tool-btn').click()
      await page.getByTestId('tool-option-assistant').click()
      const picker = page.getByTestId('tool-card').last().getByRole('combobox').first()
      await picker.press('ArrowDown')
      const refused = page.getByRole('option', { name: /Trip leader/ })
      await refused.getByText('It leads other assistants itself').waitFor()
      expect(await refused.getAttribute('aria-disabled')).toBe('true')
      await shoot(page, 'assistant-picker-1440-light')
      expect(faults).toEqual([])
    })

    it('finds an assistant by searching that is on no first page, and calls a card by its name', async () => {
      const { page, faults } = await journey.openSignedIn('/account')
      // As with more assistants than one page has: without words, only some come.
      await page.route(/\/assistants\?/, async (route) => {
        const url = new URL(route.request().url())
        if (route.request().resourceType() === 'document' || url.searchParams.get('search'))
          return route.continue()
        return route.fulfill({ json: { assistants: [], total_count: 500 } })
      })
      await page.goto(`/multi-tool-assistants/${leader}`)
      // What was chosen before is known by its name all the same.
      await page.getByTestId('tool-card').getByRole('heading', { name: 'Weather frog' }).waitFor()
      await page.getByTestId('add-tool-btn').click()
      await page.getByTestId('tool-option-assistant').click()
      const card = page.getByTestId('tool-card').last()
      const picker = card.getByRole('combobox').first()
      await picker.pressSequentially('careful')
      await page.getByRole('option', { name: /Careful writer/ }).click()
      await card.getByRole('heading', { name: 'Careful writer' }).waitFor()
      expect(await picker.inputValue()).toBe('Careful writer')
      expect(faults).toEqual([])
    })

    it('filters the list by what an assistant is made of', async () => {
      const { page } = await journey.openSignedIn('/assistants?type=agent')
      await eventually(() => page.getByTestId('assistant-row').count()).toBe(2)
      await page.goto('/assistants?type=orchestrator')
      await eventually(() => page.getByTestId('assistant-row').count()).toBe(1)
      await page.getByRole('link', { name: 'Trip leader', exact: true }).waitFor()
    })

    it('offers the tools of MCP servers, with what they take', async () => {
      const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
      await page.route('**/mcp-tools', (route) =>
        route.fulfill({
          json: {
            tools: [
              {
                server_id: 4,
                server_name: 'Library',
                tool: 'find-book',
                name: 'find_book',
                title: 'Find a book',
                description: 'Looks a book up in the catalogue.',
                parameters: { type: 'object', properties: { title: {}, author: {} } },
                only_reads: true,
              },
            ],
          },
        }),
      )
      await page.getByTestId('add-tool-btn').click()
      await page.getByTestId('tool-option-mcp').click()
      await page.getByText('Choose a tool of an MCP server to switch it on.').waitFor()
      await page.getByTestId('tool-card').getByRole('combobox').first().press('ArrowDown')
      await page.getByRole('option', { name: /Find a book/ }).click()
      await page.getByTestId('mcp-tool').getByText('Takes: title, author').waitFor()
      await page.getByTestId('tool-card').getByText('find_book').waitFor()
      await shoot(page, 'mcp-tool-1440-light')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('makes, renames, shares and deletes workspaces', async () => {
      const [first, second] = [fresh('Scrap'), fresh('Old')]
      const { page, faults } = await journey.openSignedIn('/workspaces')
      await page
        .getByTestId('workspace-row')
        .getByText(/5 files|4 files|3 files/)
        .waitFor()
      await shoot(page, 'workspaces-1440-light')
      await expectAccessible(page)
      await page.getByTestId('new-workspace').click()
      await page.getByLabel('Name', { exact: true }).fill(first)
      await page.getByRole('button', { name: 'Make it' }).click()
      await page.getByRole('heading', { level: 1, name: first }).waitFor()
      await page.getByText('Drop files here').waitFor()
      await page.getByText('No assistant works here yet').waitFor()
      await shoot(page, 'workspace-empty-1440-light')
      await expectAccessible(page)
      await page.goto('/workspaces')
      const row = page.getByTestId('workspace-row').filter({ hasText: first })
      await row.getByRole('button', { name: `More for ${first}` }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel('Name', { exact: true }).fill(second)
      await page.getByRole('button', { name: 'Save' }).click()
      const renamed = page.getByTestId('workspace-row').filter({ hasText: second })
      await renamed.getByRole('button', { name: `More for ${second}` }).click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
      await page.getByText('Only you see these files.').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await renamed.getByRole('button', { name: `More for ${second}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await eventually(() => renamed.count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await renamed.waitFor()
      expect(faults).toEqual([])
    })

    it('reads and writes a file, and never over somebody else’s newer one unasked', async () => {
      await put('poem.md', POEM)
      const { page, faults } = await journey.openSignedIn(`/workspaces/${workspace}`)
      await page.getByTestId('file-tree').getByText('poem.md').click()
      const text = page.getByTestId('file-text')
      await eventually(() => text.inputValue()).toBe(POEM)
      await text.fill(`${POEM}And so are you.\n`)
      await page.keyboard.press('Control+s')
      await eventually(() => read('poem.md')).toBe(`${POEM}And so are you.\n`)
      await put('poem.md', 'Somebody else.\n')
      await text.fill('Mine.\n')
      await page.getByTestId('save-file').click()
      await page.getByTestId('stale').waitFor()
      expect(await read('poem.md')).toBe('Somebody else.\n')
      await shoot(page, 'workspace-stale-1440-light')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Assistants' }).first().click()
      await page.getByText('Leave without saving?').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Load the newer one' }).click()
      await eventually(() => text.inputValue()).toBe('Somebody else.\n')
      await page.getByTestId('workspace-files').setInputFiles([
        { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
        { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') },
      ])
      await page.getByTestId('file-tree').getByText('two.txt').click()
      await eventually(() => text.inputValue()).toBe('2')
      await page.getByRole('button', { name: 'Delete the file' }).click()
      await eventually(() => page.getByTestId('file-tree').getByText('two.txt').count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByTestId('file-tree').getByText('two.txt').waitFor()
      await page.getByRole('button', { name: 'New file' }).click()
      await page.getByLabel('Path and name').fill('unit-2/draft.md')
      await page.getByRole('button', { name: 'Make it' }).click()
      await page.getByRole('heading', { name: 'unit-2/draft.md' }).waitFor()
      expect(faults).toEqual([])
    })

    it('shows the assistant’s changes as they happen, undoes one, approves, resets and goes back', async () => {
      await put('poem.md', `${POEM}\n`)
      await put('poem.md', POEM)
      await journey.call('POST', `/workspaces/${workspace}/approve`, {})
      const patch = (line: number, old_content: string, new_content: string): [string, object] => [
        'patch_file',
        {
          file_path: 'poem.md',
          changes: [{ line_start: line, line_end: line, old_content, new_content, reason: 'better' }],
        },
      ]
      script(
        calls(['read_file', { path: 'poem.md' }]),
        calls(patch(1, 'Roses are red,', 'Tulips are red,')),
        calls(['write_file', { path: 'unit-1/extra.md', content: 'More\n' }]),
        says('Two changes made.'),
      )
      const { page, faults } = await journey.openSignedIn(`/workspaces/${workspace}?file=poem.md`)
      await page.getByTestId('agent-pane').getByLabel('Assistant').selectOption({ label: 'Site writer' })
      await ask(page, 'Make it better')
      await page.getByText('Two changes made.').waitFor()
      await page.getByTestId('file-tree').getByText('just changed').first().waitFor()
      await page.getByTestId('file-tree').getByText('poem.md').click()
      await page.getByTestId('file-changes').getByText('Tulips are red,').waitFor()
      await shoot(page, 'workspace-live-1440-light')
      await expectAccessible(page)
      // The chat is in the address: a reload finds it, with its assistant and the file.
      expect(page.url()).toContain('chat=')
      await page.reload()
      await page.getByTestId('agent-pane').getByText('Two changes made.').waitFor()
      await eventually(() =>
        page.getByTestId('agent-pane').getByLabel('Assistant').locator('option:checked').innerText(),
      ).toBe('Site writer')
      expect(page.url()).toContain('file=')

      await page.getByRole('tab', { name: /Changes/ }).click()
      await eventually(() => page.getByTestId('changed-file').count()).toBe(2)
      await shoot(page, 'workspace-changes-1440-light')
      await expectAccessible(page)

      await page.getByRole('tab', { name: 'Timeline' }).click()
      const moment = page.getByTestId('moment').filter({ hasText: 'poem.md' }).first()
      await moment.locator('summary').first().click()
      await moment.getByText('Tulips are red,').waitFor()
      await shoot(page, 'workspace-timeline-1440-light')
      await expectAccessible(page)
      await moment.getByRole('button', { name: 'Undo this edit' }).click()
      await eventually(() => read('poem.md')).toBe(POEM)

      await page.getByRole('tab', { name: /Changes/ }).click()
      await eventually(() => page.getByTestId('changed-file').count()).toBe(1)
      await page.getByRole('button', { name: 'Reset' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
      await page.getByText('Nothing waits for you').waitFor()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await eventually(() => read('unit-1/extra.md')).toBe('More\n')
      await page.getByTestId('changed-file').waitFor()
      await page.getByTestId('approve-all').click()
      await page.getByText('Nothing waits for you').waitFor()

      await page.getByRole('tab', { name: 'Timeline' }).click()
      const before = page.getByTestId('moment').filter({ hasText: 'Before an answer' }).first()
      await before.getByRole('button', { name: 'Go back to here' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Go back to here' }).click()
      await page.getByText('The files are as they were').waitFor()
      expect(await read('unit-1/extra.md')).toContain('no such file')
      expect(faults).toEqual([])
    })

    it('proposes an assistant for a workspace that has none', async () => {
      const { id } = await journey.call('POST', '/workspaces', { name: 'Lab diary' })
      const { page, faults } = await journey.openSignedIn(`/workspaces/${id}`)
      await page.getByRole('button', { name: 'Make an assistant for it' }).click()
      await eventually(() => page.getByTestId('name-input').inputValue()).toBe('Lab diary helper')
      await page.getByTestId('type-badge-agent').waitFor()
      expect(await page.getByTestId('tool-card').count()).toBeGreaterThan(5)
      await page.getByTestId('save-btn').click()
      await page.getByText('Saved · version 1').waitFor()
      await page.goto(`/workspaces/${id}`)
      await page.getByText('Tell it what to do').waitFor()
      expect(faults).toEqual([])
    })

    it('fits every width in both themes', { timeout: 90_000 }, async () => {
      const { page } = await journey.openSignedIn('/workspaces', { height: 800 })
      await page.getByTestId('workspace-row').first().waitFor()
      await expectFits(page, 'workspaces')
      await put('poem.md', `${POEM}A line more.\n`)
      for (const tab of ['files&file=poem.md', 'changes', 'timeline']) {
        await page.goto(`/workspaces/${workspace}?tab=${tab}`)
        await page.getByRole('tab', { name: 'Timeline' }).waitFor()
        await settled(page)
        await expectFits(page, `workspace-${tab.split('&')[0]}`)
      }
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'k',
  },
)
