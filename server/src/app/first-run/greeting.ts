import type { FirstAdmin } from './first-admin.ts'

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
