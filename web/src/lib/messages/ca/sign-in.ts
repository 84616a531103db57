import type { MessageCode } from '@bellwether/wire'

export const signIn = {
  'sign_in.email_elsewhere':
    'Ja hi ha un compte amb aquest correu en una altra organització. Demana a un administrador que el mogui.',
  'sign_in.email_unverified':
    'Ja hi ha un compte amb aquest correu i el teu proveïdor d’inici de sessió no ha confirmat que sigui teu. Inicia la sessió amb la contrasenya o demana ajuda a l’administrador de la teva organització.',
  'sign_in.moved':
    'El teu compte pertany ara a una altra organització. Fes servir l’inici de sessió d’aquella organització.',
  'sign_in.system_admin':
    'Els administradors del sistema no poden iniciar la sessió amb el proveïdor d’una organització. Fes servir la contrasenya.',
} as const satisfies Partial<Record<MessageCode, string>>
