import { ATTACHMENT_LIMITS, say } from '@bellwether/wire'
import {
  createClassLinkService,
  createEmbedding,
  createEnterLink,
  createGuestUploads,
  createLinkGuard,
  createRemoveGuests,
} from '../../../modules/class-links/index.ts'
import type { FileService } from '../../../modules/files/index.ts'
import { GUEST_UPLOADS } from '../../../modules/users/index.ts'
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import { createRemoveSoon } from '../../../platform/storage/remove-soon.ts'
import type { Oversight } from '../create-oversight.ts'
import type { ServiceDeps } from '../service-deps.ts'
import type { People } from './create-people.ts'

interface ClassLinkParts extends Pick<ServiceDeps, 'config' | 'database' | 'log'> {
  people: People
  audit: Oversight['audit']
  files: Pick<FileService, 'removeFilesOf'>
}

const HOUR = 3600
const QUARTER = 900
const DAY = 24 * HOUR

/** Class links and their guests. */
export function createClassLinks(parts: ClassLinkParts) {
  const { config, database, people, audit, files, log } = parts
  const { db } = database
  const { organizations, sessions } = people
  const linkGuard = createGuard({ config, database })
  const removeSoon = createRemoveSoon(log)
  const guests = createRemoveGuests({
    db,
    async removeFilesOf(userId) {
      await removeSoon(() => files.removeFilesOf(userId))
      await database.emptyLog()
    },
  })
  const guestUploads = createGuestUploads({
    db,
    attempts: createRateLimit(
      {
        name: GUEST_UPLOADS,
        failures: 3 * ATTACHMENT_LIMITS.perGuestAndDay,
        windowSeconds: DAY,
        blockSeconds: 0,
        refusal: say('class_links.daily_uploads'),
      },
      database.pool,
    ),
  })
  return {
    linkGuard,
    guestUploads,
    guests,
    classLinks: createClassLinkService({
      db,
      organizations,
      publicUrl: config.publicUrl,
      note: audit.noteIn,
      tellOfChange: (link) => people.accessWatch.tellOfChange({ link }),
    }),
    enterLink: createEnterLink({ db, sessions, guard: linkGuard, removeGuest: guests.remove }),
    embedding: createEmbedding(db),
  }
}

/** A class of 200 behind one address stays far below these limits. */
function createGuard({ config, database: { pool } }: Pick<ClassLinkParts, 'config' | 'database'>) {
  const limit = (
    name: string,
    failures: number,
    windowSeconds: number,
    blockSeconds: number,
    refusal = say('requests.too_many_attempts'),
  ) => createRateLimit({ name, failures, windowSeconds, blockSeconds, refusal }, pool)
  const tooManyGuests = say('class_links.too_many_guests')
  return createLinkGuard({
    unknownCodes: limit('link-code', 400, QUARTER, 300),
    wrongByAddress: limit('link-passphrase-address', 400, QUARTER, 300),
    guestsByAddress: limit('link-guests-address', config.GUESTS_PER_ADDRESS, HOUR, 0, tooManyGuests),
    guestsByLink: limit('link-guests', 10_000, HOUR, 0, tooManyGuests),
    questionsByAddress: limit(
      'link-questions-address',
      config.GUEST_QUESTIONS_PER_ADDRESS,
      600,
      0,
      say('class_links.address_busy'),
    ),
  })
}
