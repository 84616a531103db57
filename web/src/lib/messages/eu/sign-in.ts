import type { MessageCode } from '@bellwether/wire'

export const signIn = {
  'sign_in.email_elsewhere':
    'Badago helbide elektroniko hau duen kontu bat beste erakunde batean. Eskatu administratzaile bati kontua lekuz aldatzeko.',
  'sign_in.email_unverified':
    'Badago helbide elektroniko hau duen kontu bat, eta saio-hasierako hornitzaileak ez du berretsi helbidea zurea dela. Hasi saioa pasahitzarekin, edo eskatu laguntza zure erakundeko administratzaileari.',
  'sign_in.moved': 'Zure kontua beste erakunde batekoa da orain. Erabili erakunde horren saio-hasiera.',
  'sign_in.system_admin':
    'Sistemaren administratzaileek ezin dute saioa hasi erakunde baten hornitzailearekin. Erabili pasahitza.',
} as const satisfies Partial<Record<MessageCode, string>>
