import {
  KNOWLEDGE_LIMITS,
  type KnowledgeFile,
  type KnowledgeSettings,
  textOf,
  toMessageBody,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { notFound } from '../../../platform/errors.ts'
import { progressOf } from '../documents/file-progress.ts'
import type { SkippedFile } from '../documents/zip/unpack-zip.ts'
import { shownParams } from '../plugins/plugins.ts'
import type { BaseWithOwner } from '../records/base.repository.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { parseOrEmpty, readSettings, readWarnings } from '../records/records.ts'
import type { ChangeNumbers } from '../records/replacement.repository.ts'
import { readStoredMessage } from '../records/stored-message.ts'

/** An id from a path. Anything that can't be an id is not found. */
export function toKnowledgeId(text: string, kind = 'Knowledge base'): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(kind)
  return Number(text)
}

export const settingsOf = (base: BaseWithOwner): KnowledgeSettings => readSettings(base.settings)

export const toOwnBase = (base: BaseWithOwner, caller: UserCaller, canModify: boolean) => ({
  id: String(base.id),
  name: base.name,
  description: base.description,
  is_owner: base.owner_id === caller.userId,
  can_modify: canModify,
  is_shared: base.is_shared === 1,
  owner_name: base.owner_name,
  settings: settingsOf(base),
  created_at: base.created_at,
  updated_at: base.updated_at,
})

const stepOf = ({ status, progress_current: current, progress_total: total }: KnowledgeFileRow) =>
  status === 'processing' && total > 0 ? { current, total } : null

type Change = ChangeNumbers & { finished_at: number | null }

const toChange = (change: Change | undefined): KnowledgeFile['last_change'] => {
  if (!change || change.finished_at === null) return null
  const { finished_at: at, unchanged, changed, added, removed } = change
  return { at, unchanged, changed, added, removed }
}

export function toOwnFile(file: KnowledgeFileRow, tags: string[], change: Change | undefined): KnowledgeFile {
  const warnings = file.status === 'completed' ? readWarnings(file.warnings) : []
  return {
    id: String(file.id),
    name: file.name,
    title: file.title,
    content_type: file.content_type,
    size: file.size,
    source_url: file.source_url,
    language: file.language,
    status: file.status,
    stage: file.stage,
    progress: stepOf(file),
    ...progressOf(file, nowSeconds()),
    error_code: file.error_code,
    error_message: file.error_message,
    ...readStoredMessage(file),
    warnings: warnings.map(textOf),
    warning_messages: warnings.map(toMessageBody),
    attempts: file.attempts,
    passages: file.chunk_count,
    characters: file.character_count,
    plugin_name: file.plugin_name,
    plugin_params: shownParams(parseOrEmpty(file.plugin_params)),
    tags,
    last_change: toChange(change),
    created_at: file.created_at,
    updated_at: file.updated_at,
    started_at: file.started_at,
    finished_at: file.finished_at,
  }
}

export const toSkipped = ({ name, reason }: SkippedFile) => ({
  name: name.slice(0, KNOWLEDGE_LIMITS.fileName),
  ...toMessageBody(reason),
})
