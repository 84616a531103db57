import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboundClient } from '../../platform/outbound/outbound.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { createCourses } from './courses/courses.ts'
import { createGrades } from './grades/grades.ts'
import { createLineItems } from './grades/line-items.ts'
import { createTestGrade } from './grades/test-grade.ts'
import { loginRepository } from './lti13/login.repository.ts'
import { createLogins } from './lti13/logins.ts'
import { platformRepository } from './lti13/platform.repository.ts'
import { createPlatforms } from './lti13/platforms.ts'
import { createSigningKeys } from './lti13/signing-keys.ts'
import { createVerifyToken } from './lti13/verify-token.ts'
import { createLaunchRecords } from './records/launch-records.ts'
import { createServiceClient } from './services/service-client.ts'
import { createServiceTokens } from './services/service-tokens.ts'

export interface Lti13Deps {
  db: Db
  outbox: Pick<Outbox, 'writer'>
  log: Log
  box: Pick<SecretBox, 'seal' | 'open'>
  /** Guarded: organization admins and LMSs enter the addresses. */
  client: OutboundClient
}

/** LTI 1.3: platforms, logins, tokens and keys. */
export function createLti13({ db, outbox, log, box, client }: Lti13Deps) {
  const signingKeys = createSigningKeys({ db, box })
  const records = createLaunchRecords(db)
  const services = createServiceClient({
    client,
    tokens: createServiceTokens({ client, signingKeys }),
    listOthers: (issuer) => platformRepository.listOthers(db, issuer),
  })
  const courses = createCourses({ db, log, services })
  const lineItems = createLineItems(services)
  const grades = createGrades({ db, outbox, log, lineItems })
  return {
    platforms: createPlatforms(db),
    logins: createLogins(db),
    verifyToken: createVerifyToken(client),
    signingKeys,
    records,
    courses,
    grades,
    sendTestGrade: createTestGrade({ db, lineItems }),
    client,

    /** Reads rosters and sends grades in the background. */
    start(): void {
      courses.queue.start()
      grades.queue.start()
    },
    async stop(): Promise<void> {
      await Promise.all([courses.queue.stop(), grades.queue.stop()])
    },

    async removeOld(signal: AbortSignal): Promise<void> {
      const now = nowSeconds()
      await inBatches((limit) => loginRepository.removeExpired(db, now, limit), signal)
      await inBatches((limit) => records.removeOld(limit), signal)
      await signingKeys.rotate()
    },
  }
}

export type Lti13 = ReturnType<typeof createLti13>
