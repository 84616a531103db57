import type { TopicTitle } from '@bellwether/wire'
import type { TopicToTitle } from './title-topics.ts'

const MAX_KEPT = 2000

/** Titles that were written before, for as long as a topic has the same words and examples. In memory only. */
export function createKeptTitles() {
  const kept = new Map<string, Pick<TopicTitle, 'title' | 'summary'>>()
  const keyOf = (assistantId: number, { label, examples }: TopicToTitle): string =>
    JSON.stringify([assistantId, label, examples])

  return {
    find: (assistantId: number, topic: TopicToTitle) =>
      kept.get(keyOf(assistantId, topic)) ?? { title: null, summary: null },

    keep(assistantId: number, topics: readonly TopicToTitle[], written: readonly TopicTitle[]): void {
      for (const topic of topics) {
        const found = written.find(({ label }) => label === topic.label)
        if (found) kept.set(keyOf(assistantId, topic), { title: found.title, summary: found.summary })
      }
      for (const key of kept.keys()) {
        if (kept.size <= MAX_KEPT) break
        kept.delete(key)
      }
    },
  }
}
