import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface AssistantTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  /** As typed by its author. Unique per owner. */
  name: string
  /**
   * LAMB's form of the name, `12_essay_evaluator`: shown by LAMB's routes and found by `LAMB:<name>`. Also unique per
   * owner.
   */
  lamb_name: Generated<string | null>
  description: Generated<string>
  /** JSON text exactly as saved. */
  metadata: Generated<string>
  system_prompt: Generated<string>
  prompt_template: Generated<string>
  /** LAMB's legacy columns: knowledge base ids "5,7", and the number of passages. */
  rag_collections: Generated<string>
  rag_top_k: Generated<number>
  /** Incremented on every save; the key of versions and caches. */
  version: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** The picture that its author has chosen. Without one, the pages show initials. */
export interface AssistantPictureTable {
  assistant_id: number
  /** A hash of the content. */
  mark: string
  content_type: string
  bytes: Uint8Array
}

export interface AssistantVersionNameTable {
  assistant_id: number
  version: number
  name: string
}

export interface AssistantVersionTable {
  id: Generated<number>
  assistant_id: number
  version: number
  /** JSON of the fields before the save that replaced them. */
  snapshot: string
  saved_by: number | null
  saved_at: number
}

export interface AssistantPublicationTable {
  assistant_id: number
  group_id: string
  group_name: string
  /** Not null if published. The consumer key of LAMB's LTI. */
  oauth_consumer_name: string | null
  published_at: number | null
  created_at: number
}

export interface AssistantShareTable {
  assistant_id: number
  user_id: number
  shared_by: number | null
  shared_at: number
}

export interface PromptTemplateTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  name: string
  description: Generated<string>
  system_prompt: Generated<string>
  prompt_template: Generated<string>
  is_shared: Generated<Flag>
  metadata: Generated<string>
  created_at: number
  updated_at: number
}

/** Credentials for an educator's own HTTP tools. */
export interface ToolSecretTable {
  user_id: number
  name: string
  /** `host` or `host:port`: the only server that the value is sent to. */
  host: string
  /** Encrypted; only leaves the server in a call to `host`. */
  sealed_value: string
  created_at: number
  updated_at: number
}

/** A combination of tools that an organization offers as a starting point. */
export interface ToolTemplateTable {
  id: Generated<number>
  organization_id: number
  name: string
  description: Generated<string>
  icon: Generated<string>
  /** JSON list of tool entries, without ids of anyone's objects. */
  tools: string
  prompt_template: Generated<string>
  system_prompt: Generated<string>
  /** JSON list of texts. */
  suggested_questions: Generated<string>
  created_by: number | null
  created_at: number
  updated_at: number
}

export interface RubricTable {
  id: Generated<number>
  /** A uuid that assistants refer to. Not the `rubricId` inside `rubric_data`. */
  rubric_id: string
  organization_id: number
  owner_id: number
  title: string
  description: Generated<string>
  /** LAMB's rubric JSON. */
  rubric_data: string
  is_public: Generated<Flag>
  is_showcase: Generated<Flag>
  /** The `rubric_id` of the original, which may have been deleted. */
  parent_rubric_id: string | null
  created_at: number
  updated_at: number
}

/** A folder in the storage whose owner was deleted. */
export interface StorageRemovalTable {
  area: 'files' | 'knowledge' | 'workspaces'
  owner_id: number
  created_at: number
}

export interface FileTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  /** `<userId>/<name>`, the value of an assistant's `file_path`. */
  path: string
  name: string
  kind: 'upload' | 'image'
  content_type: string
  size: number
  created_at: number
}
