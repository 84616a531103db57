import { say } from '@bellwether/wire'
import { userRepository } from '../../../modules/users/index.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { ImportRun } from '../import-run.ts'
import { isEmail, toEmail } from '../legacy-ids.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'

export const LTI_USER = 'lti user'

export interface LtiAccount {
  email: string
  /** Our account, if an earlier row has created it. */
  known: number | undefined
}

/**
 * The account of a student who came through LTI. LAMB names it by an address of its own. An account with that address that
 * was not imported is someone else's.
 */
export async function findLtiAccount(run: ImportRun, row: LegacyRow): Promise<LtiAccount | { fault: Note }> {
  const email = toEmail(row.text('user_email'))
  if (!isEmail(email)) return { fault: say('imports.email_invalid') }
  const known = run.ids.number(LTI_USER, email)
  if (known !== undefined) return { email, known }
  if (run.ids.earlier(LTI_USER, email)) return { fault: say('imports.account_deleted') }
  const existing = await targetRepository.findUserIds(run.db, [email])
  if (existing.size > 0 || run.planned.emails.has(email)) return { fault: say('imports.account_exists') }
  return { email, known: undefined }
}

/** Without a password: students come back through the LMS. */
export const insertLtiAccount = (
  tx: Db,
  row: LegacyRow,
  { email, organizationId, now }: { email: string; organizationId: number; now: number },
): Promise<number> =>
  userRepository.insert(tx, {
    organization_id: organizationId,
    email,
    name: (row.text('user_display_name').trim() || row.text('user_name').trim() || email).slice(0, 200),
    password_hash: null,
    role: 'user',
    user_type: 'end_user',
    enabled: 1,
    auth_provider: 'lti',
    lti_user_id: null,
    email_confirmed_at: null,
    guest_link_id: null,
    created_at: row.time('created_at', now),
    updated_at: now,
  })
