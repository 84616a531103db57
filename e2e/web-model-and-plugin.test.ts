import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { callsThenSays } from '../server/test/creation/creation.testing.ts'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { expectFits } from './looks.ts'
import { pdfOf } from './pdf.ts'

const upstream = await startFakeUpstream()
afterAll(() => upstream.stop())

const PDF = {
  name: 'Photosynthesis.pdf',
  mimeType: 'application/pdf',
  buffer: pdfOf(['Chlorophyll absorbs red and blue light and reflects green light.']),
}
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describeJourneys(
  'building with a model, and with an operator’s plugin',
  (journey) => {
    it('takes the five steps with a model, and marks unsupported sentences', async () => {
      const invented = 'The moon is made of green cheese and always was so in all countries.'
      upstream.answer(says(`Chlorophyll absorbs red and blue light [1]. ${invented}`))
      const { page, faults } = await journey.openSignedIn('/assistants')
      await page.getByTestId('new-assistant').click()
      await page.getByTestId('choose-files').setInputFiles([PDF])
      await page.getByTestId('purpose').fill('Answer questions on photosynthesis')
      await expect.poll(() => page.getByTestId('proposal').count(), { timeout: 90_000 }).toBe(1)
      await page.getByTestId('accept').click()
      // The document has no headings or definitions to suggest questions from.
      await page.locator('[data-testid=question]:focus').fill('What does chlorophyll absorb?')
      await page.keyboard.press('Enter')
      const answer = page.getByTestId('answer')
      await answer.getByRole('button', { name: 'Source 1' }).first().waitFor()
      await expect.poll(() => answer.locator('.unsupported').allInnerTexts()).toEqual([invented.slice(0, -1)])
      await page.getByTestId('prompt-beside').locator('summary').click()
      await page.getByTestId('prompt-beside').getByTestId('prompt-span').first().waitFor()
      expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('Chlorophyll absorbs red and blue')
      await shoot(page, 'builder-model-1440-light')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('suggests a greeting and starter questions to edit, use and undo', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
      await page.getByTestId('name-input').fill('Leaf tutor')
      const [greeting, questions] = [
        page.getByTestId('greeting-input'),
        page.getByTestId('starter-questions'),
      ]
      await greeting.fill('Welcome!')
      await questions.fill('What is a leaf?')
      upstream.answer(
        says(
          JSON.stringify({
            greeting: 'Ask me about leaves.',
            questions: ['Why are leaves green?', 'And why not?'],
          }),
        ),
      )
      await page.getByTestId('suggest-starters').click()
      const card = page.getByTestId('starter-proposal')
      await card.getByText('Written by fake-model').waitFor()
      expect(await card.evaluate((element) => element.matches(':focus'))).toBe(true)
      expect(await greeting.inputValue()).toBe('Welcome!')
      await card
        .getByTestId('proposed-questions')
        .fill('Why are leaves green?\n\nWhy are leaves green?\nWhat is a stoma?')
      await card.scrollIntoViewIfNeeded()
      await expectFits(page, 'builder-starters')
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByTestId('use-starters').click()
      expect(await greeting.inputValue()).toBe('Ask me about leaves.')
      expect(await questions.inputValue()).toBe('Why are leaves green?\nWhat is a stoma?')
      await page.locator('[data-testid=suggest-starters]:focus').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      expect(await greeting.inputValue()).toBe('Welcome!')
      expect(await questions.inputValue()).toBe('What is a leaf?')

      upstream.answer(says('No.'))
      await page.getByTestId('suggest-starters').click()
      await card.getByText('The model could not be used.').waitFor()
      await card.getByText('There is nothing to suggest yet.').waitFor()
      await page.getByTestId('discard-starters').click()
      expect(await greeting.inputValue()).toBe('Welcome!')
      expect(faults).toEqual([])
    })

    it('builds with the help of a model: propose, edit, accept, undo and save', async () => {
      const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
      await page.getByTestId('name-input').fill('Cell tutor')
      await page.getByTestId('system-prompt').fill('You are a tutor for biology.')
      await page.getByRole('tab', { name: 'Build with me' }).click()
      await page.getByRole('heading', { name: 'Build it with me' }).waitFor()
      await shoot(page, 'build-empty-1440-light')
      const proposal = {
        summary: 'The tutor gives hints first.',
        system_prompt: 'You are a kind tutor for biology.',
        suggested_questions: ['What is a cell?'],
      }
      upstream.answer(callsThenSays([['propose_changes', proposal]], 'I suggest a kinder tone.'))
      await page.getByTestId('suggestion').first().click()
      const card = page.getByTestId('build-proposal')
      await card.locator('ins', { hasText: 'kind' }).waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: 'The tutor gives hints first.' })
        .waitFor({ state: 'attached' })
      await shoot(page, 'build-proposal-1440-light')
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 800 })
      await page.getByTestId('open-pane').click()
      await page.getByRole('tab', { name: 'Build with me' }).click()
      await card.waitFor()
      await shoot(page, 'build-proposal-390-light')
      await expectAccessible(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('tab', { name: 'Build with me' }).click()
      await page.getByTestId('edit-proposal-btn').click()
      await card.getByLabel('System prompt').fill('You are a patient tutor for biology.')
      await card.getByRole('button', { name: 'Accept with edits' }).click()
      await card.getByText('Accepted with your edits, not saved yet').waitFor()
      const prompt = page.getByTestId('system-prompt')
      expect(await prompt.inputValue()).toBe('You are a patient tutor for biology.')
      await page.getByTestId('undo-proposal').click()
      expect(await prompt.inputValue()).toBe('You are a tutor for biology.')
      await page.getByTestId('undo-proposal').click()
      await page.getByTestId('save-btn').click()
      await page.waitForURL(/\/multi-tool-assistants\/\d+$/)
      const id = new URL(page.url()).pathname.split('/').at(-1)
      const saved = await journey.call('GET', `/assistants/${id}`)
      expect(saved.system_prompt).toBe('You are a patient tutor for biology.')
      expect(JSON.parse(saved.metadata).suggested_questions).toEqual(['What is a cell?'])
      expect(faults).toEqual([])
    })

    it('saves the classic form', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/assistants/create?type=classic')
      await page.getByTestId('name-input').fill('Classic friend')
      await page.getByTestId('connector-select').selectOption('openai')
      await page.getByLabel('Prompt processor').selectOption('tool_augment')
      await page.getByTestId('rag-processor-select').selectOption('simple_rag')
      await page.getByLabel('Passages').fill('7')
      await page.getByRole('switch', { name: /image/i }).click()
      const weather = page.getByRole('checkbox', { name: /^Weather/ })
      await weather.click()
      const called = page.getByRole('region', { name: /On-call tools/ })
      await called.getByText('Utilities').first().waitFor()
      await called.getByText('Gets the current temperature in a city.').waitFor()
      await page.getByTestId('save-btn').click()
      await page.locator('.success-message').waitFor()
      await page.waitForURL(/\/assistants\/\d+$/)
      const saved = await journey.call('GET', new URL(page.url()).pathname)
      expect(saved.RAG_Top_k).toBe(7)
      expect(JSON.parse(saved.metadata)).toMatchObject({
        connector: 'openai',
        llm: 'fake-model',
        prompt_processor: 'tool_augment',
        rag_processor: 'simple_rag',
        capabilities: { vision: true },
        tools: [{ type: 'weather', use: 'call', enabled: true }],
      })
      expect(faults).toEqual([])
    })

    it('shows the form of an unknown plugin tool, tries it, and moves it by mouse', {
      tags: ['nightly'],
    }, async () => {
      const { page, faults } = await journey.openSignedIn('/multi-tool-assistants/create')
      await page.getByTestId('name-input').fill('Course words')
      for (const tool of ['rubric_rag', 'glossary']) {
        await page.getByTestId('add-tool-btn').click()
        await page.getByTestId(`tool-option-${tool}`).click()
      }
      const cards = page.getByTestId('tool-card')
      const card = cards.filter({ hasText: 'Glossary' })
      await card.getByText('{glossary}').waitFor()
      await card.getByLabel('Terms and definitions').fill('{"cell": "the smallest unit of life"}')
      await card.getByRole('button', { name: 'Try it' }).click()
      await card.getByTestId('tool-output').waitFor()
      await card.getByText(/^\d+ ms$/).waitFor()
      await card.getByText(/tokens$/).waitFor()
      await card.getByText('with your permissions').waitFor()
      const grip = await card.getByTitle('Drag to reorder').boundingBox()
      const first = await cards.first().boundingBox()
      if (!grip || !first) throw new Error('the cards are not there')
      await page.mouse.move(grip.x + 5, grip.y + 5)
      await page.mouse.down()
      await page.mouse.move(first.x + 20, first.y + 5, { steps: 12 })
      await page.mouse.up()
      await expect
        .poll(() => cards.getByRole('heading', { level: 3 }).allInnerTexts())
        .toEqual(['Glossary', 'Rubric'])
      await page.getByTestId('save-btn').click()
      await page.locator('.success-message').waitFor()
      await page.waitForURL(/\/multi-tool-assistants\/\d+$/)
      const { metadata } = await journey.call('GET', `/assistants/${page.url().split('/').at(-1)}`)
      expect(JSON.parse(metadata).tools[0]).toMatchObject({
        type: 'glossary',
        config: { terms: { cell: 'the smallest unit of life' } },
      })
      expect(faults).toEqual([])
    })

    it('names a version, and compares it with the draft', { tags: ['nightly'] }, async () => {
      const draft = assistantOf('Stargazer', 'classic')
      Object.assign(draft.metadata, { connector: 'openai', llm: 'fake-model' })
      const { id } = await journey.call('POST', '/assistants', { ...draft, system_prompt: 'Be brief.' })
      await journey.call('PUT', `/assistants/${id}`, { system_prompt: 'Be thorough.' })
      const { page, faults } = await journey.openSignedIn(`/assistants/${id}`)
      await page.getByRole('button', { name: 'History' }).click()
      await page.getByTestId('name-version').last().click()
      await page.locator('[data-testid=version-name]:focus').fill('As used in spring')
      await page.keyboard.press('Enter')
      await page.getByText('As used in spring').waitFor()
      await page.locator('[data-testid=name-version]:focus').waitFor()
      await expectAccessible(page)
      await shoot(page, 'version-names-1440-light')
      await page.keyboard.press('Escape')

      await page.getByTestId('system-prompt').fill('Be poetic.')
      await page.getByTestId('compare-answers').click()
      upstream.answer(says('Stars shine.'))
      const before = upstream.seen.length
      await page.getByTestId('compare-question').fill('What do stars do?')
      const sides = page.getByTestId('compare-side')
      await sides.last().getByLabel('Version').selectOption({ label: 'Version 1 · As used in spring' })
      await sides.last().getByLabel('Model', { exact: true }).selectOption('')
      await page.getByTestId('compare-ask').click()
      for (const side of [sides.first(), sides.last()]) {
        await side.getByText('Stars shine.').waitFor()
        await side.getByText('Time').waitFor()
      }
      const sent = upstream.seen.slice(before).map(({ body }) => JSON.stringify(body))
      expect(sent.filter((body) => body.includes('Be poetic.'))).toHaveLength(1)
      expect(sent.filter((body) => body.includes('Be brief.'))).toHaveLength(1)
      await expectAccessible(page)
      await shoot(page, 'compare-1440-light')
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page)
      await shoot(page, 'compare-390-light')
      expect((await journey.call('GET', `/assistants/${id}`)).system_prompt).toBe('Be thorough.')
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.keyboard.press('Escape')

      await page.getByTestId('question').fill('Why do stars shine?')
      await page.keyboard.press('Enter')
      await page.getByTestId('add-to-tests').click()
      await page.getByText('Added to the tests').waitFor()
      const { tests } = await journey.call('GET', `/assistants/${id}/tests`)
      expect(tests).toMatchObject([{ messages: [{ role: 'user', content: 'Why do stars shine?' }] }])
      expect(faults).toEqual([])
    })

    it('shows formulas, code, tables and images in answers, but no external images', async () => {
      const draft = assistantOf('Mathematician', 'classic')
      Object.assign(draft.metadata, { connector: 'openai', llm: 'fake-model' })
      const { id } = await journey.call('POST', '/assistants', draft)
      const parts = [
        'The area is $x^2$, and $$\\int_0^1 x\\,dx$$',
        '```js\nconst half = 1 / 2\n```',
        '| a | b |\n|---|---|\n| 1 | 2 |',
        `![dot](${DOT}) ![far](https://elsewhere.example/x.png)`,
      ]
      upstream.answer(says(parts.join('\n\n')))
      const { page, faults } = await journey.openSignedIn(`/c/${id}`)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.getByTestId('question').fill('How large is it?')
      await page.keyboard.press('Enter')
      const answer = page.getByTestId('answer')
      await answer.locator('pre span').first().waitFor()
      expect(await answer.locator('.katex').count()).toBe(2)
      await answer.getByRole('cell', { name: '2' }).waitFor()
      expect(await answer.locator('img').count()).toBe(1)
      expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([])
      await shoot(page, 'chat-maths-1440-light')
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)
      expect(faults).toEqual([])
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'k',
    OPENAI_MODELS: 'fake-model',
    OPENAI_MODEL: 'fake-model',
    PLUGINS_DIR: join(import.meta.dirname, '../plugins'),
  },
)
