interface HelpPage {
  /** The start of the path: whole segments, such as `/knowledge` for `/knowledge/3`. */
  path: string
  /** The end of the path, for a page of its own below `path`. */
  end?: string
  /** The value of `tab` in the URL; without it the entry is for all other tabs. */
  tab?: string
  /** A page that `scripts/help/build-help.mjs` builds from `docs/`. */
  help: string
}

/** The documentation page for each screen. The first match counts. */
export const HELP_PAGES: readonly HelpPage[] = [
  { path: '/assistants', end: '/activity', help: '/help/educators/activity' },
  { path: '/assistants', help: '/help/educators/first-assistant' },
  { path: '/multi-tool-assistants', help: '/help/educators/first-assistant' },
  { path: '/knowledge', help: '/help/educators/knowledge-bases' },
  { path: '/rubrics', help: '/help/educators/rubrics' },
  { path: '/prompts', help: '/help/educators/prompts' },
  { path: '/workspaces', help: '/help/educators/agents' },
  { path: '/usage', help: '/help/educators/traces-and-usage' },
  { path: '/c', help: '/help/students' },
  { path: '/l', help: '/help/students' },
  { path: '/organization', tab: 'providers', help: '/help/admins/providers' },
  { path: '/organization', tab: 'defaults', help: '/help/admins/providers' },
  { path: '/organization', tab: 'knowledge', help: '/help/admins/providers' },
  { path: '/organization', tab: 'signin', help: '/help/admins/single-sign-on' },
  { path: '/organization', tab: 'budgets', help: '/help/admins/budgets' },
  { path: '/organization', tab: 'prices', help: '/help/admins/budgets' },
  { path: '/organization', tab: 'lms', help: '/help/admins/lti' },
  { path: '/launch', help: '/help/students' },
  { path: '/organization', tab: 'moodle', help: '/help/admins/moodle' },
  { path: '/organization', tab: 'mcp', help: '/help/admins/mcp-servers' },
  { path: '/organization', tab: 'policy', help: '/help/admins/organization-settings' },
  { path: '/organization', tab: 'audit', help: '/help/admins/operations' },
  { path: '/organization', help: '/help/admins/people' },
  { path: '/admin', tab: 'users', help: '/help/admins/people' },
  { path: '/admin', tab: 'audit', help: '/help/admins/operations' },
  { path: '/admin', tab: 'jobs', help: '/help/admins/operations' },
  { path: '/admin', tab: 'import', help: '/help/admins/moving-from-lamb' },
  { path: '/admin', tab: 'health', help: '/help/admins/operations' },
  { path: '/admin', help: '/help/admins' },
]

/** The URL of the documentation for a screen; the start page if there is none. Pure. */
export function helpFor({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string {
  const tab = searchParams.get('tab')
  const match = HELP_PAGES.find(
    (page) =>
      (pathname === page.path || pathname.startsWith(`${page.path}/`)) &&
      (page.end === undefined || pathname.endsWith(page.end)) &&
      (page.tab === undefined || page.tab === tab),
  )
  return match?.help ?? '/help'
}
