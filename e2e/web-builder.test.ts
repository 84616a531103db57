import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { expectFits, hasNoSidewaysScroll } from './looks.ts'
import { pdfOf } from './pdf.ts'

const RUBRIC = {
  rubricId: 'essay-rubric-2026',
  title: 'Explaining a process',
  description: 'For short essays in biology',
  metadata: { createdAt: '2026-01-01', modifiedAt: '2026-01-01' },
  criteria: ['Claim', 'Use of sources'].map((name, at) => ({
    id: `c${at}`,
    name,
    description: `How good the ${name.toLowerCase()} is`,
    weight: 50,
    levels: [
      { id: 'l1', score: 1, label: 'Beginning', description: 'Not yet there' },
      { id: 'l2', score: 4, label: 'Strong', description: 'Convincing' },
    ],
  })),
  scoringType: 'points',
  maxScore: 8,
}

const FILES = [
  {
    name: 'Photosynthesis.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf([
      'Chlorophyll absorbs red and blue light and reflects green light.',
      'Stomata are small pores through which leaves take in carbon dioxide.',
      'The Calvin cycle builds sugar from carbon dioxide in the stroma.',
    ]),
  },
  { name: 'rubric.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(RUBRIC)) },
]

const card = (page: Page, name: string) => page.getByTestId('tool-card').filter({ hasText: name })

/** An answer in the server's stream format. */
const streamed = (text: string, extra: object = {}) =>
  `${[
    { choices: [{ delta: { content: text } }], ...extra },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('')}data: [DONE]\n\n`

