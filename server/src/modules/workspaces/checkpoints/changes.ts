import type { WorkspaceChangedFile } from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { OpenWorkspace } from '../open-workspace.ts'
import { diffFiles } from '../text/diff-files.ts'
import type { DiffSide } from '../text/unified-diff.ts'
import type { Leaf, TreeChange } from '../trees/tree.ts'

const MAX_FILES = 500
const MAX_TEXT = 1024 * 1024
/** Maximum characters of a response. */
const ROOM = 8 * 1024 * 1024

/** The diff of two contents never changes, so it is cached. */
const cache = new LRUCache<string, WorkspaceChangedFile>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ diff, base_content }) => (diff?.length ?? 0) + (base_content?.length ?? 0) + 500,
})

/** The files that differ between two trees, with what changed in them. */
export async function describeChanges(
  workspace: OpenWorkspace,
  before: string,
  after: string,
): Promise<{ files: WorkspaceChangedFile[]; truncated: boolean }> {
  const files: WorkspaceChangedFile[] = []
  let room = ROOM
  for await (const change of workspace.trees.compare(before, after)) {
    if (files.length === MAX_FILES) return { files, truncated: true }
    const file = await describeChange(workspace, change)
    room -= (file.diff?.length ?? 0) + (file.base_content?.length ?? 0)
    files.push(room < 0 ? { ...file, diff: null, base_content: null, is_too_large: true } : file)
  }
  return { files, truncated: false }
}

export async function describeChange(
  workspace: OpenWorkspace,
  { path, before, after }: TreeChange,
): Promise<WorkspaceChangedFile> {
  const key = `${workspace.id} ${path} ${markOf(before)} ${markOf(after)}`
  const file = cache.get(key) ?? (await compare(workspace, { path, before, after }))
  cache.set(key, file)
  return file
}

const markOf = (leaf: Leaf | undefined): string =>
  leaf?.kind === 'file' ? `${leaf.hash}-${leaf.mode}` : leaf?.kind === 'link' ? `→${leaf.target}` : ''

async function compare(
  workspace: OpenWorkspace,
  { path, before, after }: TreeChange,
): Promise<WorkspaceChangedFile> {
  const status = before ? (after ? 'modified' : 'deleted') : 'added'
  const plain = { path, status, additions: 0, deletions: 0, diff: null, base_content: null } as const
  if ([before, after].some((leaf) => leaf?.kind === 'file' && leaf.size > MAX_TEXT))
    return { ...plain, is_binary: false, is_too_large: true }
  const [old, now] = [await sideOf(workspace, before), await sideOf(workspace, after)]
  const { diff, added, removed, omitted } = await diffFiles(path, old, now)
  const isBinary = omitted === 'binary'
  return {
    ...plain,
    additions: added,
    deletions: removed,
    diff: omitted ? null : diff,
    base_content: old && !isBinary ? old.bytes.toString('utf8') : null,
    is_binary: isBinary,
    is_too_large: omitted === 'too_large',
  }
}

async function sideOf({ objects }: OpenWorkspace, leaf: Leaf | undefined): Promise<DiffSide | undefined> {
  if (!leaf) return undefined
  // Links are shown as in git: as a file with the target as its text.
  if (leaf.kind === 'link') return { bytes: Buffer.from(leaf.target), mode: 0o644 }
  return { bytes: await objects.get(leaf.hash), mode: leaf.mode }
}
