import { createHmac, randomBytes } from 'node:crypto'
import { nowSeconds } from '../clock.ts'
import { type Config, SettingsError } from '../config.ts'
import type { Db } from '../db/db.ts'
import {
  type FingerprintColumn,
  type Installation,
  installationRepository,
} from './installation.repository.ts'
import { createSecretBox, isSameSecret, type SecretBox } from './secret-box.ts'
import { loadSecrets, type Secrets } from './secret-files.ts'

type Settings = Pick<
  Config,
  'DATA_DIR' | 'LAMB_JWT_SECRET' | 'ENCRYPTION_KEY' | 'LAMB_JWT_SECRET_PREVIOUS' | 'ENCRYPTION_KEY_PREVIOUS'
>

const SEALED = /enc:v1:[\w-]+/g

/**
 * The secrets of the installation that this database belongs to. The first start generates missing ones and stores
 * fingerprints of both; later starts and other instances need the same secrets. Otherwise sessions would be valid on
 * one instance only, and provider keys saved by one could not be read by another.
 */
export async function openSecrets(db: Db, settings: Settings): Promise<Secrets> {
  const existing = await installationRepository.find(db)
  const secrets = loadSecrets(settings.DATA_DIR, settings, {
    signing: existing === undefined || settings.LAMB_JWT_SECRET_PREVIOUS === 'lost',
    encryption: existing === undefined || settings.ENCRYPTION_KEY_PREVIOUS === 'lost',
  })
  if (!secrets) throw refusal(settings, 'This database has been used before, but its secrets are missing')
  const installation = existing ?? (await register(db, settings, secrets))
  await verify(db, settings, installation, 'signing', secrets)
  await verify(db, settings, installation, 'encryption', secrets)
  return secrets
}

async function register(db: Db, settings: Settings, secrets: Secrets): Promise<Installation> {
  // A database from before fingerprints were stored: its encrypted values must be readable.
  const sealed = await installationRepository.findSealed(db, SEALED)
  if (
    sealed !== undefined &&
    settings.ENCRYPTION_KEY_PREVIOUS !== 'lost' &&
    !opens(createSecretBox(secrets.encryption, secrets.signing), sealed)
  )
    throw mismatch(settings, 'encryption')
  const salt = randomBytes(16).toString('hex')
  await installationRepository.insertIfNone(db, {
    salt,
    signing_fingerprint: fingerprint(salt, 'signing', secrets.signing),
    encryption_fingerprint: fingerprint(salt, 'encryption', secrets.encryption),
    created_at: nowSeconds(),
  })
  const registered = await installationRepository.find(db)
  if (!registered) throw new Error('Failed to write the installation record')
  return registered
}

async function verify(
  db: Db,
  settings: Settings,
  installation: Installation,
  kind: keyof Secrets,
  secrets: Secrets,
): Promise<void> {
  const column: FingerprintColumn = `${kind}_fingerprint`
  const stored = installation[column]
  const current = fingerprint(installation.salt, kind, secrets[kind])
  if (isSameSecret(stored, current)) return
  const previous = kind === 'signing' ? settings.LAMB_JWT_SECRET_PREVIOUS : settings.ENCRYPTION_KEY_PREVIOUS
  const isKnown =
    previous !== undefined &&
    (previous === 'lost' || isSameSecret(stored, fingerprint(installation.salt, kind, Buffer.from(previous))))
  if (!isKnown) throw mismatch(settings, kind)

  const isDone = await db.transaction().execute(async (transaction) => {
    if (!(await installationRepository.replaceFingerprint(transaction, column, stored, current))) return false
    if (kind === 'encryption' && previous !== 'lost') {
      const before = createSecretBox(Buffer.from(previous), secrets.signing)
      const after = createSecretBox(secrets.encryption, secrets.signing)
      // Values that the previous key can't decrypt either (from an even older key) stay unchanged.
      const reseal = (sealed: string) => (opens(before, sealed) ? after.seal(before.open(sealed)) : sealed)
      await installationRepository.rewriteSealed(transaction, (text) => text.replace(SEALED, reseal))
    }
    return true
  })
  if (isDone) return
  // Another instance changed it at the same time: either to the same secret, or this one is wrong.
  const now = await installationRepository.find(db)
  if (!now || !isSameSecret(now[column], current)) throw mismatch(settings, kind)
}

const fingerprint = (salt: string, kind: keyof Secrets, secret: Buffer): string =>
  createHmac('sha256', secret).update(`bellwether ${kind} ${salt}`).digest('hex')

function opens(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed)
    return true
  } catch {
    return false
  }
}

const NAMES = { signing: 'LAMB_JWT_SECRET', encryption: 'ENCRYPTION_KEY' } as const

function refusal(settings: Settings, problem: string): SettingsError {
  return new SettingsError(
    `${problem}. Put ${settings.DATA_DIR}/secrets back from your backup, or set LAMB_JWT_SECRET and ENCRYPTION_KEY to the values used ` +
      'before (all instances share them). To change them on purpose, see "Change the secrets" in docs/admins/backup.md.',
  )
}

const mismatch = (settings: Settings, kind: keyof Secrets): SettingsError =>
  refusal(settings, `The ${NAMES[kind]} of this instance is not the one that this database was used with`)
