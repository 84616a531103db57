import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chunkOf, frameOf, says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import {
  ADMIN,
  assistantOf,
  describeJourneys,
  expectAccessible,
  shoot,
  signInContext,
  standStill,
} from './browser.ts'
import { expectFits } from './looks.ts'

const upstream = await startFakeUpstream()
const STUDENT = {
  email: 'stu@example.edu',
  name: 'Stu Dent',
  password: 'a long password',
  user_type: 'end_user',
}

const PHONE = { width: 360, height: 740 }
/** Headless browsers can neither speak nor listen. */
const FAKE_SPEECH = `
  Object.defineProperty(window, 'speechSynthesis', {
    value: { cancel() {}, speak(one) { window.spoken = one.text } },
  })
  window.webkitSpeechRecognition = class extends EventTarget {
    start() {
      setTimeout(() => this.dispatchEvent(Object.assign(new Event('result'), {
        results: [[{ transcript: 'What is' }], [{ transcript: 'osmosis' }]],
      })))
    }
    stop() { this.dispatchEvent(new Event('end')) }
  }
  window.SpeechRecognition = window.webkitSpeechRecognition
`

const focused = (one: Locator) => one.and(one.page().locator(':focus')).waitFor()

describeJourneys(
  'a student’s chat',
  (journey) => {
    let tutor: number

    const open = async (path: string, options = {}) => {
      const window = await journey.open(options)
      await signInContext(window.context, journey.server.url, STUDENT)
      await window.page.goto(path)
      return window
    }
    const ask = async (page: Awaited<ReturnType<typeof open>>['page'], question: string, answer: string) => {
      upstream.answer(says(answer))
      await page.getByTestId('question').fill(question)
      await page.keyboard.press('Enter')
      await page
        .getByTestId('answer')
        .last()
        .getByText(answer.split(':')[0] ?? answer)
        .waitFor()
      // Enter does nothing while an answer is written.
      await expect.poll(() => page.getByTestId('answer').last().getAttribute('aria-busy')).toBe('false')
    }

    beforeAll(async () => {
      await journey.call('POST', '/creator/admin/users/create', STUDENT)
      const draft = assistantOf('Cell tutor', 'classic')
      Object.assign(draft.metadata, { connector: 'openai', llm: 'secret-model-9' })
      tutor = (await journey.call('POST', '/assistants', draft)).id
      await journey.call('POST', `/assistants/${tutor}/publish`, { publish_status: true })
    })
    afterAll(() => upstream.stop())

    it('shows no costs, models or API keys on any page', async () => {
      const { page, faults } = await open('/')
      const bodies: { url: string; text: Promise<string> }[] = []
      page.on('response', (response) => {
        const type = response.headers()['content-type'] ?? ''
        if (/json|event-stream/.test(type) && response.status() !== 204)
          // A body is lost when the page navigates before it is read.
          bodies.push({ url: response.url(), text: response.text().catch(() => '') })
      })
      const allRead = () => Promise.all(bodies.map(({ text }) => text))
      await page.getByRole('link', { name: 'Cell tutor' }).click()
      await ask(page, 'What is a cell?', 'The unit of life.')
      await page.getByRole('button', { name: 'Ask again' }).waitFor()
      const traced = () => bodies.some(({ url }) => url.includes('/traces/'))
      await expect.poll(traced).toBe(true)
      await allRead()
      await page.reload()
      await page.getByTestId('answer').getByText('The unit of life.').waitFor()
      for (const path of ['/chats', '/account', '/']) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await allRead()
        expect(await page.getByRole('main').innerText()).not.toMatch(/API key|secret-model|[$€]/)
      }
      for (const { url, text } of bodies)
        expect(await text, url).not.toMatch(/secret-model|openai|"(cost|currency|price|input_tokens)"/i)
      expect(faults).toEqual([])
    })

    it('keeps versions of edited questions and repeated answers', async () => {
      const { page, faults } = await open(`/c/${tutor}`, PHONE)
      const answer = page.getByTestId('answer').last()
      const question = page.getByTestId('user-question').last()
      await ask(page, 'What is a cel?', 'First answer')
      upstream.answer(says('Second answer'))
      await page.getByRole('button', { name: 'Ask again' }).click()
      await answer.getByText('Second answer').waitFor()
      await answer.getByText('2 / 2').waitFor()
      await answer.getByRole('button', { name: 'Previous version' }).click()
      await answer.getByText('First answer').waitFor()
      await focused(answer.getByRole('button', { name: 'Next version' }))

      await question.getByRole('button', { name: 'Edit question' }).click()
      upstream.answer(says('Third answer'))
      await page.getByTestId('edit-question').fill('What is a cell?')
      await page.keyboard.press('Enter')
      await answer.getByText('Third answer').waitFor()
      await question.getByText('2 / 2').waitFor()
      await expectFits(page, 'student-versions')
      await shoot(page, 'student-versions-360-light')
      await question.getByRole('button', { name: 'Previous version' }).click()
      // With the answer that was shown when the question was edited.
      await answer.getByText('First answer').waitFor()
      await page.reload()
      await question.getByText('What is a cel?').waitFor()
      await answer.getByText('1 / 2').waitFor()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      const saved = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'Export all versions' }).click()
      const text = readFileSync(await (await saved).path(), 'utf8')
      for (const part of ['version 2 of 2', 'First answer', 'Second answer', 'Third answer'])
        expect(text).toContain(part)
      await question.getByRole('button', { name: 'Edit question' }).click()
      await page.keyboard.press('Escape')
      await focused(question.getByRole('button', { name: 'Edit question' }))
      expect(faults).toEqual([])
    })

    it('follows an answer to its end, until the student scrolls up', async () => {
      const { page, faults } = await open(`/c/${tutor}`, PHONE)
      const view = page.getByRole('region', { name: 'Conversation' })
      const toLatest = page.getByRole('button', { name: 'Jump to latest' })
      /** How far the end is below the view. */
      const distance = () => view.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight)
      const begin = async (nth: string) => {
        let goOn: () => void = () => undefined
        const held = new Promise<void>((resolve) => {
          goOn = resolve
        })
        upstream.answer(async (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          const lines = Array.from({ length: 40 }, (_, line) => `Line ${line} of the ${nth} answer.\n\n`)
          for (const line of lines) response.write(frameOf(chunkOf({ content: line })))
          await held
          for (const line of lines) response.write(frameOf(chunkOf({ content: line })))
          response.end(frameOf(chunkOf({ content: `The ${nth} end.` }, 'stop')) + frameOf('[DONE]'))
        })
        await page.getByTestId('question').fill(`The ${nth} question`)
        await page.keyboard.press('Enter')
        await page.getByText(`Line 39 of the ${nth} answer.`).waitFor()
        await expect.poll(distance).toBeLessThan(5)
        return async () => {
          goOn()
          await page.getByText(`The ${nth} end.`).waitFor()
          await expect.poll(() => page.getByTestId('answer').last().getAttribute('aria-busy')).toBe('false')
        }
      }
      const endFirst = await begin('first')
      // As when something above is folded: this is not the student's doing.
      await view.evaluate((one) => {
        one.scrollTop -= 200
      })
      await standStill(page)
      await endFirst()
      await expect.poll(distance).toBeLessThan(5)
      expect(await toLatest.count()).toBe(0)

      const endSecond = await begin('second')
      await page.getByTestId('answer').last().hover()
      await page.mouse.wheel(0, -200)
      await toLatest.waitFor()
      await endSecond()
      expect(await distance()).toBeGreaterThan(200)
      await toLatest.click()
      await expect.poll(distance).toBeLessThan(5)
      expect(faults).toEqual([])
    })

    it('copies code and formulas, reads aloud and takes dictation', { tags: ['nightly'] }, async () => {
      const { page, context, faults } = await open(`/c/${tutor}`)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.addInitScript(FAKE_SPEECH)
      await page.reload()
      await ask(page, 'Show code', 'Here: $a^2$\n\n```python\nprint("cell")\n```\n')
      await page.getByRole('button', { name: 'Copy code' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect((await page.evaluate('navigator.clipboard.readText()')) as string).toBe('print("cell")')
      await page.locator('.katex').waitFor()
      await expectAccessible(page)
      await shoot(page, 'student-code-1440-light')
      await page.getByRole('button', { name: 'Read aloud' }).click()
      await expect.poll(() => page.evaluate('window.spoken')).toBe('Here: $a^2$')
      await page.getByRole('button', { name: 'Stop reading' }).click()
      await page.getByRole('button', { name: 'Dictate' }).click()
      await expect.poll(() => page.getByTestId('question').inputValue()).toBe('What is osmosis')
      await page.getByRole('button', { name: 'Stop dictating' }).click()
      await page.getByRole('button', { name: 'Dictate' }).waitFor()
      expect(faults).toEqual([])
    })

    it('prints the whole chat and nothing else', { tags: ['nightly'] }, async () => {
      const { page } = await open(`/c/${tutor}`, { theme: 'dark' })
      for (const n of [1, 2, 3, 4])
        await ask(page, `Question ${n}`, `Answer ${n}\n\n${'A line.\n\n'.repeat(12)}`)
      await page.emulateMedia({ media: 'print' })
      for (const n of [1, 4]) await page.getByText(`Answer ${n}`).waitFor()
      for (const hidden of [page.getByTestId('question'), page.getByRole('button', { name: 'New chat' })])
        await expect.poll(() => hidden.first().isVisible()).toBe(false)
      const height = 'document.documentElement.scrollHeight'
      expect(Number(await page.evaluate(height))).toBeGreaterThan(1500)
      await shoot(page, 'student-print-1440-dark')
      await page.emulateMedia({ media: 'screen' })
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Print or save as PDF' }).waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'Export' }).click()
      expect((await saved).suggestedFilename()).toBe('Question-1.md')
    })

    it('stays usable whatever an answer contains, and draws formulas once their script is there', async () => {
      const { page, context } = await open(`/c/${tutor}`)
      const scripts = /\/workers\/chunks\//
      await context.route(scripts, (route) => route.abort())
      await ask(page, 'Repeat it', `Stars: ${'*a_'.repeat(8000)}`)
      await page.locator('.raw').getByText('*a_*a_*a_').waitFor()
      const table = `${'|a'.repeat(120)}|\n${'|-'.repeat(120)}|\n${`${'|b'.repeat(120)}|\n`.repeat(400)}`
      await ask(page, 'As a table', `Cells: many\n\n${table}`)
      await page.locator('.raw').getByText('|b|b|b').first().waitFor()
      await ask(page, 'And a formula', 'Energy: $E=mc^2$, **new**')
      const last = page.getByTestId('answer').last()
      await last.locator('strong').waitFor()
      await last.locator('[data-tex]').filter({ hasText: 'E=mc^2' }).waitFor()
      expect(await last.locator('.katex').count()).toBe(0)
      await context.unroute(scripts)
      await page.evaluate('dispatchEvent(new Event("online"))')
      await last.locator('.katex').waitFor()
    })

    it('draws diagrams, and shows the code of a broken one', { tags: ['nightly'] }, async () => {
      const { page, faults } = await open(`/c/${tutor}`, { ...PHONE, theme: 'dark' })
      const block = (code: string) => `\`\`\`mermaid\n${code}\n\`\`\`\n\n`
      const good = block('flowchart LR\n  accTitle: From cell to organ\n  Cell --> Tissue --> Organ')
      const mindmap = block('mindmap\n  root((Cell))\n    Nucleus\n    Membrane')
      const init = '%%{init: {"maxEdges": 100000}}%%\nflowchart LR\n'
      const huge = block(init + Array.from({ length: 400 }, (_, at) => `  a${at} --> b${at}`).join('\n'))
      await ask(page, 'Draw it', `Here: it is\n\n${good}${mindmap}${block('flowchart LR\n  A --')}${huge}`)
      const figures = page.locator('figure.diagram')
      await expect.poll(() => figures.count()).toBe(4)
      await page.getByRole('img', { name: 'From cell to organ' }).waitFor()
      const size = 'document.querySelector(".on-dark").naturalWidth'
      await expect.poll(() => page.evaluate<number>(size)).toBeGreaterThan(100)
      expect(await figures.nth(0).locator('.on-light').isVisible()).toBe(false)
      await figures.nth(1).getByRole('img').waitFor()
      for (const at of [2, 3]) await figures.nth(at).getByText('This diagram can’t be drawn.').waitFor()
      await figures.nth(2).getByText('A --').waitFor()
      await expectFits(page, 'student-diagram')
      const first = figures.nth(0)
      await first.getByRole('button', { name: 'Show code' }).press('Enter')
      await first.getByText('Cell --> Tissue').waitFor()
      await focused(first.getByRole('button', { name: 'Show diagram' }))
      await first.getByRole('button', { name: 'Show diagram' }).click()
      await expectAccessible(page)
      await figures.nth(1).scrollIntoViewIfNeeded()
      await shoot(page, 'student-diagrams-1440-dark')
      await page.setViewportSize(PHONE)
      await first.scrollIntoViewIfNeeded()
      await shoot(page, 'student-diagrams-360-dark')
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => first.locator('.on-light').isVisible()).toBe(true)
      expect(await first.getByRole('button').count()).toBe(0)
      expect(faults).toEqual([])
    })

    it('says that it is offline, and can be installed', { tags: ['nightly'] }, async () => {
      const { page, context } = await open(`/c/${tutor}`, PHONE)
      await page.getByTestId('question').waitFor()
      await context.setOffline(true)
      await page.getByText('You’re offline.').waitFor()
      await expectFits(page, 'student-offline')
      await page.getByTestId('question').fill('Kept')
      await page.keyboard.press('Enter')
      expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
      await context.setOffline(false)
      await page.getByText('You’re offline.').waitFor({ state: 'detached' })
      expect(await page.getByTestId('question').inputValue()).toBe('Kept')
      await page.getByRole('button', { name: 'Send' }).isEnabled()
      const manifest = await page.request.get('/manifest.webmanifest')
      expect(manifest.headers()['content-type']).toBe('application/manifest+json')
      const { icons } = await manifest.json()
      for (const { src, type } of icons)
        expect((await page.request.get(src)).headers()['content-type'], src).toBe(type)
    })

    it('attaches documents where the educator allows it', async () => {
      const before = await open(`/c/${tutor}`)
      await before.page.getByTestId('question').waitFor()
      expect(await before.page.getByRole('button', { name: 'Add document' }).count()).toBe(0)
      const educator = await journey.openSignedIn(`/assistants/${tutor}`)
      await educator.page.getByRole('switch', { name: 'Students can attach documents' }).click()
      await educator.page.getByRole('button', { name: 'Save' }).click()
      // Its model is not in the provider's list.
      await educator.page.getByText('Saved with 1 warning', { exact: true }).waitFor()

      const { page, faults } = await open(`/c/${tutor}`, PHONE)
      const file = { name: 'essay.md', mimeType: 'text/markdown', buffer: Buffer.from('My cat is purple.') }
      await page
        .getByTestId('attachment-input')
        .setInputFiles([file, { ...file, name: 'empty.md', buffer: Buffer.from('') }])
      await page.getByRole('alert').getByText('empty.md').waitFor()
      await page.getByTestId('attachment').getByText('essay.md').waitFor()
      const listed = page.getByRole('complementary', { includeHidden: true }).getByTestId('history-chat')
      const others = await listed.count()
      await page.reload()
      await page.getByTestId('attachment').getByText('essay.md').waitFor()
      expect(await listed.count()).toBe(others)
      await ask(page, 'What colour is it?', 'Purple.')
      await expect.poll(() => listed.count()).toBe(others + 1)
      expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('My cat is purple.')
      await page.reload()
      await page.getByTestId('attachment').waitFor()
      await expectFits(page, 'student-attachment')
      await page.getByRole('button', { name: 'Remove essay.md' }).click()
      await expect.poll(() => page.getByTestId('attachment').count()).toBe(0)
      await ask(page, 'And now?', 'No idea.')
      expect(JSON.stringify(upstream.seen.at(-1)?.body)).not.toContain('My cat is purple.')
      // The empty file was refused by the server.
      expect(faults.filter((one) => !one.includes('400'))).toEqual([])
    })

    it('follows the student’s language to another browser', async () => {
      const { page } = await open(`/c/${tutor}`, PHONE)
      await page.getByRole('button', { name: 'Account' }).click()
      const saved = page.waitForResponse((response) => response.url().endsWith('/account/language'))
      await page.getByRole('combobox', { name: 'Language' }).selectOption('ca')
      await saved
      const other = await open(`/c/${tutor}`, PHONE)
      await expect.poll(() => other.page.evaluate('document.documentElement.lang')).toBe('ca')
      const reset = { language: null }
      const opened = await other.page.request.post('/session', {
        data: { email: STUDENT.email, password: STUDENT.password },
        headers: { origin: journey.server.url },
      })
      const { access_token } = await opened.json()
      const headers = { authorization: `Bearer ${access_token}` }
      await other.page.request.put('/account/language', { data: reset, headers })
    })

    it('explains errors in the student’s language, with one reference number', async () => {
      const { page } = await open(`/c/${tutor}`, { language: 'es', width: 360, height: 740 })
      upstream.answer((response) => {
        response.writeHead(401, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: 'Incorrect API key provided: sk-123' } }))
      })
      await page.getByTestId('question').fill('¿Qué es una célula?')
      await page.keyboard.press('Enter')
      const alert = page.getByRole('alert')
      await alert.getByText(/El asistente no puede responder/).waitFor()
      const text = await alert.innerText()
      expect(text.match(/Referencia/g)).toHaveLength(1)
      expect(text).not.toMatch(/sk-|API|secret-model/)
      await expectAccessible(page)
      await shoot(page, 'student-error-360-light')
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'k',
  },
)
