import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, type Journey, MEMBER, shoot } from './browser.ts'
import { expectFits, expectNoSidewaysScroll, follow, openLong } from './looks.ts'

type Page = Awaited<ReturnType<Journey['open']>>['page']
const PHONE = { width: 390, height: 844 }
const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 90_000 })

describeJourneys('class links', (journey) => {
  let assistant: number
  /** A page of another site, which embeds the chat. */
  let site: Server
  let siteUrl: string
  let html = ''

  beforeAll(async () => {
    assistant = (await journey.call('POST', '/assistants', assistantOf('Biology tutor', 'classic'))).id
    await journey.call('POST', `/assistants/${assistant}/publish`, { publish_status: true })
    await journey.call('POST', '/creator/admin/users/create', { ...MEMBER, user_type: 'end_user' })
    site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    })
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    // Another site for the browser, whose cookies would be third-party ones.
    siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`
  })
  afterAll(() => void site?.close())

  const makeLink = (draft: object = {}): Promise<{ id: number; code: string }> =>
    journey.call('POST', `/assistants/${assistant}/links`, { kind: 'anyone', ...draft })
  const ask = async (page: Pick<Page, 'getByTestId'>, question: string) => {
    await page.getByTestId('question').fill(question)
    await page.getByTestId('question').press('Enter')
  }

  it('are on the clipboard two clicks after the assistant is published', async () => {
    const { page, context, faults } = await journey.openSignedIn(`/assistants/${assistant}`)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Student access' }).click()
    await page.getByTestId('create-link').click()
    await page.getByText('Link created and copied').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(new RegExp(`^${journey.server.url}/l/[2-9a-hjkmnp-z]{10}$`))

    await page.getByRole('button', { name: 'QR code' }).click()
    await page.getByTestId('qr').waitFor()
    await shoot(page, 'class-link-qr-1440-light')
    await expectAccessible(page)
    for (const [button, ending] of [
      ['Download SVG', 'svg'],
      ['Download PNG', 'png'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`Biology-tutor-qr.${ending}`)
    }
    expect(faults).toEqual([])
  })

  it('can be changed, turned off, embedded, deleted and restored', async () => {
    const { code } = await makeLink()
    const { page, faults } = await journey.openSignedIn(`/assistants/${assistant}`)
    await page.getByRole('button', { name: 'Student access' }).click()
    const card = page.getByRole('article', { name: code })
    await card.getByRole('button', { name: 'Settings' }).click()
    await card.getByText('Passphrase', { exact: true }).click()
    await card.getByLabel('Passphrase', { exact: true }).last().fill('short')
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Use at least 8 characters').waitFor()
    await card.getByLabel('Passphrase', { exact: true }).last().fill('open sesame')
    await card.getByLabel('Questions per guest and day').fill('7')
    await card.getByLabel('Budget per month (USD)').fill('2.5')
    await card.getByLabel('Closes').fill('2099-01-31T18:30')
    await shoot(page, 'class-link-settings-1440-light')
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Link saved').waitFor()
    const find = async () =>
      (await journey.call('GET', `/assistants/${assistant}/links`)).links.find(
        (one: { code: string }) => one.code === code,
      )
    expect(await find()).toMatchObject({ kind: 'passphrase', daily_questions: 7, max_cost: 2.5 })
    await expectAccessible(page)

    await card.getByRole('button', { name: 'Embed' }).click()
    await card.getByLabel('Allowed sites').fill('https://moodle.example.edu')
    await card.getByRole('button', { name: 'Save sites' }).click()
    await card.getByLabel('Code for a chat in the page').waitFor()
    await shoot(page, 'class-link-embed-1440-light')

    await card.getByRole('switch', { name: 'Link is on' }).click()
    await card.getByText('Off', { exact: true }).waitFor()
    expect(await find()).toMatchObject({ paused: true, sites: ['https://moodle.example.edu'] })
    await card.getByRole('button', { name: 'Delete' }).click()
    await eventually(find).toBeUndefined()
    // As slow as people click: the dialog would close between the press and the release.
    await page.getByRole('button', { name: 'Undo' }).click({ delay: 50 })
    await card.waitFor()
    expect(await find()).toMatchObject({ paused: true, kind: 'passphrase' })
    expect(faults).toEqual([])
  })

  it('fit on a phone', async () => {
    const { page } = await journey.openSignedIn(`/assistants/${assistant}`, PHONE)
    await page.getByRole('button', { name: 'Student access' }).click()
    await page.getByTestId('class-links').getByRole('article').first().waitFor()
    await page.getByTestId('class-links').getByRole('button', { name: 'Settings' }).first().click()
    await shoot(page, 'class-link-settings-390-light')
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(isWide).toBe(false)
  })

  it('take a student to the chat without a form, and later to the same chats', async () => {
    const { code } = await makeLink()
    const { page, context, faults } = await journey.open(PHONE)
    await page.goto(`/l/${code.toUpperCase()}`)
    await page.getByRole('heading', { name: 'Biology tutor' }).waitFor()
    await shoot(page, 'guest-start-390-light')
    await ask(page, 'What is osmosis?')
    await page.getByText('What is osmosis?').nth(1).waitFor()
    await shoot(page, 'guest-chat-390-light')
    await expectAccessible(page)
    await eventually(() => page.url()).toContain('chat=')

    await page.goto(`/l/${code}`)
    await page.getByRole('button', { name: 'More' }).click()
    await shoot(page, 'guest-menu-390-light')
    await page.getByRole('menuitem', { name: /What is osmosis/ }).click()
    await page.getByText('What is osmosis?').nth(1).waitFor()
    expect(await context.cookies()).toEqual([])

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Leave and delete my chats' }).click()
    await page.getByRole('button', { name: 'Delete chats' }).click()
    await page.getByRole('heading', { name: 'Your chats were deleted' }).waitFor()
    expect(faults).toEqual([])
  })

  it('keep the newest answer in view, and ask for nothing that guests may not have', async () => {
    const { code } = await makeLink()
    const { page } = await journey.open()
    const refused: string[] = []
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
    await page.goto(`/l/${code}`)
    for (const nth of ['first', 'second', 'third']) {
      await ask(page, `${'What is osmosis, and why?\n\n'.repeat(60)}The ${nth} end.`)
      const end = page.getByTestId('answer').getByText(`The ${nth} end.`)
      await end.waitFor()
      await eventually(async () => ((await end.boundingBox())?.y ?? 9999) < 900).toBe(true)
    }
    expect(await page.getByRole('button', { name: 'Jump to latest' }).count()).toBe(0)
    await page.getByTestId('answer').last().hover()
    await page.mouse.wheel(0, -1500)
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('The third end.').nth(1).waitFor()
    expect(refused).toEqual([])
  })

  it('let a guest attach documents, rate, export and download everything', async () => {
    const draft = assistantOf('Essay coach', 'classic')
    Object.assign(draft.metadata, { chat_attachments: true, llm: 'full-conversation-bypass' })
    const { id } = await journey.call('POST', '/assistants', draft)
    await journey.call('POST', `/assistants/${id}/publish`, { publish_status: true })
    const { code } = await journey.call('POST', `/assistants/${id}/links`, { kind: 'anyone' })
    const { page, faults } = await journey.open({ width: 360, height: 740 })
    await page.goto(`/l/${code}`)
    const file = { name: 'essay.md', mimeType: 'text/markdown', buffer: Buffer.from('My cat is purple.') }
    await page
      .getByTestId('attachment-input')
      .setInputFiles([file, { ...file, name: 'empty.md', buffer: Buffer.from('') }])
    await page.getByRole('alert').getByText('empty.md').waitFor()
    await page.getByTestId('attachment').getByText('essay.md').waitFor()
    await shoot(page, 'guest-attachment-360-light')
    await expectAccessible(page)
    // A draft is no chat yet.
    await page.getByRole('button', { name: 'More' }).click()
    expect(await page.getByRole('menuitem', { name: 'Export' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByTestId('attachment').getByText('essay.md').waitFor()
    await ask(page, 'What colour is it?')
    await page.getByTestId('answer').getByText('My cat is purple.').waitFor()
    await page.getByRole('button', { name: 'Good answer' }).click()
    await expectAccessible(page)

    const more = page.getByRole('button', { name: 'More', exact: true })
    const savedBy = async (item: string) => {
      const saved = page.waitForEvent('download')
      await more.click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
      return readFileSync(await (await saved).path())
    }
    expect((await savedBy('Export')).toString()).toContain('What colour is it?')
    const zip = await savedBy('Download my data')
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect(zip.includes('account.json')).toBe(true)
    await more.click()
    await page.getByRole('menuitem', { name: 'Language and theme' }).click()
    await page.getByLabel('Language', { exact: true }).selectOption('eu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Kendu essay.md' }).waitFor()
    await page.getByText('Eskerrik asko zure iritziagatik').waitFor()
    await shoot(page, 'guest-chat-360-eu')
    await expectFits(page, 'guest-attachment')
    await page.getByRole('button', { name: 'Kendu essay.md' }).click()
    await eventually(() => page.getByTestId('attachment').count()).toBe(0)
    // The empty file was refused by the server.
    expect(faults.filter((one) => !one.includes('400'))).toEqual([])
  })

  it('ask for the passphrase', async () => {
    const { code } = await makeLink({ kind: 'passphrase', passphrase: 'open sesame' })
    const { page } = await journey.open(PHONE)
    await page.goto(`/l/${code}`)
    await page.getByLabel('Passphrase').fill('close sesame')
    await page.getByRole('button', { name: 'Start chatting' }).click()
    await page.getByText('Wrong passphrase').waitFor()
    await shoot(page, 'guest-passphrase-390-light')
    await expectAccessible(page)
    await page.getByLabel('Passphrase').fill('open sesame')
    await page.getByLabel('Your name').fill('Mia')
    await page.getByRole('button', { name: 'Start chatting' }).click()
    await page.getByTestId('question').waitFor()
    await page.reload()
    await page.getByTestId('question').waitFor()
  })

  it('say why they can’t be used', async () => {
    const [off, later, ended, members] = await Promise.all([
      makeLink({ paused: true }),
      makeLink({ starts_at: '2099-01-31T08:00:00Z' }),
      makeLink({ ends_at: '2020-01-31T08:00:00Z' }),
      makeLink({ kind: 'organization' }),
    ])
    const { page, context } = await journey.open(PHONE)
    for (const [code, heading] of [
      [off.code, 'This link is turned off'],
      [later.code, 'Not open yet'],
      [ended.code, 'This link is closed'],
      [members.code, 'Sign in to chat'],
      ['nosuchcode', 'Link not found'],
    ] as const) {
      await page.goto(`/l/${code}`)
      await page.getByRole('heading', { name: heading }).waitFor()
    }
    await page.goto(`/l/${later.code}`)
    await page.getByText('This link opens on Jan 31, 2099', { exact: false }).waitFor()
    await shoot(page, 'guest-not-open-390-light')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor()
    await shoot(page, 'guest-offline-390-light')
    await context.setOffline(false)
    await page.getByRole('button', { name: /again/i }).click()
    await page.getByRole('heading', { name: 'Not open yet' }).waitFor()
  })

  it('tell a guest in the chat that the link was turned off', async () => {
    const { id, code } = await makeLink()
    const { page } = await journey.open(PHONE)
    await page.goto(`/l/${code}`)
    await page.getByTestId('question').waitFor()
    await journey.call('PATCH', `/links/${id}`, { paused: true })
    await ask(page, 'Are you there?')
    await page.getByText('This link is turned off').waitFor()
  })

  it('let a guest sign in and keep the chats', async () => {
    const { code } = await makeLink()
    const { page } = await journey.open(PHONE)
    await page.goto(`/l/${code}`)
    await ask(page, 'What is a mitochondrion?')
    await page.getByText('What is a mitochondrion?').nth(1).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Sign in to keep your chats' }).click()
    await page.getByLabel('E-mail').fill(MEMBER.email)
    await page.getByLabel('Password').fill(MEMBER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('1 chat is now in your account').waitFor()
    await page.getByText('What is a mitochondrion?').nth(1).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/c/${assistant}`)
    await page.goto('/chats')
    await page.getByText('What is a mitochondrion?').first().waitFor()
  })

  it('let a guest keep the chats after the link has closed', async () => {
    const { id, code } = await makeLink()
    const { page } = await journey.open(PHONE)
    await page.goto(`/l/${code}`)
    await ask(page, 'What is a ribosome?')
    await page.getByText('What is a ribosome?').nth(1).waitFor()
    await journey.call('PATCH', `/links/${id}`, { ends_at: '2020-01-31T08:00:00Z' })
    await page.reload()
    await page.getByRole('link', { name: 'Sign in to keep your chats' }).click()
    await page.getByLabel('E-mail').fill(MEMBER.email)
    await page.getByLabel('Password').fill(MEMBER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('1 chat is now in your account').waitFor()
    await page.getByText('What is a ribosome?').nth(1).waitFor()
  })

  it('have room for longer texts on a phone', { tags: ['nightly'] }, async () => {
    const { code } = await makeLink({ kind: 'passphrase', passphrase: 'open sesame' })
    const { page } = await openLong(journey)
    await follow(page, `/assistants/${assistant}`)
    await page.getByTestId('show-publish').click()
    await page.getByRole('article', { name: code }).getByRole('button').nth(3).click()
    await shoot(page, 'class-link-settings-360-long')
    await expectNoSidewaysScroll(page, 'class link')
    await page.goto(`/l/${code}`)
    await page.getByRole('textbox').first().waitFor()
    await shoot(page, 'guest-passphrase-360-long')
    await expectNoSidewaysScroll(page, 'guest')
  })

  it('open in a chat bubble on an allowed site, without cookies, and on no other site', async () => {
    const { id, code } = await makeLink()
    const { page, context } = await journey.open({ width: 1440 })
    const server = journey.server.url
    html = `<!doctype html><title>Course</title><h1>Course</h1><script src="${server}/embed.js" data-link="${code}" data-title="Ask the tutor" async></script>`
    const headers = async (path: string) =>
      (await context.request.get(server + path, { headers: { accept: 'text/html' } })).headers()[
        'content-security-policy'
      ]
    expect(await headers(`/l/${code}`)).toContain("frame-ancestors 'none'")
    await journey.call('PATCH', `/links/${id}`, { sites: [siteUrl] })
    expect(await headers(`/l/${code}`)).toContain(`frame-ancestors 'self' ${siteUrl}`)
    for (const path of ['/', '/assistants', `/c/${assistant}`, '/sign-in'])
      expect(await headers(path), path).toContain("frame-ancestors 'none'")

    await page.goto(siteUrl)
    await page.getByRole('button', { name: 'Ask the tutor' }).click()
    const frame = page.frameLocator('iframe[title="Ask the tutor"]')
    await frame.getByRole('heading', { name: 'Biology tutor' }).waitFor()
    await ask(frame, 'What is a cell?')
    await frame.getByText('What is a cell?').nth(1).waitFor()
    await shoot(page, 'class-link-bubble-1440-light')
    expect(await context.cookies()).toEqual([])

    await journey.call('PATCH', `/links/${id}`, { sites: ['https://elsewhere.example'] })
    await page.reload()
    await page.getByRole('button', { name: 'Ask the tutor' }).click()
    await eventually(() => page.frames().some((one) => one.url().startsWith('chrome-error'))).toBe(true)
  })
})
