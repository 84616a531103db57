import { describe, expect, it } from 'vitest'
import { readConfig, takeConfig } from '../config.ts'

describe('settings of a LAMB installation', () => {
  it('start the server with LAMB’s example values, and warn about unsafe ones', () => {
    const config = readConfig({
      LAMB_WEB_HOST: 'http://localhost:9099',
      LAMB_BACKEND_HOST: 'http://backend:9099',
      LAMB_BEARER_TOKEN: '0p3n-w3bu!',
      LAMB_JWT_SECRET: 'change-me',
      LAMB_DB_PREFIX: '',
      LAMB_KB_SERVER: 'http://kb:9090',
      LAMB_KB_SERVER_TOKEN: '0p3n-w3bu!',
      OWI_ADMIN_NAME: 'Admin',
      OWI_ADMIN_EMAIL: 'admin@owi.example',
      OWI_ADMIN_PASSWORD: 'admin',
      OWI_PUBLIC_BASE_URL: 'http://localhost:8080',
      GLOBAL_LOG_LEVEL: 'WARNING',
      SIGNUP_ENABLED: 'true',
      SIGNUP_SECRET_KEY: 'pepino-secret-key',
      LTI_SECRET: 'pepino-secret',
      OPENAI_API_KEY: 'sk-x',
    })
    expect(config).toMatchObject({
      publicUrl: 'http://localhost:9099',
      LAMB_BEARER_TOKEN: '0p3n-w3bu!',
      ADMIN_EMAIL: 'admin@owi.example',
      OPEN_WEBUI_URL: 'http://localhost:8080',
      LOG_LEVEL: 'warn',
    })
    expect(config.LAMB_JWT_SECRET).toBeUndefined()
    expect(config.ADMIN_PASSWORD).toBeUndefined()
    expect(config.warnings.map((text) => text.split(' ')[0])).toEqual([
      'OWI_ADMIN_PASSWORD',
      'LAMB_JWT_SECRET',
      'LAMB_BEARER_TOKEN',
    ])
  })

  it('give way to the settings of this server, which stay strict', () => {
    const config = readConfig({
      PUBLIC_URL: 'https://ai.example.edu',
      LAMB_WEB_HOST: 'http://localhost:9099',
      ADMIN_PASSWORD: 'a good password',
      OWI_ADMIN_PASSWORD: 'admin',
      LOG_LEVEL: 'debug',
      GLOBAL_LOG_LEVEL: 'ERROR',
    })
    expect(config).toMatchObject({
      publicUrl: 'https://ai.example.edu',
      ADMIN_PASSWORD: 'a good password',
      LOG_LEVEL: 'debug',
      warnings: [],
    })
    expect(() => readConfig({ ADMIN_PASSWORD: 'short' })).toThrow(/ADMIN_PASSWORD/)
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL/)
  })

  it('don’t open a server with a key that can be guessed', () => {
    const config = readConfig({ LAMB_BEARER_TOKEN: 'abc' })
    expect(config.LAMB_BEARER_TOKEN).toBeUndefined()
    expect(config.warnings).toEqual([expect.stringMatching(/^LAMB_BEARER_TOKEN is not accepted/)])
  })

  it('don’t open a server that other machines can reach with LAMB’s published key', () => {
    const settings = { LAMB_BEARER_TOKEN: '0p3n-w3bu!', HOST: '0.0.0.0' }
    const config = readConfig(settings)
    expect(config.LAMB_BEARER_TOKEN).toBeUndefined()
    expect(config.warnings).toEqual([expect.stringContaining('published')])
    expect(readConfig({ ...settings, LAMB_BEARER_TOKEN: 'another-one' })).toMatchObject({
      LAMB_BEARER_TOKEN: 'another-one',
      warnings: [expect.stringContaining('fewer than 16')],
    })
  })

  it('leave no password in the environment', () => {
    const env: NodeJS.ProcessEnv = { OWI_ADMIN_PASSWORD: 'a good password' }
    expect(takeConfig(env).ADMIN_PASSWORD).toBe('a good password')
    expect(env).toEqual({})
  })
})
