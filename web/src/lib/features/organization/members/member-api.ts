import type { MemberPage, MemberRecord } from '@bellwether/wire'
import { invitationApi } from '$features/invitations/invitation-api.ts'
import { type PeoplePage, type PeopleView, toPage } from '$features/people/people-view.ts'
import { untyped as api, toPath } from '$lib/api'
import type { Language } from '$lib/i18n'
import { SETTINGS_PATH, settingsRequests } from '../settings-requests.ts'

export interface ImportCheck {
  summary: { total: number; valid: number; invalid: number }
  users: {
    email: string
    name: string
    user_type: 'creator' | 'end_user'
    valid: boolean
    errors: string[]
    error_messages?: { message: string }[]
    line: number
  }[]
  error: string | null
}

export interface ImportDone {
  summary: { total: number; created: number }
  results: { email: string; name: string; status: string; message: string; password?: string }[]
}

export interface SignupSettings {
  signup_enabled: boolean
  signup_key: string
  signup_role: 'student' | 'educator'
}

const ROLES = [
  ['creator', 'educator'],
  ['end_user', 'student'],
] as const

/** Members and sign-up of one organization. */
export function memberApi(org: string | undefined) {
  const { query, get, put, post } = settingsRequests(org)
  const user = (id: number) => `/users/${id}`
  return {
    async members(view: PeopleView, signal: AbortSignal): Promise<PeoplePage<MemberRecord>> {
      const options = { query: { ...query, ...toPage(view) }, signal }
      const { users: people, total } = await api.get<MemberPage>(`${SETTINGS_PATH}/users`, options)
      return { people, total }
    },
    addMember: (draft: object) => post<MemberRecord>('/users', draft),
    changeMember: (id: number, change: { name?: string; enabled?: boolean }) => put(user(id), change),
    removeMember: (id: number, hand_over_to?: number) =>
      api.delete(SETTINGS_PATH + user(id), { query: { ...query, hand_over_to } }),
    setPassword: (id: number, new_password: string) => post(`${user(id)}/password`, { new_password }),
    setCanShare: (id: number, can_share: boolean) => put(`${user(id)}/can-share`, { can_share }),
    setEmailConfirmed: (id: number, confirmed: boolean) =>
      api.put(`/organizations/${org ?? 'current'}/members/${id}/email-confirmed`, { confirmed }),
    setRole: (slug: string, id: number, role: 'admin' | 'member') =>
      api.put(`/creator/admin/organizations/${slug}/members/${id}/role`, { role }),
    checkImport(file: File) {
      const form = new FormData()
      form.append('file', file)
      return post<ImportCheck>('/users/bulk-import/validate', form)
    },
    runImport: (users: object[], filename: string) =>
      post<ImportDone>('/users/bulk-import/execute', { users, filename }),
    /** Invitations instead of accounts: people choose their own name and password. Returns how many were made. */
    async inviteImported(users: ImportCheck['users'], language: Language): Promise<number> {
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
      api.download(
        toPath(`${SETTINGS_PATH}/users/bulk-import/template`, { ...query, format: 'csv' }),
        'users.csv',
      ),

    signup: get<SignupSettings>('/settings/signup'),
    saveSignup: (change: SignupSettings) => put('/settings/signup', change),
  }
}
