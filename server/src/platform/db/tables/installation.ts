export interface InstallationTable {
  /** Always 1. */
  id: number
  salt: string
  /** Salted HMACs of the two secrets: they tell whether a secret is the right one, and nothing else about it. */
  signing_fingerprint: string
  encryption_fingerprint: string
  created_at: number
  /** When copies of the system's provider keys in other organizations were replaced by a reference to them. */
  key_copies_removed_at: number | null
}
