import type { MemberImportCheck, MemberRecord } from '@bellwether/wire'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { invitationApi } from '$features/organization/invitations/invitation-api.ts'
import { type PeoplePage, type PeopleView, toPage } from '$features/people/people-view.ts'
import { api, download } from '$lib/api'
import type { Language } from '$lib/i18n'

const ROLES = [
  ['creator', 'educator'],
  ['end_user', 'student'],
] as const

/** Members and sign-up of one organization. */
export function memberApi(org: string | undefined) {
  const params = { slug: org ?? 'current' }
  return {
    async members(view: PeopleView, signal: AbortSignal): Promise<PeoplePage<MemberRecord>> {
      const { members: people, total } = await api.get('/organizations/{slug}/members', {
        params,
        query: toPage(view),
        signal,
      })
      return { people, total }
    },
    addMember: (body: BodyOf<'post', '/organizations/{slug}/members'>) =>
      api.post('/organizations/{slug}/members', { params, body }),
    changeMember: (id: number, body: BodyOf<'patch', '/organizations/{slug}/members/{id}'>) =>
      api.patch('/organizations/{slug}/members/{id}', { params: { ...params, id }, body }),
    removeMember: (id: number, hand_over_to?: number) =>
      api.delete('/organizations/{slug}/members/{id}', {
        params: { ...params, id },
        query: { hand_over_to },
      }),
    setPassword: (id: number, new_password: string) =>
      api.put('/organizations/{slug}/members/{id}/password', {
        params: { ...params, id },
        body: { new_password },
      }),
    setEmailConfirmed: (id: number, confirmed: boolean) =>
      api.put('/organizations/{slug}/members/{id}/email-confirmed', {
        params: { ...params, id },
        body: { confirmed },
      }),
    setRole: (id: number, role: 'admin' | 'member') =>
      api.put('/organizations/{slug}/members/{id}/role', { params: { ...params, id }, body: { role } }),
    checkImport: (file: File) =>
      api.post('/organizations/{slug}/member-imports/check', { params, body: file }),
    runImport: (users: MemberImportCheck['users'], filename: string) =>
      api.post('/organizations/{slug}/member-imports', { params, body: { users, filename } }),
    /** Invitations instead of accounts: people choose their own name and password. Returns how many were made. */
    async inviteImported(users: MemberImportCheck['users'], language: Language): Promise<number> {
      const { create } = invitationApi(org)
      let count = 0
      for (const [user_type, role] of ROLES) {
        const emails = users.filter((user) => user.user_type === user_type).map(({ email }) => email)
        if (emails.length === 0) continue
        const draft = { emails, role, valid_days: 30, max_uses: null, domains: [], language }
        count += (await create(draft)).invitations.length
      }
      return count
    },
    importTemplate: () =>
      download('get', '/organizations/{slug}/member-imports/template', 'users.csv', {
        params,
        query: { format: 'csv' },
      }),
  }
}
