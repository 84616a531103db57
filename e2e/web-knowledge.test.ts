import { say, toMessageBody } from '@bellwether/wire'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { writeZip } from '../server/src/modules/knowledge/documents/zip/zip.testing.ts'
import { assistantOf, describeJourneys, expectAccessible, type Journey, shoot } from './browser.ts'
import { expectFits, expectNoSidewaysScroll, follow, hasNoSidewaysScroll, openLong } from './looks.ts'
import { until } from './server-process.ts'

const BREAD = `# The crisis of 1789

The price of bread lit a fire that debt and privilege had laid over two decades. Bad harvests doubled what a worker paid for a loaf.

# The debt of the crown

Wars abroad had emptied the treasury. The ministers proposed a tax on land that the privileged refused.
`
/** Runs in the page. */
const dropOnHeading = `(() => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['Stems carry water.'], 'stems.md'))
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
  return document.querySelector('h1').dispatchEvent(drop) ? 'opened' : 'taken'
})()`
/** 58 good files, one empty and one too large. Runs in the page. */
const dropFolder = `(() => {
  const dataTransfer = new DataTransfer()
  for (let at = 0; at < 58; at++)
    dataTransfer.items.add(new File(['Section ' + at + ' is about light.'], 'section-' + at + '.md'))
  dataTransfer.items.add(new File([], 'empty.md'))
  dataTransfer.items.add(new File([new Uint8Array(201 * 1024 * 1024)], 'film.mp4'))
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
  return document.querySelector('h1').dispatchEvent(drop) ? 'opened' : 'taken'
})()`
const files = (page: Page) => page.getByTestId('knowledge-file')

async function makeBase(journey: Journey, name: string, texts: Record<string, string> = {}): Promise<string> {
  const { id } = await journey.call('POST', '/knowledge-bases', { name, description: 'Reader of unit 3' })
  if (Object.keys(texts).length === 0) return id
  const form = new FormData()
  for (const [file, text] of Object.entries(texts)) form.append('files', new File([text], file))
  const answer = await fetch(`${journey.server.url}/knowledge-bases/${id}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await journey.token()}` },
    body: form,
  })
  expect(answer.status).toBe(201)
  await until(async () => {
    const list = await journey.call('GET', `/knowledge-bases/${id}/files`)
    return (
      list.files.every(({ status }: { status: string }) => ['completed', 'failed'].includes(status)) ||
      undefined
    )
  })
  return id
}

