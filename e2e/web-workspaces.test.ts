import { afterAll, beforeAll, expect, it } from 'vitest'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { agent, ask, askedBy, calls, eventually, filesOf, fresh, onFiles, script } from './agents.testing.ts'
import { describeJourneys, expectAccessible, shoot } from './browser.ts'
import { expectFits, settled } from './looks.ts'

const upstream = await startFakeUpstream()
const POEM = 'Roses are red,\nviolets are blue,\nsugar is sweet.\n'

describeJourneys(
  'workspaces, and an assistant that works on their files',
  (journey) => {
    let workspace: string
    const { put, read } = filesOf(journey, () => workspace)

    beforeAll(async () => {
      workspace = (await journey.call('POST', '/workspaces', { name: 'Course website' })).id
      await put('poem.md', POEM)
      await put('unit-1/plan.md', '# Plan\n\n1. Read\n2. Write\n')
      await put('unit-1/notes.md', 'Notes\n')
      await journey.call('POST', '/assistants', agent('Site writer', 'multi_tool', onFiles(workspace)))
    })
    afterAll(() => upstream.stop())

    it('creates, renames, shares and deletes workspaces', async () => {
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
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: first }).waitFor()
      await page.getByText('Drop files here').waitFor()
      await page.getByText('No assistant yet').waitFor()
      await shoot(page, 'workspace-empty-1440-light')
      await expectAccessible(page)
      await page.goto('/workspaces')
      const row = page.getByTestId('workspace-row').filter({ hasText: first })
      await row.getByRole('button', { name: `More options for ${first}` }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel('Name', { exact: true }).fill(second)
      await page.getByRole('button', { name: 'Save' }).click()
      const renamed = page.getByTestId('workspace-row').filter({ hasText: second })
      await renamed.getByRole('button', { name: `More options for ${second}` }).click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
      await page.getByText('Not shared yet. Only you can see these files.').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await renamed.getByRole('button', { name: `More options for ${second}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await eventually(() => renamed.count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await renamed.waitFor()
      expect(faults).toEqual([])
    })

    it('edits a file, and asks before overwriting a newer version', async () => {
      await put('poem.md', POEM)
      const { page, faults } = await journey.openSignedIn(`/workspaces/${workspace}`)
      await page.getByTestId('file-tree').getByText('poem.md').click()
      const text = page.getByTestId('file-text')
      await eventually(() => text.inputValue()).toBe(POEM)
      await text.fill(`${POEM}And so are you.\n`)
      await page.keyboard.press('Control+s')
      await eventually(() => read('poem.md')).toBe(`${POEM}And so are you.\n`)
      // Otherwise the next save would wait for this one, and save what was typed meanwhile.
      await page.locator('[data-testid="save-file"]:not([aria-busy])').waitFor()

      // Text typed during a slow save is not lost, and is saved afterwards.
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/files/poem.md', async (route) => {
        if (route.request().method() === 'PUT') await held
        await route.continue()
      })
      await text.fill('Begun')
      await page.keyboard.press('Control+s')
      await text.fill('Begun and ended.')
      release()
      await eventually(() => read('poem.md')).toBe('Begun')
      await page.unroute('**/files/poem.md')
      await page.getByTestId('save-file').and(page.locator(':enabled')).waitFor()
      expect(await text.inputValue()).toBe('Begun and ended.')
      await page.getByTestId('save-file').click()
      await eventually(() => read('poem.md')).toBe('Begun and ended.')

      // Typed first: a file without changes would be reloaded.
      await text.fill('Mine.\n')
      await put('poem.md', 'Saved by a colleague.\n')
      await page.getByTestId('save-file').click()
      await page.getByTestId('stale').waitFor()
      expect(await read('poem.md')).toBe('Saved by a colleague.\n')
      await shoot(page, 'workspace-stale-1440-light')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Assistants' }).first().click()
      await page.getByText('Leave without saving?').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Load the newer version' }).click()
      await eventually(() => text.inputValue()).toBe('Saved by a colleague.\n')
      await page.getByTestId('workspace-files').setInputFiles([
        { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
        { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') },
      ])
      await page.getByTestId('file-tree').getByText('two.txt').click()
      await eventually(() => text.inputValue()).toBe('2')
      await page.getByRole('button', { name: 'Delete file' }).click()
      await eventually(() => page.getByTestId('file-tree').getByText('two.txt').count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByTestId('file-tree').getByText('two.txt').waitFor()
      await page.getByRole('button', { name: 'New file' }).click()
      await page.getByLabel('File path').fill('unit-2/draft.md')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('heading', { name: 'unit-2/draft.md' }).waitFor()
      expect(faults).toEqual([])
    })

    it('shows the assistant’s changes live, undoes one, approves, resets and restores', {
      timeout: 90_000,
    }, async () => {
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
        upstream,
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
      // The chat is in the URL: a reload restores it, with its assistant and the file.
      expect(page.url()).toContain('chat=')
      await page.route('**/chats/*', (route) => route.fulfill({ status: 503, json: {} }), {
        times: 1,
      })
      await page.reload()
      // A chat that can't be loaded now is not lost.
      await page.getByRole('button', { name: 'Try again' }).click()
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
      await page.getByText('No changes to review').waitFor()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await eventually(() => read('unit-1/extra.md')).toBe('More\n')
      await page.getByTestId('changed-file').waitFor()
      await page.getByTestId('approve-all').click()
      await page.getByText('No changes to review').waitFor()

      await page.getByRole('tab', { name: 'Timeline' }).click()
      const before = page.getByTestId('moment').filter({ hasText: 'Before an answer' }).first()
      await before.getByRole('button', { name: 'Restore this checkpoint' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this checkpoint' }).click()
      await page.getByText('Files restored').waitFor()
      expect(await read('unit-1/extra.md')).toContain('File not found')
      expect(faults).toEqual([])
    })

    it('offers to create an assistant for a workspace without one', { tags: ['nightly'] }, async () => {
      const { id } = await journey.call('POST', '/workspaces', { name: 'Lab diary' })
      const { page, faults } = await journey.openSignedIn(`/workspaces/${id}`)
      await page.getByRole('button', { name: 'Create an assistant' }).click()
      await eventually(() => page.getByTestId('name-input').inputValue()).toBe('Lab diary assistant')
      await page.getByTestId('type-badge-agent').waitFor()
      expect(await page.getByTestId('tool-card').count()).toBeGreaterThan(5)
      await page.getByTestId('save-btn').click()
      await page.getByText('Saved · version 1').waitFor()
      await page.goto(`/workspaces/${id}`)
      await page.getByText('Tell the assistant what to do').waitFor()
      expect(faults).toEqual([])
    })

    it('fits every screen width in both themes', async () => {
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
  askedBy(upstream),
)
