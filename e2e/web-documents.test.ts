import { beforeAll, expect, it, vi } from 'vitest'
import { describeJourneys, expectAccessible, type Journey, shoot } from './browser.ts'
import { expectFits } from './looks.ts'
import { pdfOf } from './pdf.ts'

type Page = Awaited<ReturnType<Journey['openSignedIn']>>['page']

/** Long enough that each page has its own passages. */
const fill = (word: string) =>
  Array.from(
    { length: 26 },
    (_, row) => `Line ${row + 1} about ${word}: what was seen there was written down with care.`,
  )
const PAGES = [
  ['Light and leaves', 'Plants live on light, and every leaf is a small workshop.', ...fill('light')],
  [
    'Pigments',
    ...fill('colour').slice(0, 8),
    'Chlorophyll absorbs red and blue light and reflects green light.',
    'That is why leaves look green in summer and yellow in autumn.',
    ...fill('colour').slice(8),
  ],
  [
    'Breathing',
    'Stomata are small pores through which leaves take in carbon dioxide.',
    'They close at night and in great heat, so that the plant keeps its water.',
    ...fill('air'),
  ],
]

/** A cited answer with its document, without a model. */
describeJourneys('cited documents', (journey) => {
  let assistant: number
  let base: string

  beforeAll(async () => {
    base = (await journey.call('POST', '/knowledge-bases', { name: 'Biology', description: '' })).id
    const form = new FormData()
    form.append(
      'files',
      new Blob([new Uint8Array(pdfOf(...PAGES))], { type: 'application/pdf' }),
      'Leaves.pdf',
    )
    form.append(
      'files',
      new Blob(['# Roots\n\nRoots drink water at night.'], { type: 'text/markdown' }),
      'roots.md',
    )
    await fetch(`${journey.server.url}/knowledge-bases/${base}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await journey.token()}` },
      body: form,
    })
    await vi.waitFor(
      async () => {
        const { files } = await journey.call('GET', `/knowledge-bases/${base}/files`)
        expect(files.map((file: { status: string }) => file.status)).toEqual(['completed', 'completed'])
      },
      { timeout: 90_000, interval: 200 },
    )
    assistant = (
      await journey.call('POST', '/assistants', {
        name: 'Leaf reader',
        description: 'Answers from the text about leaves',
        system_prompt: 'You are kind.',
        prompt_template: '{context}\n\n{user_input}',
        metadata: {
          connector: 'quotes',
          llm: 'quotes',
          assistant_type: 'multi_tool',
          prompt_processor: 'multi_augment',
          tools: [
            {
              type: 'simple_rag',
              use: 'inject',
              enabled: true,
              config: { collections: [base], numbered: true },
            },
          ],
        },
      })
    ).id
  })

  async function openSource(page: Page, question: string): Promise<void> {
    await page.getByTestId('question').fill(question)
    await page.keyboard.press('Enter')
    await page.getByTestId('citation-card').first().waitFor()
    await page.getByTestId('citation-card').first().getByRole('button').first().click()
    await page.getByRole('button', { name: 'Open document' }).click()
    await page.getByTestId('document').waitFor()
  }

  it('opens at the passage, in every width and both themes', async () => {
    const { page, faults } = await journey.openSignedIn(`/c/${assistant}`)
    await page.getByTestId('question').fill('What does chlorophyll absorb and reflect?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Source 1' }).first().press('Enter')
    const mark = page.getByTestId('document').locator('mark')
    await mark.filter({ hasText: 'Chlorophyll absorbs red and blue' }).waitFor()
    await page.getByRole('heading', { name: 'Page 2' }).waitFor()
    await expectFits(page, 'document-text')
    await page.getByRole('tab', { name: 'Original page' }).click()
    await page.getByText('Page 2 of 3').waitFor()
    await page.locator('[data-cited]').first().waitFor()
    await expectFits(page, 'document-page')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('Page 3 of 3').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('document').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('shows students only the passage and its surroundings', async () => {
    const { page, faults } = await journey.openSignedIn(`/c/${assistant}`)
    // The server's response for people who may not see the knowledge base.
    await page.route(`**/knowledge-bases/${base}/files/**`, (route) =>
      route.fulfill({ status: 404, json: { detail: 'File not found' } }),
    )
    await openSource(page, 'What do stomata do?')
    await page.getByText('Only the cited passage and the text around it are shown.').waitFor()
    await page.getByTestId('document').locator('mark').filter({ hasText: 'Stomata' }).waitFor()
    expect(await page.getByRole('button', { name: 'Open original' }).count()).toBe(0)
    await shoot(page, 'document-student-1440-light')
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('shows an error when the document was deleted', async () => {
    const { page } = await journey.openSignedIn(`/c/${assistant}`)
    await page.route(/\/(sources|knowledge-bases)\//, (route) =>
      route.fulfill({ status: 500, json: { detail: 'broken' } }),
    )
    await openSource(page, 'What do roots drink at night?')
    await page.getByTestId('document').getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(/\/(sources|knowledge-bases)\//)
    await page.getByTestId('document').getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('document').locator('mark').filter({ hasText: 'Roots drink water' }).waitFor()
  })
})
