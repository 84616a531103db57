import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chunkOf, frameOf, says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, type Journey, shoot } from './browser.ts'

type Page = Awaited<ReturnType<Journey['openSignedIn']>>['page']
const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 90_000 })
const upstream = await startFakeUpstream()

/** Streams the first words and waits; `goOn` streams the rest. */
function halfAnswer() {
  let waiting: ServerResponse | undefined
  upstream.answer((response) => {
    waiting = response
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frameOf(chunkOf({ content: 'The first half, ' })))
  })
  return {
    goOn() {
      waiting?.write(frameOf(chunkOf({ content: 'and the second.' })))
      waiting?.write(frameOf(chunkOf({}, 'stop')))
      waiting?.end(frameOf('[DONE]'))
    },
  }
}

/** A red image of 1 × 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG })

describeJourneys(
  'a conversation',
  (journey) => {
    let seeing: number
    let plain: number
    const withModel = (name: string, vision: boolean) => {
      const assistant = assistantOf(name, 'classic')
      Object.assign(assistant.metadata, {
        connector: 'openai',
        llm: 'fake-model',
        capabilities: { vision, image_generation: false },
      })
      return assistant
    }
    beforeAll(async () => {
      seeing = (await journey.call('POST', '/assistants', withModel('Picture reader', true))).id
      plain = (await journey.call('POST', '/assistants', withModel('Plain reader', false))).id
    })
    afterAll(() => upstream.stop())

    const ask = async (page: Page, question: string) => {
      await page.getByTestId('question').fill(question)
      await page.keyboard.press('Enter')
    }
    const newChat = async (assistant: number): Promise<string> =>
      (await journey.call('POST', '/chats', { assistant_id: assistant, title: 'Halves' })).id
    const savedTexts = async (id: string): Promise<string[]> =>
      (await journey.call('GET', `/chats/${id}`)).messages.map(
        (message: { content: string }) => message.content,
      )

    it('attaches images by upload, paste and drop, and removes them by keyboard', async () => {
      upstream.answer(says('A red square.'))
      const { page, faults } = await journey.openSignedIn(`/c/${seeing}`)
      await page.getByRole('button', { name: 'Attach an image' }).waitFor()
      await page.getByTestId('picture-input').setInputFiles([picture('one.png'), picture('two.png')])
      await eventually(() => page.getByTestId('attached').count()).toBe(2)
      const bytes = PNG.toString('base64')
      const hand = (kind: 'paste' | 'drop', name: string, type: string) => `(() => {
        const bytes = Uint8Array.from(atob('${bytes}'), (sign) => sign.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], '${name}', { type: '${type}' }))
        const field = document.querySelector('[data-testid=question]')
        const options = { bubbles: true, cancelable: true }
        field.dispatchEvent('${kind}' === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }))
      })()`
      await page.evaluate(hand('paste', 'three.png', 'image/png'))
      await eventually(() => page.getByTestId('attached').count()).toBe(3)
      await page.evaluate(hand('drop', 'notes.pdf', 'application/pdf'))
      await page.getByText('notes.pdf is not a supported image').waitFor()
      await page.evaluate(hand('drop', 'four.png', 'image/png'))
      await eventually(() => page.getByTestId('attached').count()).toBe(4)
      await shoot(page, 'chat-pictures-1440-light')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Remove two.png' }).focus()
      await page.keyboard.press('Enter')
      await eventually(() => page.getByTestId('attached').count()).toBe(3)
      await ask(page, 'What is this?')
      await page.getByText('A red square.').waitFor()
      expect(await page.getByTestId('attached').count()).toBe(0)
      const sent = upstream.seen.at(-1)?.body['messages'] as { content: { type: string }[] }[]
      expect(sent.at(-1)?.content.map(({ type }) => type)).toEqual([
        'text',
        'image_url',
        'image_url',
        'image_url',
      ])
      // Images are part of the chat: shown after a reload, and sent to the model with the next question.
      await page.reload()
      await page.getByText('A red square.').waitFor()
      expect(await page.getByRole('img', { name: 'Images' }).count()).toBe(3)
      await ask(page, 'And its size?')
      const shown = [{ type: 'text', text: 'What is this?' }, ...(sent.at(-1)?.content.slice(1) ?? [])]
      await eventually(() => upstream.seen.at(-1)?.body['messages']).toMatchObject([
        { role: 'system' },
        { role: 'user', content: shown },
        { role: 'assistant' },
        { role: 'user' },
      ])
      expect(faults).toEqual([])
    })

    it('offers no image upload if the assistant has no vision', async () => {
      const { page } = await journey.openSignedIn(`/c/${plain}`)
      await page.getByTestId('question').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('button', { name: 'Attach an image' }).count()).toBe(0)
    })

    for (const [where, pathOf] of [
      ['in a chat', (chat: string) => `/chats/${chat}`],
      ['on the student page', (chat: string) => `/c/${plain}?chat=${chat}`],
    ] as const)
      it(`resumes the answer after a reload, ${where}`, async () => {
        const answer = halfAnswer()
        const chat = await newChat(plain)
        const { page, faults } = await journey.openSignedIn(pathOf(chat))
        await ask(page, 'Tell me both halves')
        await page.getByText('The first half,').waitFor()
        await page.reload()
        await page.getByText('The first half,').waitFor()
        await page.getByRole('button', { name: 'Stop' }).waitFor()
        await shoot(page, 'chat-resumed-1440-light')
        expect(upstream.open()).toBe(1)
        answer.goOn()
        await page.getByText('The first half, and the second.').waitFor()
        await page.getByRole('button', { name: 'Send' }).waitFor()
        expect(await savedTexts(chat)).toEqual(['Tell me both halves', 'The first half, and the second.'])
        expect(await page.getByTestId('answer').count()).toBe(1)
        expect(faults).toEqual([])
      })

    it('resumes the answer when the connection is lost', async () => {
      const answer = halfAnswer()
      const chat = await newChat(plain)
      const { page, context } = await journey.openSignedIn(`/chats/${chat}`)
      await ask(page, 'Tell me both halves')
      await page.getByText('The first half,').waitFor()
      await context.setOffline(true)
      await page.waitForFunction('!navigator.onLine')
      await context.setOffline(false)
      answer.goOn()
      await page.getByText('The first half, and the second.').waitFor()
      // A question that never arrives does not get the previous answer.
      await page.getByRole('button', { name: 'Send' }).waitFor()
      await page.route('**/assistants/*/answers', (route) => route.abort())
      await ask(page, 'And the third half?')
      await page.getByText('Couldn’t get an answer').waitFor({ timeout: 90_000 })
      expect(await page.getByText('The first half, and the second.').count()).toBe(1)
    })

    it('stops the answer on the server before the chat has a title', async () => {
      upstream.answer((response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }))
      const { page, context } = await journey.openSignedIn(`/c/${plain}`)
      const link = await context.newCDPSession(page)
      await link.send('Network.enable')
      const away = { offline: false, latency: 1500, downloadThroughput: -1, uploadThroughput: -1 }
      await link.send('Network.emulateNetworkConditions', away)
      await ask(page, 'Tell me nothing')
      await eventually(() => upstream.open()).toBe(1)
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Stopped').waitFor()
      expect(await page.getByTestId('question').evaluate((field) => field.matches(':focus'))).toBe(true)
      await eventually(() => upstream.open()).toBe(0)
      // The next question continues the same chat.
      await link.send('Network.emulateNetworkConditions', { ...away, latency: 0 })
      upstream.answer(says('Here is something.'))
      await ask(page, 'Then something')
      await page.getByText('Here is something.').waitFor()
      expect(await savedTexts(new URL(page.url()).searchParams.get('chat') ?? '')).toContain(
        'Tell me nothing',
      )
    })

    it('stops an answer and asks again without repeating the question', async () => {
      halfAnswer()
      const chat = await newChat(plain)
      const { page } = await journey.openSignedIn(`/chats/${chat}`)
      await ask(page, 'Tell me both halves')
      await page.getByText('The first half,').waitFor()
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Stopped').waitFor()
      await eventually(() => upstream.open()).toBe(0)
      await eventually(() => savedTexts(chat)).toEqual(['Tell me both halves', 'The first half, '])
      upstream.answer(says('Here is all of it.'))
      await page.getByRole('button', { name: 'Ask again' }).click()
      await page.getByText('Here is all of it.').waitFor()
      await eventually(() => savedTexts(chat)).toEqual(['Tell me both halves', 'Here is all of it.'])
      await page.reload()
      await page.getByText('Here is all of it.').waitFor()
      expect(await page.getByTestId('answer').count()).toBe(1)
    })

    it('lists each tool with its progress and duration while answering', async () => {
      const expert = async (name: string) => {
        const assistant = withModel(name, false)
        assistant.metadata['llm'] = name.toLowerCase()
        return (await journey.call('POST', '/assistants', assistant)).id as number
      }
      const experts = [await expert('Botanist'), await expert('Chemist')]
      const leader = withModel('Two experts', false)
      Object.assign(leader.metadata, {
        prompt_processor: 'tool_augment',
        tools: experts.map((assistant_id) => ({ type: 'assistant', assistant_id })),
      })
      const { id } = await journey.call('POST', '/assistants', leader)
      const held = new Map<unknown, () => void>()
      upstream.answer((response, seen) => {
        const { model, messages } = seen.body as { model: string; messages: { role: string }[] }
        if (model !== 'fake-model') {
          held.set(model, () => void says('Because of light.')(response, seen))
          return
        }
        if (messages.some(({ role }) => role === 'tool')) return says('Both agree.')(response, seen)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const [index, expertId] of experts.entries()) {
          const call = { name: `call_assistant_${expertId}`, arguments: '{"query":"Why?"}' }
          const part = { index, id: `c${index}`, type: 'function', function: call }
          response.write(frameOf(chunkOf({ tool_calls: [part] })))
        }
        response.write(frameOf(chunkOf({}, 'tool_calls')))
        response.end(frameOf('[DONE]'))
      })
      const { page, faults } = await journey.openSignedIn(`/c/${id}`)
      await ask(page, 'Why are leaves green?')
      await eventually(() => held.size).toBe(2)
      await eventually(() => page.getByTestId('step').count()).toBe(2)
      expect(await page.getByTestId('step-running').count()).toBe(2)
      held.get('botanist')?.()
      await eventually(() => page.getByTestId('step-running').count()).toBe(1)
      expect(await page.getByTestId('step').count()).toBe(2)
      await shoot(page, 'chat-running-1440-light')
      await expectAccessible(page)
      held.get('chemist')?.()
      await page.getByText('Both agree.').waitFor()
      await page.getByRole('button', { name: /^2 steps/ }).waitFor()
      expect(faults).toEqual([])
    })

    it('keeps failed and denied steps visible and shows the cost', async () => {
      upstream.answer(says('Done.'))
      const { page } = await journey.openSignedIn(`/c/${plain}`)
      const tool = (name: string, outcome: string, reason: string | null) => ({
        kind: 'tool',
        tool: name,
        use: 'inject',
        name: 'context',
        input: null,
        output_length: 0,
        cut: false,
        sources: 0,
        iteration: 0,
        milliseconds: 41,
        outcome,
        reason,
      })
      await page.route('**/traces/**', (route) =>
        route.fulfill({
          json: {
            duration_ms: 2100,
            cost: 0.002,
            steps: [
              tool('simple_rag', 'ok', null),
              tool('rubric_rag', 'failed', 'the rubric was deleted'),
              tool('moodle', 'denied', 'only teachers may use this tool'),
            ],
          },
        }),
      )
      await ask(page, 'Assess my essay')
      await page.getByRole('button', { name: /3 steps · .*\$0\.002/ }).waitFor()
      expect(await page.getByTestId('step').count()).toBe(2)
      await page.getByText('the rubric was deleted').waitFor()
      await page.getByText('only teachers may use this tool').waitFor()
      await shoot(page, 'chat-steps-1440-light')
      await page.getByRole('button', { name: /3 steps/ }).click()
      expect(await page.getByTestId('step').count()).toBe(3)
      await expectAccessible(page)
    })

    it('takes pictures on a phone', async () => {
      upstream.answer(says('A red square, ', 'as far as I can see.'))
      const phone = { theme: 'dark', width: 360, height: 740 } as const
      const { page } = await journey.openSignedIn(`/c/${seeing}`, phone)
      await page.getByTestId('picture-input').setInputFiles([picture('one.png'), picture('two.png')])
      await eventually(() => page.getByTestId('attached').count()).toBe(2)
      await shoot(page, 'student-pictures-360-dark')
      await ask(page, 'What is this?')
      await page.getByText('as far as I can see').waitFor()
      await page.getByRole('button', { name: 'Ask again' }).waitFor()
      await shoot(page, 'student-360-dark')
      await expectAccessible(page)
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'k',
  },
)
