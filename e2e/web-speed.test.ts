import { beforeAll, expect, it } from 'vitest'
import { ADMIN, assistantOf, describeJourneys, MEMBER, signInContext, type Window } from './browser.ts'

/** Script files per page, for every role. Each one costs a round trip. */
const MAX_SCRIPTS = 13
/** Files with texts, which load beside the page's scripts. Browsers keep them across releases that don't change them. */
const MAX_TEXTS = 7

const STUDENT = { ...MEMBER, email: 'stu@example.edu', user_type: 'end_user' }

/** Scripts that the page has loaded. */
const SCRIPTS = `performance.getEntriesByType('resource')
  .map((one) => new URL(one.name).pathname).filter((path) => path.endsWith('.js'))`

/** A model that is never asked: without one, nothing can be graded. */
const ENV = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  OPENAI_API_KEY: 'k',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  OPENAI_MODELS: 'model',
  OPENAI_MODEL: 'model',
}

describeJourneys(
  'speed',
  (journey) => {
    let paths: Record<'educator' | 'student' | 'anyone', string[]>

    beforeAll(async () => {
      const { call } = journey
      await call('POST', '/creator/admin/users/create', STUDENT)
      const assistant = (await call('POST', '/assistants', assistantOf('Cell tutor', 'classic'))).id
      const agent = (await call('POST', '/assistants', assistantOf('Course guide', 'multi_tool'))).id
      await call('POST', `/assistants/${assistant}/publish`, { publish_status: true })
      const link = (await call('POST', `/assistants/${assistant}/links`, { kind: 'anyone' })).code
      const base = (await call('POST', '/knowledge-bases', { name: 'Biology' })).id
      const chat = (await call('POST', '/chats', { assistant_id: assistant, title: 'Cells' })).id
      const rubric = await addRubric()
      const grading = (await call('POST', `/rubrics/${rubric}/gradings`, { name: 'Class 4b' })).id
      const workspace = (await call('POST', '/workspaces', { name: 'Lab' })).id
      paths = {
        educator: [
          '/',
          '/assistants',
          '/assistants/create',
          '/assistants/create/classic',
          `/assistants/${assistant}`,
          `/assistants/${assistant}/activity`,
          `/assistants/${assistant}/tests`,
          '/multi-tool-assistants',
          '/multi-tool-assistants/create',
          `/multi-tool-assistants/${agent}`,
          '/chats',
          `/chats/${chat}`,
          '/knowledge',
          `/knowledge/${base}`,
          '/rubrics',
          `/rubrics/${rubric}`,
          `/rubrics/${rubric}/gradings/new`,
          `/rubrics/${rubric}/gradings/${grading}`,
          '/workspaces',
          `/workspaces/${workspace}`,
          '/prompts',
          '/usage',
          '/usage?scope=all',
          '/courses',
          '/organization',
          '/organization?tab=providers',
          '/organization?tab=members',
          '/organization?tab=prices',
          '/organization?tab=policy',
          '/admin',
          '/admin?tab=health',
          '/admin?tab=jobs',
          '/admin?tab=audit',
          '/account',
          '/confirm-email',
          `/c/${assistant}`,
          '/nowhere',
        ],
        student: ['/', '/chats', '/account', `/c/${assistant}`],
        anyone: [
          '/sign-in',
          '/first-run',
          '/forgot-password',
          '/reset-password',
          '/invite',
          `/l/${link}`,
          '/launch/enter',
          '/launch/setup',
          '/launch/link',
          '/launch/choose',
          '/launch/dashboard',
        ],
      }
    })

    const addRubric = async (): Promise<string> => {
      const { rubric } = await journey.call('POST', '/creator/rubrics', {
        title: 'Essay',
        criteria: [
          {
            name: 'Argument',
            description: 'How the claim is supported',
            weight: 100,
            levels: [
              { label: 'Good', score: 2, description: 'Clear' },
              { label: 'Weak', score: 1, description: 'Unclear' },
            ],
          },
        ],
      })
      return rubric.rubric_id
    }

    const visit = async ({ page }: Window, path: string): Promise<string[]> => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      return page.evaluate<string[]>(SCRIPTS)
    }

    // Every day, built-pages.test.ts counts the files that the build names.
    for (const who of ['educator', 'student', 'anyone'] as const)
      it(`needs few files per page (${who})`, { tags: ['nightly'] }, async () => {
        const tooMany: string[] = []
        const look = async (some: string[]) => {
          const window = await journey.open({ fresh: true })
          if (who !== 'anyone')
            await signInContext(window.context, journey.server.url, who === 'student' ? STUDENT : undefined)
          for (const path of some) {
            const files = await visit(window, path)
            const scripts = files.filter((file) => !file.includes('/texts/'))
            const texts = files.length - scripts.length
            if (scripts.length > MAX_SCRIPTS || texts > MAX_TEXTS)
              tooMany.push(`${path}: ${scripts.length} and ${texts} texts`)
            expect(scripts.length, path).toBeGreaterThan(3)
          }
          expect(window.faults.filter((fault) => !fault.includes('/nowhere'))).toEqual([])
        }
        // A page is complete after half a second without a request, so several are opened side by side.
        await Promise.all([0, 1, 2, 3].map((nth) => look(paths[who].filter((_, index) => index % 4 === nth))))
        expect(tooMany).toEqual([])
      })
  },
  ENV,
)
