import * as z from 'zod'
import type { Channel } from '../../../platform/notifications/notifications.ts'

const schema = z.object({ id: z.string() })

/** To the instance that writes the answer: another one wants to read it. */
export const followAnswer: Channel<{ id: string }> = { name: 'answer-follow', schema }
/** To the instance that writes the answer: its reader has stopped it. */
export const stopAnswer: Channel<{ id: string }> = { name: 'answer-stop', schema }
/** To readers on other instances: there are new events, or the answer has ended. */
export const answerUpdated: Channel<{ id: string }> = { name: 'answer-news', schema }
