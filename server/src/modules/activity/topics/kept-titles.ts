import { createHash } from 'node:crypto'
import type { TopicTitle } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type StoredTitle, titleRepository } from './title.repository.ts'
import type { TopicToTitle } from './title-topics.ts'

const DAY_SECONDS = 86_400
/** Titles are written again if someone still looks at the topic. */
export const TITLE_SECONDS = 90 * DAY_SECONDS

/** Titles that were written before, for as long as a topic has the same words and examples. */
export const createKeptTitles = (db: Db) => ({
  /** A function that tells the title of each of these topics. */
  async find(
    assistantId: number,
    topics: readonly TopicToTitle[],
  ): Promise<(topic: TopicToTitle) => StoredTitle | { title: null; summary: null }> {
    const rows = await titleRepository.find(db, assistantId, topics.map(keyOf))
    const titlesByTopic = new Map(rows.map(({ topic, title, summary }) => [topic, { title, summary }]))
    return (topic) => titlesByTopic.get(keyOf(topic)) ?? { title: null, summary: null }
  },

  async keep(
    assistantId: number,
    topics: readonly TopicToTitle[],
    written: readonly TopicTitle[],
  ): Promise<void> {
    const rows = topics.flatMap((topic) => {
      const title = written.find(({ label }) => label === topic.label)
      return title ? [{ topic: keyOf(topic), title: title.title, summary: title.summary }] : []
    })
    await titleRepository.save(db, assistantId, rows, nowSeconds())
  },
})

/** A hash, because examples are what people have written. */
const keyOf = ({ label, examples }: TopicToTitle): string =>
  createHash('sha256')
    .update(JSON.stringify([label, examples]))
    .digest('base64url')
