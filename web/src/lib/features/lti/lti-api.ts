import type {
  Course,
  CourseList,
  CourseMembers,
  LtiActivityRecord,
  LtiChatDetail,
  LtiChats,
  LtiChoices,
  LtiCreatorKey,
  LtiDashboard,
  LtiEntered,
  LtiGlobalKey,
  LtiGrade,
  LtiGrades,
  LtiLaunchRecords,
  LtiMemberActivity,
  LtiPlatform,
  LtiPlatforms,
  LtiSetup,
  LtiStats,
  LtiStudents,
  LtiTestGrade,
} from '@bellwether/wire'
import { session } from '$features/session/session.svelte.ts'
import { untyped as api } from '$lib/api'

/** Whether this page is shown in a frame, as most LMSs do. */
export const isFramed = (): boolean => window.self !== window.top

/** The tokens of launches are the credential here, so a refusal does not open the sign-in dialog. */
const stays = { staysOnRefusal: true }
const LAMB = '/lamb/v1/lti'

export interface Choice {
  activity_name: string
  assistant_ids: number[]
  chat_visibility_enabled: boolean
}

export const ltiApi = {
  async enter(code: string): Promise<LtiEntered> {
    const entered = await api.post<LtiEntered>('/lti/enter', { code, framed: isFramed() }, stays)
    session.take(entered)
    return entered
  },
  activity: (id: number): Promise<LtiMemberActivity> => api.get(`/lti/activities/${id}`),
  withdraw: (id: number): Promise<void> => api.delete(`/lti/activities/${id}/consent`),
  agree: (id: number): Promise<void> => api.post(`/lti/activities/${id}/consent`),
  openElsewhere: (id: number): Promise<{ url: string }> => api.post(`/lti/activities/${id}/open`),

  setup: (token: string, signal: AbortSignal): Promise<LtiSetup> =>
    api.get('/lti/setup', { query: { token }, signal, ...stays }),
  configure: (token: string, choice: Choice): Promise<{ dashboard_url: string }> =>
    api.post(`${LAMB}/configure`, { token, ...choice }, stays),
  reconfigure: (token: string, choice: Choice): Promise<unknown> =>
    api.post(`${LAMB}/reconfigure`, { token, ...choice }, stays),
  linkAccount: (token: string, person: object): Promise<{ setup_url: string }> =>
    api.post(`${LAMB}/link-account`, { token, ...person }, stays),

  choices: (token: string, signal: AbortSignal): Promise<LtiChoices> =>
    api.get('/lti/deep-link', { query: { token }, signal, ...stays }),
  choose: (token: string, assistant_ids: number[]): Promise<{ url: string }> =>
    api.post('/lti/deep-link', { token, assistant_ids }, stays),
  createAssistant: (
    token: string,
    draft: { name: string; instructions: string },
  ): Promise<LtiChoices['assistants'][number]> =>
    api.post('/lti/deep-link/assistants', { token, ...draft }, stays),

  dashboard: (token: string, signal: AbortSignal): Promise<LtiDashboard> =>
    api.get('/lti/dashboard', { query: { token }, signal, ...stays }),
  stats: (token: string, signal: AbortSignal): Promise<LtiStats> =>
    api.get(`${LAMB}/dashboard/stats`, { query: { token }, signal, ...stays }),
  students: (token: string, signal: AbortSignal): Promise<LtiStudents> =>
    api.get(`${LAMB}/dashboard/students`, { query: { token }, signal, ...stays }),
  grades: (token: string, signal: AbortSignal): Promise<LtiGrades> =>
    api.get('/lti/dashboard/grades', { query: { token }, signal, ...stays }),
  proposeGrade: (token: string, student: number, text: string, signal: AbortSignal): Promise<LtiGrade> =>
    api.post('/lti/dashboard/grades/propose', { token, student, text }, { signal, ...stays }),
  acceptGrade: (
    token: string,
    student: number,
    grade: { score: number; comment: string },
  ): Promise<LtiGrade> => api.post('/lti/dashboard/grades/accept', { token, student, ...grade }, stays),
  chats: (token: string, signal: AbortSignal): Promise<LtiChats> =>
    api.get(`${LAMB}/dashboard/chats`, { query: { token }, signal, ...stays }),
  chat: (token: string, id: string): Promise<LtiChatDetail> =>
    api.get(`${LAMB}/dashboard/chats/${encodeURIComponent(id)}`, { query: { token }, ...stays }),
}

const GLOBAL = '/creator/admin/lti-global-config'
const CREATOR = '/creator/admin/org-admin/settings/lti-creator'

/** `org`: an organization other than the user's own, for system admins. */
export const ltiSettingsApi = (org: string | undefined) => ({
  globalKey: (signal: AbortSignal): Promise<LtiGlobalKey> => api.get(GLOBAL, { signal }),
  saveGlobalKey: (change: object): Promise<LtiGlobalKey> => api.put(GLOBAL, change),
  creatorKey: (signal: AbortSignal): Promise<LtiCreatorKey> => api.get(CREATOR, { query: { org }, signal }),
  saveCreatorKey: (change: object): Promise<LtiCreatorKey> => api.put(CREATOR, change, { query: { org } }),
  activities: async (signal: AbortSignal): Promise<LtiActivityRecord[]> =>
    (
      await api.get<{ activities: LtiActivityRecord[] }>('/creator/admin/lti-activities', {
        query: { org },
        signal,
      })
    ).activities,
  changeActivity: (id: number, change: { status: LtiActivityRecord['status'] }): Promise<unknown> =>
    api.put(`/creator/admin/lti-activities/${id}`, change),
})

export interface PlatformDraft {
  name: string
  issuer: string
  client_id: string
  auth_login_url: string
  auth_token_url: string
  jwks_url: string
  deployment_ids: string[]
  trusts_email: boolean
  staff_can_build: boolean
}

/** LMSs that are connected with LTI 1.3. */
export const platformApi = (slug: string) => {
  const base = `/organizations/${encodeURIComponent(slug)}`
  return {
    list: (signal: AbortSignal): Promise<LtiPlatforms> => api.get(`${base}/lti-platforms`, { signal }),
    add: (draft: PlatformDraft): Promise<LtiPlatform> => api.post(`${base}/lti-platforms`, draft),
    change: (id: number, draft: PlatformDraft): Promise<LtiPlatform> =>
      api.put(`${base}/lti-platforms/${id}`, draft),
    remove: (id: number): Promise<void> => api.delete(`${base}/lti-platforms/${id}`),
    testGrade: (id: number): Promise<LtiTestGrade> => api.post(`${base}/lti-platforms/${id}/test-grade`),
    newLink: (): Promise<{ url: string }> => api.post(`${base}/lti-registration-links`),
    launches: (signal: AbortSignal): Promise<LtiLaunchRecords> => api.get(`${base}/lti-launches`, { signal }),
  }
}

/** Courses of connected LMSs. */
export const courseApi = (slug: string) => {
  const base = `/organizations/${encodeURIComponent(slug)}/courses`
  const query = { limit: 1000 }
  return {
    list: (signal: AbortSignal): Promise<CourseList> => api.get(base, { query, signal }),
    members: (id: number): Promise<CourseMembers> => api.get(`${base}/${id}/members`, { query }),
    refresh: (id: number): Promise<Course> => api.post(`${base}/${id}/refresh`),
  }
}
