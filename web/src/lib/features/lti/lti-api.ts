import type { LtiActivityDraft } from '@bellwether/wire'
import { session } from '$features/session/session.svelte.ts'
import { api } from '$lib/api'

/** Whether this page is shown in a frame, as most LMSs do. */
export const isFramed = (): boolean => window.self !== window.top

/** The tokens of launches are the credential here, so a refusal does not open the sign-in dialog. */
const stays = { staysOnRefusal: true }
/** For reading with a token. */
const by = (token: string, signal: AbortSignal) => ({ query: { token }, signal, ...stays })

export const ltiApi = {
  async enter(code: string) {
    const entered = await api.post('/lti/enter', { body: { code, framed: isFramed() }, ...stays })
    session.take(entered)
    return entered
  },
  activity: (id: number) => api.get('/lti/activities/{id}', { params: { id } }),
  withdraw: (id: number) => api.delete('/lti/activities/{id}/consent', { params: { id } }),
  agree: (id: number) => api.post('/lti/activities/{id}/consent', { params: { id } }),
  openElsewhere: (id: number) => api.post('/lti/activities/{id}/open', { params: { id } }),

  setup: (token: string, signal: AbortSignal) => api.get('/lti/setup', by(token, signal)),
  configure: (token: string, draft: LtiActivityDraft) =>
    api.post('/lti/setup', { body: { token, ...draft }, ...stays }),
  reconfigure: (token: string, draft: LtiActivityDraft) =>
    api.put('/lti/dashboard', { body: { token, ...draft }, ...stays }),
  linkAccount: (token: string, person: { email?: string; password?: string }) =>
    api.post('/lti/link', { body: { token, ...person }, ...stays }),

  choices: (token: string, signal: AbortSignal) => api.get('/lti/deep-link', by(token, signal)),
  choose: (token: string, assistant_ids: number[]) =>
    api.post('/lti/deep-link', { body: { token, assistant_ids }, ...stays }),
  createAssistant: (token: string, draft: { name: string; instructions: string }) =>
    api.post('/lti/deep-link/assistants', { body: { token, ...draft }, ...stays }),

  dashboard: (token: string, signal: AbortSignal) => api.get('/lti/dashboard', by(token, signal)),
  stats: (token: string, signal: AbortSignal) => api.get('/lti/dashboard/stats', by(token, signal)),
  students: (token: string, signal: AbortSignal) => api.get('/lti/dashboard/students', by(token, signal)),
  grades: (token: string, signal: AbortSignal) => api.get('/lti/dashboard/grades', by(token, signal)),
  proposeGrade: (token: string, student: number, text: string, signal: AbortSignal) =>
    api.post('/lti/dashboard/grades/propose', { body: { token, student, text }, signal, ...stays }),
  acceptGrade: (token: string, student: number, grade: { score: number; comment: string }) =>
    api.post('/lti/dashboard/grades/accept', { body: { token, student, ...grade }, ...stays }),
  chats: (token: string, signal: AbortSignal) => api.get('/lti/dashboard/chats', by(token, signal)),
  chat: (token: string, id: string) =>
    api.get('/lti/dashboard/chats/{id}', { params: { id }, query: { token }, ...stays }),
}
