import { afterAll, beforeAll, expect, it } from 'vitest'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, shoot, signInContext } from './browser.ts'

const upstream = await startFakeUpstream()
const STUDENT = {
  email: 'stu@example.edu',
  name: 'Stu Dent',
  password: 'a long password',
  user_type: 'end_user',
}

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
      await page.getByTestId('answer').last().getByText(answer).waitFor()
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
