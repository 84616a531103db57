import { expect, it } from 'vitest'
import { SECRET_SETTINGS, SETTINGS, takeConfig } from './config.ts'

const VALUE = 'a-secret-of-at-least-thirty-two-characters'
const URLS: Record<string, string> = {
  DATABASE_URL: `postgres://u:${VALUE}@host/db`,
  FILES_URL: `s3://key:${VALUE}@bucket`,
}

it('secrets leave the environment once they are read; everything else stays', () => {
  const env: Record<string, string> = { PORT: '1234', PATH: '/usr/bin', ANOTHER_API_KEY: 'not ours' }
  for (const name of SECRET_SETTINGS) env[name] = URLS[name] ?? VALUE
  const config = takeConfig(env)
  for (const name of SECRET_SETTINGS) expect(config[name]).toContain(VALUE)
  expect(env).toEqual({ PORT: '1234', PATH: '/usr/bin', ANOTHER_API_KEY: 'not ours' })
})

it('every setting with the name of a secret is treated as one', () => {
  const soundsSecret = (name: string) =>
    /KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL|FILES_URL/.test(name) && !name.startsWith('MAX_')
  const secret = SETTINGS.filter(soundsSecret)
  expect(secret.sort()).toEqual([...SECRET_SETTINGS].sort())
})