describeJourneys('building an assistant', (journey) => {
  let classic: number
  let multi: number
  beforeAll(async () => {
    classic = (
      await journey.call('POST', '/assistants', assistantOf('Python tutor', 'classic', ['simple_rag']))
    ).id
    multi = (
      await journey.call(
        'POST',
        '/assistants',
        assistantOf('Essay evaluator', 'multi_tool', ['simple_rag', 'rubric_rag']),
      )
    ).id
  })

  it('can create multi-tool assistant with multiple tools', async () => {
    const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.fill('[data-testid="name-input"]', 'Test Multi-Tool')
    await page.click('[data-testid="add-tool-btn"]')
    await page.click('[data-testid="tool-option-simple_rag"]')
    await page.click('[data-testid="add-tool-btn"]')
    await page.click('[data-testid="tool-option-rubric_rag"]')
    expect(await page.locator('[data-testid="tool-card"]').count()).toBe(2)
    await page.click('[data-testid="save-btn"]')
    await page.locator('.success-message').waitFor()
    await page.waitForURL(/\/multi-tool-assistants\/\d+$/)
    await page.reload()
    await page.getByTestId('tool-card').nth(1).waitFor()
    expect(await page.getByTestId('name-input').inputValue()).toMatch(/^Test multi-?tool$/i)
    expect(faults).toEqual([])
  })

  it('classic assistant loads in classic UI', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn(`/assistants/${classic}`)
    await page.locator('[data-testid="rag-processor-select"]').waitFor()
    expect(await page.locator('[data-testid="tools-manager"]').isVisible()).toBe(false)
    await shoot(page, 'classic-1440-light')
    await expectAccessible(page)
    await page.goto(`/multi-tool-assistants/${classic}`)
    await page.waitForURL(`**/assistants/${classic}`)
    await page.locator('[data-testid="rag-processor-select"]').waitFor()
  })

  it('multi-tool assistant loads in multi-tool UI', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn(`/multi-tool-assistants/${multi}`)
    await page.locator('[data-testid="tools-manager"]').waitFor()
    expect(await page.locator('[data-testid="rag-processor-select"]').isVisible()).toBe(false)
    await page.goto(`/assistants/${multi}`)
    await page.waitForURL(`**/multi-tool-assistants/${multi}`)
    await page.locator('[data-testid="tools-manager"]').waitFor()
  })

  it('assistant list shows correct type badges', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await page.locator('[data-testid="type-badge-classic"]').first().waitFor()
    await page.locator('[data-testid="type-badge-multi_tool"]').first().waitFor()
  })

  it('takes five steps from an empty page to a cited answer, without a provider', async () => {
    const { page, faults } = await journey.openSignedIn('/assistants')
    let steps = 0
    const step = async (act: () => Promise<unknown>) => {
      steps++
      await act()
    }
    await step(() => page.getByTestId('new-assistant').click())
    await page.getByTestId('purpose').waitFor()
    await shoot(page, 'new-1440-light')
    await expectAccessible(page)
    await step(async () => {
      await page.getByTestId('choose-files').setInputFiles(FILES)
      await page.getByTestId('purpose').fill('Assess short essays on photosynthesis by the rubric')
    })
    await expect.poll(() => page.getByTestId('proposal').count(), { timeout: 90_000 }).toBe(2)
    await shoot(page, 'new-proposed-1440-light')
    await expectAccessible(page)
    await step(() => page.getByTestId('accept').click())
    await page.getByTestId('suggestion').first().waitFor()
    expect(await page.getByTestId('tool-card').count()).toBe(2)
    expect(await page.getByTestId('suggestion').allInnerTexts()).toEqual([
      'What does “Stomata” mean?',
      'What are the criteria in the rubric?',
    ])
    // The focus is on the first question.
    await page.locator('[data-testid=suggestion]:focus').waitFor()
    await step(() => page.getByTestId('suggestion').first().click())
    steps++
    const answer = page.getByTestId('answer')
    await answer.getByRole('button', { name: 'Source 1' }).first().waitFor({ timeout: 90_000 })
    await page.getByTestId('prompt-beside').locator('summary').click()
    await page.getByTestId('prompt-beside').getByTestId('prompt-span').first().waitFor()
    await answer.getByText('Photosynthesis.pdf').first().waitFor()
    expect(steps).toBe(5)
    await answer.getByRole('button', { name: 'Source 1' }).first().click()
    const document = page.getByRole('dialog', { name: 'Photosynthesis.pdf' })
    await document.waitFor()
    await page.keyboard.press('Escape')
    await document.waitFor({ state: 'detached' })
    await shoot(page, 'builder-1440-light')
    await expectAccessible(page)
    await page.getByTestId('question').fill('Half a question')
    await page.getByRole('tab', { name: 'Prompt' }).click()
    await page.getByText('0 model calls').waitFor()
    await page.getByTestId('prompt-span').first().waitFor()
    await shoot(page, 'builder-prompt-1440-light')
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Trace' }).click()
    await page.getByTestId('trace').waitFor()
    await shoot(page, 'builder-trace-1440-light')
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Try it' }).click()
    expect(await page.getByTestId('question').inputValue()).toBe('Half a question')
    // One more click publishes it and saves it first.
    await step(() => page.getByRole('button', { name: 'Publish', exact: true }).click())
    await page.getByRole('link', { name: 'Open chat page' }).waitFor()
    expect(steps).toBe(6)
    await shoot(page, 'publish-1440-light')
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('tries a single tool', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.getByTestId('add-tool-btn').click()
    await page.getByTestId('tool-option-simple_rag').click()
    const kb = card(page, 'Knowledge base')
    await kb.getByLabel('Upload').last().setInputFiles(FILES.slice(0, 1))
    await kb.getByRole('list', { name: 'Knowledge bases' }).getByText('Photosynthesis').waitFor()
    await expect
      .poll(
        async () => {
          await kb.getByRole('button', { name: 'Try it' }).click()
          return kb.getByTestId('tool-output').innerText()
        },
        { timeout: 90_000, interval: 500 },
      )
      .toContain('Photosynthesis.pdf')
  })

  it('adds, moves and configures tools with the keyboard only', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.getByTestId('name-input').focus()
    await page.keyboard.type('By keyboard')
    for (const word of ['uploaded file', 'rubric']) {
      await page.getByTestId('add-tool-btn').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type(word)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await expect.poll(() => page.getByTestId('tool-card').count()).toBe(2)
    await page.getByRole('button', { name: 'Move Rubric up' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByTestId('tool-card').first().innerText()).toContain('Rubric')
    // The focus stays with the tool that was moved or removed.
    const focused = () => page.locator(':focus').getAttribute('aria-label')
    await expect.poll(focused).toBe('Move Rubric down')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByTestId('tool-card').last().innerText()).toContain('Rubric')
    await expect.poll(focused).toBe('Move Rubric up')
    await page.getByRole('button', { name: 'Remove File' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByTestId('tool-card').count()).toBe(1)
    await page.locator('[data-testid=add-tool-btn]:focus').waitFor()
    const removed = page.getByRole('group').filter({ hasText: 'File was removed' })
    await removed.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByTestId('tool-card').count()).toBe(2)
    await page.keyboard.press('Control+s')
    await page.locator('.success-message').waitFor()
  })

  it('warns about missing placeholders and inserts them with one click', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.getByTestId('add-tool-btn').click()
    await page.getByTestId('tool-option-simple_rag').click()
    const template = page.getByTestId('template')
    await template.fill('{user_input}')
    await page.getByText('The template doesn’t use').waitFor()
    await page.getByRole('button', { name: 'Insert placeholder' }).click()
    expect(await template.inputValue()).toContain('{context}')
    await template.fill('{user_input} {context} {file} {guide}')
    await page.getByText('No tool fills').first().waitFor()
    await page.getByRole('button', { name: 'Remove placeholder' }).last().click()
    expect(await template.inputValue()).not.toContain('{guide}')
    await page.getByRole('button', { name: /^Add File/ }).click()
    await expect.poll(() => page.getByTestId('tool-card').count()).toBe(2)
    await template.fill('ab')
    await template.evaluate((area) =>
      (area as unknown as { setSelectionRange(a: number, b: number): void }).setSelectionRange(1, 1),
    )
    await page.getByRole('button', { name: 'Insert {context}' }).click()
    expect(await template.inputValue()).toBe('a{context}b')
  })

  it('asks before discarding unsaved changes', async () => {
    const { page } = await journey.openSignedIn(`/multi-tool-assistants/${multi}`)
    await page.getByTestId('system-prompt').fill('You are strict.')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    // Buttons that are half under the sticky header would count as too small.
    await page.evaluate('scrollTo(0, 0)')
    await page.getByRole('link', { name: 'Assistants' }).first().click()
    await page.getByRole('alertdialog').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByTestId('system-prompt').inputValue()).toBe('You are strict.')
    await page.getByTestId('save-btn').click()
    await page.locator('.success-message').waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Compare with current' }).first().click()
    await page.getByRole('dialog').getByText('You are strict.').waitFor()
    await shoot(page, 'history-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore' }).first().click()
    await page.getByText(/Version \d+ was restored/).waitFor()
    expect(await page.getByTestId('system-prompt').inputValue()).toBe('You are kind.')
  })

  it('shows errors next to their fields', async () => {
    const { page } = await journey.openSignedIn('/multi-tool-assistants/create')
    await page.getByTestId('save-btn').click()
    await page.getByText('Enter a name for the assistant.').waitFor()
    await page.getByTestId('name-input').fill('Faulty')
    await page.getByTestId('add-tool-btn').click()
    await page.getByTestId('tool-option-simple_rag').click()
    await page.getByLabel('Passages').first().fill('99')
    await page.getByTestId('save-btn').click()
    await card(page, 'Knowledge base').getByRole('alert').waitFor()
    expect(await page.getByLabel('Passages').first().getAttribute('aria-invalid')).toBe('true')
    // Errors move with their tool.
    await page.getByTestId('add-tool-btn').click()
    await page.getByTestId('tool-option-single_file_rag').click()
    await page.getByRole('button', { name: 'Move Knowledge base down' }).click()
    await expect.poll(() => page.getByTestId('tool-card').last().getByRole('alert').count()).toBe(1)
    expect(await page.getByTestId('tool-card').first().getByRole('alert').count()).toBe(0)
  })

  it('converts a classic assistant and undoes it', { tags: ['nightly'] }, async () => {
    const { id } = await journey.call(
      'POST',
      '/assistants',
      assistantOf('Old friend', 'classic', ['simple_rag']),
    )
    const { page } = await journey.openSignedIn(`/assistants/${id}`)
    await page.getByRole('button', { name: 'Convert to multi-tool' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Tools' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Convert', exact: true }).click()
    await page.waitForURL(`**/multi-tool-assistants/${id}`)
    await page.getByTestId('tools-manager').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForURL(/\/assistants\/\d+$/)
    await page.getByTestId('rag-processor-select').waitFor()
  })

  it('renders hostile Markdown safely', async () => {
    const { page, faults } = await journey.openSignedIn(`/multi-tool-assistants/${multi}`)
    const hostile = [
      '<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>',
      '[click](javascript:window.harmed=1) ![pic](https://evil.example/track.png)',
      '<a href="data:text/html,x">x</a> <iframe src="https://evil.example"></iframe>',
      '$\\href{javascript:window.harmed=1}{x}$ and **bold** [1] `code`',
      '```python\nprint("<b>hi</b>")\n```',
    ].join('\n\n')
    const sources = [
      {
        n: 1,
        title: '<b>Book</b>',
        url: 'javascript:window.harmed=1',
        quote: '<img src=x onerror=alert(1)>',
      },
    ]
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.route('**/assistant-drafts/answer', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: streamed(hostile, { sources: [{ metadata: sources }] }),
      }),
    )
    await page.getByTestId('question').fill('Harm me')
    await page.keyboard.press('Enter')
    const answer = page.getByTestId('answer')
    await answer.locator('strong').waitFor()
    await answer.getByRole('button', { name: 'Source 1' }).click()
    await answer.locator('pre span').first().waitFor()
    await page.evaluate('new Promise((done) => requestIdleCallback(done))')
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await answer.locator('img, script, iframe, a[href^="javascript"], a[href^="data"]').count()).toBe(
      0,
    )
    expect(asked.filter((url) => url.includes('evil.example'))).toEqual([])
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('shows an error when an answer fails, and retries', async () => {
    const { page } = await journey.openSignedIn(`/multi-tool-assistants/${multi}`)
    await page.route('**/assistant-drafts/answer', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: streamed('Half an ans').replace('data: [DONE]\n\n', ''),
      }),
    )
    await page.getByTestId('question').fill('Hello')
    await page.keyboard.press('Enter')
    await page.getByText('Couldn’t get an answer').waitFor()
    await page.getByText('Half an ans').waitFor()
    await page.unroute('**/assistant-drafts/answer')
    await page.route('**/assistant-drafts/answer', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: streamed('A whole answer.') }),
    )
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByText('A whole answer.').waitFor()
    expect(await page.getByText('Couldn’t get an answer').count()).toBe(0)
  })

  it('shows students only the chat', async () => {
    const { page, faults } = await journey.openSignedIn(`/c/${classic}`, { width: 360, height: 740 })
    await page.getByRole('heading', { name: 'Python tutor', level: 1 }).waitFor()
    await shoot(page, 'student-360-light')
    await expectAccessible(page)
    await page.getByTestId('question').fill('What is a list?')
    await page.keyboard.press('Enter')
    await page.getByTestId('answer').getByRole('button', { name: 'Copy answer' }).waitFor()
    expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
    expect(faults).toEqual([])
  })

  it('offers templates instead of help when there is no model', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/assistants/create')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByTestId('start-build').click()
    await page.getByRole('heading', { name: 'No model yet' }).waitFor()
    await shoot(page, 'build-no-model-390-dark')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose a template' }).click()
    await page.getByTestId('select-classic').waitFor()
    expect(faults).toEqual([])
  })

  it('fits every screen width in both themes', async () => {
    const { page, faults } = await journey.openSignedIn(`/multi-tool-assistants/${multi}`)
    await page.getByTestId('tool-card').first().waitFor()
    await page
      .getByRole('button', { name: / settings$/ })
      .first()
      .click()
    // Moves the pointer away: a tooltip is not inside a landmark.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await expectFits(page, 'builder-saved')
    await page.setViewportSize({ width: 360, height: 900 })
    await page.getByTestId('open-pane').click()
    await page.getByTestId('question').waitFor()
    await shoot(page, 'builder-sheet-360-dark')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/assistants/create')
    await page.getByTestId('select-classic').waitFor()
    await expectFits(page, 'new')
    expect(faults).toEqual([])
  })
})
