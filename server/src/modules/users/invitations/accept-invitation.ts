import { type InvitationFound, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError, badRequest } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/languages.ts'
import type { RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import { type OrganizationRow, organizationRepository } from '../../organizations/index.ts'
import { toHash } from '../account-tokens/account-tokens.ts'
import { toNetwork } from '../sign-in/sign-in-guard.ts'
import { userRepository } from '../user.repository.ts'
import type { UserService } from '../user.service.ts'
import { type InvitationRow, invitationRepository } from './invitation.repository.ts'
import { domainsOf } from './invitation-records.ts'

export interface AcceptDeps {
  db: Db
  users: Pick<UserService, 'create'>
  /** Codes that are not valid, from one address. */
  attempts: RateLimit
  /** Lets people who came by a link confirm the address that they entered. */
  welcome(userId: number, language: Language): Promise<void>
}

export interface AcceptDraft {
  code: string
  name: string
  email?: string | undefined
  password: string
}

const invalid = () => new AppError('not_found', say('invitations.invalid'))

/** What people with an invitation do, before they have an account. */
export function createInvitationAcceptance({ db, users, attempts, welcome }: AcceptDeps) {
  /** The same error for codes that are wrong, expired, used up or revoked. */
  async function open(
    code: string,
    clientIp: string,
  ): Promise<{ invitation: InvitationRow; organization: OrganizationRow }> {
    const attempt = `invitation:${toNetwork(clientIp)}`
    await attempts.requireFree(attempt)
    const invitation = await invitationRepository.findByCode(db, toHash(code))
    const organization = invitation && (await organizationRepository.findById(db, invitation.organization_id))
    if (!invitation || !organization) {
      await attempts.fail(attempt)
      throw invalid()
    }
    const isUsed = invitation.max_uses !== null && invitation.uses >= invitation.max_uses
    const isOver = isUsed || invitation.expires_at <= nowSeconds() || organization.status === 'suspended'
    if (isOver || !(await isStillBacked(invitation))) throw invalid()
    return { invitation, organization }
  }

  /** Admins who lost their role must not regain it with an invitation that they made before. */
  async function isStillBacked({ role, created_by, organization_id }: InvitationRow): Promise<boolean> {
    if (role !== 'admin') return true
    const sender = created_by === null ? undefined : await userRepository.findById(db, created_by)
    if (sender?.enabled !== 1) return false
    const isAdmin = sender.organization_role === 'admin' || sender.organization_role === 'owner'
    return sender.role === 'admin' || (isAdmin && sender.organization_id === organization_id)
  }

  return {
    async look(code: string, clientIp: string): Promise<InvitationFound> {
      const { invitation, organization } = await open(code, clientIp)
      const { role, email, expires_at } = invitation
      return { organization: organization.name, role, email, domains: domainsOf(invitation), expires_at }
    },

    async accept(draft: AcceptDraft, language: Language, clientIp: string) {
      const { invitation, organization } = await open(draft.code, clientIp)
      const email = emailFor(invitation, draft.email)
      const userId = await users.create({
        email,
        name: draft.name,
        password: draft.password,
        organizationId: organization.id,
        userType: invitation.role === 'student' ? 'end_user' : 'creator',
        ...(invitation.role === 'admin' ? { organizationRole: 'admin' } : {}),
        // An admin has named the address of a personal invitation. An address that the person enters is only a claim.
        emailConfirmed: invitation.email !== null,
        // In the same transaction, so that a failed registration costs no use, and one use makes one account.
        async before(tx) {
          if (!(await invitationRepository.use(tx, invitation.id, nowSeconds()))) throw invalid()
        },
      })
      if (invitation.email === null) await welcome(userId, language)
      return { email, organization: organization.name }
    },
  }
}

export type InvitationAcceptance = ReturnType<typeof createInvitationAcceptance>

function emailFor(invitation: InvitationRow, email: string | undefined): string {
  if (invitation.email !== null) return invitation.email
  if (email === undefined) throw badRequest(say('invitations.email_required'))
  const domains = domainsOf(invitation)
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length > 0 && !domains.includes(domain))
    throw badRequest(say('invitations.domain_required', { domains: domains.join(', ') }))
  return email
}