describeJourneys('knowledge bases', (journey) => {
  let filled = ''
  beforeAll(async () => {
    filled = await makeBase(journey, 'Modern history', { 'unit-3.md': BREAD })
  })

  it('take what they can of a folder, and name the rest', async () => {
    const id = await makeBase(journey, 'Physics')
    const { page, faults } = await journey.openSignedIn(`/knowledge/${id}`)
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
    // One that is cut off is sent once more by itself.
    let refusals = 0
    await page.route(/\/files$/, async (route) => {
      const isCut = route.request().postData()?.includes('section-7.md') === true && refusals++ < 2
      return isCut ? route.abort() : route.continue()
    })
    expect(await page.evaluate(dropFolder)).toBe('taken')
    const failed = page.getByTestId('skipped')
    await failed.getByText('3 files were not added').waitFor()
    await failed.getByText('empty.md: The file is empty').waitFor()
    await failed.getByText('film.mp4: 201 MB is too large. Files may have up to 200 MB.').waitFor()
    await page.getByText('57 files uploaded').waitFor()
    await expectAccessible(page)
    await expectFits(page, 'knowledge-folder')
    await failed.getByRole('button', { name: 'Upload section-7.md again' }).click()
    await page.getByText('58 files · 58 passages').waitFor()
    await failed.getByText('2 files were not added').waitFor()
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([])
  })

  it('are created, accept files and show the result', async () => {
    const { page, faults } = await journey.openSignedIn('/knowledge')
    await page.getByTestId('new-base').click()
    await page.getByLabel('Name').fill('Biology 1')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/knowledge\/\d+$/)
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
    // A slow connection: uploads continue in the background, one drop after the other.
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/files$/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByTestId('file-input').setInputFiles({
      name: 'leaves.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Leaves\n\nLeaves make sugar of light.'),
    })
    await page.getByRole('status').getByText('Uploading 1 file').waitFor()
    await page.getByTestId('file-input').setInputFiles({
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4 nothing'),
    })
    await page.getByRole('status').getByText('Uploading 2 files').waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: 'Documents' }).click()
    await page.getByRole('status').getByText('Uploading 2 files').waitFor()
    // Anywhere on the page.
    expect(await page.evaluate(dropOnHeading)).toBe('taken')
    await page.getByRole('status').getByText('Uploading 3 files').waitFor()
    release()
    // A fast machine may finish before the processing status is visible.
    await files(page).filter({ hasText: 'leaves.md' }).getByText('1 passage').waitFor()
    await files(page).filter({ hasText: 'broken.pdf' }).getByText('The file is damaged').waitFor()
    await files(page).filter({ hasText: 'stems.md' }).getByText('1 passage').waitFor()
    await page.getByText('3 files · 2 passages').waitFor()
    await page.getByTestId('file-input').setInputFiles({
      name: 'course.zip',
      mimeType: 'application/zip',
      buffer: writeZip([
        { name: 'unit 1/roots.txt', content: 'Roots drink water.' },
        { name: 'unit 1/more.zip', content: 'PK' },
      ]),
    })
    await files(page).filter({ hasText: 'unit 1/roots.txt' }).getByText('1 passage').waitFor()
    await page.getByTestId('skipped').getByText('An archive inside the archive').waitFor()
    await expectAccessible(page)
    await expectFits(page, 'knowledge-zip')
    await page.getByTestId('skipped').getByRole('button', { name: 'Close' }).click()
    await page.getByTestId('skipped').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('show progress, time left, and how to fix a failed file', async () => {
    const { page, faults } = await journey.openSignedIn('/knowledge')
    const { files: real } = await journey.call('GET', `/knowledge-bases/${filled}/files`)
    const like = (id: string, over: object) => ({ ...real[0], id, name: `${id}.pdf`, ...over })
    await page.route(/\/files\?limit/, (route) =>
      route.fulfill({
        json: {
          files: [
            like('reading', {
              status: 'processing',
              stage: 'read',
              percentage: 42,
              eta_seconds: 25,
              progress: { current: 351, total: 585 },
            }),
            like('waiting', { status: 'pending', stage: 'waiting', percentage: 0 }),
            like('locked', { status: 'failed', error_code: 'needs_password', retryable: true }),
            like('scan', { status: 'failed', error_code: 'needs_ocr', retryable: true }),
            like('book', {
              warning_messages: [
                toMessageBody(say('document_warnings.repeated_lines', { lines: '“Biology” (12)' })),
              ],
              plugin_params: {},
            }),
            like('slides', {
              // From before warnings had codes.
              warning_messages: [{ message: 'Pictures that may contain text are on 3 pages (2, 5, 9).' }],
              plugin_params: {},
            }),
            like('lecture', { status: 'processing', stage: 'transcribe', percentage: 0, progress: null }),
            real[0],
          ],
          total: 8,
          limit: 50,
          offset: 0,
        },
      }),
    )
    const sent: unknown[] = []
    await page.route(/\/(retry|cancel)$/, (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: like('locked', { status: 'pending', stage: 'waiting' }) })
    })
    await page.goto(`/knowledge/${filled}`)
    const reading = files(page).filter({ hasText: 'reading.pdf' })
    await reading.getByText('Reading · 351 of 585 · 42% · about 25 s left').waitFor()
    expect(await reading.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
    await expectAccessible(page)
    await expectFits(page, 'knowledge-files')
    await page.getByPlaceholder('File password').fill('swordfish')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect.poll(() => sent).toEqual([{ params: { password: 'swordfish' } }])
    await page.getByRole('button', { name: 'Process with OCR' }).click()
    await expect.poll(() => sent.at(-1)).toEqual({ params: { ocr_languages: ['eng'] } })
    await page.getByRole('button', { name: 'Stop processing reading.pdf' }).click()
    await expect.poll(() => sent.length).toBe(3)
    await page.getByRole('button', { name: 'Keep headers, footers and page numbers' }).click()
    await expect.poll(() => sent.at(-1)).toEqual({ params: { keep_running_heads: true } })
    await page.getByRole('button', { name: 'Read images with OCR' }).click()
    await expect.poll(() => sent.at(-1)).toEqual({ params: { ocr_pictures: true, ocr_languages: ['eng'] } })
    await files(page).filter({ hasText: 'lecture.pdf' }).getByText('Transcribing · 0%').waitFor()
    expect(faults).toEqual([])
  })

  it('say that nothing was found, and show what comes closest', async () => {
    const { page, faults } = await journey.openSignedIn(`/knowledge/${filled}`)
    await page
      .getByRole('textbox', { name: 'Question' })
      .fill('Which bread do emperor penguins on remote islands of Antarctica prefer for breakfast?')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found: no passage is about this question').waitFor()
    await page.getByTestId('found-passage').first().waitFor()
    await expectFits(page, 'knowledge-nothing')
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  it('show matching passages, why they match, and where they are', async () => {
    const { page, faults } = await journey.openSignedIn(`/knowledge/${filled}`)
    await page.getByRole('textbox', { name: 'Question' }).fill('Why did bread cost more?')
    await page.keyboard.press('Enter')
    const best = page.getByTestId('found-passage').first()
    await best.getByText('The crisis of 1789').first().waitFor()
    expect(await best.locator('mark').first().innerText()).toBe('bread')
    expect(await best.locator('dt').allInnerTexts()).toEqual(['Words', 'Spelling', 'Meaning'])
    await shoot(page, 'knowledge-ask-1440-light')
    await expectAccessible(page)
    await best.getByRole('button', { name: 'Show in context' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('[aria-current=true]').getByText('lit a fire').waitFor()
    await sheet
      .getByText(/characters \d+–\d+/)
      .first()
      .waitFor()
    await shoot(page, 'knowledge-passages-1440-light')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const opened = page.context().waitForEvent('page')
    await best.getByRole('button', { name: 'Open original' }).click()
    const original = await opened
    await original.waitForURL(/^blob:/)
    expect(await original.innerText('body')).toContain('Bad harvests doubled')
    await page.getByRole('textbox', { name: 'Question' }).fill('zxqv wwkj')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No matching passages').waitFor()
    expect(faults).toEqual([])
  })

  it('accept a URL', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn(`/knowledge/${filled}`)
    await page.getByRole('button', { name: 'Add from URL' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://example.org/x')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('alert').getByText('must start with https://').waitFor()
    await expectAccessible(page)
    let body: unknown
    await page.route('**/web-documents', (route) => {
      body = route.request().postDataJSON()
      return route.fulfill({ json: { status: 'processing' } })
    })
    await page.getByRole('textbox', { name: 'URL' }).fill('youtu.be/dQw4w9WgXcQ')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('URL added, now processing').waitFor()
    expect(body).toEqual({ url: 'https://youtu.be/dQw4w9WgXcQ' })
  })

  it('run test questions and compare two settings', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn(`/knowledge/${filled}?tab=evaluation`)
    await page.getByRole('heading', { name: 'No test questions yet' }).waitFor()
    await expectAccessible(page)
    for (const [question, quote] of [
      ['Why did bread cost more?', 'price of bread'],
      ['Who refused the tax?', 'the privileged refused'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a question' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Question').fill(question)
      await dialog.getByLabel('Expected file').selectOption('unit-3.md')
      await dialog.getByLabel('Quote from the passage').fill(quote)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByTestId('test-question').filter({ hasText: question }).waitFor()
    }
    await page.getByText('Compare with other settings').click()
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByTestId('run-result').getByText('Passage found for 2 of 2 questions').waitFor()
    await page.getByRole('img', { name: /Bar chart from 0 to 1/ }).waitFor()
    await page
      .getByTestId('test-question')
      .first()
      .getByText(/rank 1/i)
      .first()
      .waitFor()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 1100 })
      await shoot(page, `knowledge-evaluation-${width}-light`)
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Delete “Who refused/ }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByTestId('test-question').count()).toBe(2)
    expect(faults).toEqual([])
  })

  it('save settings, are shared, and list dependent assistants before deletion', async () => {
    const id = await makeBase(journey, 'Passing one')
    const helper = assistantOf('Study helper', 'classic', ['simple_rag'])
    await journey.call('POST', '/assistants', { ...helper, RAG_collections: id })
    const { page, faults } = await journey.openSignedIn(`/knowledge/${id}?tab=settings`)
    await page.getByLabel('Passage length (characters)').fill('10')
    await page.getByLabel('Passage length (characters)').fill('1200')
    await page.getByRole('checkbox', { name: 'Catalan' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    const { settings } = await journey.call('GET', `/knowledge-bases/${id}`)
    expect(settings).toMatchObject({ chunk_size: 1200, ocr_languages: ['cat'] })
    await page.getByRole('switch', { name: 'Share with my organization' }).click()
    await page.getByText('Shared with your organization').waitFor()
    await shoot(page, 'knowledge-settings-1440-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete knowledge base' }).click()
    await page.getByRole('alertdialog').getByText('Study helper', { exact: false }).waitFor()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/\/knowledge$/)
    await page.getByText('“Passing one” was deleted').waitFor()
    expect(faults).toEqual([])
  })

  it('are listed and searched, with empty states', async () => {
    const { page, faults } = await journey.openSignedIn('/knowledge')
    await page.getByTestId('base-row').filter({ hasText: 'Modern history' }).waitFor()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await shoot(page, `knowledge-list-${width}-light`)
      await expectAccessible(page)
    }
    await page.keyboard.press('/')
    await page.keyboard.type('nonsense')
    await page.getByRole('heading', { name: 'No matching knowledge bases' }).waitFor()
    await page.getByRole('tab', { name: /Shared with me/ }).click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('heading', { name: 'No shared knowledge bases' }).waitFor()
    await page.goto('/knowledge/999')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(faults).toEqual([])
  })

  it('have room for longer texts at 360 px', { tags: ['nightly'] }, async () => {
    const { page, faults } = await openLong(journey)
    await follow(page, `/knowledge/${filled}`)
    await files(page).first().waitFor()
    await expectNoSidewaysScroll(page, 'knowledge')
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
