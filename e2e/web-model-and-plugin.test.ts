import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
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
      await expect.poll(() => answer.locator('.unsupported').allInnerTexts()).toEqual([invented])
      await page.getByTestId('prompt-beside').locator('summary').click()
      await page.getByTestId('prompt-beside').getByTestId('prompt-span').first().waitFor()
      expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('Chlorophyll absorbs red and blue')
      await shoot(page, 'builder-model-1440-light')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('saves the classic form', async () => {
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

    it('shows the form of an unknown plugin tool, tries it, and moves it by mouse', async () => {
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
