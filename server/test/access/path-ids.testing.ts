import type { Victim } from './access-matrix.testing.ts'

/** The ids for the parameters of a path, by the start of the path. The first match wins. */
const PATH_IDS: [RegExp, (victim: Victim) => Record<string, string | number>][] = [
  [
    /^\/creator\/admin\/organizations\/\{slug\}\/members/,
    (v) => ({ slug: v.organization.slug, userId: v.user.id }),
  ],
  [/^\/creator\/(admin|assistant)\/organizations\/\{slug\}/, (v) => ({ slug: v.organization.slug })],
  [/^\/creator\/admin\/assistant\//, (v) => ({ id: v.assistant })],
  [/^(\/creator\/aac|\/creation-sessions)/, (v) => ({ ...v.creation })],
  [/^\/creator\/admin\/org-admin\/assistants/, (v) => ({ id: v.assistant })],
  [/^\/creator\/admin\/(org-admin\/)?users/, (v) => ({ id: v.user.id, userId: v.user.id })],
  [/^\/creator\/lamb\/assistant-sharing\/user-permission/, (v) => ({ id: v.user.id, userId: v.user.id })],
  [/^\/creator\/lamb\/assistant-sharing/, (v) => ({ id: v.assistant, assistantId: v.assistant })],
  [/^(\/creator)?\/prompt-templates/, (v) => ({ id: v.template })],
  [/^(\/creator)?\/rubrics/, (v) => ({ id: v.rubric, grading: v.grading.id, work: v.grading.work })],
  [/^\/creator\/libraries/, ({ knowledge: { id, file } }) => ({ id, item: file })],
  [/^(\/creator)?\/files/, (v) => ({ path: v.file })],
  [/^\/static\/public/, (v) => ({ path: v.file })],
  [/^\/creator\/chats/, (v) => ({ id: v.chat })],
  [
    /^\/chats/,
    (v) => ({
      ...{ id: v.chat, message_id: v.question, picture: v.picture },
      ...{ attachment_id: v.attachment, folder_id: v.chatFolder },
    }),
  ],
  [/^\/kb-server\/collections\/owner/, (v) => ({ owner: v.user.id })],
  [
    /^(\/creator\/knowledgebases|\/knowledge-bases|\/kb-server)/,
    ({ knowledge: { id, file, question, run } }) => ({ id, file, job: file, question, run }),
  ],
  [/^\/workspaces/, (v) => ({ ...v.workspace })],
  [
    /^\/agentsmithy/,
    // If a header identifies the caller, the key in the URL is ignored.
    (v) => ({ assistant: v.assistant, token: 'bw_of-nobody', ...v.dialog }),
  ],
  [/^\/sources/, ({ knowledge: { file } }) => ({ file })],
  [
    /^\/creator\/assistant/,
    ({ assistant, test }) => ({ id: assistant, scenario: test.id, run: test.result }),
  ],
  [
    /^\/assistants/,
    ({ assistant, test, conversation }) => ({
      id: assistant,
      version: 1,
      window: 'window-of-owner',
      conversation,
      test: test.id,
      run: test.run,
      result: test.result,
    }),
  ],
  [/^\/creator\/analytics/, (v) => ({ id: v.assistant, chat: v.conversation })],
  [/^\/organizations\/\{slug\}\/members/, (v) => ({ slug: v.organization.slug, id: v.user.id })],
  [
    /^\/organizations\/\{slug\}\/sign-in-providers/,
    (v) => ({ slug: v.organization.slug, id: v.signInProvider }),
  ],
  [/^\/auth/, (v) => ({ provider: v.signInProvider })],
  [/^\/organizations\/\{slug\}\/invitations/, (v) => ({ slug: v.organization.slug, id: v.invitation })],
  [
    /^\/organizations\/\{slug\}/,
    (v) => ({ slug: v.organization.slug, platform: v.platform, course: v.course }),
  ],
  [/^\/links/, (v) => ({ ...v.link })],
  [/^(\/creator\/admin)?\/lti(-|\/)activities/, (v) => ({ id: v.activity })],
  [/^(\/lamb\/v1)?\/lti\/dashboard/, (v) => ({ id: v.chat })],
  [/^\/approvals/, (v) => ({ id: v.approval })],
  [/^\/system\/imports/, (v) => ({ id: v.import })],
  [/^\/system\/users/, (v) => ({ id: v.user.id })],
  [/^\/budgets/, (v) => ({ id: v.budget })],
  [/^\/traces/, (v) => ({ id: v.trace })],
  [/^\/memories/, (v) => ({ id: v.memory })],
  [/^\/api-keys/, (v) => ({ id: v.key })],
  [/^\/tool-secrets/, () => ({ name: 'LIBRARY_KEY' })],
  [/^\/tool-templates/, (v) => ({ id: v.toolTemplate })],
  [/^\/mcp-servers/, (v) => ({ id: v.mcp.server, tool: v.mcp.tool })],
  [/^\/lamb\/v1\/mcp/, (v) => ({ name: `assistant_${v.assistant}` })],
  [/^\/(v1\/)?models/, (v) => ({ model: `lamb_assistant.${v.assistant}` })],
  [/^\/creator\/news/, () => ({ lang: 'en' })],
  [/^\/docs/, () => ({ section: 'assistants' })],
  [/^(\/lamb\/v1)?\/completions\/tools/, () => ({ name: 'no_rag' })],
]

/** A path with the ids of the victim's objects. */
export function fillPath(path: string, victim: Victim): string {
  if (!path.includes('{')) return path
  const ids = PATH_IDS.find(([pattern]) => pattern.test(path))?.[1](victim)
  return path.replace(/\{(\w+)\+?\}/g, (_all, name: string) => {
    const id = ids?.[name]
    if (id === undefined) throw new Error(`add {${name}} of ${path} to PATH_IDS`)
    return String(id).split('/').map(encodeURIComponent).join('/')
  })
}
