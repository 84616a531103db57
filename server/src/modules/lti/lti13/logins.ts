import { hash } from 'node:crypto'
import * as z from 'zod'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newToken } from '../../../platform/ids.ts'
import { LaunchRefused } from '../launch/problem.ts'
import { type LoginRow, loginRepository } from './login.repository.ts'

const required = z.string().min(1)

/** What an LMS sends to start a login. */
export const loginStartSchema = z.object({
  iss: required,
  login_hint: required,
  target_link_uri: required,
  lti_message_hint: z.string().optional(),
  client_id: z.string().optional(),
  lti_deployment_id: z.string().optional(),
  /** The frame that stores data for tools, where cookies are blocked. */
  lti_storage_target: z.string().optional(),
})
export type LoginStart = z.infer<typeof loginStartSchema>

/** From the first redirect to the launch, which may include a sign-in page of the LMS. */
export const LOGIN_SECONDS = 600

export interface StartedLogin {
  state: string
  nonce: string
  /** Only the browser gets it, in a cookie or in the storage of the LMS. */
  browserSecret: string
}

export interface PendingLogin {
  issuer: string
  clientId: string
  nonceHash: string
  browserHash: string
  start: LoginStart
}

// The values have 256 random bits, so a fast hash is safe.
export const hashSecret = (text: string): string => hash('sha256', text)

/** Logins in progress. In the database, because the launch may reach another instance. */
export function createLogins(db: Db) {
  const toPending = (row: LoginRow): PendingLogin => ({
    issuer: row.issuer,
    clientId: row.client_id,
    nonceHash: row.nonce_hash,
    browserHash: row.browser_hash,
    start: loginStartSchema.parse(JSON.parse(row.login)),
  })

  return {
    async start(client: { issuer: string; client_id: string }, start: LoginStart): Promise<StartedLogin> {
      const started = { state: newToken(), nonce: newToken(), browserSecret: newToken() }
      await loginRepository.insert(db, {
        state_hash: hashSecret(started.state),
        nonce_hash: hashSecret(started.nonce),
        browser_hash: hashSecret(started.browserSecret),
        issuer: client.issuer,
        client_id: client.client_id,
        login: JSON.stringify(start),
        expires_at: nowSeconds() + LOGIN_SECONDS,
        used_at: null,
      })
      return started
    },

    async find(state: string): Promise<PendingLogin> {
      const row = await loginRepository.find(db, hashSecret(state))
      if (!row || row.expires_at <= nowSeconds()) throw new LaunchRefused('unknown_state')
      if (row.used_at !== null) throw new LaunchRefused('replayed')
      return toPending(row)
    },

    /** Each login leads to one launch. */
    async use(state: string): Promise<void> {
      if (!(await loginRepository.use(db, hashSecret(state), nowSeconds())))
        throw new LaunchRefused('replayed')
    },
  }
}

export type Logins = ReturnType<typeof createLogins>
