import type { OwnCourses, UsableAssistant } from '@bellwether/wire'
import { api } from '$lib/api'

/** The assistants of one course; without a title, those of no course. */
export interface AssistantGroup {
  id: number
  title: string | undefined
  assistants: UsableAssistant[]
}

export type OwnCourse = OwnCourses['courses'][number]

export const readCourses = async (signal: AbortSignal): Promise<OwnCourse[]> =>
  (await api.get('/account/courses', { signal })).courses

/** By course; the assistants of no course come last. `search` filters by name and description. Pure. */
export function groupAssistants(
  assistants: ReadonlyMap<number, UsableAssistant>,
  courses: readonly OwnCourse[],
  search = '',
): AssistantGroup[] {
  const words = search.trim().toLowerCase()
  const listed = [...assistants.values()]
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(words))
    .sort((a, b) => a.name.localeCompare(b.name))
  const inCourse = new Set(courses.flatMap(({ assistant_ids }) => assistant_ids))
  const groups: AssistantGroup[] = courses.map(({ id, title, assistant_ids }) => ({
    id,
    title,
    assistants: listed.filter((assistant) => assistant_ids.includes(assistant.id)),
  }))
  const rest = { id: 0, title: undefined, assistants: listed.filter(({ id }) => !inCourse.has(id)) }
  return [...groups, rest].filter((group) => group.assistants.length > 0)
}
