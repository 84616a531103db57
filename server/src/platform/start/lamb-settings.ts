/** The settings of a LAMB installation, under the names that this server uses. */
export interface LambSettings {
  env: NodeJS.ProcessEnv
  /** What the operator should change. Logged at every start. */
  warnings: string[]
}

/** In this order: the first one that is set counts. A setting of our own always wins. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  PUBLIC_URL: ['LAMB_PUBLIC_BASE_URL', 'LAMB_WEB_HOST'],
  ADMIN_EMAIL: ['OWI_ADMIN_EMAIL'],
  ADMIN_PASSWORD: ['OWI_ADMIN_PASSWORD'],
  OPEN_WEBUI_URL: ['OWI_PUBLIC_BASE_URL'],
  LOG_LEVEL: ['GLOBAL_LOG_LEVEL'],
}

/** Removed from the environment with the other secrets. */
export const LAMB_SECRETS = ['OWI_ADMIN_PASSWORD'] as const

/** Python's names of log levels. */
const LOG_LEVELS: Readonly<Record<string, string>> = { warning: 'warn', critical: 'fatal', notset: 'info' }

/** From LAMB's example settings: everyone can know it. */
const PUBLISHED_BEARER_TOKEN = '0p3n-w3bu!'

const isLoopback = (host: string | undefined): boolean =>
  host === undefined || /^(localhost|127(\.\d+){3}|::1)$/.test(host)

/**
 * LAMB starts with settings that are not safe. A server that moved from LAMB has to start as well, so they lead to a
 * warning and to a safe value instead of an error.
 */
export function acceptLambSettings(environment: NodeJS.ProcessEnv): LambSettings {
  const env = { ...environment }
  const warnings: string[] = []
  for (const [name, aliases] of Object.entries(ALIASES)) {
    if (env[name] !== undefined) continue
    const alias = aliases.find((candidate) => env[candidate] !== undefined)
    if (alias !== undefined) env[name] = env[alias]
  }
  const level = env.LOG_LEVEL?.toLowerCase()
  if (level !== undefined) env.LOG_LEVEL = LOG_LEVELS[level] ?? level
  if (environment.ADMIN_PASSWORD === undefined && (env.ADMIN_PASSWORD?.length ?? 8) < 8) {
    delete env.ADMIN_PASSWORD
    warnings.push(
      'OWI_ADMIN_PASSWORD is not used, because it has fewer than 8 characters. Set ADMIN_PASSWORD, or use the password that is printed at the first start.',
    )
  }
  if (env.LAMB_JWT_SECRET !== undefined && env.LAMB_JWT_SECRET.length < 32) {
    delete env.LAMB_JWT_SECRET
    warnings.push(
      'LAMB_JWT_SECRET is not used, because it has fewer than 32 characters and could be guessed. A random secret in DATA_DIR is used instead. Remove the setting, or set a longer one.',
    )
  }
  const token = env.LAMB_BEARER_TOKEN
  if (token === PUBLISHED_BEARER_TOKEN && !isLoopback(env.HOST)) {
    delete env.LAMB_BEARER_TOKEN
    warnings.push(
      'LAMB_BEARER_TOKEN is not accepted, because it is the published example of LAMB and other machines can reach this server (HOST). Set a secret of your own here and in Open WebUI.',
    )
  } else if (token !== undefined && token.length < 8) {
    delete env.LAMB_BEARER_TOKEN
    warnings.push(
      'LAMB_BEARER_TOKEN is not accepted, because it has fewer than 8 characters and could be guessed. It gives access to every published assistant: set a longer one here and in Open WebUI.',
    )
  } else if (token !== undefined && token.length < 16) {
    warnings.push(
      'LAMB_BEARER_TOKEN has fewer than 16 characters and could be guessed. It gives access to every published assistant: set a longer one here and in Open WebUI.',
    )
  }
  return { env, warnings }
}
