import {
  type AssistantFields,
  type AssistantRecord,
  createLenientAssistantSchema,
  joinMessages,
  type Message,
  parseMetadata,
  say,
  toReadableName,
} from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { issueMessage } from '../../../platform/http/plain-issue.ts'

/**
 * An assistant as a file: LAMB's flat object. Leaves out its publication: an LTI consumer name must not be passed on.
 */
export const toExport = (record: AssistantRecord) => ({
  id: record.id,
  organization_id: record.organization_id,
  name: record.name,
  description: record.description,
  owner: record.owner,
  metadata: record.metadata,
  api_callback: record.api_callback,
  system_prompt: record.system_prompt,
  prompt_template: record.prompt_template,
  RAG_endpoint: record.RAG_endpoint,
  RAG_Top_k: record.RAG_Top_k,
  RAG_collections: record.RAG_collections,
  pre_retrieval_endpoint: record.pre_retrieval_endpoint,
  post_retrieval_endpoint: record.post_retrieval_endpoint,
  created_at: record.created_at,
  updated_at: record.updated_at,
})

const KNOWLEDGE_PROCESSORS: readonly string[] = ['simple_rag', 'context_aware_rag', 'hierarchical_rag']

/**
 * Reads such a file by the rules of LAMB's page. Ids of knowledge bases, rubrics and files are kept: they grant no
 * access and are checked against the new owner whenever the assistant runs.
 */
export function readExport(file: Record<string, unknown>): AssistantFields {
  const faults = faultsOf(file)
  if (faults.length > 0)
    throw badRequest(say('assistants.import_invalid', { reason: joinMessages('parts.series', faults) }))
  // A file from LAMB's route has LAMB's form as its `name`.
  const name = typeof file['display_name'] === 'string' ? file['display_name'] : file['name']
  const fields = createLenientAssistantSchema.safeParse({ ...file, name })
  if (!fields.success) {
    const problems = fields.error.issues
      .slice(0, 10)
      .map((issue) =>
        say('requests.field_invalid', { path: issue.path.join('.'), problem: issueMessage(issue) }),
      )
    throw badRequest(say('assistants.import_invalid', { reason: joinMessages('parts.series', problems) }))
  }
  return { ...fields.data, name: toReadableName(fields.data.name ?? '') }
}

function faultsOf(file: Record<string, unknown>): Message[] {
  const faults: Message[] = []
  if (typeof file.name !== 'string' || file.name.trim() === '') faults.push(say('parts.import_no_name'))
  if (typeof file.system_prompt !== 'string')
    faults.push(say('parts.import_missing', { field: 'system_prompt' }))
  const json = file.metadata ?? file.api_callback
  if (typeof json !== 'string') return [...faults, say('parts.import_metadata_text')]
  const settings = parseMetadata(json)
  if (!settings) return [...faults, say('parts.import_metadata_json')]
  if (KNOWLEDGE_PROCESSORS.includes(settings.rag_processor)) {
    if (typeof file.RAG_Top_k !== 'number')
      faults.push(say('parts.import_number', { field: 'RAG_Top_k', processor: settings.rag_processor }))
    if (typeof file.RAG_collections !== 'string') {
      faults.push(say('parts.import_text', { field: 'RAG_collections', processor: settings.rag_processor }))
    }
  }
  if (settings.rag_processor === 'single_file_rag' && settings.file_path === '') {
    faults.push(say('parts.import_file_path'))
  }
  return faults
}
