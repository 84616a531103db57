/** @module-tag nightly */
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'

const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 90_000 })
const asFile = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})
const EXPORTED = {
  name: '7_history_reader',
  description: 'Reads sources with first-year students',
  system_prompt: 'You are patient.',
  prompt_template: '{context}\n{user_input}',
  metadata: JSON.stringify({
    assistant_type: 'multi_tool',
    connector: 'bypass',
    llm: 'simple-bypass',
    tools: [
      { type: 'simple_rag', use: 'inject', enabled: true, config: { collections: ['999'] } },
      { type: 'telescope', use: 'call', enabled: true, config: {} },
    ],
  }),
}
const RUBRIC = {
  rubricId: 'explaining-2026',
  title: 'Explaining a process',
  description: '',
  metadata: { createdAt: '2026-01-01', modifiedAt: '2026-01-01' },
  criteria: [
    {
      id: 'c',
      name: 'Claim',
      description: 'How good it is',
      weight: 100,
      levels: [
        { id: 'l1', score: 1, label: 'Beginning', description: 'Not yet there' },
        { id: 'l2', score: 4, label: 'Strong', description: 'Convincing' },
      ],
    },
  ],
  scoringType: 'points',
  maxScore: 4,
}

describeJourneys('import, upload and delete', (journey) => {
  let assistant: number
  beforeAll(async () => {
    assistant = (await journey.call('POST', '/assistants', assistantOf('Empty hands', 'multi_tool'))).id
  })
  const assistants = async (): Promise<number> => (await journey.call('GET', '/assistants')).total_count

  it('previews an exported assistant before import, on a phone', async () => {
    const { page, faults } = await journey.openSignedIn('/assistants/create', { width: 360 })
    const before = await assistants()
    await page.getByTestId('import-file').setInputFiles(asFile('reader.json', EXPORTED))
    const preview = page.getByRole('dialog')
    await preview.getByText('History reader').waitFor()
    await preview.getByText('This server has no tool “telescope”', { exact: false }).waitFor()
    await preview.getByRole('combobox', { name: 'Knowledge base: 999' }).waitFor()
    await shoot(page, 'import-360-light')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(await assistants()).toBe(before)
    await page.getByTestId('import-file').setInputFiles(asFile('other.json', '{"a": 1}'))
    await page.getByText('This file isn’t an exported assistant', { exact: false }).waitFor()
    await page.getByTestId('import-file').setInputFiles(asFile('reader.json', EXPORTED))
    await page.getByTestId('import-confirm').click()
    await page.waitForURL(/\/multi-tool-assistants\/\d+$/)
    expect(await assistants()).toBe(before + 1)
    expect(faults).toEqual([])
  })

  it('adds tools for files dropped on “Add a tool”', async () => {
    const { page, faults } = await journey.openSignedIn(`/multi-tool-assistants/${assistant}`)
    await page.getByTestId('add-tool-btn').waitFor()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['# Leaves\\n\\nLeaves are green.'], 'leaves.md', { type: 'text/markdown' }))
      data.items.add(new File([${JSON.stringify(JSON.stringify(RUBRIC))}], 'rubric.json', { type: 'application/json' }))
      const button = document.querySelector('[data-testid=add-tool-btn]')
      button.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: data }))
      button.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    })()`)
    await eventually(() => page.getByTestId('tool-card').count()).toBe(2)
    await shoot(page, 'builder-dropped-1440-light')
    await page.getByTestId('save-btn').click()
    await page.locator('.success-message').filter({ hasText: 'Saved' }).waitFor()
    const { metadata } = await journey.call('GET', `/assistants/${assistant}`)
    const tools = JSON.parse(metadata).tools as { type: string; enabled: boolean }[]
    expect(tools.map(({ type, enabled }) => [type, enabled])).toEqual([
      ['simple_rag', true],
      ['rubric_rag', true],
    ])
    expect(faults).toEqual([])
  })

  it('creates an API key for a published assistant, shown once', async () => {
    await journey.call('POST', `/assistants/${assistant}/publish`, { publish_status: true })
    const { page } = await journey.openSignedIn(`/multi-tool-assistants/${assistant}`)
    await page.getByRole('button', { name: 'Student access' }).click()
    await page.getByText('For other chat apps (API)').click()
    await page.getByTestId('make-key').click()
    await page.getByText('You won’t be able to see it again', { exact: false }).waitFor()
    await shoot(page, 'publish-key-1440-light')
    await expectAccessible(page)
    const { keys } = await journey.call('GET', '/api-keys')
    expect(keys).toHaveLength(1)
    expect(keys[0].assistant_ids).toEqual([assistant])
  })

  it('deletes a file, a rubric and a knowledge base, with undo', async () => {
    const name = `Passing ${Date.now()}`
    const base = (await journey.call('POST', '/knowledge-bases', { name, description: '' })).id
    const form = new FormData()
    form.append('files', new Blob(['Leaves are green.'], { type: 'text/plain' }), 'leaves.txt')
    await fetch(`${journey.server.url}/knowledge-bases/${base}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await journey.token()}` },
      body: form,
    })
    const { page } = await journey.openSignedIn(`/knowledge/${base}`)
    const files = async (): Promise<number> =>
      (await journey.call('GET', `/knowledge-bases/${base}/files`)).total
    const dropFile = async () => {
      await page.getByRole('button', { name: /^More .*leaves\.txt/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText(/leaves\.txt.* deleted/).waitFor()
    }
    await dropFile()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^More .*leaves\.txt/ }).waitFor()
    expect(await files()).toBe(1)
    await dropFile()
    const title = `Passing rubric ${Date.now()}`
    const rubric = new FormData()
    rubric.append(
      'file',
      new Blob([JSON.stringify({ ...RUBRIC, title })], { type: 'application/json' }),
      'r.json',
    )
    await fetch(`${journey.server.url}/creator/rubrics/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await journey.token()}` },
      body: rubric,
    })
    await page.goto('/rubrics')
    await eventually(files).toBe(0)
    const row = page.getByTestId('rubric-row').filter({ hasText: title })
    await row.waitFor()
    await page.getByRole('button', { name: `More options for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    await page.goto('/knowledge')
    const bases = page.getByTestId('base-row').filter({ hasText: name })
    await bases.getByRole('button', { name: /^More options for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await bases.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await bases.waitFor()
    expect((await journey.call('GET', `/knowledge-bases/${base}`)).name).toMatch(/^Passing/)
  })
})
