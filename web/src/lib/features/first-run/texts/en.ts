import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Welcome to Bellwether',
  adminTitle: 'Create the first admin',
  adminText: 'This account looks after the installation. You can add others later.',
  code: 'Setup code',
  codeHint: 'The server printed it when it started.',
  create: 'Create the admin',
  step: (now: number, all: number) => `Step ${now} of ${all}`,
  providerTitle: 'Connect a model provider',
  providerText: 'Assistants think with a model. Any OpenAI-compatible server will do, also one of your own.',
  provider: 'Provider',
  key: 'API key',
  keyHint: 'Stored encrypted. It goes in and never comes out.',
  address: 'Address',
  addressHint: 'Leave empty for the provider’s own',
  test: 'Save and test',
  works: (count: number) => plural('en', count, { one: 'It works: # model', other: 'It works: # models' }),
  refused: 'The provider refused',
  finish: 'Go to the assistants',
  without: 'Continue without a model',
  withoutText:
    'Assistants then answer with quotes from your material, and say so. You can connect a provider at any time.',
}

export type Texts = typeof en
