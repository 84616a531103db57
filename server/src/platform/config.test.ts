import { expect, it } from 'vitest'
import { SECRET_SETTINGS, SETTINGS, takeConfig } from './config.ts'

it('secrets leave the environment once they are read; everything else stays', () => {
  const value = 'a-secret-of-at-least-thirty-two-characters'
  const env: Record<string, string> = { PORT: '1234', PATH: '/usr/bin', ANOTHER_API_KEY: 'not ours' }
  for (const name of SECRET_SETTINGS)
    env[name] = name === 'DATABASE_URL' ? `postgres://u:${value}@host/db` : value
  const config = takeConfig(env)
  for (const name of SECRET_SETTINGS) expect(config[name]).toContain(value)
  expect(env).toEqual({ PORT: '1234', PATH: '/usr/bin', ANOTHER_API_KEY: 'not ours' })
})

it('every setting that sounds like a secret is one', () => {
  const soundsSecret = (name: string) =>
    /KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL/.test(name) && !name.startsWith('MAX_')
  const secret = SETTINGS.filter(soundsSecret)
  expect(secret.sort()).toEqual([...SECRET_SETTINGS].sort())
})
