import { api } from '$lib/api'

export const RANGES = [7, 30, 90, 365] as const
export type Range = (typeof RANGES)[number]
export const TABS = ['overview', 'topics', 'unanswered', 'conversations'] as const
export type ActivityTab = (typeof TABS)[number]
export const FILTERS = ['all', 'unanswered', 'down', 'up'] as const
export type Filter = (typeof FILTERS)[number]
export const PAGE_SIZE = 20

export interface ActivityView {
  tab: ActivityTab
  days: Range
  /** Only members of this course. */
  course: number | undefined
}

/** What the figures are about. */
export type Asked = Pick<ActivityView, 'course'> & { days: number }

/** The view is in the URL, so that reload, back and shared links show the same. */
export const readView = (query: URLSearchParams): ActivityView => ({
  tab: TABS.find((tab) => tab === query.get('tab')) ?? 'overview',
  days: RANGES.find((days) => String(days) === query.get('days')) ?? 30,
  course: Number(query.get('course')) || undefined,
})

export function writeView({ tab, days, course }: ActivityView): string {
  const query = new URLSearchParams()
  if (tab !== 'overview') query.set('tab', tab)
  if (days !== 30) query.set('days', String(days))
  if (course !== undefined) query.set('course', String(course))
  return query.size === 0 ? '' : `?${query}`
}

export const readSummary = (id: string, query: Asked, signal: AbortSignal) =>
  api.get('/assistants/{id}/activity', { params: { id }, query, signal })
export const readTopics = (id: string, query: Asked, signal: AbortSignal) =>
  api.get('/assistants/{id}/activity/topics', { params: { id }, query, signal })
export const titleTopics = (id: string, query: Asked, signal: AbortSignal) =>
  api.post('/assistants/{id}/activity/topics/titles', { params: { id }, query, signal })
export const readUnanswered = (id: string, query: Asked, signal: AbortSignal) =>
  api.get('/assistants/{id}/activity/unanswered', { params: { id }, query, signal })

/** Courses that the educator may see. */
export const readCourses = (signal: AbortSignal) =>
  api.get('/organizations/{slug}/courses', { params: { slug: 'current' }, query: { limit: 500 }, signal })

export const readConversations = (
  id: string,
  query: Asked & { only: Filter; search: string; page: number; person?: string | undefined },
  signal: AbortSignal,
) =>
  api.get('/assistants/{id}/activity/conversations', {
    params: { id },
    query: { ...query, per_page: PAGE_SIZE },
    signal,
  })

export const readConversation = (id: string, conversation: string, signal: AbortSignal) =>
  api.get('/assistants/{id}/activity/conversations/{conversation}', { params: { id, conversation }, signal })

export const markHandled = (id: string, question_ids: string[]) =>
  api.post('/assistants/{id}/activity/unanswered/handled', { params: { id }, body: { question_ids } })

export const saveNote = (
  id: string,
  body: { question: string; answer: string; knowledge_base_id: string; question_ids: string[] },
) => api.post('/assistants/{id}/activity/notes', { params: { id }, body })
