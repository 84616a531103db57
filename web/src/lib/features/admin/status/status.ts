import type { SystemProblem, SystemStatus } from '@bellwether/wire'
import { api } from '$lib/api'

export const readStatus = (signal: AbortSignal) => api.get('/system/status', { signal })

export type StepId = SystemStatus['steps'][number]['id']
export type ProblemId = SystemProblem['id']

/** The page where a step is done, or its documentation. */
export const STEP_LINKS: Readonly<Record<StepId, string>> = {
  admin: '/admin?tab=users',
  model: '/organization?tab=providers',
  educator: '/organization?tab=invitations',
  https: '/help/admins/reverse-proxy',
  backup: '/help/admins/backup',
  smtp: '/help/admins/e-mail',
  sign_in: '/organization?tab=signin',
}

/** Where a problem can be solved, or how. */
export const PROBLEM_LINKS: Readonly<Record<ProblemId, string>> = {
  disk_low: '/help/admins/operations',
  answers_fail: '/organization?tab=providers',
  budgets_used_up: '/admin?tab=organizations',
  mails_failed: '/organization?tab=invitations',
  mails_late: '/help/admins/e-mail',
  documents_failed: '/admin?tab=jobs',
  backup_old: '/help/admins/backup',
  no_https: '/help/admins/reverse-proxy',
}

export const isHelp = (href: string): boolean => href.startsWith('/help')
