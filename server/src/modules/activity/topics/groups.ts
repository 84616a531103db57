import type { Db } from '../../../platform/db/db.ts'
import { createTaskThread } from '../../../platform/threads/task-thread.ts'
import { startWorker } from '../../../platform/threads/worker.ts'
import { conversationRepository } from '../conversations/conversation.repository.ts'
import type { Period } from '../figures/figures.repository.ts'
import type { Observed } from '../observed.repository.ts'
import type { Grouping, GroupingTask } from './group-questions.ts'
import { type QuestionFilter, questionRepository } from './question.repository.ts'

export type GroupRequest = QuestionFilter & Pick<GroupingTask, 'minPeople' | 'maxGroups'>
export type FoundGroups = Grouping & { questions: number }

interface Cached {
  stamp: string
  groups: Promise<FoundGroups>
}

const MAX_CACHED = 100

/** Groups of questions, computed again only after the questions have changed. */
export function createGroups(reports: Db) {
  const cache = new Map<string, Cached>()

  async function compute(assistant: Observed, period: Period, request: GroupRequest): Promise<FoundGroups> {
    const { minPeople, maxGroups } = request
    const questions = await questionRepository.list(reports, assistant, period, request)
    if (questions.length === 0) return { groups: [], ungrouped: 0, questions: 0 }
    const names = await conversationRepository.names(reports, assistant)
    return {
      ...(await groupInThread({ questions, names, minPeople, maxGroups })),
      questions: questions.length,
    }
  }

  return {
    async find(assistant: Observed, period: Period, request: GroupRequest): Promise<FoundGroups> {
      const key = [assistant.id, assistant.courseId, period.start, period.end, request.unansweredOnly].join(
        ' ',
      )
      const stamp = await questionRepository.stamp(reports, assistant, period, request)
      const cached = cache.get(key)
      if (cached?.stamp === stamp) return cached.groups
      const groups = compute(assistant, period, request)
      cache.delete(key)
      cache.set(key, { stamp, groups })
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
      // A failure is not remembered.
      groups.catch(() => cache.delete(key))
      return groups
    },
  }
}

const MAX_MS = 60_000

/** The same as `groupQuestions`, without blocking the event loop. */
export const groupInThread = createTaskThread<GroupingTask, Grouping>({
  start: () => startWorker('topics', new URL('./topics.worker.ts', import.meta.url)),
  timeoutMs: MAX_MS,
})
