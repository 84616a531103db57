import type { Generated } from 'kysely'

export interface InstallationTable {
  /** Always 1. */
  id: number
  salt: string
  /** Salted HMACs of the two secrets: they show whether a secret is the right one and reveal nothing else. */
  signing_fingerprint: string
  encryption_fingerprint: string
  created_at: number
  /** When copies of the system's provider keys in other organizations were replaced by references. */
  key_copies_removed_at: number | null
  /** Where the files are: `disk`, `postgres` or an `s3://` URL without credentials. Null until the first start that records it. */
  storage: string | null
  /** Also stored beside the files, so that an instance with another disk or bucket notices. */
  storage_id: string | null
  /** The newest version that was started on this database. */
  version: string | null
  /** When `npm run backup` last succeeded. */
  last_backup_at: number | null
}

/** An import of a LAMB installation that was started in the web app. */
export interface LambImportTable {
  id: string
  state: 'running' | 'done' | 'refused' | 'failed' | 'interrupted'
  /** JSON, without paths and secrets. */
  options: string
  /** JSON: the step and how far it is. */
  progress: Generated<string>
  /** JSON. */
  report: string | null
  error: string | null
  started_by: number | null
  created_at: number
  /** Renewed while it runs. */
  updated_at: number
}

/** An imported object, so that importing again adds nothing twice. */
export interface LambImportItemTable {
  /** Identifies the LAMB installation. */
  source: string
  kind: string
  legacy_id: string
  our_id: string
  /** JSON list of texts: what was changed on the way. */
  notes: Generated<string>
  created_at: number
}
