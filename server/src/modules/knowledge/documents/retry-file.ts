import type { UserCaller } from '../../../platform/caller.ts'
import type { Knowledge } from '../knowledge.ts'
import type { FileStatus } from '../records/file.repository.ts'
import { type Given, readParams, requireIngestPlugin } from './add-documents.ts'

/** Processes it again; settings that are sent replace the previous ones. */
export async function retryFile(
  documents: Pick<Knowledge['documents'], 'get' | 'retry'>,
  caller: UserCaller,
  base: number,
  id: number,
  rawParams: Given,
  from?: readonly FileStatus[],
) {
  const file = await documents.get(caller, base, id)
  if (Object.keys(rawParams).length === 0) return documents.retry(caller, base, id, undefined, from)
  const { params } = readParams(requireIngestPlugin(file.plugin_name), rawParams, true)
  return documents.retry(caller, base, id, params, from)
}
