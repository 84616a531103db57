import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Welcome to Bellwether',
  adminTitle: 'Create the admin account',
  adminText: 'This account manages the installation. You can add more admins later.',
  code: 'Setup code',
  codeHint: 'Printed by the server at startup',
  create: 'Create account',
  step: (now: number, all: number) => `Step ${now} of ${all}`,
  providerTitle: 'Connect a model provider',
  providerText:
    'Assistants need a model to answer. You can use any OpenAI-compatible server, including your own.',
  provider: 'Provider',
  key: 'API key',
  keyHint: 'Stored encrypted. You won’t be able to view it again.',
  address: 'Base URL',
  addressHint: 'Leave empty to use the provider’s default',
  test: 'Save and test',
  connected: (count: number) =>
    plural('en', count, {
      one: 'Connection successful: # model available',
      other: 'Connection successful: # models available',
    }),
  failed: 'Connection failed',
  finish: 'Go to assistants',
  without: 'Continue without a model',
  withoutText:
    'Assistants will answer with quotes from your materials and say so. You can connect a provider at any time.',
}

export type Texts = typeof en
