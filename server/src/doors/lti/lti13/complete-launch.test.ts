import { expect, it } from 'vitest'
import type { LtiClaims, PlatformRow } from '../../../modules/lti/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { LtiDoorDeps } from '../lti-deps.ts'
import { findAccount } from './complete-launch.ts'

const claims = { sub: 'u', roles: [] } as unknown as LtiClaims
const platform = { organization_id: 1, issuer: 'https://lms.example.edu', client_id: 'c' } as PlatformRow

const launch = (error: Error) =>
  findAccount(
    {
      lti: { accounts: { findLinked: async () => undefined } },
      externalIdentities: { signIn: () => Promise.reject(error) },
    } as unknown as LtiDoorDeps,
    platform,
    claims,
  )

it('an outage of the database does not tell a student that the account is disabled', async () => {
  await expect(launch(new AppError('unavailable', 'away'))).rejects.toMatchObject({ code: 'unavailable' })
  await expect(launch(new AppError('forbidden', 'elsewhere'))).rejects.toMatchObject({
    problem: 'account_elsewhere',
  })
})
