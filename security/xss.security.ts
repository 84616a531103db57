import { beforeAll, expect, it } from 'vitest'
import { describeJourneys, type Json } from '../e2e/browser.ts'
import { print } from './support/print.ts'

/** Each sets a mark if the browser runs it. */
const PAYLOADS = [
  '<img src=x onerror="window.harmed=1">',
  '"><svg onload="window.harmed=1">',
  '<script>window.harmed=1</script>',
  "');window.harmed=1;//",
  '[click](javascript:window.harmed=1)',
  '![x](x"onerror="window.harmed=1)',
  '<iframe srcdoc="<script>parent.harmed=1</script>"></iframe>',
  '$\\href{javascript:window.harmed=1}{x}$',
  '</title><script>window.harmed=1</script>',
  '<a href="javascript:window.harmed=1" autofocus onfocus="window.harmed=1">x</a>',
]
const ALL = PAYLOADS.join(' ')
/** Each is a diagram that is drawn, or its code. */
const DIAGRAMS = [
  'flowchart TD\n  A[<img src=x onerror="parent.harmed=1">] --> B["<script>parent.harmed=1</script>"]',
  'flowchart TD\n  A --> B\n  click A "javascript:parent.harmed=1"\n  click B call parent.harmed()',
  'flowchart TD\n  A --> B\n  click A href "javascript:parent.harmed=1" _top',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart TD\n  A["<iframe srcdoc=\'<script>top.harmed=1</script>\'>"] --> B',
  '---\nconfig:\n  securityLevel: loose\n  themeCSS: "</style><script>parent.harmed=1</script>"\n---\nflowchart TD\n  A --> B',
  '%%{init: {"themeCSS": "* { background: url(https://attacker.example/x) }"}}%%\nflowchart TD\n  A --> B',
  'sequenceDiagram\n  participant A\n  link A: x @ javascript:parent.harmed=1\n  A->>B: <svg onload="parent.harmed=1">',
  'classDiagram\n  class A\n  click A href "javascript:parent.harmed=1" "tip"',
  'flowchart TD\n  A["$$\\href{javascript:parent.harmed=1}{x}$$"] --> B',
]
const DIAGRAM_ANSWER = DIAGRAMS.map((code) => `\`\`\`mermaid\n${code}\n\`\`\``).join('\n\n')
/** Everything on the page that could run a script. */
const DANGEROUS = `[...document.querySelectorAll('*')].flatMap((one) => [...one.attributes]
  .filter(({ name, value }) => name.startsWith('on') || /^\\s*javascript:/i.test(value) || name === 'srcdoc')
  .map(({ name, value }) => one.tagName + ' ' + name + '=' + value))`
/** The same inside of the drawings, which are images. */
const DANGEROUS_DRAWINGS = `[...document.querySelectorAll('figure.diagram img')].flatMap((image) =>
  [...new DOMParser().parseFromString(decodeURIComponent(image.src.split(',')[1]), 'image/svg+xml').querySelectorAll('*')]
    .flatMap((one) => [
      ...(/^(script|iframe|foreignObject|image|a|parsererror)$/i.test(one.localName) ? [one.localName] : []),
      ...[...one.attributes].filter(({ name, value }) => /^on|href$/.test(name) || /javascript:/i.test(value))
        .map(({ name, value }) => one.localName + ' ' + name + '=' + value),
      ...(/attacker/.test(one.localName === 'style' ? one.textContent : '') ? ['style'] : []),
    ]))`

describeJourneys('scripts in what people write', (journey) => {
  const paths: string[] = []
  let diagramPath: string

  beforeAll(async () => {
    const { call } = journey
    const assistant: Json = await call('POST', '/assistants', {
      name: ALL.slice(0, 60),
      description: ALL,
      system_prompt: ALL,
      prompt_template: `${ALL} {user_input}`,
      metadata: { connector: 'bypass', llm: 'simple-bypass' },
    })
    await call('POST', `/assistants/${assistant.id}/publish`, { publish_status: true })
    const answer: Json = await call('POST', `/creator/assistant/${assistant.id}/chat/completions`, {
      messages: [{ role: 'user', content: ALL }],
    })
    const diagrams: Json = await call('POST', `/creator/assistant/${assistant.id}/chat/completions`, {
      messages: [{ role: 'user', content: `\n\n${DIAGRAM_ANSWER}\n` }],
    })
    diagramPath = `/chats/${diagrams.chat_id}`
    const base: Json = await call('POST', '/knowledge-bases', {
      name: PAYLOADS[0],
      description: ALL.slice(0, 900),
    })
    const rubric: Json = await call('POST', '/creator/rubrics', {
      title: PAYLOADS[0],
      description: ALL,
      scoringType: 'points',
      maxScore: 10,
      criteria: PAYLOADS.slice(0, 3).map((text) => ({
        name: text,
        description: ALL,
        weight: 33,
        levels: [
          { label: text, description: ALL, score: 2 },
          { label: 'Poor', description: text, score: 1 },
        ],
      })),
    })
    const workspace: Json = await call('POST', '/workspaces', { name: PAYLOADS[0] })
    await call('POST', '/creator/admin/users/create', {
      email: 'mallory@example.edu',
      name: PAYLOADS[0],
      password: 'a good password',
      role: 'user',
      user_type: 'creator',
    })
    paths.push(
      ...['/', '/assistants', '/knowledge', '/rubrics', '/workspaces', '/chats', '/usage', '/account'],
      ...['/organization', '/organization?tab=members', '/admin', '/admin?tab=audit', '/admin?tab=jobs'],
      `/assistants/${assistant.id}`,
      `/assistants/${assistant.id}/activity`,
      `/assistants/${assistant.id}/tests`,
      `/chats/${answer.chat_id}`,
      `/c/${assistant.id}`,
      `/c/${assistant.id}?chat=${answer.chat_id}`,
      `/knowledge/${base.id}`,
      `/rubrics/${rubric.rubric.rubric_id}`,
      `/workspaces/${workspace.id}`,
      `/sign-in?next=${encodeURIComponent('javascript:window.harmed=1')}`,
      `/assistants?q=${encodeURIComponent(ALL.slice(0, 300))}`,
    )
  })

  it('do not run on any page', { timeout: 300_000 }, async () => {
    const { page } = await journey.openSignedIn('/assistants')
    const harmed: string[] = []
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const dangerous = await page.evaluate(DANGEROUS)
      if (await page.evaluate('window.harmed === 1')) harmed.push(`${path} ran a script`)
      if (Array.isArray(dangerous) && dangerous.length > 0) harmed.push(`${path}: ${dangerous.join(', ')}`)
    }
    print('scripts in a browser', {
      pages: paths.length,
      payloads: PAYLOADS.length,
      dialogs,
      ran: harmed.length,
    })
    expect(dialogs).toBe(0)
    expect(harmed).toEqual([])
  })

  it('do not run in diagrams', async () => {
    const { page } = await journey.openSignedIn('/assistants')
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(journey.server.url) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url())
    })
    await page.goto(diagramPath)
    await expect.poll(() => page.locator('figure.diagram').count(), { timeout: 60_000 }).toBe(DIAGRAMS.length)
    expect(await page.locator('figure.diagram img').count()).toBeGreaterThan(0)
    expect(await page.evaluate(DANGEROUS)).toEqual([])
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await page.evaluate(DANGEROUS_DRAWINGS)).toEqual([])
    expect(foreign).toEqual([])
  })
})
