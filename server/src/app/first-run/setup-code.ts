import { userRepository } from '../../modules/users/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { FirstAdmin } from './first-admin.ts'

/**
 * Proves that the person who creates the first admin in a browser can see the server's output. All instances of an
 * installation have the same. Undefined if the operator set an admin in another way, or one already exists.
 */
export async function findSetupCode(
  db: Db,
  config: Config,
  box: Pick<SecretBox, 'sign'>,
): Promise<string | undefined> {
  if (config.ADMIN_SETUP !== 'browser' || config.ADMIN_PASSWORD !== undefined) return undefined
  if (await userRepository.hasSystemAdmin(db)) return undefined
  // Three groups of four characters, easy to read from one screen and type on another.
  const letters = box
    .sign('setup code for the first admin')
    .replace(/[^A-HJ-NP-Za-hj-km-np-z2-9]/g, '')
    .toUpperCase()
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8, 12)].join('-')
}

/** The text that `npm start` prints. A generated password or code is shown here and nowhere else. */
export function greet(url: string, admin: FirstAdmin | undefined, setupCode?: string): string {
  const lines = ['', `  Bellwether is ready: ${url}`]
  if (admin) {
    lines.push('', '  The first admin was created. Sign in with', `    e-mail:   ${admin.email}`)
    lines.push(
      admin.generatedPassword
        ? `    password: ${admin.generatedPassword}   (shown only this once; change it after signing in)`
        : '    password: the one in ADMIN_PASSWORD',
    )
  }
  if (setupCode) {
    lines.push('', '  There is no admin yet. Open the address above and create one with')
    lines.push(`    setup code: ${setupCode}   (valid until there is an admin)`)
  }
  return `${lines.join('\n')}\n\n`
}
