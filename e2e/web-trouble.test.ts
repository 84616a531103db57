import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chunkOf, frameOf, says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, shoot, signInContext } from './browser.ts'
import { hasNoSidewaysScroll } from './looks.ts'
import { startServer } from './server-process.ts'

const upstream = await startFakeUpstream()
const env = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  OPENAI_BASE_URL: upstream.url,
  OPENAI_API_KEY: 'k',
  DATA_DIR: mkdtempSync(join(tmpdir(), 'bellwether-trouble-')),
}
const HOSTILE_NAMES = [
  '<img src=x onerror="window.harmed=1">.md',
  '"><script>window.harmed=1</script>.md',
  '..\u202Efdp.exe\u202C {context} $& %2e%2e.md',
  `${'a-name-without-any-place-to-break-'.repeat(6)}.md`,
]

const TEXTS = [
  '# Leaves\n\nLeaves make sugar of light, all summer long.',
  '# Roots\n\nRoots drink water at night.',
  '# Bread\n\nBread was expensive in that winter.',
  '# Rivers\n\nA river carries sand to the sea.',
]

describeJourneys(
  'slow networks and failures',
  (journey) => {
    let assistant: number
    beforeAll(async () => {
      const draft = assistantOf('Steady tutor', 'classic')
      Object.assign(draft.metadata, { connector: 'openai', llm: 'fake-model' })
      assistant = (await journey.call('POST', '/assistants', draft)).id
    })
    afterAll(() => upstream.stop())

    it('shows progress on a slow network until everything is loaded', { tags: ['nightly'] }, async () => {
      const { page, context, faults } = await journey.open({ fresh: true })
      const link = await context.newCDPSession(page)
      await link.send('Network.enable')
      // Like on a train: 400 ms latency, 60 KB per second.
      await link.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 400,
        downloadThroughput: 60_000,
        uploadThroughput: 30_000,
      })
      await signInContext(context, journey.server.url)
      await page.goto('/assistants', { waitUntil: 'commit' })
      await page.locator('.animate-shimmer').first().waitFor({ timeout: 40_000 })
      await page.getByTestId('assistant-row').first().waitFor()
      upstream.answer(says('It came ', 'all the same.'))
      await page.goto(`/c/${assistant}`, { waitUntil: 'commit' })
      await page.getByTestId('question').fill('Are you there?', { timeout: 40_000 })
      await page.keyboard.press('Enter')
      await page.getByTestId('answer').waitFor()
      expect(await page.getByTestId('answer').getAttribute('aria-busy')).toBe('true')
      await page.getByText('It came all the same.').waitFor()
      expect(faults).toEqual([])
    })

    it('shows the server’s errors in the language of the page', async () => {
      const draft = assistantOf('Soon deleted', 'classic')
      const { id } = await journey.call('POST', '/assistants', draft)
      const { page, faults } = await journey.openSignedIn('/assistants', { language: 'es-ES' })
      const row = page.getByTestId('assistant-row').filter({ hasText: 'Soon deleted' })
      await row.waitFor()
      await journey.call('DELETE', `/assistants/${id}`)
      await row.getByRole('button', { name: /Más/ }).click()
      await page.getByRole('menuitem', { name: 'Duplicar' }).click()
      await page.getByText('No se ha encontrado el asistente').waitFor()
      await page.goto('/account')
      await page.getByLabel('Contraseña actual').fill(ADMIN.password)
      await page.getByLabel('Contraseña nueva').fill('a'.repeat(201))
      await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
      await page.getByText('Introduce como máximo 200 caracteres').waitFor()
      expect(faults).toEqual([])
    })

    it('shows file names as plain text', async () => {
      const name = `<b>Bold</b> {context} ${Math.random()}`
      const { id } = await journey.call('POST', '/knowledge-bases', { name })
      const { page, faults } = await journey.openSignedIn(`/knowledge/${id}`, { width: 360 })
      await page.getByTestId('file-input').setInputFiles(
        HOSTILE_NAMES.map((name, at) => ({
          name,
          mimeType: 'text/markdown',
          buffer: Buffer.from(TEXTS[at] ?? ''),
        })),
      )
      const files = page.getByTestId('knowledge-file')
      await expect.poll(() => files.count(), { timeout: 15_000 }).toBe(HOSTILE_NAMES.length)
      await expect.poll(() => files.getByText('1 passage').count(), { timeout: 90_000 }).toBe(4)
      expect(await page.evaluate('window.harmed')).toBeUndefined()
      expect(await page.locator('#content img, #content script').count()).toBe(0)
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
      await shoot(page, 'hostile-names-360-light')
      await expectAccessible(page)
      // Also in citations.
      const draft = assistantOf('Leaf tutor', 'multi_tool', ['simple_rag'])
      const tools = [
        { type: 'simple_rag', use: 'inject', enabled: true, config: { collections: [id], numbered: true } },
      ]
      Object.assign(draft.metadata, { connector: 'quotes', llm: 'quotes', tools })
      draft.prompt_template = '{context} {user_input}'
      const tutor = await journey.call('POST', '/assistants', draft)
      await page.goto(`/c/${tutor.id}`)
      await page.getByTestId('question').fill('What do leaves make of light?')
      await page.keyboard.press('Enter')
      // Citations are still there after a reload.
      await page.getByTestId('citation-card').first().waitFor()
      await page.reload()
      await page.getByTestId('citation-card').first().getByRole('button').first().click()
      expect(await page.evaluate('window.harmed')).toBeUndefined()
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
      await shoot(page, 'hostile-citation-360-light')
      expect(faults).toEqual([])
    })

    it('recovers when the server stops in the middle of an answer', async () => {
      upstream.answer((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frameOf(chunkOf({ content: 'The first half, ' })))
      })
      const { page } = await journey.openSignedIn(`/c/${assistant}`)
      await page.getByTestId('question').fill('Tell me both halves')
      await page.keyboard.press('Enter')
      await page.getByText('The first half,').waitFor()
      const { port } = new URL(journey.server.url)
      journey.server.child.kill('SIGKILL')
      await journey.server.exited
      await page.getByText('Couldn’t get an answer').waitFor({ timeout: 90_000 })
      // The partial answer and the question stay readable.
      await page.getByText('The first half,').waitFor()
      await shoot(page, 'server-died-1440-light')
      await expectAccessible(page)
      journey.server = await startServer({ ...env, PORT: port })
      upstream.answer(says('The first half, ', 'and the second.'))
      await page.getByRole('button', { name: 'Ask again' }).click()
      await page.getByText('The first half, and the second.').waitFor()
      expect(await page.getByText('Couldn’t get an answer').count()).toBe(0)
      await page.reload()
      await page.getByText('The first half, and the second.').waitFor()
      const conversation = page.getByRole('region', { name: 'Conversation' })
      expect(await conversation.getByText('Tell me both halves').count()).toBe(1)
    })
  },
  env,
)
