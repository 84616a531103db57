import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls as callsOne, says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import {
  agent,
  ask,
  askedBy,
  call,
  calls,
  eventually,
  filesOf,
  fresh,
  onFiles,
  script,
} from './agents.testing.ts'
import { describeJourneys, expectAccessible, shoot } from './browser.ts'
import { hasNoSidewaysScroll } from './looks.ts'

const upstream = await startFakeUpstream()

describeJourneys(
  'assistants that call tools, ask for approval and orchestrate others',
  (journey) => {
    let workspace: string
    let writer: number
    let careful: number
    let leader: number
    const { read } = filesOf(journey, () => workspace)
    const write = (path: string) => calls(['write_file', { path, content: 'Hello\nthere\n' }])

    beforeAll(async () => {
      const make = async (body: object): Promise<number> =>
        (await journey.call('POST', '/assistants', body)).id
      workspace = (await journey.call('POST', '/workspaces', { name: 'Course website' })).id
      writer = await make(agent('Site writer', 'multi_tool', onFiles(workspace)))
      const asking = onFiles(workspace).map((entry) => ({ ...entry, approval: 'ask' }))
      careful = await make(agent('Careful writer', 'multi_tool', asking))
      const helper = await make(agent('Weather frog', 'multi_tool', [call('weather', {})]))
      leader = await make(agent('Trip leader', 'multi_tool', [call('assistant', { assistant_id: helper })]))
    })
    afterAll(() => upstream.stop())

    it('waits for approval, also after a reload, and shows the change as a diff', async () => {
      const file = `${fresh('new')}.md`
      script(upstream, write(file), says('It is written.'))
      const { page, faults } = await journey.openSignedIn(`/c/${careful}`)
      await ask(page, 'Write a greeting')
      const card = page.getByTestId('approval')
      await card.getByText('Approve “Write file”?').waitFor()
      await card.getByText(file).waitFor()
      await card.getByText(/^[0-4]:\d\d$/).waitFor()
      await shoot(page, 'approval-1440-light')
      await expectAccessible(page)
      await page.reload()
      await card.getByText('Approve “Write file”?').waitFor()
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

    it('says what a web service does and who gets the input, below what was said before', async () => {
      const config = {
        name: 'book_room',
        description: 'Books a seminar room.',
        method: 'POST',
        url: 'https://rooms.example.edu/bookings',
        body_template: { room: '{room}' },
        parameters: { properties: { room: { type: 'string' } }, required: ['room'] },
      }
      const tool = { ...call('http_request', config), approval: 'ask' }
      const { id } = await journey.call('POST', '/assistants', agent('Room booker', 'multi_tool', [tool]))
      script(
        upstream,
        callsOne('book_room', { room: 'B-204' }, 'I will book the room.'),
        says('Then you walk.'),
      )
      const { page, faults } = await journey.openSignedIn(`/c/${id}`, { width: 390, height: 844 })
      await ask(page, 'Book a room')
      const card = page.getByTestId('approval')
      await card.getByText('Approve “Book room”?').waitFor()
      await card.getByText('Books a seminar room.').waitFor()
      await card.getByText('This is sent to rooms.example.edu:').waitFor()
      await card.getByText('B-204').waitFor()
      const said = page.getByText('I will book the room.')
      await said.waitFor()
      expect((await said.boundingBox())?.y).toBeLessThan((await card.boundingBox())?.y ?? 0)
      await shoot(page, 'approval-web-service-390')
      await expectAccessible(page)
      await card.getByRole('button', { name: 'Reject' }).click()
      await card.getByRole('button', { name: 'Reject' }).click()
      await page.getByText('Then you walk.').waitFor()
      expect(faults).toEqual([])
    })

    it('runs an approved call with edited input and skips a rejected call', async () => {
      const [file, other] = [`${fresh('new')}.md`, `${fresh('bye')}.md`]
      script(upstream, write(file), says('Done as you like.'))
      const { page, faults } = await journey.openSignedIn(`/c/${careful}`, { width: 360, height: 740 })
      await ask(page, 'Write a greeting')
      await page.getByRole('button', { name: 'Edit and approve' }).click()
      const focused = () => page.evaluate<string>('document.activeElement.labels?.[0]?.innerText')
      await expect.poll(focused).toBe('Path')
      await page.getByLabel('Content').fill('Goodbye\n')
      await page.getByLabel('Path', { exact: true }).fill(other)
      await shoot(page, 'approval-change-360-light')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Approve with changes' }).click()
      await page.getByText('Done as you like.').waitFor()
      await page.getByText('approved with changes').first().waitFor()
      expect(await read(other)).toBe('Goodbye\n')

      script(upstream, write(file), says('Then not.'))
      await ask(page, 'Once more')
      await page.getByRole('button', { name: 'Reject' }).click()
      await expect.poll(focused).toContain('Reason')
      await page.getByTestId('reject-reason').fill('not on a Sunday')
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByText('Then not.').waitFor()
      await page.getByTestId('approval-decided').last().getByText('not on a Sunday').waitFor()
      // A denied step stays open, with its reason.
      await page.getByTestId('step').getByText('denied').waitFor()
      await page.getByText('it was rejected: not on a Sunday').waitFor()
      expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('not on a Sunday')
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
      expect(faults).toEqual([])
    })

    it('nests the steps of another assistant under its call', { tags: ['nightly'] }, async () => {
      const asks = calls([`call_assistant_${leader - 1}`, { query: 'Is it warm in Vic?' }])
      script(
        upstream,
        asks,
        calls(['get_weather', { city: 'Vic' }]),
        says('The frog says yes.'),
        says('It is warm.'),
      )
      const { page, faults } = await journey.openSignedIn(`/c/${leader}`)
      await ask(page, 'Shall we go?')
      await page.getByText('It is warm.').waitFor()
      await page.getByRole('button', { name: /1 step/ }).click()
      await page
        .getByTestId('step-parts')
        .getByText(/weather/i)
        .waitFor()
      await page.getByRole('main').getByText('Weather frog').waitFor()
      await shoot(page, 'nested-steps-1440-light')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('sets approval and changes by others, and disables orchestrators in the picker', async () => {
      const { page, faults } = await journey.openSignedIn(`/multi-tool-assistants/${writer}`)
      await page.getByTestId('type-badge-agent').waitFor()
      const card = page.getByTestId('tool-card').nth(3)
      await card.getByRole('button', { name: / settings$/ }).click()
      await card.getByTestId('ask-first').click()
      await page.getByTestId('allow-side-effects').click()
      await shoot(page, 'builder-agent-1440-light')
      await expectAccessible(page)
      await page.getByTestId('save-btn').click()
      await page.getByText(/Saved · version/).waitFor()
      const saved = JSON.parse((await journey.call('GET', `/assistants/${writer}`)).metadata)
      expect(saved).toMatchObject({ assistant_type: 'multi_tool', allow_side_effects: true })
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

      await page.getByTestId('add-tool-btn').click()
      await page.getByTestId('tool-option-assistant').click()
      const picker = page.getByTestId('tool-card').last().getByRole('combobox').first()
      await picker.press('ArrowDown')
      const refused = page.getByRole('option', { name: /Trip leader/ })
      await refused.getByText('Orchestrators can’t be used as a tool').waitFor()
      expect(await refused.getAttribute('aria-disabled')).toBe('true')
      await shoot(page, 'assistant-picker-1440-light')
      expect(faults).toEqual([])
    })

    it('finds an assistant by search and names its card after it', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/account')
      // Simulates more assistants than fit on one page: without a search, only some are returned.
      await page.route(/\/assistants\?/, async (route) => {
        const url = new URL(route.request().url())
        if (route.request().resourceType() === 'document' || url.searchParams.get('search'))
          return route.continue()
        return route.fulfill({ json: { assistants: [], total_count: 500 } })
      })
      await page.goto(`/multi-tool-assistants/${leader}`)
      // The selected assistant is still shown by its name.
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

    it('filters the list by assistant type', { tags: ['nightly'] }, async () => {
      const { page } = await journey.openSignedIn('/assistants?type=agent')
      await eventually(() => page.getByTestId('assistant-row').count()).toBe(2)
      await page.goto('/assistants?type=orchestrator')
      await eventually(() => page.getByTestId('assistant-row').count()).toBe(1)
      await page.getByRole('link', { name: 'Trip leader', exact: true }).waitFor()
    })

    it('offers MCP tools with their parameters', { tags: ['nightly'] }, async () => {
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
      await page.getByText(/^Not chosen yet: /).waitFor()
      await page.getByTestId('tool-card').getByRole('combobox').first().press('ArrowDown')
      await page.getByRole('option', { name: /Find a book/ }).click()
      await page.getByTestId('mcp-tool').getByText('Parameters: title, author').waitFor()
      await page.getByTestId('tool-card').getByText('find_book').waitFor()
      await shoot(page, 'mcp-tool-1440-light')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })
  },
  askedBy(upstream),
)
