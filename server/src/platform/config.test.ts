import { expect, it } from 'vitest'
import { readConfig, SECRET_SETTINGS, SETTINGS, takeConfig } from './config.ts'

const VALUE = 'a-secret-of-at-least-thirty-two-characters'
const URLS: Record<string, string> = {
  DATABASE_URL: `postgres://u:${VALUE}@host/db`,
  FILES_URL: `s3://key:${VALUE}@bucket`,
  SMTP_URL: `smtp://user:${VALUE}@mail.example.edu`,
}

it('secrets leave the environment once they are read; everything else stays', () => {
  const others = {
    PORT: '1234',
    PATH: '/usr/bin',
    ANOTHER_API_KEY: 'not ours',
    SMTP_FROM: 'Bellwether <ai@example.edu>',
  }
  const env: Record<string, string> = { ...others }
  for (const name of SECRET_SETTINGS) env[name] = URLS[name] ?? VALUE
  const config = takeConfig(env)
  for (const name of SECRET_SETTINGS) expect(config[name]).toContain(VALUE)
  expect(env).toEqual(others)
})

it('every setting with the name of a secret is treated as one', () => {
  // A consumer key of LTI 1.1 is a name; its secret is separate.
  const soundsSecret = (name: string) =>
    /KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL|FILES_URL|SMTP_URL/.test(name) &&
    !/^MAX_|CONSUMER_KEY$/.test(name)
  const secret = SETTINGS.filter(soundsSecret)
  expect(secret.sort()).toEqual([...SECRET_SETTINGS].sort())
})

it('needs the sender of e-mails together with the mail server', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example.edu'
  expect(() => readConfig({ SMTP_URL })).toThrow(/SMTP_FROM/)
  expect(() => readConfig({ SMTP_URL, SMTP_FROM: 'nonsense' })).toThrow(/SMTP_FROM/)
  expect(() => readConfig({ SMTP_URL: 'https://mail.example.edu', SMTP_FROM: 'ai@example.edu' })).toThrow(
    /SMTP_URL/,
  )
  for (const SMTP_FROM of ['ai@example.edu', 'AI service <ai@example.edu>', '"AI, service" <ai@example.edu>'])
    expect(readConfig({ SMTP_URL, SMTP_FROM }).SMTP_FROM).toBe(SMTP_FROM)
})
