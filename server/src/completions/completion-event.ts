import type { Source } from '@bellwether/wire'
import type { ModelEvent } from '../connectors/connector.ts'

/** What a running completion tells its door, in order: sources first (if any), then the model's events, `end` last. */
export type CompletionEvent = { type: 'sources'; sources: Source[] } | ModelEvent
